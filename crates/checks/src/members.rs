//! Calls of member functions, constructors, destructors and operators of the user's own classes, where the class is certain
//! (spec 2-spaces 4).

use cleave_cuda::ExecutionSpace;
use cleave_names::ItemNode;
use cleave_names::decl::{Body, Decl, DeclKind, Shape, Spec, Special};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::tree::{SyntaxElement, SyntaxNode};

use crate::Finding;
use crate::attributes::child;
use crate::bodies::{Context, Walk, has};
use crate::callee::signature;
use crate::calls::crossing;
use crate::index::{Entry, only_mine};
use crate::kernels::builtin;
use crate::locals::{innermost, named};
use crate::operands;
use crate::source::Source;
use crate::types::{Base, Type};

/// How long a chain of base classes may be.
const DEPTH: u32 = 32;

/// A function that a call certainly means.
struct Target<'db> {
    item: ItemNode<'db>,
    decl: u32,
    space: ExecutionSpace,
    constexpr: bool,
    deduced: bool,
    /// It needs no object.
    fixed: bool,
}

/// What a call asks of a member function.
enum Wanted<'n> {
    Named(&'n str),
    Constructor,
    Destructor,
}

/// The one member function that takes `count` arguments, of a class or of its bases.
fn member<'db>(
    s: &Source<'db>,
    class: &Entry<'db>,
    wanted: &Wanted<'_>,
    count: u32,
    depth: u32,
) -> Option<Target<'db>> {
    if depth > DEPTH || class.template || class.specialization {
        return None;
    }
    let theirs = Source::new(s.db, s.file, class.item, s.settings);
    let matches = |d: &Decl| {
        d.parent == Some(class.decl)
            && !d.spec.any(Spec::FRIEND)
            && match wanted {
                Wanted::Named(name) => d.name == *name,
                Wanted::Constructor => {
                    d.function.as_ref().map(|f| f.special) == Some(Special::Constructor)
                }
                Wanted::Destructor => {
                    d.function.as_ref().map(|f| f.special) == Some(Special::Destructor)
                }
            }
    };
    let mine: Vec<(usize, &Decl)> = theirs
        .decls
        .iter()
        .enumerate()
        .filter(|(_, d)| matches(d))
        .collect();
    if mine.is_empty() {
        // Whatever a base that is not known declares may be meant.
        let [base] = &*theirs.decls.get(class.decl as usize)?.bases else {
            return None;
        };
        let Wanted::Named(_) = wanted else {
            return None;
        };
        let base = only_class(&theirs, base)?;
        return member(s, base, wanted, count, depth + 1);
    }
    if mine
        .iter()
        .any(|(_, d)| d.function.is_none() || !d.heads.is_empty())
    {
        return None;
    }
    let mut viable = mine.iter().filter(|(_, d)| {
        d.function.as_ref().is_some_and(|f| {
            let least = f.params.iter().filter(|p| p.default.is_empty()).count() as u32;
            let open = f.variadic || f.params.iter().any(|p| p.pack);
            count >= least && (open || count <= f.params.len() as u32)
        })
    });
    let (index, decl) = viable.next()?;
    if viable.next().is_some() {
        return None;
    }
    let f = decl.function.as_ref()?;
    // What is defaulted where it is declared belongs to both sides.
    if matches!(f.body, Body::Default | Body::Delete) || decl.spec.any(Spec::CONSTEVAL) {
        return None;
    }
    Some(Target {
        item: class.item,
        decl: *index as u32,
        space: theirs.merged(*index).space,
        constexpr: decl.spec.any(Spec::CONSTEXPR),
        deduced: decl.has_deduced_return(),
        fixed: decl.spec.any(Spec::STATIC),
    })
}

/// The only class of a name.
pub(crate) fn only_class<'db>(s: &Source<'db>, name: &str) -> Option<&'db Entry<'db>> {
    let mut classes = only_mine(s.db, s.file, name)
        .iter()
        .filter(|e| matches!(e.kind, DeclKind::Class | DeclKind::Enum | DeclKind::Type));
    let first = classes.next()?;
    (classes.next().is_none() && first.kind == DeclKind::Class).then_some(first)
}

/// The class of an object, if its type is one and nothing but a reference around it.
pub(crate) fn class_of<'a, 'db>(ty: &'a Type<'db>) -> Option<&'a Entry<'db>> {
    let plain = matches!(
        ty.shape[..],
        [] | [Shape::LvalueReference | Shape::RvalueReference]
    );
    match &ty.base {
        Base::Class(e) if plain => Some(e),
        _ => None,
    }
}

