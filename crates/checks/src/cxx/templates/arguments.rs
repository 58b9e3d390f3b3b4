//! Arguments of class, alias and variable templates by their number and, as far as words tell, their sort ([temp.arg]).
//!
//! Only templates of the user's whose name means nothing else anywhere in the program: what another scope may hide or another
//! header declare is left alone.

use cleave_codes::{Code, codes};
use cleave_names::decl::{Decl, DeclKind};
use cleave_names::{declarations, lexed, user_items};
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::flat::{FlatElement, Node};

use crate::Finding;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};
use crate::tokens::index::{Entry, only_mine, precedes};

/// What a template parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Type,
    Value,
    /// A template, or what a concept or a typedef says.
    Other,
}

/// A template as its declarations tell.
struct Template<'a, 'db> {
    entry: &'a Entry<'db>,
    kind: &'static str,
    params: Vec<(Sort, bool)>,
    /// Without a default argument.
    required: usize,
    /// It takes any number.
    open: bool,
}

/// The rule over an item.
pub(crate) fn check<'db>(s: &Source<'db>, root: Node<'_>, out: &mut Sink<'db>) {
    for list in root.descendants() {
        if list.kind() == TEMPLATE_ARGUMENT_LIST
            && let Some(template) = template(s, root, list)
        {
            arguments(s, list, &template, out);
        }
    }
}

fn arguments<'db>(
    s: &Source<'db>,
    list: Node<'_>,
    template: &Template<'_, 'db>,
    out: &mut Sink<'db>,
) {
    let expands = |n: FlatElement<'_>| n.kind() == ELLIPSIS;
    if list.descendants_with_tokens().any(expands) {
        return;
    }
    let written: Vec<Node<'_>> = list.children().collect();
    for (arg, &(sort, pack)) in written.iter().zip(&template.params) {
        if pack {
            break;
        }
        if let Some(code) = misfit(s, *arg, sort) {
            out.push(Finding::new(code, s.tokens(*arg).start));
        }
    }
    let (code, at) = match written.get(template.params.len()) {
        Some(extra) if !template.open => {
            (codes::TOO_MANY_TEMPLATE_ARGUMENTS, s.tokens(*extra).start)
        }
        _ if written.len() < template.required
            && !(template.entry.kind == DeclKind::Class
                && has_forward_default(s, &template.entry.name)) =>
        {
            (codes::TOO_FEW_TEMPLATE_ARGUMENTS, s.tokens(list).end - 1)
        }
        _ => return,
    };
    let name = crate::cuda::spaces::redeclared::qualified(
        &Source::new(s.db, s.file, template.entry.item, s.settings),
        &template.entry.name,
    );
    let kind = template.kind;
    out.push(Finding::new(code, at).arg(Arg::Entity { kind, name }));
}

/// What is wrong with an argument: a literal for a type, a type's own words for a value.
fn misfit(s: &Source<'_>, arg: Node<'_>, sort: Sort) -> Option<Code> {
    let t = s.tokens(arg);
    match (sort, arg.kind()) {
        (Sort::Type, LITERAL) => Some(codes::EXP_TYPE_SPECIFIER),
        (Sort::Value, TYPE_ID) => {
            // With parentheses it could be a cast.
            let cast = (t.start..t.end).any(|i| s.kind(i) == L_PAREN);
            (is_type_word(s.kind(t.start)) && !cast).then_some(codes::TYPE_NAME_NOT_ALLOWED)
        }
        _ => None,
    }
}

fn is_type_word(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        INT_KW
            | CHAR_KW
            | BOOL_KW
            | FLOAT_KW
            | DOUBLE_KW
            | LONG_KW
            | SHORT_KW
            | UNSIGNED_KW
            | SIGNED_KW
            | VOID_KW
            | STRUCT_KW
            | CLASS_KW
            | ENUM_KW
            | UNION_KW
    )
}

