//! Anonymous unions in blocks ([class.union.anon]/1): an object without a name whose members are names of the block.

use cleave_hir::{Code, DeclId, DeclKind};

use crate::class::class_info;
use crate::thir::{ExprId, LocalKind, Stmt, StmtId};
use crate::{At, Context, Fill, Problem, Site, Ty, TyKind};

/// How deep anonymous unions and structs nest.
const DEPTH: u32 = 16;

impl<'db> Context<'db> {
    /// Declares the members of an anonymous union; `None` if the declaration, one of those of a statement, is none.
    pub(crate) fn anonymous_union(&mut self, decl: DeclId, among: &[DeclId]) -> Option<StmtId> {
        let code = self.code;
        if !crate::class::members::is_anonymous(code, decl, among) {
            return None;
        }
        let ty = Ty::of(self.db, TyKind::Class(self.local_entity(decl)));
        let l = self.declare(None, ty, LocalKind::Automatic);
        let site = self.decl_site(decl);
        let object = self.local_expr(l, site);
        self.check_unnamed(ty, site);
        if !self.members_of(object, 0) {
            self.unknown_members(code, decl, 0);
        }
        Some(self.push_stmt(Stmt::Local(l, None)))
    }

    /// An object is made, and goes away.
    fn check_unnamed(&mut self, class: Ty<'db>, site: Site<'db>) {
        if !self.in_template() && !self.is_instantiation() {
            let problems = crate::declarations::unions::unmade(self.db, class, site);
            self.problems.extend(problems.map(|p| p.at(At::First)));
        }
    }

    /// Declares the members of an object, those of anonymous ones within it too. `false`: its class is not known.
    fn members_of(&mut self, object: ExprId, depth: u32) -> bool {
        let db = self.db;
        let (class, site) = (self.ty(object).unqualified(db), self.site_of(object));
        let Some(info) = class_info(db, class).filter(|_| depth < DEPTH) else {
            return false;
        };
        for (number, field) in info.fields.iter().enumerate() {
            let part = self.subobject(object, number as u32, field, site);
            if field.name.is_empty() {
                self.members_of(part, depth + 1);
                continue;
            }
            let name = cleave_hir::Name::new(&field.name);
            if let Some(code) = self.redeclares(&name) {
                let at = field.decl.site(db);
                let fills = vec![Fill::Name(field.name.clone())];
                self.problems.push(Problem::new((code, fills), at));
            }
            self.declare(Some(&name), field.ty, LocalKind::Binding(part));
        }
        true
    }

    /// Declares members of which no more than the names is known.
    fn unknown_members(&mut self, code: &Code, class: DeclId, depth: u32) {
        let DeclKind::Class(c) = &code[class].kind else {
            return;
        };
        for &member in &c.members {
            match &code[member].kind {
                DeclKind::Variable(_) => {
                    let name = code[member].name.ident();
                    self.declare(name, Ty::error(self.db), LocalKind::Automatic);
                }
                DeclKind::Class(_) if depth < DEPTH => {
                    self.unknown_members(code, member, depth + 1);
                }
                _ => {}
            }
        }
    }
}
