//! Access to private and protected members from outside of their class ([class.access]), where the class is certain.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_names::decl::{Decl, DeclKind, Spec};
use cleave_names::{ItemNode, declarations, lexed};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::context::Context;
use crate::engine::finding::Arg;
use crate::engine::source::Source;
use crate::engine::walk::Walk;
use crate::tokens::index::Entry;
use crate::tokens::members::{class_of, object, only_class, plain_member, pointee};

/// `o.m` and `p->m`
pub(crate) fn member(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    let (Some(base), Some(name)) = (node.children().next(), plain_member(node)) else {
        return;
    };
    let Some(ty) = object(w, base, c, 0) else {
        return;
    };
    let ty = if node.has(ARROW) {
        pointee(ty)
    } else {
        Some(ty)
    };
    if let Some(class) = ty.as_ref().and_then(class_of) {
        let at = w.s.tokens(node).end - 1;
        refuse(w, class, &name, at, c);
    }
}

/// `C::m`
pub(crate) fn qualified(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    let s = w.s;
    let t = s.tokens(node);
    let path = t.end == t.start + 3
        && s.kind(t.start) == IDENT
        && s.kind(t.start + 1) == COLON2
        && s.kind(t.start + 2) == IDENT;
    let name = s.word(t.start);
    if !path || w.declared.contains(name) {
        return;
    }
    if let Some(class) = only_class(s, name) {
        refuse(w, class, s.word(t.start + 2), t.start + 2, c);
    }
}

/// Says that a member is not accessible, if that is certain.
fn refuse<'db>(w: &mut Walk<'_, 'db>, class: &Entry<'db>, name: &str, at: u32, c: &Context<'_>) {
    let s = w.s;
    // What a template asks for is looked at where it is instantiated.
    let within = c.dependent || c.derived || c.parent.as_ref().is_none_or(|p| p.local);
    if within || class.template || class.specialization || class.class.is_some() {
        return;
    }
    if c.inside(&class.name)
        || c.parent.as_ref().and_then(|p| p.class.as_ref()) == Some(&class.name)
    {
        return;
    }
    let hidden = hidden(s.db, class.item);
    let decls = declarations(s.db, class.item);
    let mut mine = decls
        .iter()
        .enumerate()
        .filter(|(_, d)| d.parent == Some(class.decl) && d.name == name);
    let (Some((index, decl)), None) = (mine.next(), mine.next()) else {
        return;
    };
    if hidden.members.binary_search(&(index as u32)).is_err() {
        return;
    }
    let friends = hidden.friends.iter().filter(|f| f.0 == class.decl);
    let mut friends = friends.map(|f| f.1.as_str());
    let asking = |word: &str| {
        let parent = c.parent.as_ref();
        parent.is_some_and(|p| {
            p.name == word
                || word == "operator" && p.name.starts_with(word)
                || p.class.as_deref() == Some(word)
        }) || c.inside(word)
    };
    if friends.any(asking) {
        return;
    }
    let kind = match decl.kind {
        DeclKind::Variable => "member",
        DeclKind::Function if decl.heads.is_empty() => "function",
        _ => return,
    };
    let theirs = Source::new(s.db, s.file, class.item, s.settings);
    let full =
        crate::cuda::spaces::redeclared::qualified(&theirs, &format!("{}::{name}", class.name));
    w.out.push(
        Finding::new(codes::INACCESSIBLE_ENTITY, at).arg(Arg::Declared {
            kind,
            name: full,
            item: class.item,
            token: decl.name_tokens.start,
        }),
    );
}

/// What the classes of an item keep to themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
struct Hidden {
    /// The private and protected members, as indices of the item's declarations.
    members: Box<[u32]>,
    /// The classes that have friends, each with every word of their declarations.
    friends: Box<[(u32, String)]>,
}

/// A firewall over the tokens of an item.
#[salsa::tracked(returns(ref))]
fn hidden<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> Hidden {
    let text = item.text(db).as_str();
    let lexed = lexed(db, item);
    let decls = declarations(db, item);
    let (mut out, mut friends) = (Vec::new(), Vec::new());
    for (index, class) in decls.iter().enumerate() {
        if class.kind != DeclKind::Class {
            continue;
        }
        let members: Vec<(u32, &Decl)> = decls
            .iter()
            .enumerate()
            .filter(|(_, d)| d.parent == Some(index as u32) && !d.spec.any(Spec::FRIEND))
            .map(|(i, d)| (i as u32, d))
            .collect();
        let mut closed = lexed.kind(class.declarator.start as usize) == CLASS_KW;
        let mut depth = 0u32;
        let mut next = 0;
        let range = class.declarator.range();
        let mut friend = false;
        for i in range {
            while let Some((n, d)) = members.get(next)
                && d.name_tokens.start as usize <= i
            {
                if closed {
                    out.push(*n);
                }
                next += 1;
            }
            match lexed.kind(i) {
                FRIEND_KW => friend = true,
                SEMICOLON | L_BRACE if friend => friend = false,
                IDENT | OPERATOR_KW if friend => {
                    friends.push((index as u32, lexed.text(text, i).to_owned()))
                }
                _ => {}
            }
            match lexed.kind(i) {
                L_BRACE | L_PAREN | L_BRACK => depth += 1,
                R_BRACE | R_PAREN | R_BRACK => depth = depth.saturating_sub(1),
                PUBLIC_KW if depth == 1 => closed = false,
                PRIVATE_KW | PROTECTED_KW if depth == 1 => closed = true,
                _ => {}
            }
        }
    }
    out.sort_unstable();
    friends.dedup();
    Hidden {
        members: out.into(),
        friends: friends.into(),
    }
}
