//! Handlers of exceptions ([except.handle]): what they catch, and what those before them catch already.

use cleave_codes::codes;
use cleave_hir::{DeclKind, Handler, Name, ParamId, TypeRef};
use cleave_names::decl::Body;

use crate::convert::{BaseSearch, base_search};
use crate::thir::{LocalId, LocalKind, StmtId};
use crate::{At, Context, Declared, Fill, Problem, Site, Ty};

impl<'db> Context<'db> {
    /// The handlers of a try-block, in order.
    pub(crate) fn handlers(&mut self, handlers: &[Handler]) -> Box<[(Option<LocalId>, StmtId)]> {
        let mut out = Vec::with_capacity(handlers.len());
        let mut caught: Vec<Ty<'db>> = Vec::new();
        let mut all = false;
        for handler in handlers {
            if let Some(before) = self.default_before(&mut all, handler) {
                self.problems.push(before);
            }
            let (local, body) = self.closed(codes::JUMP_INTO_HANDLER, |cx| cx.handler(handler));
            if let (Some(l), Some(param)) = (local, handler.param) {
                let ty = self.out.locals.get(l.0 as usize).map(|l| l.ty);
                self.check_caught(ty.unwrap_or(Ty::error(self.db)), param, &mut caught);
            }
            out.push((local, body));
        }
        out.into()
    }

    /// What is said of the first handler behind `catch (...)`.
    fn default_before(&self, all: &mut bool, handler: &Handler) -> Option<Problem<'db>> {
        match handler.param {
            Some(param) if std::mem::take(all) => {
                let site = self.declared_site(param);
                Some(Problem::new(codes::HANDLER_MASKED_BY_DEFAULT, site).at(At::First))
            }
            Some(_) => None,
            None => {
                let again = *all;
                *all = !again;
                // `...) {`: the dots are two tokens before the block.
                let at = At::Statement(u32::from(handler.body.into_raw()), 2);
                again.then(|| {
                    Problem::new(codes::HANDLER_MASKED_BY_DEFAULT, self.owner_site()).at(at)
                })
            }
        }
    }

    /// Whether a name is that of a parameter of the function whose function-try-block has its handler's scope at `head`
    /// ([except.handle]/15).
    pub(super) fn hides_parameter(&self, head: usize, name: &Name) -> bool {
        // A function-try-block stands in a block of its own.
        let own = matches!(self.owner.kind(self.db), Some(DeclKind::Function(f)) if matches!(f.body, Body::Try(_)));
        let declared = self.scopes.blocks.first().and_then(|b| b.get(name));
        let is_parameter = matches!(declared, Some(Declared::Locals { pack: false, .. }));
        head == 2 && own && self.scopes.closure.is_none() && is_parameter
    }

    fn handler(&mut self, handler: &Handler) -> (Option<LocalId>, StmtId) {
        self.scoped(|cx| {
            let local = handler.param.map(|id| {
                let param = &cx.code[id];
                let (name, ty) = (param.name.clone(), param.ty);
                let ty = cx.undeduced_type(ty);
                let ty = match ty.is_array(cx.db) || ty.is_function(cx.db) {
                    true => ty.decayed(cx.db),
                    false => ty,
                };
                let l = cx.declare(name.as_ref(), ty, LocalKind::Automatic);
                let site = Site::parameter(cx.code_ref, u32::from(id.into_raw()));
                cx.out.locals[l.0 as usize].site = Some(site);
                cx.check_destructor(ty, site, At::Point);
                let head = cx.scopes.blocks.len().saturating_sub(1);
                if let Some(name) = name.as_ref().filter(|n| cx.hides_parameter(head, n)) {
                    let name = Fill::Name(name.as_str().into());
                    let code = codes::PARAMETER_REDECLARED_IN_HANDLER { name };
                    cx.warnings.push(Problem::new(code, site));
                }
                l
            });
            let head = cx.scopes.blocks.len().saturating_sub(1);
            (
                local,
                cx.substatement(handler.body, head, codes::HANDLER_PARAMETER_HIDDEN),
            )
        })
    }

    /// Where the declaration of a handler begins.
    fn declared_site(&self, param: ParamId) -> Site<'db> {
        let mut at = self.code[param].ty;
        for _ in 0..crate::check::DEPTH {
            at = match &self.code[at] {
                TypeRef::Pointer(t)
                | TypeRef::LvalueReference(t)
                | TypeRef::RvalueReference(t)
                | TypeRef::Attributed(t, _)
                | TypeRef::Array { element: t, .. } => *t,
                _ => break,
            };
        }
        self.type_site(at)
    }

    /// The rules for the type that a handler names; `caught`: what those before it catch.
    fn check_caught(&mut self, ty: Ty<'db>, param: ParamId, caught: &mut Vec<Ty<'db>>) {
        let db = self.db;
        if ty.is_unknown(db) || ty.has_auto(db) {
            return;
        }
        let site = self.declared_site(param);
        let object = ty.strip_reference(db);
        let class = object.pointee(db).unwrap_or(object);
        let incomplete = self.lacks_definition(class);
        let mut wrong = |number: codes::Code, fills: Vec<Fill<'db>>| {
            let problem = Problem::new((number, fills), site).at(At::First);
            self.problems.push(problem);
        };
        if matches!(ty.kind(db), crate::TyKind::RvalueReference(_)) {
            wrong(codes::RVALUE_REFERENCE_CATCH_TYPE, Vec::new());
            return;
        }
        if incomplete {
            let number = if ty.is_class(db) {
                codes::INCOMPLETE_TYPE_NOT_ALLOWED
            } else {
                codes::POINTER_TO_INCOMPLETE_TYPE
            };
            wrong(number, vec![Fill::Type(class.unqualified(db))]);
            return;
        }
        if ty.is_void(db) {
            wrong(codes::INCOMPLETE_TYPE_NOT_ALLOWED, vec![Fill::Type(ty)]);
            return;
        }
        if let Some(problem) = ty
            .is_class(db)
            .then(|| {
                crate::class::abstract_class(
                    db,
                    ty.unqualified(db),
                    codes::ABSTRACT_CATCH_TYPE,
                    site,
                )
            })
            .flatten()
        {
            self.problems.push(problem.at(At::First));
            return;
        }
        // A parameter that is no reference is a copy of the exception ([except.handle]/14).
        if let Some(copy) = self.deleted_copy(ty) {
            let name = Site::parameter(self.code_ref, u32::from(param.into_raw()));
            let fills = vec![Fill::DeclaredSignature(copy)];
            self.problems.push(Problem::new(
                (codes::DELETED_FUNCTION_REFERENCED, fills),
                name,
            ));
            return;
        }
        let before = caught.iter().find(|b| catches(self, **b, ty));
        match before {
            Some(&before) => {
                self.warnings.push(
                    Problem::new(
                        codes::HANDLER_MASKED_BY_PREVIOUS {
                            ty: Fill::Type(before),
                        },
                        site,
                    )
                    .at(At::First),
                );
            }
            None => caught.push(ty),
        }
    }
}

