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

/// The diagnostic of a specifier that has nothing to apply to.
fn without_declarator(word: SyntaxKind, around: Around) -> Option<(Code, Severity, At, When)> {
    use Around::*;
    use Severity::{Error, Warning};
    let member = around == Class;
    Some(match word {
        STATIC_KW if member => (
            codes::STORAGE_CLASS_NOT_ALLOWED,
            Error,
            At::First,
            When::Ended,
        ),
        EXTERN_KW | REGISTER_KW if member => (
            codes::INVALID_MEMBER_STORAGE_CLASS,
            Error,
            At::First,
            When::Ended,
        ),
        STATIC_KW | EXTERN_KW | REGISTER_KW => (
            codes::STORAGE_CLASS_NOT_ALLOWED_HERE,
            Error,
            At::First,
            When::Ended,
        ),
        THREAD_LOCAL_KW => (codes::THREAD_LOCAL_NOT_VALID, Error, At::First, When::Ended),
        CONSTEXPR_KW => (codes::CONSTEXPR_NOT_VALID, Error, At::Word, When::Ended),
        INLINE_KW => match around {
            Namespace => (codes::INLINE_ON_NONFUNCTION, Error, At::First, When::Ended),
            Block => (codes::INLINE_NOT_ALLOWED, Warning, At::First, When::Ended),
            Class => (codes::INLINE_NOT_ALLOWED, Error, At::First, When::Ended),
        },
        VIRTUAL_KW if member => (codes::VIRTUAL_NOT_ALLOWED, Error, At::Word, When::Read),
        // Of a block's declarations another rule says it.
        VIRTUAL_KW | FRIEND_KW | MUTABLE_KW if around == Block => return None,
        VIRTUAL_KW => (codes::SPECIFIER_OUTSIDE_CLASS, Error, At::Word, When::Read),
        FRIEND_KW => (codes::SPECIFIER_OUTSIDE_CLASS, Error, At::Word, When::Read),
        MUTABLE_KW => (codes::MUTABLE_NOT_ALLOWED, Error, At::Word, When::Read),
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
        Some(EXPLICIT_SPECIALIZATION) => return of_specialization(node, seq, out),
        _ => return,
    };
    let first = node.tokens().start;
    let behind = first_word(seq);
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
    let storage = |t: &&Token<'_>| is_storage(t.kind());
    if let Some(second) = words.iter().filter(storage).nth(1) {
        let at = second.number();
        return out.push(Finding::new(codes::MORE_THAN_ONE_STORAGE_CLASS, at));
    }
    if declares_nothing(seq, class) && around != Around::Class {
        out.push(Finding::new(codes::USELESS_DECL, behind).reported_at(end));
    } else if class.is_none() && seq.child(ELABORATED_TYPE_SPECIFIER).is_none() {
        return;
    }
    let told = words
        .iter()
        .find_map(|t| Some((t, without_declarator(t.kind(), around)?)));
    if let Some((word, (code, severity, at, when))) = told {
        let at = match at {
            At::First => behind,
            At::Word => word.number(),
        };
        let said = out.iter().any(|f| f.code == code && f.at == at);
        let finding = Finding::new(code, at).severity(severity);
        out.extend((!said).then(|| match when {
            When::Read => finding,
            When::Ended => finding.reported_at(end),
        }));
    }
    if seq.child(EXPLICIT_SPECIFIER).is_some() && around == Around::Namespace {
        out.push(Finding::new(codes::EXPLICIT_NOT_ALLOWED, behind).reported_at(end));
    }
    if is_qualified(&words) && !has(FRIEND_KW) {
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
        Around::Namespace if has(MUTABLE_KW) => Finding::new(codes::MUTABLE_NOT_ALLOWED, first),
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
            !is_named(class) && enumerators.is_none_or(|l| l.child(ENUMERATOR).is_none())
        }
        Some(class) => !is_named(class),
        None => {
            let plain = (seq.own_tokens()).all(|t| {
                let kind = t.kind();
                let word = matches!(kind, VOID_KW | AUTO_KW | CONST_KW | VOLATILE_KW);
                let storage = matches!(kind, STATIC_KW | EXTERN_KW | CONSTEXPR_KW | INLINE_KW);
                kind.is_trivia() || is_arithmetic(kind) || word || storage
            });
            // A name here is that of a type: the parser has seen that.
            let other = |n: Node<'_>| match n.kind() {
                NAMED_TYPE => n.children().next().is_some() || n.has(COLON2),
                kind => !matches!(kind, ATTRIBUTE_SPECIFIER | DECLTYPE_SPECIFIER),
            };
            plain && !seq.children().any(other)
        }
    }
}

