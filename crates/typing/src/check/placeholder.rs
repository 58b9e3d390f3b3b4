//! What is wrong with variables whose types are deduced ([dcl.spec.auto]).

use cleave_hir::{DeclId, DeclKind};

use crate::thir::{E, L, LocalKind};
use crate::{At, Context, Fill, Problem, Site, Ty, TyKind};

/// "auto" type is "double" for this entity, but was previously implied to be "int"
const DIFFERS: u32 = 1594;
/// "auto" type cannot appear in top-level array type
const ARRAY: u32 = 1589;
/// a variable declared with an auto type specifier cannot appear in its own initializer
const OWN_INITIALIZER: u32 = 1586;

impl<'db> Context<'db> {
    /// Variables of one declaration deduce the same ([dcl.spec.auto]/8). `from`: the first local that the declarator made;
    /// `before`: what those before it deduced.
    pub(super) fn check_same_placeholder(
        &mut self,
        decl: DeclId,
        from: usize,
        before: &mut Option<Ty<'db>>,
    ) {
        let db = self.db;
        let DeclKind::Variable(v) = &self.code[decl].kind else {
            return;
        };
        if self.in_template() || self.is_instantiation() || self.placeholder_class(v.ty).is_some() {
            return;
        }
        let pattern = crate::convert::quietly(self, |cx| cx.resolve_type(v.ty));
        let Some(local) = self.out.locals.get(from).filter(|_| pattern.has_auto(db)) else {
            return;
        };
        let Some(own) = placeholder(db, pattern, local.ty) else {
            return;
        };
        match *before {
            Some(first) if first != own => {
                let site = self.decl_site(decl);
                self.problem(DIFFERS, site, vec![Fill::Type(own), Fill::Type(first)]);
            }
            Some(_) => {}
            None => *before = Some(own),
        }
    }

    /// Says so of an array of what is to be deduced.
    pub(super) fn is_array_of_placeholders(&mut self, pattern: Ty<'db>, at: Site<'db>) -> bool {
        let wrong = pattern.is_array(self.db)
            && !self.in_template()
            && !self.is_instantiation()
            && !self.is_substitution();
        if wrong {
            self.problems
                .push(Problem::new(ARRAY, at, Vec::new()).at(At::First));
        }
        wrong
    }

    /// Says so of a variable that is named where its type is being deduced.
    pub(super) fn in_own_initializer(&mut self, l: L, site: Site<'db>) -> Option<E> {
        let db = self.db;
        let local = self.out.locals.get(l.0 as usize)?;
        let own = local.ty.has_auto(db)
            && local.declared.is_none()
            && local.site.is_some_and(|s| s.as_declaration().is_some())
            && matches!(local.kind, LocalKind::Automatic | LocalKind::Static(_))
            && !self.is_instantiation();
        own.then(|| self.reject(OWN_INITIALIZER, site, Vec::new()))
    }
}

/// What a placeholder in a type stands for where that is another type.
fn placeholder<'db>(
    db: &'db dyn cleave_base_db::Db,
    pattern: Ty<'db>,
    ty: Ty<'db>,
) -> Option<Ty<'db>> {
    if ty.is_unknown(db) {
        return None;
    }
    match (pattern.kind(db), ty.kind(db)) {
        (TyKind::Auto(false), _) => {
            let (own, given) = (pattern.top_quals(db), ty.top_quals(db));
            let bare = ty.unqualified(db);
            Some(match given.is_const && !own.is_const {
                true => bare.qualified(db, cleave_mangle::Qualifiers::CONST),
                false => bare,
            })
        }
        (TyKind::Pointer(p), TyKind::Pointer(t)) => placeholder(db, *p, *t),
        (TyKind::LvalueReference(p), TyKind::LvalueReference(t))
        | (TyKind::RvalueReference(p), TyKind::RvalueReference(t)) => placeholder(db, *p, *t),
        // `auto &&` may be an lvalue reference.
        (TyKind::RvalueReference(p), TyKind::LvalueReference(t)) => placeholder(db, *p, *t),
        _ => None,
    }
}
