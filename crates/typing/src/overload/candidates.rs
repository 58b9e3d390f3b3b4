//! From a function and arguments to a candidate ([over.match.viable]).

use cleave_lang::{Qualifiers, RefQualifier};

use crate::class::special::defaulted_as_deleted;
use crate::class::{Special, class_info};
use crate::convert::{
    Binding, Options, Rank, Sequence, constructor_candidates, identity, initializer_list_element,
    is_base_of, is_same_class, quietly, sequence,
};
use crate::function::{Signature, signature};
use crate::overload::{Call, Callable, Candidate, Pool, Reason};
use crate::template::hard::errors_behind;
use crate::template::{Failure, Operand, deduce_call};
use crate::thir::Category;
use crate::{Context, Entity, FnTy, Ty};

/// The conversion of the implied object argument ([over.match.funcs]) to the object parameter of a member of `class`; without
/// one, of a member of the object's own class, as conversion functions and what using-declarations bring are.
pub(crate) fn object_sequence<'db>(
    cx: &Context<'db>,
    function: &FnTy<'db>,
    class: Option<Ty<'db>>,
    object: &Operand<'db>,
) -> Option<Sequence<'db>> {
    let db = cx.db;
    if object.ty.is_unknown(db) {
        return Some(Sequence::Unknown);
    }
    let (from, quals) = (object.ty.top_quals(db), function.quals);
    if from.is_const && !quals.is_const || from.is_volatile && !quals.is_volatile {
        return None;
    }
    let rvalue = object.category != Category::Lvalue;
    let qualifier = function.ref_qualifier.unwrap_or(RefQualifier::None);
    match qualifier {
        RefQualifier::Rvalue if !rvalue => return None,
        RefQualifier::Lvalue if rvalue && (!quals.is_const || quals.is_volatile) => return None,
        _ => {}
    }
    let own = object.ty.unqualified(db);
    let base = class
        .map(|c| c.unqualified(db))
        .filter(|&c| c != own && is_base_of(db, c, own));
    let quals = Qualifiers {
        is_restrict: false,
        ..quals
    };
    let to = base.unwrap_or(own).qualified(db, quals);
    let mut found = identity(object.ty, to);
    if base.is_some() {
        found.rank = Rank::Conversion;
    }
    found.binding = Some(Binding {
        rvalue_reference: qualifier == RefQualifier::Rvalue,
        to_rvalue: rvalue,
        object: qualifier == RefQualifier::None,
        direct: true,
    });
    Some(Sequence::Standard(found))
}

/// Members that one lookup found in several classes: using-declarations brought some, and all count as members of one class.
pub(crate) fn as_one_class<'db>(cx: &Context<'db>, candidates: &mut [Candidate<'db>]) {
    let db = cx.db;
    let class = |c: &Candidate<'db>| signature(db, c.function()?)?.class;
    let first = candidates.first().and_then(class);
    if first.is_none() || candidates.iter().all(|c| class(c) == first) {
        return;
    }
    for c in candidates {
        if class(c).is_some()
            && let Some(Sequence::Standard(s)) = c.sequences.first_mut()
            && s.binding.is_some()
        {
            s.rank = Rank::Exact;
            s.to = s.from.unqualified(db).qualified(db, s.to.top_quals(db));
        }
    }
}

/// Adds a function or function template to the candidates, if it is viable.
pub(crate) fn add_function<'db>(
    cx: &mut Context<'db>,
    pool: &mut Pool<'db>,
    declared: Entity<'db>,
    call: &Call<'_, 'db>,
) {
    let db = cx.db;
    if cx.depth > crate::check::DEPTH {
        pool.unknown = true;
        return;
    }
    let unbound = crate::code::params::is_unbound(db, declared);
    if call.filter && unbound && crate::overload::filter::fails(cx, declared, call) {
        pool.failed.push((declared, Reason::Deduction));
        pool.filtered = true;
        return;
    }
    // A defaulted move function that is deleted takes no part ([over.match.funcs]/8).
    if matches!(
        defaulted_as_deleted(db, declared),
        Some(Special::Move | Special::MoveAssign)
    ) {
        return;
    }
    // The constructors that class template arguments are deduced by lack the class's.
    let (function, template) = match unbound {
        false if call.explicit_args.is_some() => return,
        false => (declared, None),
        // Declared in a block of a template whose parameters are not bound.
        true if declared.decl(db).code(db).body.is_some()
            && crate::code::params::own_level(db, declared.decl(db)).is_none() =>
        {
            pool.unknown = true;
            return;
        }
        true => {
            let tried = cx.remembered.tried.len();
            match deduce(cx, declared, call) {
                Ok(function) => (function, Some(declared)),
                Err(failure) => {
                    // What is wrong in a body that the signature needs is reported, and then it has none.
                    let tried = cx.remembered.tried.get(tried..).unwrap_or_default().iter();
                    let has_errors = |e: &Entity<'db>| !errors_behind(db, *e).is_empty();
                    let reason = match failure {
                        Failure::Unknown(_) if !tried.clone().any(has_errors) => {
                            pool.unknown = true;
                            return;
                        }
                        Failure::Count => Reason::Count,
                        Failure::Explicit => Reason::Explicit,
                        _ => Reason::Deduction,
                    };
                    pool.failed.push((declared, reason));
                    return;
                }
            }
        }
    };
    let Some(sig) = signature(db, function) else {
        // A specialisation whose signature cannot be made is no candidate; a function is out of reach.
        match template {
            Some(t) => pool.failed.push((t, Reason::Deduction)),
            None => pool.unknown = true,
        }
        return;
    };
    if call.skip_explicit && sig.is_explicit {
        return;
    }
    if template.is_none() && !crate::template::constraints_hold(db, function) {
        pool.failed.push((declared, Reason::Deduction));
        return;
    }
    match viable(cx, sig, call) {
        Ok(sequences) => pool.candidates.push(Candidate {
            callable: Callable::Function(function),
            template,
            params: sig.ty.params.to_vec(),
            ..Candidate::new(sequences)
        }),
        Err(reason) => pool.failed.push((declared, reason)),
    }
}

