//! What a file declares for itself alone and never names again (177; reference: diagnostics, Unused entities): functions and
//! variables with internal linkage [basic.link]. The host pass has remarks for this, which nobody sees; the device pass warns.

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_codes::codes;
use cleave_names::decl::{Body, DeclKind, Shape, Spec, Tokens};
use cleave_names::{ItemNode, ScopePath, item_map, skeleton, user_items};
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::lexer::next_token;
use cleave_syntax::skeleton::Flags;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Finding;
use crate::cuda::spaces::redeclared::qualified;
use crate::device::unused::locals::is_plain_class;
use crate::device::unused::mentions::{Mentions, spelled};
use crate::engine::entities::entity;
use crate::engine::finding::Arg;
use crate::engine::source::Source;
use crate::tokens::index::{Entry, named, only_mine, user_index};
use crate::tokens::types;
use crate::tokens::types::Base;

/// How deep classes may be members of classes.
const DEPTH: u32 = 8;

/// The unreferenced functions and variables of the user's own code, in the order in which the reference reports them: those of
/// the global namespace first, of the others namespace by namespace.
pub fn unreferenced<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    options: HostOptions,
) -> Vec<(ItemNode<'db>, Finding<'db>)> {
    let mut candidates: Vec<&Entry<'db>> = user_index(db, file)
        .iter()
        .filter(|e| is_internal(db, file, options, e))
        .collect();
    candidates.retain(|e| is_told(db, file, e));
    if candidates.is_empty() {
        return Vec::new();
    }
    let names: FxHashSet<&str> = candidates.iter().map(|e| e.name.as_str()).collect();
    let mentioned = mentions(db, file, &names);
    let count = |name: &str| mentioned.get(name).copied();
    let silent =
        |e: &Entry<'db>| is_alone(db, file, e) && count(&e.name) == Some(mine(db, file, e).len());
    // What each mention of a name means decides where it stands for something elsewhere than in its declarations.
    let others: FxHashSet<&'db str> = candidates
        .iter()
        .filter(|e| !silent(e))
        .map(|e| e.name.as_str())
        .collect();
    if !others.is_empty() {
        let idle = |name: &str| is_idle(db, file, name);
        let all = Mentions::of(db, file, others, &idle);
        candidates.retain(|e| {
            if silent(e) {
                return true;
            }
            let met = all.met.get(e.name.as_str()).copied();
            let s = Source::new(db, file, e.item, options.settings(db));
            let own = s.decls.get(e.decl as usize).and_then(|d| entity(&s, d));
            met == count(&e.name) && own.is_some_and(|own| !all.refers(own.decl(db), &e.name))
        });
    }
    let place: FxHashMap<ItemNode<'db>, usize> = user_items(db, file)
        .iter()
        .enumerate()
        .map(|(i, item)| (*item, i))
        .collect();
    let mut scopes: Vec<ScopePath<'db>> = Vec::new();
    for item in user_items(db, file) {
        if !scopes.contains(&item.scope(db)) {
            scopes.push(item.scope(db));
        }
    }
    candidates.sort_by_key(|e| {
        let scope = scopes.iter().position(|s| *s == e.scope);
        (!e.scope.is_global(db), scope, place.get(&e.item), e.decl)
    });
    candidates
        .iter()
        .filter_map(|e| {
            let s = Source::new(db, file, e.item, options.settings(db));
            let decl = s.decls.get(e.decl as usize)?;
            let kind = match e.kind {
                DeclKind::Function => "function",
                _ => "variable",
            };
            let name = match entity(&s, decl) {
                Some(own) => spelled(db, own),
                None => qualified(&s, &decl.name),
            };
            let finding = Finding::new(codes::DECLARED_BUT_NOT_REFERENCED, decl.name_tokens.start)
                .arg(Arg::Entity { kind, name });
            Some((e.item, finding))
        })
        .collect()
}