/// The template whose arguments a list holds, if nothing else can be meant.
fn template<'db>(s: &Source<'db>, root: Node<'_>, list: Node<'_>) -> Option<Template<'db, 'db>> {
    let at = s.tokens(list).start.checked_sub(1)?;
    if s.kind(at) != IDENT {
        return None;
    }
    let name = s.word(at);
    let all = only_mine(s.db, s.file, name);
    let first = all.iter().find(|e| e.template)?;
    let before = at.checked_sub(1).map(|i| s.kind(i));
    let named = match before {
        Some(DOT | ARROW | TEMPLATE_KW) => false,
        Some(COLON2) => {
            let scope = first.scope.name(s.db);
            let around = at.checked_sub(2).map_or("", |i| s.word(i));
            !scope.is_empty() && around == scope
        }
        _ => true,
    };
    let same = |e: &Entry<'_>| {
        e.kind == first.kind
            && e.class.is_none()
            && !e.friend
            && e.scope == first.scope
            && (e.template || e.specialization)
    };
    if !named
        || !all.iter().all(same)
        || !precedes(s.db, s.file, first.item, s.item)
        || is_declared_inside(s, root, name)
    {
        return None;
    }
    let kind = match first.kind {
        DeclKind::Class => "class template",
        DeclKind::Type => "alias template",
        DeclKind::Variable => "variable template",
        _ => return None,
    };
    let mut params: Option<Vec<(Sort, bool)>> = None;
    let mut defaults: Vec<bool> = Vec::new();
    for e in all.iter().filter(|e| e.template) {
        let decl = declarations(s.db, e.item).get(e.decl as usize)?;
        if !decl.arguments.is_empty() {
            continue;
        }
        let [head] = &*decl.heads else { return None };
        let theirs = Source::new(s.db, s.file, e.item, s.settings);
        let own: Vec<_> = sorts(&theirs, decl).collect();
        defaults.resize(own.len(), false);
        for (given, param) in defaults.iter_mut().zip(&head.params) {
            *given |= !param.default.is_empty() || param.pack;
        }
        match &params {
            Some(known) if *known != own => return None,
            _ => params = Some(own),
        }
    }
    let params = params?;
    Some(Template {
        entry: first,
        kind,
        required: defaults.iter().take_while(|d| !**d).count(),
        open: params.iter().any(|p| p.1),
        params,
    })
}

/// What the parameters of a template take, and whether they are packs.
fn sorts(s: &Source<'_>, decl: &Decl) -> impl Iterator<Item = (Sort, bool)> {
    let params = decl.heads.iter().flat_map(|h| h.params.iter());
    params.map(|p| {
        let (first, next) = (s.kind(p.tokens.start), p.tokens.start + 1);
        let sort = match first {
            // `typename T::type N` is a value.
            CLASS_KW | TYPENAME_KW if next >= p.tokens.end => Sort::Type,
            CLASS_KW | TYPENAME_KW if next <= p.name_at => Sort::Type,
            INT_KW | BOOL_KW | UNSIGNED_KW | LONG_KW | CHAR_KW | SHORT_KW | SIGNED_KW => {
                Sort::Value
            }
            _ => Sort::Other,
        };
        let dependent = matches!(first, CLASS_KW | TYPENAME_KW)
            && (p.tokens.start..p.tokens.end)
                .take_while(|&i| i < p.default.start.max(p.tokens.start) || p.default.is_empty())
                .any(|i| s.kind(i) == COLON2);
        (if dependent { Sort::Other } else { sort }, p.pack)
    })
}

/// Whether a declaration of a class template that does not define it has default arguments. Reads other items: asked where an
/// argument is missing only.
fn has_forward_default(s: &Source<'_>, name: &str) -> bool {
    user_items(s.db, s.file).iter().any(|&item| {
        let text = item.text(s.db).as_str();
        let lexed = lexed(s.db, item);
        let kind = |i: usize| lexed.kind(i);
        let last = (0..lexed.len()).rev().find(|&i| !kind(i).is_trivia());
        let Some(last) = last.filter(|&i| kind(i) == SEMICOLON && i > 0) else {
            return false;
        };
        (0..last).any(|i| kind(i) == TEMPLATE_KW)
            && (0..last).any(|i| kind(i) == EQ)
            && (0..last).any(|i| kind(i) == IDENT && lexed.text(text, i) == name)
    })
}

/// Whether something within an item has a name: a local class, a parameter.
fn is_declared_inside(s: &Source<'_>, root: Node<'_>, name: &str) -> bool {
    let outside =
        |at: u32| (s.decls.iter()).any(|d| d.parent.is_none() && d.name_tokens.start == at);
    root.descendants()
        .filter(|n| crate::engine::nodes::holds_declared_name(n.kind()))
        .flat_map(|n| n.children_with_tokens())
        .filter_map(FlatElement::into_token)
        .filter(|t| t.kind() == IDENT && t.text() == name)
        .any(|t| !outside(t.number()))
}