/// The type of an expression that denotes an object: a variable, a data member, `*this`.
pub(crate) fn object<'db>(
    w: &Walk<'_, 'db>,
    node: &SyntaxNode,
    c: &Context,
    depth: u32,
) -> Option<Type<'db>> {
    if depth > DEPTH {
        return None;
    }
    let s = w.s;
    match node.kind() {
        PAREN_EXPRESSION => object(w, &node.children().next()?, c, depth + 1),
        PREFIX_EXPRESSION if s.kind(s.tokens(node).start) == STAR => {
            pointee(object(w, &node.children().next()?, c, depth + 1)?)
        }
        THIS_EXPRESSION => {
            let class = c.parent.as_ref()?.class.as_deref()?;
            let e = only_class(s, class)?;
            Some(Type {
                base: Base::Class(e.clone()),
                shape: vec![Shape::Pointer],
                constant: false,
                target: false,
                indirect: false,
            })
        }
        MEMBER_EXPRESSION => {
            let base = object(w, &node.children().next()?, c, depth + 1)?;
            let base = if has(node, ARROW) {
                pointee(base)?
            } else {
                base
            };
            field(s, class_of(&base)?, &plain_member(node)?)
        }
        ID_EXPRESSION => operands::of(w, node).or_else(|| {
            let t = s.tokens(node);
            let name = s.word(t.start);
            let class = c.parent.as_ref()?.class.as_deref()?;
            let free = t.end == t.start + 1 && !w.declared_outside_classes(name);
            free.then(|| field(s, only_class(s, class)?, name))
                .flatten()
        }),
        _ => None,
    }
}

pub(crate) fn pointee(mut ty: Type<'_>) -> Option<Type<'_>> {
    (ty.shape.first() == Some(&Shape::Pointer)).then(|| {
        ty.shape.remove(0);
        ty.constant = ty.target && ty.shape.is_empty();
        ty.target = false;
        ty
    })
}

/// The name behind `.` or `->`, if it is a plain identifier.
pub(crate) fn plain_member(node: &SyntaxNode) -> Option<String> {
    if node.children().count() != 1 || has(node, TEMPLATE_KW) {
        return None;
    }
    crate::bodies::first_name(node)
}

/// The type of a data member.
fn field<'db>(s: &Source<'db>, class: &Entry<'db>, name: &str) -> Option<Type<'db>> {
    if class.template || class.specialization {
        return None;
    }
    let theirs = Source::new(s.db, s.file, class.item, s.settings);
    let mut found = theirs
        .decls
        .iter()
        .filter(|d| d.parent == Some(class.decl) && d.name == name);
    let decl = found.next()?;
    if found.next().is_some() || decl.kind != DeclKind::Variable {
        return None;
    }
    Some(crate::types::declared(&theirs, decl))
}

fn report<'db>(w: &mut Walk<'_, 'db>, target: &Target<'db>, at: u32, c: &Context, times: usize) {
    let Some(caller) = c.caller.clone() else {
        return;
    };
    let Some(number) = crossing(w, target.space, target.constexpr, caller.space, c) else {
        return;
    };
    let Some(name) = signature(w.s, target.item, target.decl, None) else {
        return;
    };
    for _ in 0..times {
        w.out.push(
            Finding::new(number, at)
                .arg(name.clone())
                .name(caller.name.clone()),
        );
    }
    if target.deduced {
        only_named(w, target, at);
    }
}

/// A function of the device whose return type is deduced is named.
fn only_named<'db>(w: &mut Walk<'_, 'db>, target: &Target<'db>, at: u32) {
    if target.space.is_device_only() && !target.constexpr {
        let bare = cleave_names::declarations(w.s.db, target.item)
            .get(target.decl as usize)
            .map(|d| d.name.clone())
            .unwrap_or_default();
        w.out.push(
            Finding::new(3623, at)
                .name(bare)
                .text("outside the bodies of device functions"),
        );
    }
}

/// Whether rules about calls apply at all.
fn applies(c: &Context) -> bool {
    !c.unevaluated && !c.discarded && !c.dependent && c.caller.as_ref().is_some_and(|k| k.on_host())
}

