//! Functions of the host that implicit special member functions call (reference: spaces, Calls between spaces): constructors,
//! assignments and destructors that nothing declares belong to those who use them, and make and drop bases, members and captures.
//! Told once everything has been read, of those that the device needs, where the reference happens to be ([`crate::device::calls::order`]).

use std::cell::Cell;

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_codes::codes;
use cleave_cuda::{ExecutionSpace, is_unwritten};
use cleave_names::{ItemNode, item_id_of_node, user_items, user_node};
use cleave_odr_use::default_member;
use cleave_odr_use::pieces::{Piece, every};
use cleave_typing::class::{Special, class_info, special};
use cleave_typing::flow::is_constexpr;
use cleave_typing::function::{canonical, definition, precedes, signature};
use cleave_typing::thir::ExprKind;
use cleave_typing::{DeclRef, Entity, Step, Ty, TyKind};
use rustc_hash::FxHashSet;

use crate::Finding;
use crate::device::calls::callees::{is_host, is_of_both_sides};
use crate::device::calls::caller::{Behind, Caller, Elsewhere, Order, Spot};
use crate::device::calls::demangled;
use crate::device::calls::order::Lowered;
use crate::device::calls::places::bare_expression;
use crate::device::calls::special_members::{Members, Users, is_object, uses};
use crate::engine::entities::declared;
use crate::engine::problems::is_in_own_file;
use crate::engine::source::Source;

/// What a special member function does with one base, member or capture.
pub(super) struct Part<'db> {
    pub(super) ty: Ty<'db>,
    pub(super) is_base: bool,
    is_array: bool,
    /// The function that is declared for it; without one, or with a defaulted one, it is implicit as well.
    pub(super) declared: Option<Entity<'db>>,
    /// Which base or member it is.
    step: Step,
    /// A default member initialiser makes it in the place of a function.
    pub(super) is_default: bool,
}

/// How a function makes or drops a part.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Made {
    /// By a call of its own, as of every member.
    Itself,
    /// By a function that the compiler has for bases, and that all who derive from the class share.
    Shared,
    /// By such a function, which the compiler has not, as it has seen no definition to make it of.
    Unseen,
}