impl<'db> Context<'db> {
    /// The copy constructor of a class where the program has deleted it.
    fn deleted_copy(&self, ty: Ty<'db>) -> Option<crate::Entity<'db>> {
        let db = self.db;
        if !ty.is_class(db) || self.in_template() {
            return None;
        }
        let state = crate::class::special(db, ty.unqualified(db), crate::class::Special::Copy)?;
        state.declared.filter(|_| state.deleted)
    }
}

/// Whether a handler for one type certainly catches what one for another type is for ([except.handle]/3).
fn catches<'db>(cx: &Context<'db>, before: Ty<'db>, ty: Ty<'db>) -> bool {
    let db = cx.db;
    let (before, ty) = (
        before.strip_reference(db).unqualified(db),
        ty.strip_reference(db).unqualified(db),
    );
    if before == ty {
        return true;
    }
    if before.is_dependent(db) || ty.is_dependent(db) {
        return false;
    }
    if let (Some(to), Some(from)) = (before.pointee(db), ty.pointee(db)) {
        let (more, less) = (to.top_quals(db), from.top_quals(db));
        let loses = less.is_const && !more.is_const || less.is_volatile && !more.is_volatile;
        let (to, from) = (to.unqualified(db), from.unqualified(db));
        let object = !from.is_function(db);
        return !loses && (to == from || to.is_void(db) && object || is_public_base(cx, to, from));
    }
    is_public_base(cx, before, ty)
}

fn is_public_base<'db>(cx: &Context<'db>, base: Ty<'db>, derived: Ty<'db>) -> bool {
    let db = cx.db;
    if base_search(db, derived, base) != BaseSearch::Unique {
        return false;
    }
    // Of indirect bases every step must be public.
    let mut at = vec![derived];
    let mut steps = 0u32;
    while let Some(class) = at.pop() {
        steps += 1;
        let Some(info) = crate::class::class_info(db, class).filter(|_| steps < 1000) else {
            return false;
        };
        for b in info
            .bases
            .iter()
            .filter(|b| b.access == cleave_hir::Access::Public)
        {
            let ty = b.ty.unqualified(db);
            if ty == base {
                return true;
            }
            at.push(ty);
        }
    }
    false
}