fn deduce<'db>(
    cx: &mut Context<'db>,
    template: Entity<'db>,
    call: &Call<'_, 'db>,
) -> Result<Entity<'db>, Failure<'db>> {
    let explicit = match call.explicit_args {
        None => Vec::new(),
        Some(written) => {
            quietly(cx, |cx| cx.explicit_args(template, written)).ok_or(Failure::Explicit)?
        }
    };
    quietly(cx, |cx| deduce_call(cx, template, &explicit, call.args))
}

/// The conversions of all arguments to a function's parameters.
fn viable<'db>(
    cx: &mut Context<'db>,
    sig: &Signature<'db>,
    call: &Call<'_, 'db>,
) -> Result<Vec<Sequence<'db>>, Reason> {
    let params = &sig.ty.params;
    let count = call.args.len();
    if count > params.len() && !sig.ty.variadic || count < sig.required as usize {
        return Err(Reason::Count);
    }
    let mut sequences = Vec::with_capacity(count + 1);
    if let Some(object) = call.object {
        sequences.push(match sig.has_object {
            true => object_sequence(cx, &sig.ty, sig.class, object).ok_or(Reason::Conversion(0))?,
            false => Sequence::Any,
        });
    }
    for (i, arg) in call.args.iter().enumerate() {
        let found = match params.get(i) {
            Some(&param) => {
                let options = match call.constructs {
                    Some(class) => copied(cx.db, class, param, call.options),
                    None => call.options,
                };
                convertible(cx, arg, param, options)
            }
            None => Some(Sequence::Ellipsis),
        };
        sequences.push(found.ok_or(Reason::Conversion(i as u32))?);
    }
    Ok(sequences)
}

/// What converts to the parameter of a copy or move constructor that initialises directly: explicit conversion functions too
/// ([over.match.copy]/1.2).
pub(crate) fn copied<'db>(
    db: &'db dyn cleave_base_db::Db,
    class: Ty<'db>,
    param: Ty<'db>,
    options: Options,
) -> Options {
    let copies = param.is_reference(db) && is_same_class(db, param.strip_reference(db), class);
    match copies && options.user {
        true => Options {
            copies: true,
            ..Options::DIRECT
        },
        false => options,
    }
}

fn convertible<'db>(
    cx: &mut Context<'db>,
    arg: &Operand<'db>,
    param: Ty<'db>,
    options: Options,
) -> Option<Sequence<'db>> {
    quietly(cx, |cx| sequence(cx, arg, param, options))
}

/// Constructors for list-initialisation of a class that is no aggregate ([over.match.list]): those that take an
/// initializer_list if one is viable, otherwise all. Explicit ones take part.
pub(crate) fn list_constructors<'db>(
    cx: &mut Context<'db>,
    class: Ty<'db>,
    list: &Operand<'db>,
) -> Pool<'db> {
    let db = cx.db;
    let class = class.unqualified(db);
    let items = list.list.as_deref().unwrap_or_default();
    let takes_nothing = |f| signature(db, f).is_some_and(|s| s.required == 0);
    let has_default = crate::class::special(db, class, crate::class::Special::Default)
        .is_some_and(|s| s.exists)
        || items.is_empty()
            && crate::class::constructors(db, class)
                .into_iter()
                .any(takes_nothing);
    if !items.is_empty() || !has_default {
        let mut pool = Pool::default();
        for constructor in crate::class::constructors(db, class) {
            let call = Call {
                object: None,
                args: std::slice::from_ref(list),
                options: Options::COPY,
                explicit_args: None,
                skip_explicit: false,
                constructs: None,
                filter: false,
            };
            if takes_list(cx, constructor) {
                add_function(cx, &mut pool, constructor, &call);
            }
        }
        if !pool.candidates.is_empty() || pool.unknown {
            return pool;
        }
    }
    // With one element that is a list or of the class itself, no user conversion to a copy or move constructor's parameter.
    let nested = match items {
        [item] if item.list.is_some() || class_info(db, class).is_none() => Options::STANDARD,
        _ => Options::COPY,
    };
    match items {
        [_] if nested == Options::STANDARD => {
            let mut pool = constructor_candidates(cx, class, items, true, Options::COPY);
            pool.candidates.retain(|c| {
                let Some(first) = c.params.first() else {
                    return true;
                };
                first.bare(db) != class
            });
            pool
        }
        _ => constructor_candidates(cx, class, items, true, Options::COPY),
    }
}

/// Whether a constructor's first parameter is an initializer_list, and all others have defaults.
fn takes_list<'db>(cx: &mut Context<'db>, constructor: Entity<'db>) -> bool {
    let db = cx.db;
    let Some(sig) = signature(db, constructor) else {
        // A template: its pattern may still say so.
        return crate::code::params::is_unbound(db, constructor);
    };
    let Some(first) = sig.ty.params.first() else {
        return false;
    };
    sig.required <= 1 && initializer_list_element(cx, first.bare(db)).is_some()
}
