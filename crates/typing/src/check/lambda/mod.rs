//! Lambda-expressions ([expr.prim.lambda]): what is captured, and the closure.

pub(crate) mod captures;
pub(crate) mod mention;
mod odr_used;

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Capture, CaptureKind, Init, Lambda, Name, TypeRef};
use cleave_lang::Builtin;
use rustc_hash::FxHashMap;

use crate::check::init::{Mode, Purpose};
use crate::lookup::Found;
use crate::thir::{ExprId, ExprKind, Local, LocalId, LocalKind};
use crate::{
    At, Captured, Closure, Const, Context, Declared, Entity, Outer, Problem, Reach, Site,
    Surroundings, Ty, TyKind,
};

/// Captures while they are collected.
#[derive(Clone, Default)]
struct Captures<'db> {
    list: Vec<Captured<'db>>,
    inits: Vec<ExprId>,
    names: Vec<(Name, Outer<'db>)>,
    /// Of each capture the variable that it copies or refers to.
    locals: Vec<Option<LocalId>>,
    /// The names of constants that the capture-default would capture: they are read without.
    constants: Vec<Name>,
    dependent: bool,
}

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
        // In a template's definition nothing can be said of it: what it is depends on what is around.
        let ty = match self.in_template() {
            true => self.dependent_type(site),
            false => Ty::of(db, TyKind::Closure(closure)),
        };
        let e = self.prvalue(ExprKind::Lambda(closure, inits.into()), ty, site);
        self.captured_uninitialized(lambda, closure, &locals, e);
        e
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

    fn add_capture(
        &mut self,
        name: Option<Name>,
        ty: Ty<'db>,
        e: ExprId,
        pack: bool,
        out: &mut Captures<'db>,
    ) {
        let value = self.initialize(ty, e, Mode::Direct, Purpose::Variable);
        out.dependent |= ty.is_dependent(self.db);
        out.list.push(Captured {
            name,
            ty,
            pack,
            is_binding: false,
            value: None,
        });
        out.inits.push(value);
    }

    fn capture_local(
        &mut self,
        name: &Name,
        l: LocalId,
        by_ref: bool,
        pack: bool,
        out: &mut Captures<'db>,
        site: Site<'db>,
    ) {
        // Whether it has a value is asked when the body has been read.
        self.with_body(
            |b| &mut b.uninitialized,
            Default::default(),
            |cx| cx.capture_of(name, l, by_ref, pack, out, site),
        );
        let is_binding = self.is_binding(l);
        let local = self.out.locals.get(l.0 as usize);
        let value = local.and_then(|l| l.value).filter(|_| !by_ref);
        if let Some(last) = out.list.last_mut() {
            last.is_binding = is_binding;
            last.value = value;
        }
        out.locals.resize(out.list.len(), None);
        if let Some(last) = out.locals.last_mut() {
            *last = Some(l);
        }
    }

    /// Whether a local is a structured binding, or the capture of one.
    fn is_binding(&self, l: LocalId) -> bool {
        match self.out.locals.get(l.0 as usize).map(|l| &l.kind) {
            Some(LocalKind::Capture(n)) => self.scopes.closure.is_some_and(|closure| {
                let captured = closure.around.captures(self.db);
                captured.get(*n as usize).is_some_and(|c| c.is_binding)
            }),
            _ => self.body.bindings.contains(&l),
        }
    }

    fn capture_of(
        &mut self,
        name: &Name,
        l: LocalId,
        by_ref: bool,
        pack: bool,
        out: &mut Captures<'db>,
        site: Site<'db>,
    ) {
        let db = self.db;
        let e = self.local_expr(l, site);
        let mut ty = self.ty(e);
        if let Some(local) = self.out.locals.get(l.0 as usize)
            && let LocalKind::Capture(_) = local.kind
            && !local.ty.is_reference(db)
            && !by_ref
        {
            // A copy of a captured copy has the outer one's declared type; a reference to it is one to a const member, unless
            // the lambda around is mutable.
            ty = local.ty;
        }
        if by_ref || ty.is_function(db) {
            ty = ty.lvalue_reference(db);
        }
        if ty.is_array(db) {
            out.list.push(Captured {
                name: Some(name.clone()),
                ty,
                pack,
                is_binding: false,
                value: None,
            });
            let copy = self.prvalue(
                ExprKind::Convert(crate::thir::Conversion::Load, e),
                ty,
                site,
            );
            out.inits.push(copy);
            return;
        }
        self.add_capture(Some(name.clone()), ty, e, pack, out);
    }

    fn explicit_capture(
        &mut self,
        capture: &'db Capture,
        out: &mut Captures<'db>,
        site: Site<'db>,
    ) {
        let db = self.db;
        match &capture.kind {
            CaptureKind::This => {
                self.check_this_capture(capture.at, false);
                let e = self.this_expr(site);
                let ty = self.ty(e);
                self.add_capture(None, ty, e, false, out);
            }
            CaptureKind::StarThis => {
                self.check_this_capture(capture.at, true);
                let e = self.this_object(site);
                // The copy of a constant object is none in a lambda that is mutable.
                let ty = self.ty(e).unqualified(db);
                self.add_capture(None, ty, e, false, out);
            }
            CaptureKind::Name { name, by_ref } => {
                let Some(Declared::Locals { locals, pack }) = self.declared(name).cloned() else {
                    return;
                };
                if let [l] = locals[..]
                    && self.body.out_of_reach.contains_key(&l)
                {
                    let at = self.site(capture.at);
                    self.not_captured(Reach::Enclosed, at);
                    let ty = self.out.locals.get(l.0 as usize).map(|l| l.ty);
                    let ty = ty.unwrap_or(Ty::error(db));
                    let bad = self.error_expr(at);
                    out.list.push(Captured {
                        name: Some(name.clone()),
                        ty,
                        pack: false,
                        is_binding: false,
                        value: None,
                    });
                    out.inits.push(bad);
                    return;
                }
                if let Some((_, l)) = self
                    .scopes
                    .local_packs
                    .iter()
                    .rev()
                    .find(|(n, _)| n == name)
                    .cloned()
                {
                    self.capture_local(name, l, *by_ref, false, out, site);
                    return;
                }
                if pack && locals.is_empty() {
                    out.names.push((name.clone(), Outer::Pack));
                }
                for l in locals {
                    let at = self.site(capture.at);
                    self.check_variable_length(l, *by_ref, at);
                    self.capture_local(name, l, *by_ref, pack, out, site);
                }
            }
            CaptureKind::Init { name, by_ref, init } => {
                let e = match init {
                    Init::Equal(e) | Init::Brace(e) => Some(self.expr(*e)),
                    Init::Paren(args) => match self.arguments(args).as_deref() {
                        Some([e]) => Some(*e),
                        _ => None,
                    },
                    _ => None,
                };
                let e = e.unwrap_or_else(|| self.error_expr(site));
                let e = match (init, &self.node(e).kind) {
                    (Init::Brace(_), ExprKind::List(items)) if items.len() == 1 => items[0],
                    _ => e,
                };
                let auto = Ty::of(db, TyKind::Auto(false));
                let pattern = match by_ref {
                    true => auto.lvalue_reference(db),
                    false => auto,
                };
                let operand = self.operand(e);
                let ty = match self.is_bad(e) {
                    true if self.is_dependent(e) => self.dependent_type(site),
                    true => Ty::error(db),
                    false => crate::template::deduce_auto(self, pattern, &operand)
                        .unwrap_or(Ty::error(db)),
                };
                self.add_capture(Some(name.clone()), ty, e, capture.pack, out);
            }
        }
    }

    /// What the body mentions of the blocks around: captured by the default, or seen without a capture.
    /// `odr_used` are the constants that the body odr-uses.
    fn implicit_captures(
        &mut self,
        lambda: &'db Lambda,
        out: &mut Captures<'db>,
        odr_used: &[Name],
        site: Site<'db>,
    ) {
        let mentioned = crate::check::lambda::mention::of_lambda(self.code, lambda, true);
        let is_extended = self.is_extended(lambda);
        for (n, name) in mentioned.names.iter().enumerate() {
            // Captures are in the order of the text.
            let captures_this = lambda.default.is_some() && !mentioned.unevaluated.contains(name);
            if mentioned.this_at == Some(n)
                || self.names_qualified_member(lambda, &mentioned, n..n + 1)
                || captures_this && self.is_member(name)
            {
                self.capture_this(lambda, out, site);
            }
            if out.list.iter().any(|c| c.name.as_ref() == Some(name))
                || out.names.iter().any(|n| n.0 == *name)
            {
                continue;
            }
            let is_bound = mentioned.bounds.contains(name);
            let by = lambda
                .default
                .filter(|_| !mentioned.unevaluated.contains(name));
            match self.declared(name).cloned() {
                None => out.names.extend(self.nominated(name)),
                Some(Declared::Entities(all)) => {
                    out.names.push((name.clone(), Outer::Entities(all)));
                }
                Some(Declared::Namespace(_)) => {}
                Some(Declared::Type(ty)) => out.names.push((name.clone(), Outer::Type(ty))),
                Some(Declared::Unknown) => out.names.push((name.clone(), Outer::Unknown)),
                Some(Declared::Locals { locals, pack }) => {
                    let element = self
                        .scopes
                        .local_packs
                        .iter()
                        .rev()
                        .find(|(n, _)| n == name)
                        .map(|p| p.1);
                    let all = match element {
                        Some(l) => vec![(l, false)],
                        None => locals.iter().map(|&l| (l, pack)).collect(),
                    };
                    // Its elements do not tell, as there are none, or but one that may not be captured.
                    if pack && element.is_none() && locals.len() < 2 {
                        out.names.push((name.clone(), Outer::Pack));
                    }
                    let used = (mentioned.uses.iter()).find(|u| u.0.as_ref() == Some(name));
                    for (l, pack) in all {
                        if let (Some(by_ref), Some(used), None) = (by, used, element) {
                            let at = self.site(used.1);
                            self.check_variable_length(l, by_ref, at);
                        }
                        let by = match is_bound && !self.is_bound_constant(l) {
                            true => lambda.default,
                            false => by,
                        };
                        let captures_constants = is_extended || odr_used.contains(name);
                        self.implicit_capture(name, l, pack, (by, captures_constants), out, site);
                    }
                }
            }
        }
        let behind = mentioned.names.len()..usize::MAX;
        if mentioned.this_at.is_some() || self.names_qualified_member(lambda, &mentioned, behind) {
            self.capture_this(lambda, out, site);
        }
    }

    /// Whether a lambda that captures by default evaluates a qualified name of a non-static member of the class around or one of its
    /// bases, so many names in front of it.
    fn names_qualified_member(
        &mut self,
        lambda: &Lambda,
        mentioned: &mention::Mentioned,
        before: std::ops::Range<usize>,
    ) -> bool {
        let db = self.db;
        if lambda.default.is_none() || self.scopes.this.is_none() {
            return false;
        }
        let code = self.code;
        // They are in the order of the text.
        let all = &mentioned.qualified;
        let first = all.partition_point(|q| q.0 < before.start);
        let mut here = all[first..].iter().take_while(|q| q.0 < before.end);
        here.any(|&(_, e)| {
            let cleave_hir::Expr::Path(path) = &code[e] else {
                return false;
            };
            let found = crate::convert::quietly(self, |cx| cx.lookup_path(path));
            let Found::Entities { set, .. } = found else {
                return false;
            };
            let own = self.scopes.this.map(|t| t.unqualified(db));
            let related = |e: &Entity<'db>| {
                let class = crate::function::class_of(db, *e).map(|c| c.unqualified(db));
                class.zip(own).is_some_and(|(class, own)| {
                    class == own || crate::convert::is_base_of(db, class, own)
                })
            };
            set.iter().any(|e| is_nonstatic(db, *e) && related(e))
        })
    }

    /// The object, where the lambda captures by default and has not captured it yet.
    fn capture_this(&mut self, lambda: &Lambda, out: &mut Captures<'db>, site: Site<'db>) {
        if let (Some(_), Some(_)) = (lambda.default, self.scopes.this)
            && !out.list.iter().any(|c| c.name.is_none())
        {
            let e = self.this_expr(site);
            let ty = self.ty(e);
            self.add_capture(None, ty, e, false, out);
        }
    }

    /// What a using-directive of a block around makes visible by a name that means nothing without it.
    fn nominated(&mut self, name: &Name) -> Option<(Name, Outer<'db>)> {
        let id = cleave_hir::NameId::Ident(name.clone());
        if self.scopes.directives.is_empty() {
            return None;
        }
        let around = std::mem::take(&mut self.scopes.directives);
        let known = !matches!(self.lookup(&id), Found::Nothing);
        self.scopes.directives = around;
        if known {
            return None;
        }
        let path = cleave_hir::Path {
            global: false,
            decltype: None,
            qualifiers: Box::default(),
            name: id,
            args: None,
        };
        match self.lookup_nominated(&path) {
            Found::Entities { set, .. } => Some((name.clone(), Outer::Entities(set))),
            _ => None,
        }
    }

    /// Whether a name that no block declares is a non-static member of the class around.
    fn is_member(&mut self, name: &Name) -> bool {
        let db = self.db;
        let Some(this) = self.scopes.this.filter(|_| self.declared(name).is_none()) else {
            return false;
        };
        let id = cleave_hir::NameId::Ident(name.clone());
        let Found::Entities { set, .. } = self.lookup_member(this.unqualified(db), &id) else {
            return false;
        };
        set.iter().any(|e| is_nonstatic(db, *e))
    }

    /// Whether a lambda is annotated for the device in a function of the host, as far as the text of both tells: an extended one.
    fn is_extended(&self, lambda: &Lambda) -> bool {
        let device = |attrs: &[cleave_hir::Attr]| {
            let names = |a: &cleave_hir::Attr| matches!(a.name.as_str(), "device" | "global");
            attrs.iter().any(names)
        };
        let around = self.owner.hir(self.db);
        device(&lambda.attrs) && !around.is_some_and(|d| device(&d.attrs))
    }

    /// Whether a local is, or may be when the template is instantiated, a constant that bounds an array.
    fn is_bound_constant(&self, l: LocalId) -> bool {
        let local = self.out.locals.get(l.0 as usize);
        local.is_some_and(|l| {
            l.value.is_some() || l.is_constexpr || l.init.is_some() && self.in_template()
        })
    }

    fn implicit_capture(
        &mut self,
        name: &Name,
        l: LocalId,
        pack: bool,
        (by, captures_constants): (Option<bool>, bool),
        out: &mut Captures<'db>,
        site: Site<'db>,
    ) {
        let db = self.db;
        let Some(local) = self.out.locals.get(l.0 as usize).cloned() else {
            return;
        };
        if let LocalKind::Static(entity) = local.kind {
            out.names
                .push((name.clone(), Outer::Entities(vec![entity])));
            return;
        }
        // A constant is read without being captured ([basic.def.odr]/4), but by an extended lambda.
        let scalar = local.ty.is_arithmetic(db) || local.ty.is_enum(db) || local.is_constexpr;
        let is_read = match by {
            Some(_) => !captures_constants && !local.ty.is_class(db),
            None => true,
        };
        if let Some(init) = (local.init).filter(|_| is_read && scalar && !local.ty.is_reference(db))
            && let Some(value) = self.constant_of(init)
        {
            if by.is_some() && !out.constants.contains(name) {
                out.constants.push(name.clone());
            }
            out.names.push((
                name.clone(),
                Outer::Local(local.ty, Some(value), Reach::Open),
            ));
            return;
        }
        if by.is_some() && self.body.out_of_reach.contains_key(&l) {
            out.names
                .push((name.clone(), Outer::Local(local.ty, None, Reach::Enclosed)));
            return;
        }
        match by {
            Some(by_ref) => self.capture_local(name, l, by_ref, pack, out, site),
            // Named in an unevaluated operand, or ill-formed.
            None => {
                let reach = self.reach(l);
                out.names
                    .push((name.clone(), Outer::Local(local.ty, None, reach)));
            }
        }
    }

    fn constant_of(&mut self, init: ExprId) -> Option<Const<'db>> {
        match self.is_bad(init) {
            true => None,
            false => self.evaluated(init),
        }
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
