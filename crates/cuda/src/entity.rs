//! Which declarations declare the same entity, as far as tokens tell: the path of its scopes, its name, and the types of its
//! parameters as written.

use std::hash::Hasher;

use cleave_base_db::Db;
use cleave_names::ItemNode;
use cleave_names::decl::{Decl, Function, Shape, Tokens};
use cleave_syntax::SyntaxKind;
use cleave_syntax::lexer::Lexed;
use rustc_hash::FxHasher;

/// A function's identity over its redeclarations.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, salsa::SalsaValue)]
pub struct EntityPath {
    /// Namespaces and classes from the outside in, then the name, joined by `::`. Inline namespaces and template arguments
    /// are left out; an unnamed namespace is an empty segment.
    pub path: String,
    /// A hash of the parameters' types as written, of the function's cv-qualifier and of whether it is a template.
    pub signature: u64,
    /// For explicit specialisations and for members of specialised classes, a hash of the template arguments that tell them
    /// from others; 0 for everything else.
    pub specialized: u64,
}

/// The identity of declaration `index` of an item; `None` for what is no function.
pub fn entity_path(
    db: &dyn Db,
    item: ItemNode<'_>,
    decls: &[Decl],
    index: usize,
    lexed: &Lexed,
) -> Option<EntityPath> {
    let decl = &decls[index];
    let function = decl.function.as_ref()?;
    let text = item.text(db).as_str();
    let mut path = String::new();
    let friend = decl.spec.any(cleave_names::decl::Spec::FRIEND);
    for scope in item.scope(db).path(db) {
        if !scope.inline(db) {
            segment(&mut path, scope.name(db));
        }
    }
    let mut classes = Vec::new();
    // A friend belongs to the namespace around the class.
    let mut parent = if friend { None } else { decl.parent };
    while let Some(p) = parent {
        classes.push(&decls[p as usize]);
        parent = decls[p as usize].parent;
    }
    for class in classes.iter().rev() {
        qualifier(&mut path, text, lexed, class.qualifier);
        segment(&mut path, &class.name);
    }
    qualifier(&mut path, text, lexed, decl.qualifier);
    segment(&mut path, &decl.name);
    Some(EntityPath {
        path,
        signature: signature(text, lexed, decl, function),
        specialized: match decl.is_specialization() {
            true => specialized(text, lexed, decl),
            false => specialized_class(text, lexed, decl, &classes),
        },
    })
}

/// The template arguments of the specialised classes that a member belongs to. A class template's own parameters, as the
/// definition of a member outside of it repeats them, specialise nothing.
fn specialized_class(text: &str, lexed: &Lexed, decl: &Decl, classes: &[&Decl]) -> u64 {
    let mut h = FxHasher::default();
    let mut some = false;
    let mut add = |words: &[&str]| {
        some = true;
        for word in words {
            h.write(word.as_bytes());
            h.write_u8(0);
        }
    };
    for class in classes.iter().rev().filter(|c| !c.arguments.is_empty()) {
        let inner = class.arguments.start as usize + 1..class.arguments.end as usize - 1;
        add(&inner.map(|i| lexed.text(text, i)).collect::<Vec<_>>());
    }
    let mut heads = decl.heads.iter();
    let mut depth = 0u32;
    let mut words = Vec::new();
    for i in decl.qualifier.range() {
        match lexed.kind(i) {
            SyntaxKind::LT if depth == 0 => depth = 1,
            SyntaxKind::GT if depth == 1 => {
                depth = 0;
                let own = heads.next().map(|head| {
                    let names = head.params.iter().flat_map(|p| {
                        let dots = p.pack.then_some("...");
                        [Some(","), p.name.as_deref(), dots]
                    });
                    names.flatten().skip(1).collect::<Vec<_>>()
                });
                if own.as_ref() != Some(&words) {
                    add(&words);
                }
                words.clear();
            }
            kind if depth > 0 => {
                match kind {
                    SyntaxKind::LT => depth += 1,
                    SyntaxKind::GT => depth -= 1,
                    _ => {}
                }
                words.push(lexed.text(text, i));
            }
            _ => {}
        }
    }
    if some { h.finish() | 1 } else { 0 }
}