/// `o.f(…)`, `p->f(…)`, `f(…)` in a member, `C::f(…)` and `o(…)`
pub(crate) fn call(w: &mut Walk<'_, '_>, node: &SyntaxNode, c: &Context) {
    let s = w.s;
    let (Some(callee), Some(list)) = (node.children().next(), child(node, ARGUMENT_LIST)) else {
        return;
    };
    if c.unevaluated && callee.kind() == ID_EXPRESSION {
        named_lambda(w, &callee, &list, c);
    }
    if !applies(c) || list.children().any(|a| a.kind() == PACK_EXPANSION) {
        return;
    }
    let count = list.children().count() as u32;
    match callee.kind() {
        MEMBER_EXPRESSION => {
            let Some(base) = callee.children().next() else {
                return;
            };
            let Some(ty) = object(w, &base, c, 0) else {
                return;
            };
            let ty = if has(&callee, ARROW) {
                pointee(ty)
            } else {
                Some(ty)
            };
            let (Some(ty), Some(name)) = (ty, plain_member(&callee)) else {
                return;
            };
            let Some(class) = class_of(&ty) else { return };
            if let Some(target) = member(s, class, &Wanted::Named(&name), count, 0) {
                let t = s.tokens(&callee);
                let at = if target.fixed { t.start } else { t.end - 1 };
                report(w, &target, at, c, 1);
            }
        }
        ID_EXPRESSION => named_call(w, &callee, &list, count, c),
        _ => {}
    }
}

fn named_call(
    w: &mut Walk<'_, '_>,
    callee: &SyntaxNode,
    list: &SyntaxNode,
    count: u32,
    c: &Context,
) {
    let s = w.s;
    let t = s.tokens(callee);
    let name = s.word(t.end.saturating_sub(1));
    if s.kind(t.end - 1) != IDENT {
        return;
    }
    if t.end == t.start + 1 && lambda(w, name, list, c) {
        return;
    }
    // An object that is called.
    if t.end == t.start + 1
        && let Some(ty) = operands::of(w, callee)
    {
        let Some(class) = class_of(&ty) else { return };
        if let Some(target) = member(s, class, &Wanted::Named("operator()"), count, 0) {
            let at = s.tokens(list).start;
            report(w, &target, at, c, 2);
        }
        return;
    }
    let class = if t.end == t.start + 1 {
        if w.declared_outside_classes(name) {
            return;
        }
        c.parent
            .as_ref()
            .and_then(|p| p.class.as_deref())
            .and_then(|class| only_class(s, class))
    } else if t.end == t.start + 3 && s.kind(t.start) == IDENT && s.kind(t.start + 1) == COLON2 {
        only_class(s, s.word(t.start))
    } else {
        None
    };
    let Some(class) = class else { return };
    if let Some(mut target) = member(s, class, &Wanted::Named(name), count, 0) {
        // The name alone is what must not be referred to.
        let deduced = std::mem::take(&mut target.deduced);
        report(w, &target, t.start, c, 1);
        if deduced {
            only_named(w, &target, t.end - 1);
        }
    }
}

/// Variables of class type: what makes and what destroys them.
pub(crate) fn variables(w: &mut Walk<'_, '_>, node: &SyntaxNode, c: &Context) {
    let s = w.s;
    let Some(seq) = child(node, DECL_SPECIFIER_SEQ).filter(|_| applies(c)) else {
        return;
    };
    if has(&seq, EXTERN_KW) || has(&seq, TYPEDEF_KW) || builtin(s, s.tokens(&seq)).is_some() {
        return;
    }
    for init in node.children().filter(|n| n.kind() == INIT_DECLARATOR) {
        let Some(declarator) = innermost(&init) else {
            continue;
        };
        let Some((at, ty)) = named(s, &seq, &declarator) else {
            continue;
        };
        let array = matches!(ty.shape[..], [Shape::Array { .. }]);
        let Base::Class(class) = &ty.base else {
            continue;
        };
        if !ty.shape.is_empty() && !array {
            continue;
        }
        // A name that the item declares again may mean another class here.
        if w.declared_outside_classes(&class.name) {
            continue;
        }
        if let Some(target) = member(s, class, &Wanted::Destructor, 0, 0) {
            report(w, &target, at, c, 1);
        }
        if array {
            continue;
        }
        let value = init.children().find(|n| {
            matches!(
                n.kind(),
                EQUAL_INITIALIZER | ARGUMENT_LIST | BRACED_INIT_LIST
            )
        });
        let args: Vec<SyntaxNode> = match &value {
            None => Vec::new(),
            Some(v) if v.kind() == EQUAL_INITIALIZER => match v.children().next() {
                Some(list) if list.kind() == BRACED_INIT_LIST => list.children().collect(),
                one => one.into_iter().collect(),
            },
            Some(v) => v.children().collect(),
        };
        // With one argument, copying and moving are as good.
        let certain = args.len() != 1 || args[0].kind() == LITERAL;
        if certain
            && let Some(target) = member(s, class, &Wanted::Constructor, args.len() as u32, 0)
        {
            report(w, &target, at, c, 1);
        }
    }
}

