//! Variables that are zero from the beginning of their block: those with a list that leaves something out, of which nothing is known before
//! the program runs. The others are made where they are declared.
//!
//! It must not know what C++ wrote.

use cleave_il::{
    ConstantId, ConstantKind, ExprId as Il, ExprKind as Kind, Integer, LocalId, StmtId as IlStmt,
    StmtKind, Type, TypeId,
};

use crate::body::Body;
use crate::body::stored::ZEROS;

/// A step from an object to a part of it.
#[derive(Clone, Copy)]
enum Step {
    Field(u32),
    Element(u64),
}

impl Body<'_, '_> {
    /// Makes a variable zero that the statement at `at` of its block declares: at the beginning of the block, behind the declarations in
    /// front of it, for locals are laid out in order. In place if something may jump to between the two.
    pub(crate) fn zero_from_start(&mut self, local: LocalId, at: usize, out: &mut Vec<IlStmt>) {
        let place = self.local_place(local);
        let ty = self.code.locals[local].ty;
        let zero = self.code.constant(ConstantKind::Zero, ty);
        let zero = self.copy_constant(place, zero);
        let zero = self.stmt(StmtKind::Expr(zero));
        if out[..at].iter().any(|s| self.holds_label(*s)) {
            out.insert(at + 1, zero);
            return;
        }
        let before = self.scopes.last().map_or(0, |scope| scope.zeroed);
        let rest = out.split_off(at + 1);
        let between = out.split_off(before.min(at));
        let (mut declared, mut others) = (std::mem::take(out), Vec::new());
        let mut between = between.into_iter().map(Some).collect::<Vec<_>>();
        for n in 0..between.len() {
            let Some(s) = between[n].take() else { continue };
            let StmtKind::Declare(of) = self.code.stmts[s].kind else {
                others.push(s);
                continue;
            };
            if self.is_unnamed(of) {
                others.push(s);
                continue;
            }
            // Temporaries may be declared before the constant is stored.
            let next = (n + 1..between.len()).find(|n| {
                between[*n].is_none_or(|s| match self.code.stmts[s].kind {
                    StmtKind::Declare(of) => !self.is_unnamed(of),
                    _ => true,
                })
            });
            let start = next.and_then(|next| Some((next, between[next]?)));
            let start = start.and_then(|(n, s)| Some((n, self.constant_of_start(of, s)?)));
            let Some((next, constant)) = start else {
                declared.push(s);
                continue;
            };
            // What stands behind the declaration alone is no initialiser: the constant is stored part by part.
            let place = self.local_place(of);
            let void = self.void();
            let mut stores = vec![self.make(Kind::Clear(place), void)];
            if self.store_parts(of, &mut Vec::new(), constant, &mut stores) {
                declared.push(s);
                others.extend(between[n + 1..next].iter_mut().filter_map(Option::take));
                between[next] = None;
                for store in stores {
                    others.push(self.stmt(StmtKind::Expr(store)));
                }
            } else {
                others.push(s);
            }
        }
        declared.push(zero);
        if let Some(scope) = self.scopes.last_mut() {
            scope.zeroed = declared.len();
        }
        out.extend(declared.into_iter().chain(others).chain(rest));
    }

    fn is_unnamed(&self, local: LocalId) -> bool {
        self.code.locals[local].name.is_empty()
    }

    /// The constant that a statement gives to a local as a whole.
    fn constant_of_start(&self, local: LocalId, s: IlStmt) -> Option<ConstantId> {
        let StmtKind::Expr(e) = self.code.stmts[s].kind else {
            return None;
        };
        let (place, from) = match self.code.exprs[e].kind {
            Kind::Copy(place, from) => (place, from),
            Kind::Store(place, value) => match self.code.exprs[value].kind {
                Kind::Load(from) => (place, from),
                _ => return None,
            },
            _ => return None,
        };
        match (&self.code.exprs[place].kind, &self.code.exprs[from].kind) {
            (Kind::Local(to), Kind::Text(constant)) if *to == local => Some(*constant),
            _ => None,
        }
    }

    /// The stores of all parts of a constant that are no zeros, in a part of a local; whether these are few.
    fn store_parts(
        &mut self,
        local: LocalId,
        path: &mut Vec<(Step, TypeId)>,
        constant: ConstantId,
        out: &mut Vec<Il>,
    ) -> bool {
        let made = self.code.constants[constant].clone();
        let parts: Vec<(Step, ConstantId)> = match (made.kind, &self.code.types[made.ty]) {
            (ConstantKind::Zero, Type::Array { .. } | Type::Record(_)) => return true,
            (ConstantKind::Array(parts), _) => (parts.iter().enumerate())
                .map(|(n, part)| (Step::Element(n as u64), *part))
                .collect(),
            (ConstantKind::Record(parts), _) => (parts.iter())
                .map(|(n, part)| (Step::Field(*n), *part))
                .collect(),
            (ConstantKind::Text(_), _) => return false,
            _ => {
                let mut place = self.local_place(local);
                for (step, ty) in path.iter() {
                    let kind = match *step {
                        Step::Field(n) => Kind::Field(place, n),
                        Step::Element(n) => {
                            let index = self.integer(n.into(), Integer::UnsignedLong);
                            Kind::Element(place, index)
                        }
                    };
                    place = self.make(kind, *ty);
                }
                let value = self.make(Kind::Constant(constant), made.ty);
                out.push(self.store(place, value));
                return (out.len() as u64) <= ZEROS;
            }
        };
        parts.into_iter().all(|(step, part)| {
            path.push((step, self.code.constants[part].ty));
            let is_stored = self.store_parts(local, path, part, out);
            path.pop();
            is_stored
        })
    }

    /// Whether something may jump into a statement.
    fn holds_label(&self, s: IlStmt) -> bool {
        let mut todo = vec![s];
        while let Some(s) = todo.pop() {
            match &self.code.stmts[s].kind {
                StmtKind::Label(_) | StmtKind::Case(..) | StmtKind::Default => return true,
                StmtKind::Block(all) => todo.extend(all.iter()),
                StmtKind::If(_, then, otherwise) => todo.extend(otherwise.iter().chain([then])),
                StmtKind::Taken(body) | StmtKind::Loop { body, .. } => todo.push(*body),
                StmtKind::Switch(_, body) => todo.push(*body),
                _ => {}
            }
        }
        false
    }
}
