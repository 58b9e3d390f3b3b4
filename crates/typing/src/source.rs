//! From references to what they refer to in HIR.

use cleave_base_db::Db;
use cleave_hir::{Code, Decl, DeclKind, Lambda, TypeId, TypeRef, body_hir, item_hir};
use la_arena::{Idx, RawIdx};

use crate::{Closure, CodeRef, DeclRef, Entity, Site};

/// The index of an arena that a raw one stands for, if the arena has it.
pub(crate) fn index<T>(arena: &la_arena::Arena<T>, raw: u32) -> Option<Idx<T>> {
    ((raw as usize) < arena.len()).then(|| Idx::from_raw(RawIdx::from_u32(raw)))
}

/// Whether a function type has a parameter with a placeholder type ([dcl.fct]/18).
pub(crate) fn has_auto_param(code: &Code, function: TypeId) -> bool {
    let mut at = function;
    let function = loop {
        match &code[at] {
            TypeRef::Function(f) => break f,
            TypeRef::Attributed(t, _) | TypeRef::Qualified(_, t) => at = *t,
            _ => return false,
        }
    };
    function.params.iter().any(|&p| has_auto(code, code[p].ty))
}

fn has_auto(code: &Code, ty: TypeId) -> bool {
    match &code[ty] {
        TypeRef::Auto(_) => true,
        TypeRef::Qualified(_, t)
        | TypeRef::Pointer(t)
        | TypeRef::LvalueReference(t)
        | TypeRef::RvalueReference(t)
        | TypeRef::Pack(t)
        | TypeRef::Attributed(t, _)
        | TypeRef::Array { element: t, .. }
        | TypeRef::MemberPointer { member: t, .. } => has_auto(code, *t),
        TypeRef::Function(f) => !f.trailing && has_auto(code, f.ret),
        _ => false,
    }
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

    /// The declaration; none for a closure's call operator.
    pub fn hir(self, db: &'db dyn Db) -> Option<&'db Decl> {
        if self.closure(db).is_some() {
            return None;
        }
        let code = self.code(db).code(db)?;
        Some(&code[index(&code.decls, self.index(db))?])
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

    /// Whether it is a function, class, variable or alias template: its environment lacks its own level. The `auto` parameters
    /// of an abbreviated one make a level.
    pub fn is_template(self, db: &'db dyn Db) -> bool {
        if let Some(closure) = self.decl(db).closure(db) {
            let around = closure.env.map_or(0, |e| e.levels(db).len());
            let is_generic = |l: &Lambda| {
                l.head.is_some()
                    || closure
                        .site
                        .code
                        .code(db)
                        .is_some_and(|code| has_auto_param(code, l.ty))
            };
            return self.depth(db) as usize == around && closure.hir(db).is_some_and(is_generic);
        }
        let (Some(decl), Some(code)) = (self.hir(db), self.code(db)) else {
            return false;
        };
        if self.decl(db).code(db).body.is_some() {
            return false;
        }
        let abbreviated = match &decl.kind {
            DeclKind::Function(f) => has_auto_param(code, f.ty),
            _ => false,
        };
        let mut levels = 0;
        let mut at = Some(decl);
        let mut own = abbreviated;
        for i in 0.. {
            let Some(d) = at else { break };
            let heads = d.heads.iter().filter(|h| !h.params.is_empty()).count();
            levels += heads;
            if i == 0 {
                own |= d.heads.last().is_some_and(|h| !h.params.is_empty());
                levels += usize::from(abbreviated && !d.heads.last().is_some_and(|h| !h.params.is_empty()));
            }
            at = d.parent.map(|p| &code[p]);
        }
        own && (self.depth(db) as usize) < levels
    }

    /// The code that its declaration stands in.
    pub fn code(self, db: &'db dyn Db) -> Option<&'db Code> {
        self.decl(db).code(db).code(db)
    }

    /// Whether it is a function or function template.
    pub fn is_function(self, db: &'db dyn Db) -> bool {
        self.decl(db).closure(db).is_some() || matches!(self.kind(db), Some(DeclKind::Function(_)))
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