/// Whether an entry is a function or a variable that no other file can name, and that does nothing by being there.
fn is_internal(db: &dyn Db, file: SourceFile, options: HostOptions, e: &Entry<'_>) -> bool {
    let kind = matches!(e.kind, DeclKind::Function | DeclKind::Variable);
    let plain = e.class.is_none() && !e.qualified && !e.friend;
    if !kind || !plain || e.template || e.specialization || e.attributed {
        return false;
    }
    let s = Source::new(db, file, e.item, options.settings(db));
    let Some(decl) = s.decls.get(e.decl as usize) else {
        return false;
    };
    let unnamed = |scope: &ScopePath<'_>| scope.name(db).is_empty() && !scope.is_global(db);
    let hidden = e.scope.path(db).iter().any(unnamed);
    // `extern` on any declaration of a constant gives it external linkage ([basic.link]/3).
    let again = |o: &&Entry<'_>| o.scope == e.scope && o.class.is_none() || o.qualified;
    let constant = e.kind == DeclKind::Variable
        && named(db, file, &e.name).iter().filter(again).count() == 1
        && !decl.spec.any(Spec::INLINE.with(Spec::EXTERN))
        && types::declared(&s, decl).constant;
    if !(hidden || constant || decl.spec.any(Spec::STATIC)) || decl.spec.any(Spec::EXTERN) {
        return false;
    }
    let linkage = decl.tokens.range().any(|i| s.kind(i as u32) == EXTERN_KW);
    match &decl.function {
        Some(f) => {
            !linkage
                && f.special == cleave_names::decl::Special::None
                && !matches!(f.body, Body::Delete | Body::Default)
        }
        None => {
            let volatile = decl.tokens.range().any(|i| s.kind(i as u32) == VOLATILE_KW);
            !linkage && !volatile && is_plain(&s, decl)
        }
    }
}

/// Whether neither the type nor the initializer of a variable does anything.
fn is_plain<'db>(s: &Source<'db>, decl: &cleave_names::decl::Decl) -> bool {
    if decl.spec.any(Spec::TYPEDEF) {
        return false;
    }
    let closure = (decl.initializer.range())
        .any(|i| s.kind(i as u32) == L_BRACK && !is_subscript(s, i as u32));
    // A constant expression does nothing, whatever it calls.
    if decl.spec.any(Spec::CONSTEXPR) && !closure && !decl.initializer.is_empty() {
        return true;
    }
    if !is_quiet(s, decl.initializer) {
        return false;
    }
    let ty = types::declared(s, decl);
    match ty.shape.iter().find(|p| !matches!(p, Shape::Array { .. })) {
        Some(Shape::Pointer) => true,
        Some(_) => false,
        None => match &ty.base {
            Base::Fundamental(_) | Base::Enum => true,
            Base::Class(class) => is_plain_class(s, class, DEPTH),
            _ => false,
        },
    }
}

/// Whether a `[` stands behind an operand.
fn is_subscript(s: &Source<'_>, at: u32) -> bool {
    at > 0 && matches!(s.kind(at - 1), IDENT | R_PAREN | R_BRACK | GT)
}

/// Whether computing an initializer calls nothing and changes nothing: literals, operators, sizes, and names of what is no class.
fn is_quiet(s: &Source<'_>, t: Tokens) -> bool {
    let mut i = t.start;
    while i < t.end {
        let kind = s.kind(i);
        let next = s.kind(i + 1);
        match kind {
            SIZEOF_KW | ALIGNOF_KW | NOEXCEPT_KW if next == L_PAREN => {
                i = crate::cuda::kernels::form::group_end(s, i + 1, t.end);
                continue;
            }
            IDENT if next != L_PAREN && next != L_BRACE && is_scalar_name(s, i) => {}
            EQ | L_BRACE | R_BRACE | COMMA | PLUS | MINUS | STAR | SLASH | AMP | TILDE => {}
            _ if types::is_arithmetic(kind) || is_literal(kind) => {}
            _ => return false,
        }
        i += 1;
    }
    true
}

/// The name of a variable of an arithmetic type, or of a function: the only thing of this name.
fn is_scalar_name(s: &Source<'_>, at: u32) -> bool {
    let [entry] = only_mine(s.db, s.file, s.word(at)) else {
        return false;
    };
    if entry.class.is_some() || entry.template || at > 0 && s.kind(at - 1) == COLON2 {
        return false;
    }
    if entry.kind == DeclKind::Function {
        return true;
    }
    let theirs = Source::new(s.db, s.file, entry.item, s.settings);
    theirs.decls.get(entry.decl as usize).is_some_and(|d| {
        let ty = types::declared(&theirs, d);
        entry.kind == DeclKind::Variable && ty.shape.is_empty() && ty.fundamental().is_some()
    })
}