impl<'db> Part<'db> {
    /// How what one declaration needs makes the part.
    fn made(&self, db: &'db dyn Db, which: Special, by: Option<DeclRef<'db>>) -> Made {
        let assigns = matches!(which, Special::CopyAssign | Special::MoveAssign);
        if !self.is_base || assigns {
            return Made::Itself;
        }
        let Some(callee) = self.declared else {
            return Made::Shared;
        };
        // Nothing instantiates what the host alone has.
        let is_seen = callee.env(db).is_none()
            && definition(db, callee).is_some_and(|own| {
                by.is_none_or(|by| {
                    by.parent_class(db) == own.decl(db).parent_class(db)
                        || precedes(db, own.decl(db), by)
                })
            });
        match is_seen {
            true => Made::Shared,
            false => Made::Unseen,
        }
    }
}

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
    for (class, which) in members.listed(db) {
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
            if let Some(callee) = part.declared.filter(|f| !is_foreign(&s, *f)) {
                kept.insert(canonical(db, callee.decl(db)));
            } else if part.declared.is_some() || part.is_default {
                calls.push(((class, which), users, part));
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
    // What asks last sees the most definitions, and what is made for it is there for all.
    let asks = pieces.iter().rfind(|(_, p)| p.device && p.emitted);
    let asks = asks.map(|(_, p)| p.entity.decl(db));
    let made = |part: &Part<'db>, which| part.made(db, which, asks);
    let mut shared = FxHashSet::default();
    for (member, users, part) in &calls {
        let of_both = users.host && made(part, member.1) == Made::Shared;
        shared.extend(part.declared.filter(|_| of_both));
    }
    for (_, piece) in structors.iter().filter(|(_, piece)| piece.host) {
        shared.extend(bases_by_hand(&s, piece).map(|(_, callee)| callee));
    }
    let mut last = None;
    for (member, users, part) in calls {
        // What makes a base belongs to the base.
        let how = made(&part, member.1);
        let (class, declared) = match how {
            Made::Shared => (part.ty, None),
            _ => (
                member.0,
                special(db, member.0, member.1).and_then(|s| s.declared),
            ),
        };
        let declared = declared.map(|f| canonical(db, f.decl(db)));
        let place = lowered.before(class, declared);
        let from = demangled::implicit(db, member.0, member.1);
        // Where the initialiser before it has left off, if nothing else was compiled since.
        let left = last.filter(|(before, _): &((_, u32), Spot<'db>)| Some(*before) == place);
        let told = left.map_or(place, |(before, at): (_, Spot<'db>)| {
            let item = at.item.map_or(Some(before.0), |item| user_node(db, item));
            item.map(|item| (item, at.token))
        });
        match (part.declared, part.step, from) {
            (Some(callee), _, from) => {
                let users = users.of_part(db, how, callee, &shared);
                if let Some(place) = told {
                    report(db, from, users, (&part, how), callee, place, &mut out);
                    let is_copied = matches!(member.1, Special::Copy | Special::Move);
                    let dropped = special(db, part.ty, Special::Destructor);
                    let dropped = dropped
                        .and_then(|s| s.declared)
                        .filter(|f| is_foreign(&s, *f));
                    // The destructor of the elements that are copied is at hand for an exception.
                    if let Some(dropped) = dropped.filter(|_| part.is_array && is_copied) {
                        report(db, None, users, (&part, how), dropped, place, &mut out);
                    }
                }
            }
            (None, Step::Field(n), Some(from)) => {
                let s = Source::new(db, file, place.map_or(node, |p| p.0), settings);
                let begin = place.map(|(_, token)| Spot { item: None, token });
                let at = left.map_or(begin, |(_, at)| Some(at));
                let at = default_initializer(&s, (member.0, n), from, users, at, &mut out);
                last = place.zip(at);
            }
            (None, ..) => {}
        }
    }
    for (node, piece) in structors {
        let s = Source::new(db, file, *node, settings);
        written(&s, piece, &lowered, &shared, &mut out);
    }
    out
}

/// The bases that initialisers of a constructor make, and the constructors that these call.
fn bases_by_hand<'p, 'db>(
    s: &'p Source<'db>,
    piece: &'p Piece<'db>,
) -> impl Iterator<Item = (Part<'db>, Entity<'db>)> + use<'p, 'db> {
    let inits = piece.typed.inits.iter();
    let made = inits.filter_map(|init| {
        let value = bare_expression(piece.typed, init.value);
        let value = piece.typed.exprs.get(value.0 as usize)?;
        match (init.target, init.written, &value.kind) {
            (Some(step @ Step::Base(_)), Some(_), ExprKind::Construct(callee, _)) => {
                let part = Part {
                    ty: value.ty.unqualified(s.db),
                    is_base: true,
                    is_array: false,
                    declared: Some(*callee),
                    step,
                    is_default: false,
                };
                Some((part, *callee))
            }
            _ => None,
        }
    });
    made.filter(|(_, callee)| is_foreign(s, *callee))
}

/// What the default initialiser of a member calls in a constructor that nothing declares. `at`: where the reference is. Gives where it
/// is then.
fn default_initializer<'db>(
    s: &Source<'db>,
    (class, n): (Ty<'db>, u32),
    from: String,
    users: Users,
    at: Option<Spot<'db>>,
    out: &mut Vec<(ItemNode<'db>, Finding<'db>)>,
) -> Option<Spot<'db>> {
    let db = s.db;
    let field = class_info(db, class).and_then(|info| {
        let field = info.fields.get(n as usize)?;
        Some(Entity::new(db, field.decl, info.definition?.env(db)))
    });
    let (Some(entity), Some(typed)) = (field, default_member(db, class, n)) else {
        return at;
    };
    let space = match users.host {
        true => ExecutionSpace::HOST.with(ExecutionSpace::DEVICE),
        false => ExecutionSpace::DEVICE,
    };
    let caller = Caller {
        s,
        name: String::new(),
        entity,
        typed,
        space,
        emitted: true,
        instance: entity.env(db).is_some(),
        behind: &Behind::default(),
        home: item_id_of_node(db, s.item),
        implicit: Some(from),
        elsewhere: None,
        last: Cell::new(None),
        place: Cell::new(at),
        order: Cell::new(Order::of_group(0)),
        runs: Cell::new(0),
    };
    let mut found = Vec::new();
    caller.run_elsewhere(typed, Elsewhere::in_implicit(), &mut found);
    for mut finding in found {
        let item = finding.item.take();
        let node = item.map_or(Some(s.item), |item| user_node(db, item));
        if let Some(node) = node.filter(|_| finding.at_end) {
            out.push((node, finding));
        }
    }
    caller.place.get()
}

/// What a constructor or destructor that is written does with the parts that it does not mention.
fn written<'db>(
    s: &Source<'db>,
    piece: &Piece<'db>,
    lowered: &Lowered<'db>,
    shared: &FxHashSet<Entity<'db>>,
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
    let own = Some(piece.entity.decl(db));
    for (part, callee) in bases_by_hand(s, piece) {
        let how = part.made(db, which, own);
        let place = match how {
            Made::Shared => lowered.before(part.ty, None),
            _ => Some((s.item, at)),
        };
        if let Some(place) = place {
            let from = demangled::caller(db, piece.entity);
            let users = users.of_part(db, how, callee, shared);
            report(db, from, users, (&part, how), callee, place, out);
        }
    }
    for part in parts(db, class, which) {
        let Some(callee) = part.declared.filter(|f| is_foreign(s, *f)) else {
            continue;
        };
        // A part that is initialised by hand is an expression.
        let by_hand = |init: &cleave_typing::thir::MemberInit<'db>| match init.target {
            Some(step) => init.written.is_some() && step == part.step,
            // Another constructor makes them all.
            None => true,
        };
        if which != Special::Destructor && piece.typed.inits.iter().any(by_hand) {
            continue;
        }
        let how = part.made(db, which, own);
        let place = match how {
            Made::Shared => lowered.before(part.ty, None),
            _ => Some((s.item, at)),
        };
        let from = demangled::caller(db, piece.entity);
        let users = users.of_part(db, how, callee, shared);
        if let Some(place) = place {
            report(db, from, users, (&part, how), callee, place, out);
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
    (part, how): (&Part<'db>, Made),
    callee: Entity<'db>,
    (item, at): (ItemNode<'db>, u32),
    out: &mut Vec<(ItemNode<'db>, Finding<'db>)>,
) {
    let Some(undefined) = demangled::undefined(db, callee) else {
        return;
    };
    let from = match how {
        Made::Shared => Some(format!("{} [subobject]", undefined.trim_end())),
        _ => from,
    };
    let text = demangled::callee(db, callee).map(|text| match how {
        Made::Unseen => format!("{text} [subobject]"),
        _ => text,
    });
    let code = if users.host {
        codes::H_HD_ILLEGAL_CALL
    } else {
        codes::H_D_ILLEGAL_CALL
    };
    if let (Some(text), Some(from), false) = (text, from, part.is_array) {
        let found = Finding::new(code, at)
            .name(text)
            .name(from)
            .reported_at_end();
        // What a base is made by is there once, whoever derives from it.
        if how == Made::Shared && out.iter().any(|o| o.1 == found) {
            return;
        }
        out.push((item, found));
    }
    if !users.host && how != Made::Unseen {
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

/// What an implicit member function does with the parts of its class.
pub(super) fn parts<'db>(db: &'db dyn Db, class: Ty<'db>, which: Special) -> Vec<Part<'db>> {
    let Some(info) = class_info(db, class).filter(|i| !i.is_union) else {
        return Vec::new();
    };
    let bases = (0..).zip(&info.bases);
    let bases = bases.map(|(n, b)| (b.ty, Step::Base(n), false));
    // What a member is initialised with otherwise is an expression.
    let fields = (0..).zip(&info.fields).map(|(n, f)| {
        let is_default = which == Special::Default && f.has_default;
        (f.ty, Step::Field(n), is_default)
    });
    let mut out = Vec::new();
    for (ty, step, is_default) in bases.chain(fields) {
        if is_default {
            out.push(Part {
                ty,
                is_base: false,
                is_array: false,
                declared: None,
                step,
                is_default,
            });
            continue;
        }
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
            is_base: matches!(step, Step::Base(_)),
            is_array: ty.element(db).is_some(),
            declared: state.declared.filter(own),
            step,
            is_default,
        });
    }
    out
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
