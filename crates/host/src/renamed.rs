//! Members that are called as the type they are declared with: `using Holder = Holder<T>;`, `static Layout Layout();`, `Color Color;`.
//! NVIDIA's front end takes that, while for g++ the name changes its meaning within the class ([basic.scope.class]/2). The type
//! is qualified (reference: host-text, Names that change their meaning).
//!
//! Plain functions over one item's declarations, but for the namespace that declares the type: see [`alias`].

use cleave_base_db::{Db, SourceFile};
use cleave_names::decl::{Decl, DeclKind, Spec, Tokens};
use cleave_names::{ItemNode, Word, declarations, item_id_of_node};
use cleave_syntax::SyntaxKind::{
    ARROW, CLASS_KW, COLON2, DOT, ENUM_KW, EQ, IDENT, STRUCT_KW, UNION_KW, USING_KW,
};
use cleave_syntax::skeleton::ItemKind;
use cleave_typing::inherits_type;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::alias;
use crate::edit::Edit;
use crate::source::Source;

/// Qualifies the names of types that members take over.
pub(crate) fn edits<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    source: &Source<'_>,
    out: &mut Vec<Edit>,
) {
    let decls = declarations(db, item);
    let mut seen = FxHashSet::default();
    let mut qualify = |at: u32, class: Option<u32>| {
        if let Some(qualifier) = qualifier(db, file, item, decls, class, source.word(at))
            && seen.insert(at)
        {
            out.push(Edit::insert(at as usize, qualifier));
        }
    };
    for (at, class) in aliases(source, decls) {
        qualify(at, class);
    }
    for (at, class) in members(source, decls) {
        qualify(at, Some(class));
    }
}

/// Where aliases stand for a type of their own name, each with the class that they are in.
fn aliases(source: &Source<'_>, decls: &[Decl]) -> Vec<(u32, Option<u32>)> {
    let mut out = Vec::new();
    for i in 0..source.lexed.len() as u32 {
        let is = source.kind(i) == USING_KW
            && source.kind(i + 1) == IDENT
            && source.kind(i + 2) == EQ
            && source.kind(i + 3) == IDENT
            && source.word(i + 1) == source.word(i + 3);
        if is {
            let own = decls
                .iter()
                .find(|d| d.kind == DeclKind::Type && d.tokens.contains(i));
            out.push((i + 3, own.and_then(|d| d.parent)));
        }
    }
    out
}

/// Where the declarations of a class's members name a type as a function or variable of the same class is called, up to the
/// declaration of that one: bodies and initializers mean the member.
fn members(source: &Source<'_>, decls: &[Decl]) -> Vec<(u32, u32)> {
    let is_member =
        |d: &&Decl| d.qualifier.is_empty() && !d.name.is_empty() && !d.spec.any(Spec::FRIEND);
    let mut last: FxHashMap<(u32, &str), Option<u32>> = FxHashMap::default();
    for decl in decls.iter().filter(is_member) {
        // A class's own name is that of its constructors.
        let Some(class) = decl.parent.filter(|&p| decls[p as usize].name != decl.name) else {
            continue;
        };
        let known = last.entry((class, &decl.name)).or_insert(Some(0));
        *known = match decl.kind {
            DeclKind::Function | DeclKind::Variable => known.map(|k| k.max(decl.declarator.start)),
            // A type of the class itself: its own uses are right as they are.
            _ => None,
        };
    }
    let mut out = Vec::new();
    for decl in decls {
        let Some(class) = decl.parent else { continue };
        let params = decl.function.iter().flat_map(|f| f.params.iter());
        let parts: Vec<Tokens> = std::iter::once(decl.specifiers)
            .chain(params.map(|p| p.specifiers))
            .collect();
        for i in parts.into_iter().flat_map(|p| p.start..p.end) {
            let is_free = source.kind(i) == IDENT
                && !(i > 0
                    && matches!(
                        source.kind(i - 1),
                        COLON2 | DOT | ARROW | STRUCT_KW | CLASS_KW | UNION_KW | ENUM_KW
                    ));
            if is_free
                && let Some(Some(end)) = last.get(&(class, source.word(i)))
                && i < *end
            {
                out.push((i, class));
            }
        }
    }
    out
}

/// What to put before `name`, seen from a class of the item or from its namespace, so that it means what it meant before the
/// class declared it anew.
fn qualifier<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    decls: &[Decl],
    class: Option<u32>,
    name: &str,
) -> Option<String> {
    let mut at = class;
    while let Some(inner) = at {
        let class = &decls[inner as usize];
        let mut params = class.heads.iter().flat_map(|h| h.params.iter());
        if !class.qualifier.is_empty() || params.any(|p| p.name.as_deref() == Some(name)) {
            return None;
        }
        // Looked up in the class itself, the name is not the member's before that one is declared.
        let named = class.name_tokens.start;
        if !class.bases.is_empty()
            && !class.name.is_empty()
            && inherits_type(db, item_id_of_node(db, item), named, Word::new(db, name))
        {
            return Some(format!("{}::", class.name));
        }
        at = class.parent;
        let declares = |d: &Decl| {
            d.parent == at
                && d.name == name
                && matches!(d.kind, DeclKind::Class | DeclKind::Enum | DeclKind::Type)
        };
        if let Some(outer) = at
            && decls.iter().any(declares)
        {
            let outer = &decls[outer as usize].name;
            return (!outer.is_empty()).then(|| format!("{outer}::"));
        }
    }
    // An alias of a namespace is not what it stands for itself.
    let from = match item.kind(db) {
        ItemKind::Alias => item.scope(db).parent(db),
        _ => Some(item.scope(db)),
    };
    alias::namespace_of(db, file, from?, name)
}
