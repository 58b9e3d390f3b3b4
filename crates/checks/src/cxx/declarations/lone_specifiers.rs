//! Specifiers that nothing is declared with but a class or an enumeration, if that ([dcl.pre]/5, [dcl.stc], [dcl.fct.spec]). The tree
//! alone decides. Their attributes are another rule's.

use cleave_codes::{Code, codes};
use cleave_diagnostics::Severity;
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::flat::{Node, Token};

use crate::Finding;
use crate::engine::nodes::is_arithmetic;
use crate::engine::source::Sink;

/// Where a declaration stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Namespace,
    Block,
    Class,
}

/// Where a finding points at.
#[derive(Clone, Copy)]
enum At {
    First,
    Word,
}

/// When a finding is reported: as the word is read, or as the declaration ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Read,
    Ended,
}

/// What a word is told that has nothing to apply to.
fn told(word: SyntaxKind, around: Around) -> Option<(Code, Severity, At, When)> {
    use Around::*;
    use Severity::{Error, Warning};
    let member = around == Class;
    Some(match word {
        STATIC_KW if member => (codes::STORAGE_CLASS_NOT_ALLOWED, Error, At::First, When::Ended),
        EXTERN_KW | REGISTER_KW if member => {
            (codes::INVALID_MEMBER_STORAGE_CLASS, Error, At::First, When::Ended)
        }
        STATIC_KW | EXTERN_KW | REGISTER_KW => {
            (codes::STORAGE_CLASS_NOT_ALLOWED_HERE, Error, At::First, When::Ended)
        }
        THREAD_LOCAL_KW => (codes::THREAD_LOCAL_NOT_VALID, Error, At::First, When::Ended),
        CONSTEXPR_KW => (codes::CONSTEXPR_NOT_VALID, Error, At::Word, When::Ended),
        INLINE_KW => match around {
            Namespace => (codes::INLINE_ON_NONFUNCTION, Error, At::First, When::Ended),
            Block => (codes::INLINE_NOT_ALLOWED, Warning, At::First, When::Ended),
            Class => (codes::INLINE_NOT_ALLOWED, Error, At::First, When::Ended),
        },
        VIRTUAL_KW if member => (codes::VIRTUAL_NOT_ALLOWED, Error, At::Word, When::Read),
        VIRTUAL_KW => (codes::SPECIFIER_OUTSIDE_CLASS, Error, At::Word, When::Read),
        FRIEND_KW if !member => (codes::SPECIFIER_OUTSIDE_CLASS, Error, At::Word, When::Read),
        MUTABLE_KW => (codes::MUTABLE_NOT_ALLOWED, Error, At::Word, When::Read),
        EXPLICIT_KW => (codes::EXPLICIT_NOT_ALLOWED, Error, At::First, When::Ended),
        _ => return None,
    })
}

/// A simple-declaration.
pub(crate) fn check<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let Some(seq) = node.child(DECL_SPECIFIER_SEQ) else {
        return;
    };
    if node.children().any(|n| n.kind() != DECL_SPECIFIER_SEQ) {
        return;
    }
    let around = match node.parent().map(|p| p.kind()) {
        Some(ITEM_ROOT | DECLARATION_LIST | LINKAGE_SPECIFICATION) => Around::Namespace,
        Some(COMPOUND_STATEMENT) => Around::Block,
        Some(MEMBER_SPECIFICATION) => Around::Class,
        Some(TEMPLATE_DECLARATION) => return of_template(node, seq, out),
        _ => return,
    };
    let first = node.tokens().start;
    let end = node.tokens().end.saturating_sub(1);
    let words: Vec<Token<'_>> = seq.own_tokens().filter(|t| !t.kind().is_trivia()).collect();
    let has = |kind| words.iter().any(|t| t.kind() == kind);
    if has(TYPEDEF_KW) {
        out.push(Finding::new(codes::MISSING_TYPEDEF_NAME, end));
        return;
    }
    let class = seq.child(CLASS_SPECIFIER).or(seq.child(ENUM_SPECIFIER));
    if let Some(class) = class
        && is_anonymous(class, around)
    {
        anonymous(class, &words, around, (first, end), out);
        return;
    }
    if has(FRIEND_KW) && around == Around::Class {
        return;
    }
    if declares_nothing(seq, class) && around != Around::Class {
        out.push(Finding::new(codes::USELESS_DECL, first).reported_at(end));
    } else if class.is_none() && seq.child(ELABORATED_TYPE_SPECIFIER).is_none() {
        return;
    }
    let told = words.iter().find_map(|t| Some((t, told(t.kind(), around)?)));
    if let Some((word, (code, severity, at, when))) = told {
        let at = match at {
            At::First => first,
            At::Word => word.number(),
        };
        let said = out.iter().any(|f| f.code == code && f.at == at);
        let finding = Finding::new(code, at).severity(severity);
        out.extend((!said).then(|| match when {
            When::Read => finding,
            When::Ended => finding.reported_at(end),
        }));
    }
    if is_qualified(&words) {
        out.push(Finding::new(codes::MEANINGLESS_QUALIFIERS, first).reported_at(end));
    }
}

