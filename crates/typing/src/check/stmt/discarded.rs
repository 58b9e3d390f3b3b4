//! Values that are dropped although their functions or types ask for them to be used ([dcl.attr.nodiscard]).

use cleave_codes::{Code, codes};
use cleave_hir::{Expr as H, ExprId, Literal};

use crate::thir::{self, ExprKind};
use crate::{At, Context, DeclRef, Entity, Fill, Problem, Ty};

/// What is said without and with a reason: of a function, of what it returns, of a constructor, of its class.
const FUNCTION: [Code; 2] = [
    codes::NODISCARD_VALUE_IGNORED,
    codes::NODISCARD_VALUE_IGNORED_WITH_REASON,
];
const RETURNED: [Code; 2] = [
    codes::NODISCARD_TYPE_IGNORED,
    codes::NODISCARD_TYPE_IGNORED_WITH_REASON,
];
const CONSTRUCTOR: [Code; 2] = [
    codes::NODISCARD_CONSTRUCTOR_DISCARDED,
    codes::NODISCARD_CONSTRUCTOR_WITH_REASON,
];
const OBJECT: [Code; 2] = [
    codes::NODISCARD_OBJECT_DISCARDED,
    codes::NODISCARD_OBJECT_WITH_REASON,
];

/// How deep conditional expressions are looked into.
const OPERANDS: u32 = 64;

impl<'db> Context<'db> {
    /// The value of a statement, or of what a comma drops.
    pub(crate) fn check_discarded(&mut self, e: thir::ExprId) {
        if !(self.is_instantiation() || self.modes.unevaluated || self.modes.substitution) {
            self.check_dropped(e, OPERANDS);
        }
    }

    fn check_dropped(&mut self, e: thir::ExprId, depth: u32) {
        let mut at = e;
        loop {
            at = match self.node(at).kind {
                ExprKind::Full(inner)
                | ExprKind::Materialize(inner)
                | ExprKind::Comma(_, inner) => inner,
                _ => break,
            };
        }
        let node = self.node(at);
        let (site, ty) = (node.site, node.ty);
        if ty.is_void(self.db) {
            return;
        }
        // The class that both operands make is one object.
        if let ExprKind::Conditional(_, then, otherwise) = node.kind
            && !ty.is_class(self.db)
        {
            if depth > 0 {
                self.check_dropped(then, depth - 1);
                self.check_dropped(otherwise, depth - 1);
            }
            return;
        }
        let called = match &node.kind {
            ExprKind::Call { callee, .. } => Some(*callee),
            _ => None,
        };
        let (numbers, reason, place) = match &node.kind {
            ExprKind::Call { callee, .. } => {
                let callee = *callee;
                let place = match self.written(site) {
                    Some(H::Call(..)) => At::Opening,
                    Some(H::Binary(..) | H::Prefix(..) | H::Postfix(..)) => At::Point,
                    _ => return,
                };
                match self.marked(callee) {
                    Some(reason) => (FUNCTION, reason, place),
                    None => {
                        let ret = crate::function::signature(self.db, callee).map(|s| s.ty.ret);
                        if ret.is_none_or(|r| r.is_reference(self.db)) {
                            return;
                        }
                        let Some(reason) = self.marked_type(ty) else {
                            return;
                        };
                        (RETURNED, reason, place)
                    }
                }
            }
            ExprKind::Construct(f, _) => {
                let f = *f;
                match self.marked(f) {
                    Some(reason) => (CONSTRUCTOR, reason, At::First),
                    None => match self.marked_type(ty) {
                        Some(reason) => (OBJECT, reason, At::First),
                        None => return,
                    },
                }
            }
            ExprKind::ConstructImplicit(..) | ExprKind::Zero | ExprKind::Aggregate(_) => {
                match self.marked_type(ty) {
                    Some(reason) => (OBJECT, reason, At::First),
                    None => return,
                }
            }
            _ => return,
        };
        // What is a constant is not called at all; few would be reported, so it is asked last.
        if called.is_some_and(|f| self.is_constant_call(f, at)) {
            return;
        }
        let site = match place {
            At::First => self.start_of(at),
            _ => site,
        };
        let mut problem = match reason {
            Some(reason) => Problem::new((numbers[1], vec![Fill::Name(reason)]), site),
            None => Problem::new(numbers[0], site),
        };
        problem.read = Some(site);
        self.warnings.push(problem.at(place));
    }

    fn is_constant_call(&mut self, callee: Entity<'db>, call: thir::ExprId) -> bool {
        let constexpr = crate::function::signature(self.db, callee).is_some_and(|s| s.is_constexpr);
        constexpr && self.evaluated(call).is_some()
    }

    /// The attribute of a function, and its reason.
    fn marked(&self, function: Entity<'db>) -> Option<Option<Box<str>>> {
        let db = self.db;
        let own = function.decl(db);
        if let Some(found) = nodiscard(db, own) {
            return Some(found);
        }
        // What a library redeclares is not looked for.
        if !cleave_names::is_of_user(db, own.code(db).item) {
            return None;
        }
        crate::function::redeclarations(db, own)
            .iter()
            .find_map(|d| nodiscard(db, *d))
    }

    /// The attribute of a class or enumeration.
    fn marked_type(&self, ty: Ty<'db>) -> Option<Option<Box<str>>> {
        let db = self.db;
        let entity = match ty.unqualified(db).kind(db) {
            crate::TyKind::Enum(e) => *e,
            _ => {
                let class = ty.unqualified(db).class_entity(db)?;
                crate::class::specialization::specialization(db, class).unwrap_or(class)
            }
        };
        nodiscard(db, entity.decl(db))
    }
}

/// The attribute on a declaration, and its reason.
fn nodiscard<'db>(db: &'db dyn cleave_base_db::Db, decl: DeclRef<'db>) -> Option<Option<Box<str>>> {
    let hir = decl.hir(db)?;
    let attr = hir.attrs.iter().find(|a| a.name.as_str() == "nodiscard")?;
    let code = decl.code(db).code(db)?;
    let reason = attr.args.first().and_then(|&e: &ExprId| match &code[e] {
        H::Literal(Literal::String { units, .. }) => {
            let text: String = units.iter().filter_map(|&u| char::from_u32(u)).collect();
            Some(text.into())
        }
        _ => None,
    });
    Some(reason)
}
