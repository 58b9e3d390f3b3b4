//! From references to what they refer to in HIR.

use cleave_base_db::{Db, Kept};
use cleave_hir::{
    Code, Decl, DeclId, DeclKind, Lambda, SharedCode, body_hir, item_hir, shared_code,
};
use la_arena::{Idx, RawIdx};

use crate::{Closure, CodeRef, DeclRef, Entity, Site};

/// The index of an arena that a raw one stands for, if the arena has it.
pub(crate) fn index<T>(arena: &la_arena::Arena<T>, raw: u32) -> Option<Idx<T>> {
    ((raw as usize) < arena.len()).then(|| Idx::from_raw(RawIdx::from_u32(raw)))
}

impl<'db> CodeRef<'db> {
    /// The code.
    pub fn code(self, db: &'db dyn Db) -> Option<&'db Code> {
        match self.body {
            None => Some(&item_hir(db, self.item).code),
            Some(decl) => body_hir(db, self.item, decl).map(|b| &b.code),
        }
    }
}

impl<'db> DeclRef<'db> {
    /// A declaration of some code.
    pub fn at(db: &'db dyn Db, code: CodeRef<'db>, decl: cleave_hir::DeclId) -> DeclRef<'db> {
        DeclRef::new(db, code, u32::from(decl.into_raw()), None)
    }

    /// Where its name stands.
    pub(crate) fn site(self, db: &'db dyn Db) -> Site<'db> {
        Site::declaration(self.code(db), self.index(db))
    }

    /// The declaration; none for a closure's call operator.
    pub fn hir(self, db: &'db dyn Db) -> Option<&'db Decl> {
        self.in_code(db).map(|(_, decl)| decl)
    }

    /// The same with the code that it stands in: to ask for both costs no more than to ask for one.
    pub(crate) fn in_code(self, db: &'db dyn Db) -> Option<(&'db Code, &'db Decl)> {
        // Hardly anything is asked as often.
        static KEPT: Kept<Option<(SharedCode, DeclId)>> = Kept::new();
        match KEPT.of(db, self, || self.to_keep(db)) {
            Some(kept) => kept.as_ref().map(|(code, id)| (&**code, &code[*id])),
            None => self.sought(db),
        }
    }

    /// The code and the declaration in it, in a form that can be kept.
    fn to_keep(self, db: &'db dyn Db) -> Option<(SharedCode, DeclId)> {
        let at = self.parts(db);
        if at.closure.is_some() {
            return None;
        }
        let code = shared_code(db, at.code.item, at.code.body)?;
        let id = index(&code.decls, at.index)?;
        Some((code, id))
    }

    fn sought(self, db: &'db dyn Db) -> Option<(&'db Code, &'db Decl)> {
        let at = self.parts(db);
        if at.closure.is_some() {
            return None;
        }
        let code = at.code.code(db)?;
        Some((code, &code[index(&code.decls, at.index)?]))
    }
}

impl<'db> Entity<'db> {
    /// Its declaration; none for a closure's call operator.
    pub fn hir(self, db: &'db dyn Db) -> Option<&'db Decl> {
        self.decl(db).hir(db)
    }

    /// What its declaration declares.
    pub fn kind(self, db: &'db dyn Db) -> Option<&'db DeclKind> {
        self.hir(db).map(|d| &d.kind)
    }

    /// The code that its declaration stands in.
    pub fn code(self, db: &'db dyn Db) -> Option<&'db Code> {
        self.decl(db).code(db).code(db)
    }

    /// Whether it is a function or function template.
    pub fn is_function(self, db: &'db dyn Db) -> bool {
        self.decl(db).closure(db).is_some() || matches!(self.kind(db), Some(DeclKind::Function(_)))
    }

    /// Whether it is a concept ([temp.concept]).
    pub(crate) fn is_concept(self, db: &'db dyn Db) -> bool {
        matches!(self.kind(db), Some(DeclKind::Concept(_)))
    }
}

impl<'db> Closure<'db> {
    /// The lambda-expression.
    pub fn hir(self, db: &'db dyn Db) -> Option<&'db Lambda> {
        let code = self.site.code.code(db)?;
        match &code[index(&code.exprs, self.site.index)?] {
            cleave_hir::Expr::Lambda(lambda) => Some(lambda),
            _ => None,
        }
    }
}

impl<'db> Site<'db> {
    /// The expression.
    pub fn expr(self, db: &'db dyn Db) -> Option<&'db cleave_hir::Expr> {
        let code = self.code.code(db)?;
        match self.is_type {
            true => None,
            false => Some(&code[index(&code.exprs, self.index)?]),
        }
    }
}

/// The subexpression that an expression begins with, whose diagnostics point at its first token.
pub(crate) fn first_token<'db>(db: &'db dyn Db, site: Site<'db>) -> Site<'db> {
    match site.is_type {
        true => site,
        false => match site.code.code(db) {
            Some(code) => first_token_in(code, site),
            None => site,
        },
    }
}

/// The same of an expression of some code.
pub(crate) fn first_token_in<'db>(code: &Code, site: Site<'db>) -> Site<'db> {
    use cleave_hir::Expr as H;
    let mut site = site;
    while let Some(expr) = index(&code.exprs, site.index).map(|at| &code[at]) {
        let first = match expr {
            H::Postfix(_, e)
            | H::Binary(_, e, _)
            | H::Conditional(e, ..)
            | H::Call(e, _)
            | H::Launch(e, ..)
            | H::Index(e, _)
            | H::Member { base: e, .. }
            | H::Pack(e) => *e,
            _ => break,
        };
        site.index = u32::from(first.into_raw());
    }
    site
}
