//! The type of an extended lambda's wrapper as a text outside of the unit names it, by what the lambda means: the stub launches
//! kernels with such types (reference: lambdas, Wrappers; lambdas, Tags).

use std::rc::Rc;

use cleave_base_db::{Db, HostOptions};
use cleave_names::item_node;

use cleave_typing::display::{Outside, declared_outside, name_outside};
use cleave_typing::function::{canonical, class_of, is_noexcept, signature};
use cleave_typing::{Closure, Entity, Ty, TyKind, check, program};

use super::wrapper::converts;
use super::{Capture, Wrapper, extended_lambdas};

/// How deep lambdas may stand in each other.
const DEPTH: u32 = 64;

/// The type of the object that the host half makes of an extended lambda; nothing for a closure that it keeps as it is.
pub fn wrapper_type<'db>(
    db: &'db dyn Db,
    closure: &Closure<'db>,
    options: HostOptions,
    outside: &Rc<Outside<'db>>,
) -> Option<String> {
    let item = closure.site.code.item;
    let node = item_node(db, item)?;
    let (tokens, _) = program::place(db, closure.site)?;
    let all = extended_lambdas(db, item.file(db), node, options);
    let lambda = all.iter().find(|l| l.tokens.start == tokens.start)?;
    let wrapper = lambda.wrapper.as_ref()?;
    let operator = closure.operator(db);
    let function = outermost(db, *closure)?;
    let pointer = declared_outside(db, pointer_to(db, function)?, "", outside)?;
    let name = name_outside(db, function, outside)?;
    let function = format!("{pointer},(&{name})");
    let number = wrapper.number;
    let mut captures = String::new();
    for ty in captured_types(db, closure, wrapper)? {
        captures += ", ";
        captures += &declared_outside(db, ty, "", outside)?;
    }
    if !wrapper.host_device {
        let tag = match wrapper.trailing.is_empty() {
            true => format!("::__nv_dl_tag<{function}, {number}>"),
            false => {
                let result = declared_outside(db, check::return_type(db, operator), "", outside)?;
                format!("::__nv_dl_trailing_return_tag<{function}, {result}, {number}>")
            }
        };
        return Some(format!("::__nv_dl_wrapper_t<{tag}{captures}>"));
    }
    let sig = signature(db, operator)?;
    let mut ty = sig.ty.clone();
    ty.ret = check::return_type(db, operator);
    ty.quals = cleave_lang::Qualifiers::NONE;
    ty.noexcept = false;
    let called = declared_outside(db, Ty::of(db, TyKind::Function(ty)), "", outside)?;
    let compiler = options.settings(db).compiler;
    Some(format!(
        "::__nv_hdl_wrapper_t<{}, {}, {}, ::__nv_dl_tag<{function}, {number}>, {called}{captures}>",
        wrapper.mutable,
        converts(wrapper, compiler),
        is_noexcept(db, operator)
    ))
}

/// The function that a lambda stands in, however deep, by its first declaration: a definition elsewhere stands in no class or namespace
/// that could be named.
fn outermost<'db>(db: &'db dyn Db, closure: Closure<'db>) -> Option<Entity<'db>> {
    let mut at = closure.owner;
    for _ in 0..DEPTH {
        match at.decl(db).closure(db) {
            Some(around) => at = around.owner,
            None => {
                let first = Entity::new(db, canonical(db, at.decl(db)), at.env(db));
                return at.is_function(db).then_some(first);
            }
        }
    }
    None
}

/// The type of a pointer to a function or to a member function.
fn pointer_to<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<Ty<'db>> {
    let sig = signature(db, function)?;
    let mut ty = sig.ty.clone();
    ty.ret = check::return_type(db, function);
    // The wrapper's argument is the type before it knows what the function throws.
    ty.noexcept = false;
    let member = Ty::of(db, TyKind::Function(ty));
    Some(match class_of(db, function).filter(|_| sig.has_object) {
        Some(class) => {
            let class = class.unqualified(db);
            Ty::of(db, TyKind::MemberPointer { class, member })
        }
        None => member.pointer(db),
    })
}

/// The types of the wrapper's members: what is captured, without references.
fn captured_types<'db>(
    db: &'db dyn Db,
    closure: &Closure<'db>,
    wrapper: &Wrapper,
) -> Option<Vec<Ty<'db>>> {
    let captured = closure.around.captures(db);

    if captured.len() != wrapper.captures.len() {
        return None;
    }
    let types = wrapper.captures.iter().map(|capture| {
        let find = |name: &str| {
            captured
                .iter()
                .find(|c| c.name.as_ref().is_some_and(|n| n.as_str() == name))
        };
        match capture {
            Capture::Variable(name) => find(name).map(|c| c.ty.strip_reference(db)),
            Capture::This => {
                let this = captured.iter().find(|c| c.name.is_none())?;
                Some(this.ty.qualified(db, cleave_lang::Qualifiers::CONST))
            }
            Capture::StarThis => {
                let object = captured.iter().find(|c| c.name.is_none())?;
                let plain = object.ty.strip_reference(db).unqualified(db);
                Some(match wrapper.mutable {
                    true => plain,
                    false => plain.qualified(db, cleave_lang::Qualifiers::CONST),
                })
            }
            Capture::Init(_) => None,
        }
    });
    // What an init-capture names is not kept: those are taken in their order.
    let mut inits = captured.iter().filter(|c| {
        c.name.as_ref().is_some_and(|n| {
            let plain = |w: &Capture| matches!(w, Capture::Variable(v) if v == n.as_str());
            !wrapper.captures.iter().any(plain)
        })
    });
    types
        .map(|ty| ty.or_else(|| Some(inits.next()?.ty.strip_reference(db).unqualified(db))))
        .collect()
}
