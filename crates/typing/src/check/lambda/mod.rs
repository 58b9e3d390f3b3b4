//! Lambda-expressions ([expr.prim.lambda]): what is captured, and the closure.

pub(crate) mod captures;
mod collect;
pub(crate) mod mention;
mod odr_used;

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{CaptureKind, Exception, Lambda, Name, Node, Stmt, TypeRef};
use cleave_lang::Builtin;
use rustc_hash::FxHashMap;

use crate::check::lambda::collect::Captures;
use crate::thir::{ExprId, ExprKind, Local, LocalId, LocalKind};
use crate::{At, Closure, Context, Declared, Entity, Problem, Site, Surroundings, Ty, TyKind};

impl<'db> Context<'db> {
    /// A lambda-expression.
    pub(crate) fn lambda(&mut self, lambda: &'db Lambda, site: Site<'db>) -> ExprId {
        let db = self.db;
        self.check_void_parameters(lambda);
        let mut captures = Captures::default();
        for (i, capture) in lambda.captures.iter().enumerate() {
            self.check_capture(lambda, i);
            self.explicit_capture(capture, &mut captures, site);
        }
        let (captures, closure) = self.captured_and_read(lambda, captures, site);
        let Captures {
            inits,
            locals,
            dependent,
            ..
        } = captures;
        if dependent {
            self.out.dependent = true;
        }
        self.check_parameter_names(lambda, closure);
        self.check_mentioned_in_type(lambda);
        // In a template's definition nothing can be said of it: what it is depends on what is around.
        // Nor of one that lacks its body.
        let ty = match (self.in_template(), &self.code[lambda.body]) {
            (true, _) => self.dependent_type(site),
            (false, Stmt::Missing) => Ty::error(db),
            (false, _) => Ty::of(db, TyKind::Closure(closure)),
        };
        let e = self.prvalue(ExprKind::Lambda(closure, inits.into()), ty, site);
        self.captured_uninitialized(lambda, closure, &locals, e);
        e
    }

    /// Names in the types of a lambda's parameters, behind its arrow and in its exception specification.
    fn check_mentioned_in_type(&mut self, lambda: &'db Lambda) {
        let exception = match &lambda.exception {
            Exception::Computed(e) => Some(Node::Expr(*e)),
            _ => None,
        };
        let parts = exception.into_iter().chain([Node::Type(lambda.ty)]);
        let heads = lambda.head.iter().flat_map(|h| &h.params);
        let params = heads.filter_map(|p| p.name.as_ref());
        let captures = lambda.captures.iter().filter_map(|c| match &c.kind {
            CaptureKind::Init { name, .. } => Some(name),
            _ => None,
        });
        self.check_mentioned(parts.collect(), params.chain(captures));
        self.check_qualified_types(vec![Node::Type(lambda.ty)]);
    }

    /// The captures of a lambda, those by default included, and its closure. Constants of the blocks around are captured if the body
    /// odr-uses them ([basic.def.odr]/4): that is seen in the body as it is typed with none of them captured, which is the body of
    /// the closure if it odr-uses none.
    fn captured_and_read(
        &mut self,
        lambda: &'db Lambda,
        explicit: Captures<'db>,
        site: Site<'db>,
    ) -> (Captures<'db>, Closure<'db>) {
        let problems = self.problems.len();
        let mut captures = explicit.clone();
        self.implicit_captures(lambda, &mut captures, &[], site);
        let closure = self.closure(&captures, site);
        // What a lambda of a template's definition captures matters to a generic lambda around it alone.
        let is_pattern = self.in_template() && self.scopes.closure.is_none();
        if captures.constants.is_empty() || is_pattern || is_deep(self.db, closure) {
            return (captures, closure);
        }
        let used = odr_used::constants(self.db, closure, &captures.constants);
        if used.is_empty() {
            return (captures, closure);
        }
        self.problems.truncate(problems);
        let mut captures = explicit;
        self.implicit_captures(lambda, &mut captures, &used, site);
        let closure = self.closure(&captures, site);
        (captures, closure)
    }