fn is_storage(word: SyntaxKind) -> bool {
    matches!(word, STATIC_KW | EXTERN_KW | REGISTER_KW | MUTABLE_KW)
}

/// Where the specifiers begin behind the attributes that stand in front of them.
fn first_word(seq: Node<'_>) -> u32 {
    let attribute = |n: &Node<'_>| matches!(n.kind(), ATTRIBUTE_SPECIFIER | ALIGNAS_SPECIFIER);
    let mut first = seq.tokens().start;
    for n in seq.children().filter(attribute) {
        if n.tokens().start == first {
            first = n.tokens().end;
        }
    }
    first
}

/// A class template has no specifiers ([temp.pre]). Some are diagnosed, and behind others a declarator is expected.
fn of_template<'db>(node: Node<'_>, seq: Node<'_>, out: &mut Sink<'db>) {
    let Some(class) = class(seq) else { return };
    if seq.has(FRIEND_KW) {
        return;
    }
    let first = node.tokens().start;
    let mut words = (seq.own_tokens()).filter(|t| t.number() < class.tokens().start);
    let Some((word, wrong)) = words.find_map(|t| Some((t.number(), in_template(t.kind())?))) else {
        return;
    };
    let wrong = match wrong {
        InTemplate::Specifier => {
            let finding = Finding::new(codes::INVALID_CLASS_TEMPLATE_SPECIFIER, first);
            return out.push(finding);
        }
        wrong if class.child(MEMBER_SPECIFICATION).is_none() => wrong,
        wrong => {
            let end = node.tokens().end.saturating_sub(1);
            out.push(Finding::new(codes::EXP_IDENTIFIER, end));
            wrong
        }
    };
    if let InTemplate::Declarator(code) = wrong {
        out.push(Finding::new(code, word));
    }
}

/// What a word in front of a class template is.
enum InTemplate {
    /// One that no class template has.
    Specifier,
    /// One of something that is declared, and its diagnostic.
    Declarator(Code),
}

fn in_template(word: SyntaxKind) -> Option<InTemplate> {
    Some(match word {
        CONST_KW | VOLATILE_KW | STATIC_KW | EXTERN_KW | INLINE_KW => InTemplate::Specifier,
        CONSTEXPR_KW => InTemplate::Declarator(codes::CONSTEXPR_NOT_VALID),
        THREAD_LOCAL_KW => InTemplate::Declarator(codes::THREAD_LOCAL_NOT_VALID),
        MUTABLE_KW => InTemplate::Declarator(codes::MUTABLE_NOT_ALLOWED),
        _ => return None,
    })
}

fn class(seq: Node<'_>) -> Option<Node<'_>> {
    seq.child(CLASS_SPECIFIER)
        .or(seq.child(ELABORATED_TYPE_SPECIFIER))
}

/// An explicit specialisation of a class has no storage class ([temp.expl.spec]/2), and behind qualifiers a declarator is expected.
fn of_specialization<'db>(node: Node<'_>, seq: Node<'_>, out: &mut Sink<'db>) {
    let Some(class) = class(seq) else { return };
    let first = node.tokens().start;
    let mut words = (seq.own_tokens()).filter(|t| t.number() < class.tokens().start);
    let word = words.find(|t| matches!(t.kind(), STATIC_KW | EXTERN_KW | CONST_KW | VOLATILE_KW));
    let end = node.tokens().end.saturating_sub(1);
    out.extend(word.map(|t| match t.kind() {
        CONST_KW | VOLATILE_KW => Finding::new(codes::EXP_IDENTIFIER, end),
        _ => Finding::new(codes::STORAGE_CLASS_ON_SPECIALIZATION, first),
    }));
}
