//! Functions of the host that implicit special member functions call (reference: spaces, Calls between spaces): constructors,
//! assignments and destructors that nothing declares belong to those who use them, and make and drop bases, members and captures.
//! Told once everything has been read, of those that the device needs, where the reference happens to be ([`crate::device::calls::order`]).

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_codes::codes;
use cleave_cuda::is_unwritten;
use cleave_names::{ItemNode, item_id_of_node, user_items};
use cleave_odr_use::pieces::{Piece, every};
use cleave_odr_use::reached::{reached, within};
use cleave_typing::class::{Special, class_info, special};
use cleave_typing::flow::is_constexpr;
use cleave_typing::function::{canonical, signature};
use cleave_typing::thir::{Category, ExprId, ExprKind, Implicit, LocalKind, Stmt, Typed};
use cleave_typing::{DeclRef, Entity, Ty, TyKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Finding;
use crate::device::calls::callees::{is_host, is_of_both_sides};
use crate::device::calls::demangled;
use crate::device::calls::order::Lowered;
use crate::engine::entities::declared;
use crate::engine::problems::is_in_own_file;
use crate::engine::source::Source;

/// How many special member functions are looked at.
const LIMIT: usize = 4096;

/// Who uses a special member function.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Users {
    host: bool,
    device: bool,
    /// Code that is compiled for certain.
    needed: bool,
}

impl Users {
    fn with(self, other: Users) -> Users {
        Users {
            host: self.host || other.host,
            device: self.device || other.device,
            needed: self.needed || other.needed,
        }
    }
}

/// What a special member function does with one base, member or capture.
pub(super) struct Part<'db> {
    ty: Ty<'db>,
    pub(super) is_base: bool,
    is_array: bool,
    /// The function that is declared for it; without one, or with a defaulted one, it is implicit as well.
    pub(super) declared: Option<Entity<'db>>,
}

type Member<'db> = (Ty<'db>, Special);

/// The calls, with the items that they are reported for.
pub fn implicit_calls<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    options: HostOptions,
) -> Vec<(ItemNode<'db>, Finding<'db>)> {
    let mut members = Members::default();
    let settings = options.settings(db);
    let items = user_items(db, file).iter().copied();
    let items: Vec<ItemNode<'db>> = items.filter(|&n| is_in_own_file(db, n)).collect();
    let mut pieces = Vec::new();
    for &node in &items {
        for piece in every(db, item_id_of_node(db, node), settings.extended_lambda) {
            uses(db, &piece, &mut members, settings.extended_lambda);
            pieces.push((node, piece));
        }
    }
    members.spread(db);
    let Some(&node) = items.first() else {
        return Vec::new();
    };
    let s = Source::new(db, file, node, settings);
    let mut calls = Vec::new();
    let mut kept: FxHashSet<DeclRef<'db>> = FxHashSet::default();
    for &(class, which) in &members.order {
        let mut users = members
            .users
            .get(&(class, which))
            .copied()
            .unwrap_or_default();
        users.host |= which == Special::Destructor && overrides(&s, class);
        if !(users.device && users.needed) {
            continue;
        }
        for part in parts(db, class, which) {
            let Some(callee) = part.declared else {
                continue;
            };
            match is_foreign(&s, callee) {
                true => calls.push(((class, which), users, part, callee)),
                false => {
                    kept.insert(canonical(db, callee.decl(db)));
                }
            }
        }
    }
    let mut out = Vec::new();
    let structors = pieces.iter().filter(|(_, p)| {
        p.device && (p.emitted || kept.contains(&canonical(db, p.entity.decl(db))))
    });
    let structors: Vec<_> = structors
        .filter(|(_, p)| constructor_or_destructor(db, p.entity).is_some())
        .collect();
    if calls.is_empty() && structors.is_empty() {
        return out;
    }
    let lowered = Lowered::new(db, file, settings, &items, &pieces, &kept);
    for (member, users, part, callee) in calls {
        // What makes a base belongs to the base.
        let (class, declared) = match part.is_base {
            true => (part.ty, None),
            false => (
                member.0,
                special(db, member.0, member.1).and_then(|s| s.declared),
            ),
        };
        let declared = declared.map(|f| canonical(db, f.decl(db)));
        if let Some(place) = lowered.before(class, declared) {
            let from = demangled::implicit(db, member.0, member.1);
            report(db, from, users, &part, callee, place, &mut out);
        }
    }
    for (node, piece) in structors {
        written(
            &Source::new(db, file, *node, settings),
            piece,
            &lowered,
            &mut out,
        );
    }
    out
}