    fn closure(&self, captures: &Captures<'db>, site: Site<'db>) -> Closure<'db> {
        Closure {
            owner: self.owner,
            site,
            env: self.env,
            around: Surroundings::new(
                self.db,
                captures.list.as_slice(),
                captures.names.as_slice(),
                self.scopes.this,
                self.scopes.packs.as_slice(),
            ),
        }
    }

    /// A parameter of type `void` that is not the whole list ([dcl.fct]/4).
    fn check_void_parameters(&mut self, lambda: &Lambda) {
        let TypeRef::Function(f) = &self.code[lambda.ty] else {
            return;
        };
        if self.is_instantiation() || self.is_substitution() {
            return;
        }
        for &id in &f.params {
            let param = &self.code[id];
            let alone = f.params.len() == 1 && param.name.is_none() && param.default.is_none();
            if matches!(self.code[param.ty], TypeRef::Builtin(Builtin::Void)) && !alone {
                let site = self.type_site(param.ty);
                let problem = Problem::new(codes::PARAMETER_OF_VOID_TYPE, site);
                self.problems.push(problem.at(At::First));
            }
        }
    }

    /// Names in the types of parameters and of the result that nothing declares. The call operator's scope has the parameters
    /// of the lambda's own template head.
    fn check_parameter_names(&mut self, lambda: &Lambda, closure: Closure<'db>) {
        let TypeRef::Function(f) = &self.code[lambda.ty] else {
            return;
        };
        if self.is_instantiation() || self.is_substitution() || !self.is_of_user() {
            return;
        }
        let operator = closure.operator(self.db);
        let Some(mut cx) = crate::function::signature_context(self.db, operator) else {
            return;
        };
        for &param in &f.params {
            cx.undefined_in(cx.code[param].ty);
        }
        cx.undefined_in(f.ret);
        self.problems.append(&mut cx.problems);
    }

    /// A requires-expression ([expr.prim.req]).
    pub(crate) fn requires(
        &mut self,
        params: &'db [cleave_hir::ParamId],
        requirements: &'db [cleave_hir::Requirement],
        site: Site<'db>,
    ) -> ExprId {
        let bool_ty = self.builtin(cleave_lang::Builtin::Bool);
        let unknown = self.unknown;
        let dependent = std::mem::replace(&mut self.out.dependent, false);
        let holds = crate::template::requires_holds(self, params, requirements);
        if self.is_users_own() {
            crate::template::constraints::requirements::wrong(self, params, requirements);
        }
        let inner_dependent = self.out.dependent;
        self.unknown = unknown;
        self.out.dependent = dependent;
        match holds {
            Some(value) => self.bool(value, site),
            None if inner_dependent || self.in_template() => {
                self.dependent_of(bool_ty, crate::thir::Category::Prvalue, site)
            }
            None => {
                self.unknown = true;
                self.push(
                    ExprKind::Error,
                    bool_ty,
                    crate::thir::Category::Prvalue,
                    site,
                )
            }
        }
    }
}

/// Whether a lambda stands so deep in others that their bodies are not typed twice each: twice as often for each level.
fn is_deep<'db>(db: &'db dyn Db, closure: Closure<'db>) -> bool {
    let around = |c: &Closure<'db>| c.owner.decl(db).closure(db);
    std::iter::successors(Some(closure), around)
        .nth(6)
        .is_some()
}

/// Makes what a closure sees visible in its call operator's code: captures are locals.
pub(super) fn declare_outer<'db>(cx: &mut Context<'db>, closure: Closure<'db>) {
    let db = cx.db;
    let mut block: FxHashMap<Name, Declared<'db>> = FxHashMap::default();
    for (name, outer) in closure.around.names(db) {
        let declared = crate::check::body::outer_local(cx, outer);
        match (block.get_mut(name), declared) {
            (Some(Declared::Locals { locals, pack }), Declared::Locals { locals: more, .. }) => {
                locals.extend(more);
                *pack = true;
            }
            (_, declared) => {
                block.insert(name.clone(), declared);
            }
        }
    }
    for (i, capture) in closure.around.captures(db).iter().enumerate() {
        let l = LocalId(cx.out.locals.len() as u32);
        cx.out.locals.push(Local {
            name: capture
                .name
                .as_ref()
                .map_or_else(|| "".into(), |n| n.as_str().into()),
            ty: capture.ty,
            kind: LocalKind::Capture(i as u32),
            site: None,
            is_constexpr: false,
            init: None,
            value: capture.value,
            declared: None,
        });
        let Some(name) = &capture.name else { continue };
        match block.get_mut(name) {
            Some(Declared::Locals { locals, .. }) if capture.pack => locals.push(l),
            _ => {
                let locals = Declared::Locals {
                    locals: vec![l],
                    pack: capture.pack,
                };
                block.insert(name.clone(), locals);
            }
        }
    }
    cx.scopes.blocks.push(block);
}

/// Whether a member is a data member or function of each object.
pub(crate) fn is_nonstatic<'db>(db: &'db dyn Db, member: Entity<'db>) -> bool {
    use cleave_hir::DeclKind;
    use cleave_names::decl::Spec;
    let is_static = match member.kind(db) {
        Some(DeclKind::Variable(_)) => Spec::STATIC.with(Spec::CONSTEXPR),
        Some(DeclKind::Function(_)) => Spec::STATIC,
        _ => return false,
    };
    (member.hir(db)).is_some_and(|d| d.parent.is_some() && !d.spec.any(is_static))
}