fn is_qualified(words: &[Token<'_>]) -> bool {
    (words.iter()).any(|t| matches!(t.kind(), CONST_KW | VOLATILE_KW))
}

fn is_named(class: Node<'_>) -> bool {
    class.has(IDENT) || class.child(TEMPLATE_ID).is_some()
}

/// Whether a class without a name is an anonymous union ([class.union.anon]), or GNU's anonymous structure.
fn is_anonymous(class: Node<'_>, around: Around) -> bool {
    class.kind() == CLASS_SPECIFIER
        && !is_named(class)
        && (class.has(UNION_KW) || around == Around::Class)
}

/// The specifiers of an anonymous union ([class.union.anon]/2).
fn anonymous<'db>(
    class: Node<'_>,
    words: &[Token<'_>],
    around: Around,
    (first, end): (u32, u32),
    out: &mut Sink<'db>,
) {
    let has = |kind| words.iter().any(|t| t.kind() == kind);
    if is_qualified(words) {
        out.push(Finding::new(codes::ANONYMOUS_UNION_QUALIFIER, first).reported_at(end));
    }
    let finding = match around {
        Around::Class if has(STATIC_KW) => {
            Finding::new(codes::USELESS_DECL, first).severity(Severity::Warning)
        }
        Around::Class if has(EXTERN_KW) => Finding::new(codes::INVALID_MEMBER_STORAGE_CLASS, first),
        Around::Class if has(MUTABLE_KW) => {
            Finding::new(codes::STORAGE_CLASS_OF_ANONYMOUS_UNION, first).name("mutable")
        }
        Around::Block if has(EXTERN_KW) => {
            Finding::new(codes::NAMESPACE_ANONYMOUS_UNION_NOT_STATIC, first)
        }
        // Without any specifier in front it is another rule's.
        Around::Namespace if !has(STATIC_KW) && class.tokens().start != first => {
            Finding::new(codes::NAMESPACE_ANONYMOUS_UNION_NOT_STATIC, first)
        }
        _ => return,
    };
    out.push(finding.reported_at(end));
}

/// Whether neither a class nor an enumeration nor an enumerator is declared, as far as the words tell.
fn declares_nothing(seq: Node<'_>, class: Option<Node<'_>>) -> bool {
    match class {
        Some(class) if class.kind() == ENUM_SPECIFIER => {
            let enumerators = class.child(ENUMERATOR_LIST);
            !is_named(class) && !enumerators.is_some_and(|l| l.child(ENUMERATOR).is_some())
        }
        Some(class) => !is_named(class),
        None => {
            let plain = (seq.own_tokens()).all(|t| {
                let kind = t.kind();
                let word = matches!(kind, VOID_KW | AUTO_KW | CONST_KW | VOLATILE_KW);
                let storage = matches!(kind, STATIC_KW | EXTERN_KW | CONSTEXPR_KW | INLINE_KW);
                kind.is_trivia() || is_arithmetic(kind) || word || storage
            });
            let other = (seq.children())
                .any(|n| !matches!(n.kind(), ATTRIBUTE_SPECIFIER | DECLTYPE_SPECIFIER));
            plain && !other
        }
    }
}

/// A class template has no specifiers ([temp.pre]).
fn of_template<'db>(node: Node<'_>, seq: Node<'_>, out: &mut Sink<'db>) {
    let types = [CLASS_SPECIFIER, ELABORATED_TYPE_SPECIFIER];
    let Some(class) = seq.children().find(|n| types.contains(&n.kind())) else {
        return;
    };
    let misplaced = |t: &Token<'_>| {
        matches!(t.kind(), CONST_KW | VOLATILE_KW | STATIC_KW | EXTERN_KW | INLINE_KW)
            && t.number() < class.tokens().start
    };
    if seq.own_tokens().any(|t| misplaced(&t)) && !seq.has(FRIEND_KW) {
        out.push(Finding::new(
            codes::INVALID_CLASS_TEMPLATE_SPECIFIER,
            node.tokens().start,
        ));
    }
}
