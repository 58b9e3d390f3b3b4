//! Binding references ([dcl.init.ref], [over.ics.ref]).

use crate::convert::standard::is_subset;
use crate::convert::{BaseSearch, qualification, sequence as any_sequence};
use crate::convert::{
    Binding, Options, Rank, Sequence, Standard, User, UserFunction, base_search, identity,
    is_same_class, user,
};
use crate::template::Operand;
use crate::thir::Category;
use crate::{Context, Ty, TyKind};

/// A reference as a target.
#[derive(Clone, Copy)]
pub(super) struct Target<'db> {
    /// What it refers to.
    pub referent: Ty<'db>,
    /// `&&`
    pub is_rvalue: bool,
}

/// Whether `t1` is reference-related to `t2` ([dcl.init.ref]/4).
fn is_related<'db>(cx: &Context<'db>, t1: Ty<'db>, t2: Ty<'db>) -> bool {
    let db = cx.db;
    let (a, b) = (t1.unqualified(db), t2.unqualified(db));
    a == b
        || base_search(db, b, a) != BaseSearch::None
        || is_similar(cx, a, b)
        || matches!(
            (a.kind(db), b.kind(db)),
            (TyKind::Function(_), TyKind::Function(_))
        ) && qualification(db, b.pointer(db), a.pointer(db)).is_some()
}

/// Similar types, not looking at qualifiers at all.
fn is_similar<'db>(cx: &Context<'db>, a: Ty<'db>, b: Ty<'db>) -> bool {
    let db = cx.db;
    let (mut a, mut b) = (a, b);
    loop {
        match (a.kind(db), b.kind(db)) {
            (TyKind::Pointer(x), TyKind::Pointer(y)) => (a, b) = (*x, *y),
            (TyKind::Array(x, m), TyKind::Array(y, n)) if m == n || *m == crate::Bound::Unknown => {
                (a, b) = (*x, *y);
            }
            _ => return a.unqualified(db) == b.unqualified(db),
        }
    }
}

/// What binding directly to a glvalue of type `t2` is; `None`: `t1` is not reference-compatible with it.
pub(super) fn direct<'db>(
    cx: &Context<'db>,
    target: Target<'db>,
    t2: Ty<'db>,
    category: Category,
) -> Option<Standard<'db>> {
    let db = cx.db;
    let t1 = target.referent;
    let mut found = identity(t2, t1);
    if is_same_class(db, t1, t2) || !t1.is_class(db) || !t2.is_class(db) {
        qualification(db, t2.pointer(db), t1.pointer(db))?;
    } else {
        if base_search(db, t2, t1) == BaseSearch::None
            || !is_subset(t2.top_quals(db), t1.top_quals(db))
        {
            return None;
        }
        found.rank = Rank::Conversion;
    }
    found.binding = Some(Binding {
        rvalue_reference: target.is_rvalue,
        to_rvalue: category != Category::Lvalue,
        object: false,
        direct: true,
    });
    Some(found)
}

/// The sequence that binds a reference to an operand.
pub(super) fn sequence<'db>(
    cx: &mut Context<'db>,
    from: &Operand<'db>,
    to: Ty<'db>,
    options: Options,
) -> Option<Sequence<'db>> {
    let db = cx.db;
    let target = match *to.kind(db) {
        TyKind::LvalueReference(referent) => Target {
            referent,
            is_rvalue: false,
        },
        TyKind::RvalueReference(referent) => Target {
            referent,
            is_rvalue: true,
        },
        _ => return None,
    };
    let t1 = target.referent;
    if !from.set.is_empty() {
        let wanted = match t1.is_function(db) {
            true => t1.pointer(db),
            false => t1.unqualified(db),
        };
        let chosen = crate::overload::address_of(cx, &from.set, from.explicit, wanted)?;
        if chosen.is_none() {
            return Some(Sequence::Unknown);
        }
        let constant = t1.top_quals(db).is_const;
        if !t1.is_function(db) && !target.is_rvalue && !constant {
            return None;
        }
        let mut found = identity(t1, t1);
        found.binding = Some(Binding {
            rvalue_reference: target.is_rvalue,
            to_rvalue: !t1.is_function(db),
            object: false,
            direct: true,
        });
        return Some(Sequence::Standard(found));
    }
    let t2 = from.ty;
    let lvalue = from.category == Category::Lvalue;
    let function = t2.is_function(db);
    let related = is_related(cx, t1, t2);
    let quals = t1.top_quals(db);
    if !target.is_rvalue {
        // That a bit-field is one counts when the function is chosen ([over.ics.ref]/4).
        if lvalue
            && (from.bit_field.is_none() || !quals.is_const)
            && let Some(found) = direct(cx, target, t2, from.category)
        {
            return Some(Sequence::Standard(found));
        }
        if t2.is_class(db)
            && !related
            && options.user
            && let Some(found) = user::to_reference(cx, from, target, Category::Lvalue, options)
        {
            return Some(found);
        }
        if !quals.is_const || quals.is_volatile {
            return None;
        }
    }
    let binds = match from.category {
        Category::Xvalue => true,
        Category::Prvalue => t2.is_class(db) || t2.is_array(db),
        Category::Lvalue => function,
    };
    if binds
        && from.bit_field.is_none()
        && let Some(found) = direct(cx, target, t2, from.category)
    {
        return Some(Sequence::Standard(found));
    }
    if t2.is_class(db)
        && !related
        && options.user
        && let Some(found) = user::to_reference(cx, from, target, Category::Xvalue, options)
    {
        return Some(found);
    }
    if related && t2.is_class(db) {
        // Only the qualifiers, or the category, stand against it.
        return None;
    }
    if related && (!is_subset(t2.top_quals(db), quals) || target.is_rvalue && lvalue) {
        return None;
    }
    if t1.is_function(db) || t1.is_array(db) && from.list.is_none() {
        return None;
    }
    let through_temporary = Options {
        explicit: false,
        to_rvalue: target.is_rvalue,
        ..options
    };
    let found = any_sequence(cx, from, t1.unqualified(db), through_temporary)?;
    // What a conversion function gives is bound to without another one ([dcl.init.ref]/5.4.1).
    if let Sequence::User(User {
        function: UserFunction::Conversion(_),
        second,
    }) = &found
        && second.from.is_class(db)
        && !is_subset(second.from.top_quals(db), quals)
    {
        return None;
    }
    Some(with_temporary(found, target))
}

/// A sequence that makes a temporary, to which a reference is then bound.
pub(super) fn with_temporary<'db>(mut found: Sequence<'db>, target: Target<'db>) -> Sequence<'db> {
    let binding = Some(Binding {
        rvalue_reference: target.is_rvalue,
        to_rvalue: true,
        object: false,
        direct: false,
    });
    match &mut found {
        Sequence::Standard(s) => {
            s.binding = binding;
            s.to = target.referent;
        }
        Sequence::User(u) => {
            u.second.binding = binding;
            u.second.to = target.referent;
        }
        _ => {}
    }
    found
}
