//! Variables and members that must be initialized and are not: const objects and references ([dcl.init]/7, [class.base.init]/9).

use cleave_codes::{Code, codes};
use cleave_names::decl::{Body, Decl, DeclKind, Shape, Spec, Special, Tokens};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;
use cleave_syntax::skeleton::Flags;

use crate::Finding;
use crate::cuda::memory::locals::{innermost, named};
use crate::cuda::spaces::callee::param;
use crate::cuda::spaces::redeclared::qualified;
use crate::engine::context::Context;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};
use crate::engine::walk::Walk;
use crate::tokens::index::{last_name, only_mine};
use crate::tokens::types;
use crate::tokens::types::{Base, Type};

/// Which initializer an object of a type certainly needs.
fn needed(ty: &Type<'_>) -> Option<Code> {
    if ty.is_reference() {
        return Some(codes::MISSING_INITIALIZER_ON_REFERENCE);
    }
    let object = ty.shape.iter().find(|p| !matches!(p, Shape::Array { .. }));
    let scalar = match object {
        None => matches!(ty.base, Base::Fundamental(_) | Base::Enum),
        Some(Shape::Pointer) => true,
        Some(_) => false,
    };
    (scalar && ty.constant).then_some(codes::MISSING_INITIALIZER_ON_CONST)
}

/// The variables and the constructors that an item declares.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    for decl in s.decls {
        match decl.kind {
            DeclKind::Variable => variable(s, decl, out),
            DeclKind::Function => constructor(s, decl, out),
            _ => {}
        }
    }
}

fn variable<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let linkage = decl.linkage_c || s.item.flags(s.db).has(Flags::EXTERN_C);
    let plain = decl.parent.is_none()
        && decl.qualifier.is_empty()
        && decl.heads.is_empty()
        && !decl.instantiation
        && !decl.name.is_empty();
    let declared = decl.spec.any(Spec::EXTERN) || s.kind(decl.tokens.start) == EXTERN_KW;
    if !plain || declared || linkage || !decl.initializer.is_empty() {
        return;
    }
    // The place is what ends the declarator.
    let at = decl.declarator.end;
    if !matches!(s.kind(at), COMMA | SEMICOLON) {
        return;
    }
    let entity = || Arg::Entity {
        kind: "variable",
        name: qualified(s, &decl.name),
    };
    let ty = types::declared(s, decl);
    if decl.spec.any(Spec::CONSTEXPR) {
        if needed(&ty).is_some() {
            out.push(Finding::new(codes::CONSTEXPR_WITHOUT_INITIALIZER, at));
        }
    } else if let Some(code) = needed(&ty) {
        out.push(Finding::new(code, at).arg(entity()));
    }
}

/// The variables that a declaration in a body declares.
pub(crate) fn locals(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    let s = w.s;
    let Some(seq) = node.child(DECL_SPECIFIER_SEQ) else {
        return;
    };
    if c.dependent || seq.has(EXTERN_KW) || seq.has(TYPEDEF_KW) || seq.has(AUTO_KW) {
        return;
    }
    for init in node.children().filter(|n| n.kind() == INIT_DECLARATOR) {
        let bare = init.children().all(|n| n.kind() == DECLARATOR);
        let Some(declarator) = innermost(init).filter(|_| bare) else {
            continue;
        };
        let nested = init.child(DECLARATOR) != Some(declarator);
        let Some((name, ty)) = named(s, seq, declarator).filter(|_| !nested) else {
            continue;
        };
        let at = s.tokens(init).end;
        if !matches!(s.kind(at), COMMA | SEMICOLON) {
            continue;
        }
        let Some(code) = needed(&ty) else { continue };
        if seq.has(CONSTEXPR_KW) {
            w.out
                .push(Finding::new(codes::CONSTEXPR_WITHOUT_INITIALIZER, at));
        } else {
            w.out.push(Finding::new(code, at).arg(Arg::Entity {
                kind: "variable",
                name: s.word(name).to_owned(),
            }));
        }
    }
}