fn is_literal(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        INT_LITERAL
            | FLOAT_LITERAL
            | CHAR_LITERAL
            | STRING_LITERAL
            | TRUE_KW
            | FALSE_KW
            | NULLPTR_KW
    )
}

/// The declarations of an entry's name. Messages spell a function with its parameters where headers overload it.
fn mine<'db>(db: &'db dyn Db, file: SourceFile, e: &Entry<'db>) -> &'db [Entry<'db>] {
    match e.kind {
        DeclKind::Variable => named(db, file, &e.name),
        _ => only_mine(db, file, &e.name),
    }
}

/// Whether two entries declare one thing, and nothing else is known of either.
fn same<'db>(e: &Entry<'db>, o: &Entry<'db>) -> bool {
    o.kind == e.kind
        && o.scope == e.scope
        && o.class.is_none()
        && !o.qualified
        && !o.friend
        && !o.template
        && !o.specialization
        && !o.attributed
        && (e.kind == DeclKind::Variable || o.key == e.key)
}

/// Whether this is the declaration of something that is told of: the definition, or else the first.
fn is_told<'db>(db: &'db dyn Db, file: SourceFile, e: &Entry<'db>) -> bool {
    let all = named(db, file, &e.name);
    let own: Vec<&Entry<'db>> = all.iter().filter(|o| same(e, o)).collect();
    let told = own.iter().find(|o| o.defined).or(own.first());
    // What is declared for another scope may be any of them.
    let elsewhere = |o: &Entry<'db>| {
        o.class.is_none() && (o.qualified || o.friend || o.attributed && o.scope == e.scope)
    };
    own.iter().filter(|o| o.defined).count() <= 1
        && !all.iter().any(elsewhere)
        && told.is_some_and(|o| (o.item, o.decl) == (e.item, e.decl))
}

/// Whether all declarations of a name are of this one entity.
fn is_alone<'db>(db: &'db dyn Db, file: SourceFile, e: &Entry<'db>) -> bool {
    let all = mine(db, file, e);
    !all.is_empty() && all.iter().all(|o| same(e, o))
}

/// Whether a name is that of function templates of the user's, and nothing else has it or names it.
fn is_idle(db: &dyn Db, file: SourceFile, name: &str) -> bool {
    let all = only_mine(db, file, name);
    let plain = |e: &Entry<'_>| e.kind == DeclKind::Function && e.template && e.class.is_none();
    let declared = all.len();
    let names = FxHashSet::from_iter([name]);
    declared > 0 && all.iter().all(plain) && mentions(db, file, &names).get(name) == Some(&declared)
}

/// How often each of these names stands in the text from the user's first item on.
fn mentions<'t>(
    db: &dyn Db,
    file: SourceFile,
    names: &FxHashSet<&'t str>,
) -> FxHashMap<&'t str, usize> {
    let text: &str = file.text(db);
    let (skeleton, map) = (skeleton(db, file), item_map(db, file));
    let first = map
        .nodes
        .iter()
        .position(|item| item.flags(db).has(Flags::USER))
        .and_then(|i| skeleton.items.get(map.indices[i] as usize));
    let bytes = text.as_bytes();
    let mut out = FxHashMap::default();
    let mut pos = first.map_or(text.len(), |item| item.span.start as usize);
    let mut line_start = true;
    while pos < bytes.len() {
        let t = next_token(bytes, pos, line_start);
        let end = pos + (t.len as usize).max(1);
        match t.kind {
            WHITESPACE => line_start |= bytes[pos..end].contains(&b'\n'),
            IDENT => {
                line_start = false;
                if let Some(name) = text.get(pos..end).and_then(|word| names.get(word)) {
                    *out.entry(*name).or_insert(0) += 1;
                }
            }
            _ => line_start = false,
        }
        pos = end;
    }
    out
}
