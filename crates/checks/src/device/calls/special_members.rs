//! The implicit special member functions that a program uses, and who uses each: code of the host or of the device. Must not know what
//! is said of them.

use cleave_base_db::Db;
use cleave_cuda::{ExecutionSpace, execution_space, is_unwritten};
use cleave_names::item_index;
use cleave_odr_use::pieces::Piece;
use cleave_odr_use::reached::{reached, within};
use cleave_typing::class::{Special, special};
use cleave_typing::function::canonical;
use cleave_typing::thir::{Category, ExprId, ExprKind, Implicit, LocalKind, Stmt, Typed};
use cleave_typing::{Entity, Ty, TyKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::device::calls::implicit::{Made, constructor_or_destructor, is_extended, parts};

/// How many special member functions are looked at.
const LIMIT: usize = 4096;

/// Who uses a special member function.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Users {
    pub(super) host: bool,
    pub(super) device: bool,
    /// Code that is compiled for certain.
    pub(super) needed: bool,
}

impl Users {
    fn with(self, other: Users) -> Users {
        Users {
            host: self.host || other.host,
            device: self.device || other.device,
            needed: self.needed || other.needed,
        }
    }

    /// Those of what makes and drops a part. For a base the compiler has a function of its own, which all who derive from it share. It
    /// is the host's as well if what is declared says so.
    pub(super) fn of_part<'db>(
        self,
        db: &'db dyn Db,
        how: Made,
        callee: Entity<'db>,
        shared: &FxHashSet<Entity<'db>>,
    ) -> Users {
        let is_shared = || {
            shared.contains(&callee) || execution_space(db, callee, false) == ExecutionSpace::HOST
        };
        Users {
            host: self.host || how == Made::Shared && is_shared(),
            ..self
        }
    }
}

/// A special member function of a class.
type Member<'db> = (Ty<'db>, Special);

/// The special member functions that are used, in the order in which they were met.
#[derive(Default)]
pub(super) struct Members<'db> {
    pub(super) order: Vec<Member<'db>>,
    pub(super) users: FxHashMap<Member<'db>, Users>,
}

impl<'db> Members<'db> {
    fn add(&mut self, class: Ty<'db>, which: Special, users: Users) -> bool {
        if self.order.len() >= LIMIT {
            return false;
        }
        let member = (class, which);
        match self.users.get_mut(&member) {
            Some(known) => {
                let all = known.with(users);
                std::mem::replace(known, all) != all
            }
            None => {
                self.order.push(member);
                self.users.insert(member, users);
                true
            }
        }
    }

    /// The special member functions in the order in which they are compiled: by the class, those of namespaces behind the global ones and
    /// instances of templates behind their scope's classes; of one class those that it declares, and then those that nothing declares.
    pub(super) fn listed(&self, db: &'db dyn Db) -> Vec<Member<'db>> {
        let mut first = FxHashMap::default();
        for (n, &(class, _)) in self.order.iter().enumerate() {
            first.entry(class).or_insert(n);
        }
        let mut out = self.order.clone();
        out.sort_by_cached_key(|&(class, which)| {
            let declared = special(db, class, which).and_then(|s| s.declared);
            let declared = declared.map_or(u32::MAX, |f| canonical(db, f.decl(db)).index(db));
            (
                place(db, class),
                first.get(&class).copied(),
                declared,
                rank(which),
            )
        });
        out
    }

    /// Who uses a function uses what it calls.
    pub(super) fn spread(&mut self, db: &'db dyn Db) {
        let mut next = self.order.clone();
        while let Some((class, which)) = next.pop() {
            let Some(&users) = self.users.get(&(class, which)) else {
                continue;
            };
            for part in parts(db, class, which) {
                let is_implicit = part.declared.is_none() && !part.is_default;
                if is_implicit && self.add(part.ty, which, users) {
                    next.push((part.ty, which));
                }
            }
        }
    }
}

/// Which comes first of the special member functions that nothing declares.
fn rank(which: Special) -> u8 {
    match which {
        Special::Default => 0,
        Special::Move => 1,
        Special::Copy => 2,
        Special::Destructor => 3,
        Special::CopyAssign => 4,
        Special::MoveAssign => 5,
    }
}

/// Where a class stands among all: in a namespace, as an instance, in which item, and where there.
fn place<'db>(db: &'db dyn Db, class: Ty<'db>) -> (bool, bool, Option<u32>, u32) {
    let (item, within, is_instance) = match class.kind(db) {
        TyKind::Class(entity) => {
            let decl = entity.decl(db);
            let is_instance = entity.env(db).is_some();
            (decl.code(db).item, decl.index(db), is_instance)
        }
        TyKind::Closure(closure) => (closure.site.code.item, closure.site.index, false),
        _ => return (false, false, None, 0),
    };
    let is_inner = !item.scope(db).path(db).is_empty();
    match is_instance {
        true => (is_inner, true, None, 0),
        false => (is_inner, false, item_index(db, item), within),
    }
}