/// A constructor's definition, against the members of its class.
fn constructor<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let Some(f) = &decl.function else { return };
    let Body::Block(body) = f.body else { return };
    if f.special != Special::Constructor || !decl.heads.is_empty() {
        return;
    }
    let class = match decl.parent {
        Some(class) => Some((s.item, class)),
        None => last_name(s, decl.qualifier).and_then(|name| {
            let mut found = only_mine(s.db, s.file, name)
                .iter()
                .filter(|e| e.kind == DeclKind::Class);
            let only = found.next().filter(|e| {
                e.class.is_none()
                    && !e.template
                    && !e.specialization
                    && e.scope == s.item.scope(s.db)
            })?;
            found.next().is_none().then_some((only.item, only.decl))
        }),
    };
    let Some((item, class)) = class else { return };
    let theirs = Source::new(s.db, s.file, item, s.settings);
    let mut at = Some(class);
    while let Some(d) = at.and_then(|i| theirs.decls.get(i as usize)) {
        if !d.heads.is_empty() || !d.arguments.is_empty() || d.name.is_empty() {
            return;
        }
        at = d.parent;
    }
    let Some(of) = theirs.decls.get(class as usize) else {
        return;
    };
    if theirs.kind(of.declarator.start) == UNION_KW {
        return;
    }
    let Some(given) = initialized(s, f.ctor_initializer) else {
        return;
    };
    let gives = |name: &str| given.iter().any(|&(_, g)| g == name);
    if gives(&of.name) {
        return;
    }
    out_of_order(&theirs, class, &given, out);
    let missing = theirs.decls.iter().any(|d| {
        d.parent == Some(class)
            && d.kind == DeclKind::Variable
            && d.qualifier.is_empty()
            && !d.name.is_empty()
            && !d.spec.any(Spec::STATIC.with(Spec::FRIEND))
            && d.initializer.is_empty()
            && !gives(&d.name)
            && needed(&types::declared(&theirs, d)).is_some()
    });
    if !missing {
        return;
    }
    if let Some(name) = shown(s, decl, &theirs, class) {
        out.push(Finding::new(codes::CONSTRUCTOR_INITIALIZER_MISSING, body.start).arg(name));
    }
}

/// The first member initializer of a constructor that stands behind the one of a later member: members are initialized in
/// the order of their declarations ([class.base.init]/13).
fn out_of_order<'db>(theirs: &Source<'db>, class: u32, given: &[(u32, &str)], out: &mut Sink<'db>) {
    let member = |name: &str| {
        theirs.decls.iter().position(|d| {
            d.parent == Some(class)
                && d.kind == DeclKind::Variable
                && d.name == name
                && !d.spec.any(Spec::STATIC.with(Spec::FRIEND))
        })
    };
    let turned = given.windows(2).find_map(|pair| {
        let [(_, before), (at, name)] = pair else {
            return None;
        };
        (member(name)? < member(before)?).then_some((*at, *name, *before))
    });
    let Some((at, first, then)) = turned else {
        return;
    };
    let named = |name: &str| Arg::Entity {
        kind: "member",
        name: format!("{}::{name}", class_name(theirs, class)),
    };
    out.push(
        Finding::new(codes::OUT_OF_ORDER_CTOR_INIT, at)
            .arg(named(first))
            .arg(named(then)),
    );
}

/// The name of a class with the classes and namespaces around it.
fn class_name(theirs: &Source<'_>, class: u32) -> String {
    let mut path = Vec::new();
    let mut at = Some(class);
    while let Some(d) = at.and_then(|i| theirs.decls.get(i as usize)) {
        path.push(d.name.as_str());
        at = d.parent;
    }
    path.reverse();
    qualified(theirs, &path.join("::"))
}

/// The names that a constructor's member initializers initialize, and where they stand.
fn initialized<'s>(s: &Source<'s>, t: Tokens) -> Option<Vec<(u32, &'s str)>> {
    let mut out = Vec::new();
    let mut i = t.start + 1;
    while i < t.end {
        match s.kind(i) {
            L_PAREN | L_BRACE => i = crate::cuda::kernels::form::group_end(s, i, t.end),
            IDENT if matches!(s.kind(i + 1), L_PAREN | L_BRACE) => {
                out.push((i, s.word(i)));
                i += 1;
            }
            COMMA | COLON2 | IDENT => i += 1,
            _ => return None,
        }
    }
    Some(out)
}

/// The constructor as messages name it, where its parameters are of fundamental types.
fn shown<'db>(s: &Source<'db>, decl: &Decl, theirs: &Source<'db>, class: u32) -> Option<Arg<'db>> {
    let f = decl.function.as_ref()?;
    let place = types::Place::of(s, decl);
    let plain = f.params.iter().all(|p| {
        matches!(
            types::read(s, p.specifiers, &place, 0).base,
            Base::Fundamental(_)
        )
    });
    if !plain {
        return None;
    }
    let params: Vec<String> = f.params.iter().map(|p| param(s, decl, p)).collect();
    let own = &theirs.decls.get(class as usize)?.name;
    let name = class_name(theirs, class);
    Some(Arg::Entity {
        kind: "",
        name: format!("{name}::{own}({})", params.join(", ")),
    })
}