/// The template arguments of an explicit specialisation. Where the name has none, they are deduced, and the return type tells
/// those apart that the parameters do not.
fn specialized(text: &str, lexed: &Lexed, decl: &Decl) -> u64 {
    let mut h = FxHasher::default();
    let mut depth = 0u32;
    for i in decl.qualifier.range().chain(decl.arguments.range()) {
        match lexed.kind(i) {
            SyntaxKind::LT => depth += 1,
            SyntaxKind::GT => depth = depth.saturating_sub(1),
            _ if depth > 0 => h.write(lexed.text(text, i).as_bytes()),
            _ => continue,
        }
        h.write_u8(0);
    }
    if decl.arguments.is_empty() {
        let mut i = decl.specifiers.start as usize;
        while i < decl.specifiers.end as usize {
            match lexed.kind(i) {
                SyntaxKind::ATTRIBUTE_KW => i = attribute_end(lexed, i),
                SyntaxKind::STATIC_KW
                | SyntaxKind::EXTERN_KW
                | SyntaxKind::INLINE_KW
                | SyntaxKind::CONSTEXPR_KW
                | SyntaxKind::CONSTEVAL_KW => {}
                _ => h.write(lexed.text(text, i).as_bytes()),
            }
            i += 1;
        }
    }
    h.finish() | 1
}

/// The last token of the `__attribute__((…))` that begins at token `i`.
fn attribute_end(lexed: &Lexed, mut i: usize) -> usize {
    let mut depth = 0u32;
    loop {
        i += 1;
        match lexed.kind(i) {
            SyntaxKind::L_PAREN => depth += 1,
            SyntaxKind::R_PAREN if depth <= 1 => return i,
            SyntaxKind::R_PAREN => depth -= 1,
            SyntaxKind::EOF => return i,
            _ => {}
        }
    }
}

fn segment(path: &mut String, name: &str) {
    path.push_str("::");
    path.push_str(name);
}

/// The identifiers of a nested-name-specifier, template arguments left out. One that begins with `::` starts over.
fn qualifier(path: &mut String, text: &str, lexed: &Lexed, tokens: Tokens) {
    let mut depth = 0u32;
    for i in tokens.range() {
        match lexed.kind(i) {
            SyntaxKind::LT => depth += 1,
            SyntaxKind::GT => depth = depth.saturating_sub(1),
            SyntaxKind::COLON2 if depth == 0 && i == tokens.start as usize => path.clear(),
            SyntaxKind::IDENT if depth == 0 => segment(path, lexed.text(text, i)),
            _ => {}
        }
    }
}

fn signature(text: &str, lexed: &Lexed, decl: &Decl, function: &Function) -> u64 {
    let mut h = FxHasher::default();
    // The heads of the classes in a qualifier are not the function's own.
    let mut depth = 0u32;
    let mut classes = 0;
    for i in decl.qualifier.range() {
        match lexed.kind(i) {
            SyntaxKind::LT => {
                classes += usize::from(depth == 0);
                depth += 1;
            }
            SyntaxKind::GT => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    let own = decl.heads.get(classes..).unwrap_or_default();
    h.write_u8(u8::from(own.iter().any(|head| !head.params.is_empty())));
    h.write_u8(u8::from(function.is_const));
    h.write_u8(u8::from(function.variadic));
    for p in &function.params {
        h.write_u8(b',');
        let by_value = p.shape.is_empty();
        let end = if p.default.is_empty() {
            p.tokens.end
        } else {
            p.default.start
        };
        let mut i = p.tokens.start;
        let mut outermost = matches!(p.shape.first(), Some(Shape::Array { .. }));
        while i < end {
            let at = i;
            i += 1;
            // Attributes are no part of a type, and how an outermost array is bounded is none of a parameter's.
            let array = outermost && lexed.kind(at as usize) == SyntaxKind::L_BRACK;
            let skipped = match lexed.kind(at as usize) {
                SyntaxKind::ATTRIBUTE_KW => Some(i),
                _ if array => Some(at),
                _ => None,
            };
            if let Some(open) = skipped {
                i = group_end(lexed, open, end);
                if array {
                    outermost = false;
                    h.write(b"*");
                    h.write_u8(0);
                }
                continue;
            }
            let i = at;
            if p.name.is_some()
                && (p.name_at..p.name_end).contains(&i)
                && lexed.kind(i as usize) == SyntaxKind::IDENT
            {
                continue;
            }
            let word = lexed.text(text, i as usize);
            // A parameter's own cv-qualifiers are no part of the function's type ([dcl.fct]/5), nor is how an attribute is
            // spelled.
            if by_value && matches!(word, "const" | "volatile") {
                continue;
            }
            h.write(word.as_bytes());
            h.write_u8(0);
        }
    }
    h.finish()
}

/// The token after the bracket that closes the one at `open`, at most `end`.
fn group_end(lexed: &Lexed, open: u32, end: u32) -> u32 {
    let mut depth = 0i32;
    for i in open..end {
        match lexed.kind(i as usize) {
            SyntaxKind::L_PAREN | SyntaxKind::L_BRACK => depth += 1,
            SyntaxKind::R_PAREN | SyntaxKind::R_BRACK => {
                depth -= 1;
                if depth <= 0 {
                    return i + 1;
                }
            }
            _ => {}
        }
    }
    end
}