/// What a constructor or destructor that is written does with the parts that it does not mention.
fn written<'db>(
    s: &Source<'db>,
    piece: &Piece<'db>,
    lowered: &Lowered<'db>,
    out: &mut Vec<(ItemNode<'db>, Finding<'db>)>,
) {
    let db = s.db;
    let Some((class, which)) = constructor_or_destructor(db, piece.entity) else {
        return;
    };
    let Some((start, end)) = body(s, piece.entity) else {
        return;
    };
    let users = Users {
        host: piece.host,
        device: true,
        needed: true,
    };
    let at = if which == Special::Destructor {
        end
    } else {
        start
    };
    for part in parts(db, class, which) {
        let Some(callee) = part.declared.filter(|f| is_foreign(s, *f)) else {
            continue;
        };
        // A part that is initialised by hand is an expression.
        let by_hand = |init: &cleave_typing::thir::MemberInit<'db>| {
            let ty = piece.typed.exprs.get(init.value.0 as usize).map(|x| x.ty);
            init.written.is_some() && ty.is_some_and(|t| t.unqualified(db) == part.ty)
        };
        if which != Special::Destructor && piece.typed.inits.iter().any(by_hand) {
            continue;
        }
        let place = match part.is_base {
            true => lowered.before(part.ty, None),
            false => Some((s.item, at)),
        };
        let from = demangled::caller(db, piece.entity);
        if let Some(place) = place {
            report(db, from, users, &part, callee, place, out);
        }
    }
}

/// The class whose constructor or destructor a function is, and which: every constructor but those that copy makes its parts.
pub(super) fn constructor_or_destructor<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
) -> Option<(Ty<'db>, Special)> {
    use cleave_names::decl::Special as Name;
    let cleave_hir::DeclKind::Function(f) = &function.hir(db)?.kind else {
        return None;
    };
    let class = signature(db, function)?.class?.unqualified(db);
    match f.special {
        Name::Constructor => Some((class, Special::Default)),
        Name::Destructor => Some((class, Special::Destructor)),
        _ => None,
    }
}

/// The brackets around a function's body.
fn body(s: &Source<'_>, function: Entity<'_>) -> Option<(u32, u32)> {
    let (_, decl) = declared(s, function)?;
    let body = decl.function.as_ref()?.body.tokens()?;
    Some((body.start, body.end.checked_sub(1)?))
}

fn report<'db>(
    db: &'db dyn Db,
    from: Option<String>,
    users: Users,
    part: &Part<'db>,
    callee: Entity<'db>,
    (item, at): (ItemNode<'db>, u32),
    out: &mut Vec<(ItemNode<'db>, Finding<'db>)>,
) {
    let Some(undefined) = demangled::undefined(db, callee) else {
        return;
    };
    let from = match part.is_base {
        true => Some(format!("{} [subobject]", undefined.trim_end())),
        false => from,
    };
    let code = if users.host {
        codes::H_HD_ILLEGAL_CALL
    } else {
        codes::H_D_ILLEGAL_CALL
    };
    if let (Some(text), Some(from), false) = (demangled::callee(db, callee), from, part.is_array) {
        let found = Finding::new(code, at)
            .name(text)
            .name(from)
            .reported_at_end();
        // What a base is made by is there once, whoever derives from it.
        if part.is_base && out.iter().any(|o| o.1 == found) {
            return;
        }
        out.push((item, found));
    }
    if !users.host {
        out.push((
            item,
            Finding::new(codes::UNDEFINED_DEVICE_IDENTIFIER, at)
                .name(undefined)
                .reported_at_end(),
        ));
    }
}

