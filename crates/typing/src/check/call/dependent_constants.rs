//! Arguments that are constants and hang on template parameters, by observation: the reference takes a call with one for dependent,
//! though the type of the argument does not depend ([temp.dep.expr]). Knows nothing of what is called.
//!
//! `n`, `n + 1`, `alignof(T)` and `int(3)` are such arguments; `sizeof(T)` alone and a variable alone are none. In operands that are not
//! evaluated the reference folds less.

use cleave_hir::{Expr as H, ExprId, Literal, NamedCast, TypeId, TypeRef};
use cleave_lang::Operator;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::thir::{self, ExprKind};
use crate::{Context, Entity, TyKind};

/// No more parts of an initialiser are looked at.
const PARTS: usize = 1_000;

/// What a name or an operator that measures says of an argument.
enum Leaf {
    Variable,
    Constant { depends: bool },
}

/// The typed nodes of arguments, by the expression that each is written as.
type Nodes = FxHashMap<u32, Vec<u32>>;

impl<'db> Context<'db> {
    /// Whether an argument of a call in a template is a constant that depends on the template's parameters. `from`: the first node of the
    /// arguments.
    pub(super) fn has_dependent_constant(&mut self, args: &[ExprId], from: usize) -> bool {
        if !self.in_template() {
            return false;
        }
        let is_plain = |&arg: &ExprId| matches!(self.code[arg], H::Literal(_) | H::This);
        if args.iter().all(is_plain) {
            return false;
        }
        let mut nodes = Nodes::default();
        for (at, node) in self.out.exprs.iter().enumerate().skip(from) {
            if node.site.code == self.code_ref && !node.site.is_type {
                nodes.entry(node.site.index).or_default().push(at as u32);
            }
        }
        args.iter()
            .any(|&arg| self.is_dependent_constant(arg, &nodes))
    }

    fn is_dependent_constant(&mut self, arg: ExprId, nodes: &Nodes) -> bool {
        let code = self.code;
        let mut alone = arg;
        let mut is_cast = false;
        loop {
            match &code[alone] {
                H::Paren(inner) => alone = *inner,
                H::CStyleCast(_, inner) | H::NamedCast(NamedCast::Static, _, inner) => {
                    (alone, is_cast) = (*inner, true);
                }
                H::SizeofType(_) | H::SizeofExpr(_) => return false,
                H::Path(_) if !is_cast => match self.leaf(alone, nodes) {
                    Some(Leaf::Constant { depends }) => return depends,
                    _ => return false,
                },
                _ => break,
            }
        }
        // It is constant if all its parts are.
        let folds = !self.modes.unevaluated;
        let mut depends = false;
        let mut todo = vec![arg];
        while let Some(e) = todo.pop() {
            match &code[e] {
                H::Paren(inner) => todo.push(*inner),
                H::Prefix(Operator::UnaryPlus | Operator::Negate, inner) => todo.push(*inner),
                H::Prefix(Operator::Not | Operator::Complement, inner) if folds => {
                    todo.push(*inner);
                }
                H::Binary(_, a, b) if folds => todo.extend([*a, *b]),
                H::Conditional(a, Some(b), c) if folds => todo.extend([*a, *b, *c]),
                H::CStyleCast(ty, inner) | H::NamedCast(NamedCast::Static, ty, inner)
                    if self.is_integral_name(*ty) =>
                {
                    todo.push(*inner);
                }
                H::Functional(ty, args) if args.len() <= 1 && self.is_integral_name(*ty) => {
                    depends = true;
                    todo.extend(args.iter());
                }
                H::Literal(
                    Literal::Int { .. }
                    | Literal::Char { .. }
                    | Literal::Bool(_)
                    | Literal::Nullptr,
                ) => {}
                _ => match self.leaf(e, nodes) {
                    Some(Leaf::Constant { depends: own }) => depends |= own,
                    Some(Leaf::Variable) => depends |= self.depends_on_initializer(e, nodes),
                    None => return false,
                },
            }
        }
        depends
    }

    /// Whether a type is written as one of integers.
    fn is_integral_name(&mut self, ty: TypeId) -> bool {
        match self.code[ty] {
            TypeRef::Builtin(builtin) => self.builtin(builtin).is_integral(self.db),
            _ => false,
        }
    }

    /// What a part of an argument is that has no operands; `None`: no constant.
    fn leaf(&self, e: ExprId, nodes: &Nodes) -> Option<Leaf> {
        let db = self.db;
        let is_name = match &self.code[e] {
            H::Path(_) | H::Member { .. } => true,
            H::SizeofType(_)
            | H::SizeofExpr(_)
            | H::SizeofPack(_)
            | H::AlignofType(_)
            | H::AlignofExpr(_)
            | H::Noexcept(_)
            | H::Trait(..)
            | H::Builtin(..) => false,
            _ => return None,
        };
        let own = nodes.get(&u32::from(e.into_raw()))?;
        own.iter().find_map(|&at| {
            let node = &self.out.exprs[at as usize];
            match &node.kind {
                ExprKind::Param { .. } => Some(Leaf::Constant { depends: true }),
                ExprKind::Value(_) => {
                    let depends = match node.ty.kind(db) {
                        TyKind::Enum(of) => self.is_open_entity(*of),
                        _ => false,
                    };
                    Some(Leaf::Constant { depends })
                }
                // Its type is known, its value is not.
                ExprKind::Error if !node.ty.is_unknown(db) && !node.ty.is_dependent(db) => {
                    Some(Leaf::Constant { depends: true })
                }
                ExprKind::Error if !is_name => Some(Leaf::Constant { depends: true }),
                ExprKind::Local(l) => (self.out.locals.get(l.0 as usize)?.init)
                    .is_some()
                    .then_some(Leaf::Variable),
                ExprKind::Static(_) => (node.ty.top_quals(db).is_const && node.ty.is_integral(db))
                    .then_some(Leaf::Constant { depends: false }),
                _ => None,
            }
        })
    }

    fn is_open_entity(&self, entity: Entity<'db>) -> bool {
        let db = self.db;
        crate::code::params::is_unbound(db, entity)
            || entity.env(db).is_some_and(|e| e.is_dependent(db))
    }

    /// Whether the initialiser of a constant local variable depends on template parameters.
    fn depends_on_initializer(&self, e: ExprId, nodes: &Nodes) -> bool {
        let mut todo: Vec<thir::ExprId> = Vec::new();
        let own = nodes.get(&u32::from(e.into_raw()));
        todo.extend(own.into_iter().flatten().map(|&at| thir::ExprId(at)));
        let mut seen: FxHashSet<thir::ExprId> = FxHashSet::default();
        while let Some(e) = todo.pop() {
            if seen.len() > PARTS || !seen.insert(e) {
                continue;
            }
            match &self.node(e).kind {
                ExprKind::Param { .. } | ExprKind::Error => return true,
                ExprKind::Local(l) => {
                    todo.extend(self.out.locals.get(l.0 as usize).and_then(|l| l.init));
                }
                kind => kind.operands(&mut todo),
            }
        }
        false
    }
}
