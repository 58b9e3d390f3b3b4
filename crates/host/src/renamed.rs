//! Members that are called as the type they are declared with: `using Holder = Holder<T>;`, `static Layout Layout();`, `Color Color;`.
//! NVIDIA's front end takes that, while for g++ the name changes its meaning within the class ([basic.scope.class]/2). The type
//! is qualified (reference: host-text, Names that change their meaning).
//!
//! Plain functions over one item's declarations, but for the namespace that declares the type: see [`alias`].

use std::cell::OnceCell;

use cleave_base_db::{Db, SourceFile};
use cleave_names::decl::{Decl, DeclKind, Spec, Special, Tokens};
use cleave_names::{ItemNode, Word, declarations, item_id_of_node};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::skeleton::ItemKind;
use cleave_syntax::{SyntaxKind, is_builtin_type};
use cleave_typing::{Around, inherits_type, type_around};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::alias;
use crate::edit::Edit;
use crate::source::Source;

/// Qualifies the names of types that members take over. Whether something else than the item was asked for it.
pub(crate) fn edits<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    source: &Source<'_>,
    out: &mut Vec<Edit>,
) -> bool {
    let decls = declarations(db, item);
    let mut seen = FxHashSet::default();
    let mut asked = false;
    let mut qualify = |at: u32, class: Option<u32>| {
        asked = true;
        if let Some(qualifier) = qualifier(db, file, item, source, decls, class, source.word(at))
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
    asked
}

/// Where aliases stand for a type of their own name, each with the class that they are in.
fn aliases(source: &Source<'_>, decls: &[Decl]) -> Vec<(u32, Option<u32>)> {
    let mut out = Vec::new();
    for i in positions(source, |kind| kind == USING_KW) {
        let is = source.kind(i + 1) == IDENT
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

/// The tokens of some kinds.
fn positions(
    source: &Source<'_>,
    wanted: impl Fn(SyntaxKind) -> bool,
) -> impl Iterator<Item = u32> {
    let kinds = (0..).zip(source.lexed.kinds());
    kinds.filter_map(move |(i, kind)| wanted(*kind).then_some(i))
}

/// The names that members of classes take over, each with the token up to which it means what it means around the class.
type Taken<'t> = FxHashMap<(u32, &'t str), u32>;

/// Where the declarations of a class's members name a type as a member of the same class is called, up to the declaration of that
/// one: bodies and initializers mean the member.
fn members(source: &Source<'_>, decls: &[Decl]) -> Vec<(u32, u32)> {
    let taken = taken_names(source, decls);
    let mut classes: Vec<u32> = taken.keys().map(|k| k.0).collect();
    classes.sort_unstable();
    classes.dedup();
    let mut out = Vec::new();
    for class in classes {
        let Some(body) = braces(source, &decls[class as usize]) else {
            continue;
        };
        let mut elsewhere = elsewhere(source, decls, class);
        elsewhere.sort_unstable_by_key(|t| t.start);
        let mut elsewhere = elsewhere.into_iter().peekable();
        let own: Vec<&Decl> = decls.iter().filter(|d| d.parent == Some(class)).collect();
        let types = starts_of_types(&own);
        let mut at = body.start;
        while at < body.end {
            while let Some(skipped) = elsewhere.next_if(|t| t.start <= at) {
                at = at.max(skipped.end);
            }
            if source.kind(at) == IDENT
                && let Some(&end) = taken.get(&(class, source.word(at)))
                && at < end
                && (types.contains(&at) || is_use(source, at))
                && !own.iter().any(|d| hides(d, at, source.word(at)))
            {
                out.push((at, class));
            }
            at += 1;
        }
    }
    out
}

/// The names that members of each class declare. A class's own name is that of its constructors.
fn taken_names<'t>(source: &Source<'t>, decls: &'t [Decl]) -> Taken<'t> {
    let mut out = Taken::default();
    let tags = OnceCell::new();
    let is_member =
        |d: &&Decl| d.qualifier.is_empty() && !d.name.is_empty() && !d.spec.any(Spec::FRIEND);
    for decl in decls.iter().filter(is_member) {
        let Some(class) = decl.parent.filter(|&p| decls[p as usize].name != decl.name) else {
            continue;
        };
        let end = match decl.kind {
            DeclKind::Function | DeclKind::Variable => decl.declarator.start,
            DeclKind::Type if is_alias(source, decl) => decl.tokens.end,
            DeclKind::Type => decl.declarator.start,
            // It may be declared before: `struct A; A *f(); struct A {};`.
            DeclKind::Class | DeclKind::Enum => {
                let tags = tags.get_or_init(|| Tags::new(source));
                tags.first_in(&decls[class as usize], &decl.name)
            }
        };
        let overloads = decl.kind == DeclKind::Function;
        let known = out.entry((class, &decl.name)).or_insert(end);
        *known = if overloads {
            end.max(*known)
        } else {
            end.min(*known)
        };
    }
    for decl in decls.iter().filter(|d| d.kind == DeclKind::Enum) {
        let is_scoped = |i: u32| matches!(source.kind(i), CLASS_KW | STRUCT_KW);
        if let Some(class) = decl.parent
            && !(decl.specifiers.start..decl.specifiers.end).any(is_scoped)
        {
            for at in enumerators(source, decl) {
                out.entry((class, source.word(at))).or_insert(at);
            }
        }
    }
    out
}

/// Whether a type is declared by `using`: its own name is declared at the end.
fn is_alias(source: &Source<'_>, decl: &Decl) -> bool {
    (decl.tokens.start..decl.name_tokens.start).any(|i| source.kind(i) == USING_KW)
}

/// The names behind `struct` and the like in an item, each with where they stand, in order.
struct Tags<'t>(FxHashMap<&'t str, Vec<u32>>);

impl<'t> Tags<'t> {
    fn new(source: &Source<'t>) -> Tags<'t> {
        let mut out = FxHashMap::<&'t str, Vec<u32>>::default();
        let keys = |kind| matches!(kind, STRUCT_KW | CLASS_KW | UNION_KW | ENUM_KW);
        for at in positions(source, keys).map(|key| key + 1) {
            if source.kind(at) == IDENT {
                out.entry(source.word(at)).or_default().push(at);
            }
        }
        Tags(out)
    }

    /// Where a class first says `struct name` or the like in its body.
    fn first_in(&self, class: &Decl, name: &str) -> u32 {
        let all = self.0.get(name).map_or(&[][..], |all| all);
        let first = all.partition_point(|&at| at < class.name_tokens.end);
        let at = all.get(first).filter(|&&at| at < class.tokens.end);
        at.copied().unwrap_or(0)
    }
}

/// The tokens of a class or enumeration in braces, with them.
fn braces(source: &Source<'_>, decl: &Decl) -> Option<Tokens> {
    let heads = decl
        .heads
        .last()
        .map_or(decl.tokens.start, |h| h.tokens.end);
    let start =
        (heads.max(decl.name_tokens.end)..decl.tokens.end).find(|&i| source.kind(i) == L_BRACE)?;
    Some(Tokens {
        start,
        end: source.group_end(start),
    })
}

/// The names of an enumeration's enumerators.
fn enumerators(source: &Source<'_>, decl: &Decl) -> Vec<u32> {
    let Some(body) = braces(source, decl) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    let mut at = body.start + 1;
    while at < body.end {
        if source.kind(at) == IDENT && matches!(source.kind(at - 1), L_BRACE | COMMA) {
            out.push(at);
        }
        at = match source.kind(at) {
            L_PAREN | L_BRACE | L_BRACK => source.group_end(at),
            _ => at + 1,
        };
    }
    out
}

/// What of a class's body is read where all its members are known ([class.mem]), or is a name that is declared.
fn elsewhere(source: &Source<'_>, decls: &[Decl], class: u32) -> Vec<Tokens> {
    let one = |at: u32| Tokens {
        start: at,
        end: at + 1,
    };
    let mut out = Vec::new();
    for decl in decls.iter().filter(|d| d.parent == Some(class)) {
        if (decl.function.as_ref()).is_none_or(|f| f.special != Special::Conversion) {
            out.push(decl.name_tokens);
        }
        let heads = decl.heads.iter().flat_map(|h| h.params.iter());
        out.extend(heads.filter(|p| p.name.is_some()).map(|p| one(p.name_at)));
        match decl.kind {
            DeclKind::Class => out.extend(braces(source, decl)),
            DeclKind::Enum => out.extend(enumerators(source, decl).into_iter().map(one)),
            DeclKind::Variable if !decl.spec.any(Spec::STATIC) => out.push(decl.initializer),
            _ => {}
        }
        if let Some(f) = &decl.function {
            out.extend([f.ctor_initializer, f.exception]);
            out.extend(f.body.tokens());
            for p in &f.params {
                out.push(p.default);
                out.extend(p.name.is_some().then(|| one(p.name_at)));
            }
        }
    }
    out.retain(|t| !t.is_empty());
    out
}

/// Where types begin after what looks like the end of another one, or like the access to a member: behind template heads, and behind
/// the arrows of trailing return types.
fn starts_of_types(members: &[&Decl]) -> FxHashSet<u32> {
    let heads = members.iter().flat_map(|d| d.heads.iter());
    let trailing = members.iter().filter_map(|d| d.function.as_ref());
    heads
        .map(|h| h.tokens.end)
        .chain(trailing.map(|f| f.trailing.start + 1))
        .collect()
}

/// Whether a template parameter of a member has the name that stands at `at`.
fn hides(member: &Decl, at: u32, name: &str) -> bool {
    let mut params = member.heads.iter().flat_map(|h| h.params.iter());
    member.tokens.contains(at) && params.any(|p| p.name.as_deref() == Some(name))
}

/// Whether a name is looked up where it stands, and neither qualified nor declared there.
fn is_use(source: &Source<'_>, at: u32) -> bool {
    let before = source.kind(at - 1);
    let declared = matches!(before, IDENT | GT)
        || is_builtin_type(before)
        || matches!(before, STAR | AMP | AMP2) && source.kind(at + 1) == R_PAREN;
    let qualified = matches!(
        before,
        COLON2 | DOT | ARROW | STRUCT_KW | CLASS_KW | UNION_KW | ENUM_KW
    );
    !declared && !qualified
}

/// What to put before `name`, seen from a class of the item or from its namespace, so that it means what it meant before the
/// class declared it anew.
fn qualifier<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    source: &Source<'_>,
    decls: &[Decl],
    class: Option<u32>,
    name: &str,
) -> Option<String> {
    let mut at = class;
    while let Some(inner) = at {
        let class = &decls[inner as usize];
        let mut params = class.heads.iter().flat_map(|h| h.params.iter());
        if params.any(|p| p.name.as_deref() == Some(name)) {
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
        if !class.qualifier.is_empty() {
            return around(db, file, item, source, class, name);
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

/// The same for a class that is defined under a qualified name: `struct S<T>::In {…}`.
fn around<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    source: &Source<'_>,
    class: &Decl,
    name: &str,
) -> Option<String> {
    let named = class.name_tokens.start;
    match type_around(db, item_id_of_node(db, item), named, Word::new(db, name))? {
        Around::Namespace(scope) => alias::namespace_of(db, file, scope, name),
        Around::Class(behind) => {
            let qualifier = source.render(Tokens {
                end: nth_name_from_end(source, class.qualifier, behind)?,
                ..class.qualifier
            });
            let dependent = if class.is_template() { "typename " } else { "" };
            Some(format!("{dependent}{qualifier}"))
        }
    }
}

/// Where a nested-name-specifier ends without its last `behind` names.
fn nth_name_from_end(source: &Source<'_>, qualifier: Tokens, behind: u32) -> Option<u32> {
    let mut depth = 0u32;
    let mut left = behind;
    for at in (qualifier.start..qualifier.end).rev() {
        match source.kind(at) {
            GT => depth += 1,
            LT => depth = depth.saturating_sub(1),
            COLON2 if depth == 0 && left == 0 => return Some(at + 1),
            COLON2 if depth == 0 => left -= 1,
            _ => {}
        }
    }
    None
}