/// Whether a declarator certainly declares an object of a class of the user's that has a constructor written for it.
pub(crate) fn constructed(w: &Walk<'_, '_>, seq: &SyntaxNode, init: &SyntaxNode) -> bool {
    let s = w.s;
    let ty = innermost(init).and_then(|d| named(s, seq, &d)).map(|n| n.1);
    let Some(ty) = ty.filter(|ty| matches!(ty.shape[..], [] | [Shape::Array { .. }])) else {
        return false;
    };
    let Base::Class(class) = &ty.base else {
        return false;
    };
    if class.template || class.specialization || w.declared_outside_classes(&class.name) {
        return false;
    }
    let theirs = Source::new(s.db, s.file, class.item, s.settings);
    theirs.decls.iter().any(|d| {
        d.parent == Some(class.decl)
            && d.function.as_ref().is_some_and(|f| {
                f.special == Special::Constructor
                    && f.params.is_empty()
                    && !matches!(f.body, Body::Default | Body::Delete)
            })
    })
}

/// `delete p`
pub(crate) fn delete(w: &mut Walk<'_, '_>, node: &SyntaxNode, c: &Context) {
    let Some(operand) = node.children().next().filter(|_| applies(c)) else {
        return;
    };
    let class = object(w, &operand, c, 0).and_then(pointee);
    let Some(class) = class.as_ref().and_then(class_of) else {
        return;
    };
    if let Some(target) = member(w.s, class, &Wanted::Destructor, 0, 0) {
        let at = w.s.tokens(&operand).start;
        report(w, &target, at, c, 1);
    }
}

/// `new C(…)`
pub(crate) fn create(w: &mut Walk<'_, '_>, node: &SyntaxNode, c: &Context) {
    let s = w.s;
    let Some(id) = child(node, TYPE_ID).filter(|id| applies(c) && child(id, DECLARATOR).is_none())
    else {
        return;
    };
    let Some(seq) = child(&id, DECL_SPECIFIER_SEQ) else {
        return;
    };
    let place = crate::types::Place {
        scope: s.item.scope(s.db),
        parameters: Vec::new(),
        member: true,
    };
    let ty = crate::types::read(s, s.tokens(&seq), &place, 0);
    let Some(class) = class_of(&ty).filter(|e| !w.declared_outside_classes(&e.name)) else {
        return;
    };
    let args: Vec<SyntaxNode> = node
        .children()
        .find(|n| matches!(n.kind(), ARGUMENT_LIST | BRACED_INIT_LIST))
        .map(|l| l.children().collect())
        .unwrap_or_default();
    let certain = args.len() != 1 || args[0].kind() == LITERAL;
    if certain && let Some(target) = member(s, class, &Wanted::Constructor, args.len() as u32, 0) {
        report(w, &target, s.tokens(node).start, c, 1);
    }
}

/// Operators on objects of the user's classes: those that are members.
pub(crate) fn operator(w: &mut Walk<'_, '_>, node: &SyntaxNode, c: &Context) {
    let Some(first) = node.children().next().filter(|_| applies(c)) else {
        return;
    };
    let s = w.s;
    let Some(t) = node
        .children_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .find(|t| !t.kind().is_trivia())
    else {
        return;
    };
    let Some(ty) = object(w, &first, c, 0) else {
        return;
    };
    let Some(class) = class_of(&ty) else { return };
    let symbol: String = node
        .children_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .filter(|t| !t.kind().is_trivia())
        .map(|t| t.text().to_owned())
        .collect();
    let count = match node.kind() {
        PREFIX_EXPRESSION => 0,
        _ => 1,
    };
    // Taking an address and choosing from a list have a meaning of their own.
    if matches!(symbol.as_str(), "&" | ",") {
        return;
    }
    let name = format!("operator{symbol}");
    if let Some(target) = member(s, class, &Wanted::Named(&name), count, 0) {
        let at = s.lexed.at_or_after(t.text_range().start().into()) as u32;
        report(w, &target, at, c, 1);
    }
}

/// The lambda that a variable certainly holds.
fn held(w: &Walk<'_, '_>, name: &str, at: &SyntaxNode) -> Option<SyntaxNode> {
    let (seq, declarator) = operands::declaration_of(w, name, at)?;
    declarator
        .parent()
        .and_then(|init| child(&init, EQUAL_INITIALIZER))
        .and_then(|i| i.children().next())
        .filter(|v| v.kind() == LAMBDA_EXPRESSION && has(seq, AUTO_KW))
}