/// Whether the destructor of a class overrides one of the host's, and is the host's with it.
fn overrides<'db>(s: &Source<'db>, class: Ty<'db>) -> bool {
    let bases = class_info(s.db, class).map_or(&[][..], |i| &i.bases);
    bases.iter().any(|b| {
        let declared = special(s.db, b.ty, Special::Destructor).and_then(|s| s.declared);
        declared
            .is_some_and(|f| signature(s.db, f).is_some_and(|sig| sig.is_virtual) && is_host(s, f))
    })
}

/// Whether only the host has a function, and not for constant expressions either.
pub(super) fn is_foreign<'db>(s: &Source<'db>, function: Entity<'db>) -> bool {
    let Some(sig) = signature(s.db, function) else {
        return false;
    };
    !is_constexpr(s.db, function)
        && !is_unwritten(s.db, function)
        && !sig.is_deleted
        && is_host(s, function)
        && !is_of_both_sides(s, function)
}

/// The special member functions that are used, in the order in which they were met.
#[derive(Default)]
struct Members<'db> {
    order: Vec<Member<'db>>,
    users: FxHashMap<Member<'db>, Users>,
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

    /// Who uses a function uses what it calls.
    fn spread(&mut self, db: &'db dyn Db) {
        let mut next = self.order.clone();
        while let Some((class, which)) = next.pop() {
            let Some(&users) = self.users.get(&(class, which)) else {
                continue;
            };
            for part in parts(db, class, which) {
                if part.declared.is_none() && self.add(part.ty, which, users) {
                    next.push((part.ty, which));
                }
            }
        }
    }
}

/// What an implicit member function does with the parts of its class.
pub(super) fn parts<'db>(db: &'db dyn Db, class: Ty<'db>, which: Special) -> Vec<Part<'db>> {
    let Some(info) = class_info(db, class).filter(|i| !i.is_union) else {
        return Vec::new();
    };
    let bases = info.bases.iter().map(|b| (b.ty, true));
    // What a member is initialised with otherwise is an expression.
    let made =
        |f: &&cleave_typing::class::Field<'db>| !(which == Special::Default && f.has_default);
    let fields = info.fields.iter().filter(made).map(|f| (f.ty, false));
    let mut out = Vec::new();
    for (ty, is_base) in bases.chain(fields) {
        if ty.is_reference(db) {
            continue;
        }
        let element = ty.innermost_element(db).unqualified(db);
        let Some(state) =
            special(db, element, which).filter(|s| is_object(db, element) && !s.trivial)
        else {
            continue;
        };
        let own = |f: &Entity<'db>| !is_unwritten(db, *f);
        out.push(Part {
            ty: element,
            is_base,
            is_array: ty.element(db).is_some(),
            declared: state.declared.filter(own),
        });
    }
    out
}

fn is_object<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    matches!(ty.kind(db), TyKind::Class(_) | TyKind::Closure(_))
}

/// The implicit member functions that a piece of code uses.
fn uses<'db>(db: &'db dyn Db, piece: &Piece<'db>, out: &mut Members<'db>, extended: bool) {
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
            ExprKind::Assign(target, value) => {
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

/// Whether a type is that of a lambda that says that the device has it.
pub(crate) fn is_extended<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    match ty.kind(db) {
        TyKind::Closure(closure) => {
            (closure.hir(db)).is_some_and(|l| l.attrs.iter().any(|a| a.name.as_str() == "device"))
        }
        _ => false,
    }
}