pub(super) fn is_object<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    matches!(ty.kind(db), TyKind::Class(_) | TyKind::Closure(_))
}

/// The implicit member functions that a piece of code uses.
pub(super) fn uses<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    out: &mut Members<'db>,
    extended: bool,
) {
    let typed = piece.typed;
    let users = Users {
        host: piece.host,
        device: piece.device,
        needed: piece.emitted,
    };
    let mut add = |ty: Ty<'db>, which: Special| {
        let ty = ty.innermost_element(db).unqualified(db);
        if !is_object(db, ty) {
            return;
        }
        let Some(state) = special(db, ty, which).filter(|s| !s.trivial) else {
            return;
        };
        let own = |f: Entity<'db>| !is_unwritten(db, f);
        if state.declared.is_some_and(own) {
            return;
        }
        // What closures of both sides are made of is on both sides.
        let shared = extended && is_extended(db, ty);
        out.add(
            ty,
            which,
            Users {
                host: users.host || shared,
                device: users.device || shared,
                ..users
            },
        );
    };
    for r in reached(typed) {
        let Some(expr) = typed.exprs.get(r.expr.0 as usize) else {
            continue;
        };
        match &expr.kind {
            ExprKind::ConstructImplicit(which, _) => add(
                expr.ty,
                match which {
                    Implicit::Default => Special::Default,
                    Implicit::Copy => Special::Copy,
                    Implicit::Move => Special::Move,
                },
            ),
            ExprKind::Construct(callee, args) if is_unwritten(db, *callee) => {
                let which = match args.first() {
                    None => Special::Default,
                    Some(e) => match typed.exprs.get(e.0 as usize).map(|x| x.category) {
                        Some(Category::Lvalue) => Special::Copy,
                        _ => Special::Move,
                    },
                };
                add(expr.ty, which);
            }
            ExprKind::Assign(target, value, _) => {
                let of = |e: &ExprId| typed.exprs.get(e.0 as usize);
                if let (Some(target), Some(value)) = (of(target), of(value)) {
                    add(
                        target.ty,
                        match value.category {
                            Category::Lvalue => Special::CopyAssign,
                            _ => Special::MoveAssign,
                        },
                    );
                }
            }
            ExprKind::Materialize(_) => add(expr.ty, Special::Destructor),
            ExprKind::Delete { pointer, .. } => {
                let pointee = typed
                    .exprs
                    .get(pointer.0 as usize)
                    .and_then(|x| x.ty.pointee(db));
                if let Some(ty) = pointee {
                    add(ty, Special::Destructor);
                }
            }
            _ => {}
        }
    }
    // What nobody mentions is made as well.
    for init in typed.inits.iter().filter(|i| i.written.is_none()) {
        for r in within(typed, init.value) {
            if let Some(expr) = typed.exprs.get(r.expr.0 as usize)
                && matches!(expr.kind, ExprKind::ConstructImplicit(Implicit::Default, _))
            {
                add(expr.ty, Special::Default);
            }
        }
    }
    if let Some((class, Special::Destructor)) = constructor_or_destructor(db, piece.entity) {
        for part in parts(db, class, Special::Destructor) {
            add(part.ty, Special::Destructor);
        }
    }
    // Arguments are dropped by those who pass them.
    for r in reached(typed) {
        let args = match typed.exprs.get(r.expr.0 as usize).map(|x| &x.kind) {
            Some(
                ExprKind::Call { args, .. }
                | ExprKind::CallIndirect(_, args)
                | ExprKind::Construct(_, args)
                | ExprKind::Launch(_, _, args),
            ) => args,
            _ => continue,
        };
        for arg in args {
            if let Some(x) = typed.exprs.get(arg.0 as usize)
                && x.category == Category::Prvalue
            {
                add(x.ty, Special::Destructor);
            }
        }
    }
    for stmt in &typed.stmts {
        if let Some(ty) = dropped(typed, stmt) {
            add(ty, Special::Destructor);
        }
    }
    for local in typed
        .locals
        .iter()
        .filter(|l| matches!(l.kind, LocalKind::Automatic))
    {
        add(local.ty, Special::Destructor);
    }
}

/// The type of the object that a statement makes and drops.
fn dropped<'db>(typed: &Typed<'db>, stmt: &Stmt) -> Option<Ty<'db>> {
    let Stmt::Expr(e) = stmt else { return None };
    let mut at = *e;
    loop {
        let expr = typed.exprs.get(at.0 as usize)?;
        match expr.kind {
            ExprKind::Full(inner) => at = inner,
            _ => return (expr.category == Category::Prvalue).then_some(expr.ty),
        }
    }
}