/// A lambda of the device only whose return type is deduced is called where nothing is evaluated: its call operator is named
/// all the same.
fn named_lambda(w: &mut Walk<'_, '_>, callee: &SyntaxNode, list: &SyntaxNode, c: &Context) {
    let s = w.s;
    let t = s.tokens(callee);
    let on_host = c.caller.as_ref().is_some_and(|k| k.on_host());
    if t.end != t.start + 1 || !on_host || c.dependent || !s.settings.extended_lambda {
        return;
    }
    let Some(node) = held(w, s.word(t.start), callee) else {
        return;
    };
    let l = crate::lambdas::Lambda::new(s, &node);
    let deduced = child(&node, TRAILING_RETURN_TYPE).is_none();
    if deduced && l.space.is_device_only() && !l.generic {
        w.out.push(
            Finding::new(3623, s.tokens(list).start)
                .name("operator()")
                .text("outside the bodies of device functions"),
        );
    }
}

/// A variable that holds a lambda of the device only, and is called. Whether the name is such a variable.
fn lambda(w: &mut Walk<'_, '_>, name: &str, list: &SyntaxNode, c: &Context) -> bool {
    let s = w.s;
    let Some(node) = held(w, name, list) else {
        return false;
    };
    let l = crate::lambdas::Lambda::new(s, &node);
    let (Some(caller), Some(parent)) = (c.caller.clone(), c.parent.as_ref()) else {
        return true;
    };
    // Of the names of functions around it, only those without parameters are spelled here.
    let around = node
        .ancestors()
        .skip(1)
        .find(|n| matches!(n.kind(), FUNCTION_DEFINITION | LAMBDA_EXPRESSION));
    let plain = child(&node, PARAMETER_CLAUSE).is_none_or(|p| p.children().next().is_none())
        && child(&parent.node, DECLARATOR)
            .and_then(|d| child(&d, PARAMETERS_AND_QUALIFIERS))
            .and_then(|p| child(&p, PARAMETER_CLAUSE))
            .is_some_and(|p| p.children().next().is_none());
    let called = list.children().next().is_none();
    let mutable = has(&node, MUTABLE_KW);
    let known = plain && called && !mutable && parent.class.is_none() && !l.generic;
    if !known || !s.settings.extended_lambda || !l.space.is_device_only() {
        return true;
    }
    let number = match crossing(w, l.space, false, caller.space, c) {
        Some(number) => number,
        None => return true,
    };
    // Lambdas of one signature are told apart by their order.
    let instance = |around: &SyntaxNode, inner: &SyntaxNode| {
        around
            .descendants()
            .filter(|n| {
                n.kind() == LAMBDA_EXPRESSION
                    && child(n, PARAMETER_CLAUSE).is_none_or(|p| p.children().next().is_none())
            })
            .filter(|n| {
                n.ancestors()
                    .skip(1)
                    .find(|a| matches!(a.kind(), FUNCTION_DEFINITION | LAMBDA_EXPRESSION))
                    .as_ref()
                    == Some(around)
            })
            .position(|n| n == *inner)
            .map_or(1, |i| i + 1)
    };
    let mut path = crate::redeclared::qualified(s, &parent.name);
    if parent.name != "main" {
        path.push_str("()");
    }
    let mut inner = node.clone();
    let mut segments = Vec::new();
    let mut outer = around;
    while let Some(a) = outer {
        segments.push(format!(
            "::[lambda() (instance {})]::operator ()() const",
            instance(&a, &inner)
        ));
        if a.kind() == FUNCTION_DEFINITION || segments.len() > DEPTH as usize {
            break;
        }
        inner = a.clone();
        outer = a
            .ancestors()
            .skip(1)
            .find(|n| matches!(n.kind(), FUNCTION_DEFINITION | LAMBDA_EXPRESSION));
    }
    for segment in segments.iter().rev() {
        path.push_str(segment);
    }
    let at = s.tokens(list).start;
    for _ in 0..2 {
        w.out.push(
            Finding::new(number, at)
                .name(path.clone())
                .name(caller.name.clone()),
        );
    }
    if child(&node, TRAILING_RETURN_TYPE).is_none() {
        w.out.push(
            Finding::new(3623, at)
                .name("operator()")
                .text("outside the bodies of device functions"),
        );
    }
    true
}
