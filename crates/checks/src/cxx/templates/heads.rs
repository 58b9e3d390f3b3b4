//! Parameters of templates and what stands behind them, by the tree alone ([temp.param], [temp.mem]). Names and default
//! arguments of templates that are defined are looked at with the other declarations.

use cleave_codes::{Code, codes};
use cleave_names::{Word, named_items};
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::flat::{Node, Token};

use crate::Finding;
use crate::cxx::standards::CPP20;
use crate::engine::source::{Sink, Source};

/// A template parameter.
struct Parameter<'t> {
    node: Node<'t>,
    name: Option<Token<'t>>,
    pack: bool,
    default: Option<Token<'t>>,
}

fn token(node: Node<'_>, kind: SyntaxKind) -> Option<Token<'_>> {
    node.own_tokens().find(|t| t.kind() == kind)
}

impl<'t> Parameter<'t> {
    fn of(node: Node<'t>) -> Option<Parameter<'t>> {
        let (name, pack, default) = match node.kind() {
            TYPE_PARAMETER | TEMPLATE_TEMPLATE_PARAMETER => (
                token(node, IDENT),
                token(node, ELLIPSIS).is_some(),
                token(node, EQ),
            ),
            PARAMETER_DECLARATION => {
                let declarator = node.child(DECLARATOR);
                let id = declarator.and_then(|d| d.child(DECLARATOR_ID));
                let dots = |n: &Node<'_>| token(*n, ELLIPSIS).is_some();
                (
                    id.and_then(|id| token(id, IDENT)),
                    dots(&node)
                        || declarator.as_ref().is_some_and(dots)
                        || id.as_ref().is_some_and(dots),
                    node.child(EQUAL_INITIALIZER).and_then(|i| token(i, EQ)),
                )
            }
            _ => return None,
        };
        Some(Parameter {
            node,
            name,
            pack,
            default,
        })
    }
}

/// What a template is of, as far as the rules tell them apart.
struct Templated<'t> {
    /// A class template's own name, of no specialisation and no member out of its class.
    class: Option<Token<'t>>,
    /// The class is declared and not defined.
    forward: bool,
    alias: bool,
    /// A variable template's own name, of no specialisation and no member out of its class.
    variable: Option<Token<'t>>,
}

/// The name of the only variable that a declaration declares.
fn variable(template: Node<'_>) -> Option<Token<'_>> {
    let init = template.child(SIMPLE_DECLARATION)?.child(INIT_DECLARATOR)?;
    let declarator = init.child(DECLARATOR)?;
    let id = declarator.child(DECLARATOR_ID)?;
    let plain = id.children().next().is_none();
    let function = declarator.child(PARAMETERS_AND_QUALIFIERS).is_some();
    let nested = declarator.child(DECLARATOR).is_some();
    token(id, IDENT).filter(|_| plain && !function && !nested)
}

fn templated(template: Node<'_>) -> Templated<'_> {
    let specifier = template
        .child(SIMPLE_DECLARATION)
        .and_then(|d| d.child(DECL_SPECIFIER_SEQ))
        .and_then(|seq| {
            (seq.children())
                .find(|n| matches!(n.kind(), CLASS_SPECIFIER | ELABORATED_TYPE_SPECIFIER))
        });
    let plain = specifier.as_ref().is_some_and(|s| {
        s.child(TEMPLATE_ID).is_none() && s.child(NESTED_NAME_SPECIFIER).is_none()
    });
    Templated {
        class: specifier
            .as_ref()
            .filter(|_| plain)
            .and_then(|s| token(*s, IDENT)),
        forward: specifier.is_some_and(|s| s.kind() == ELABORATED_TYPE_SPECIFIER),
        alias: template.child(ALIAS_DECLARATION).is_some(),
        variable: variable(template),
    }
}

/// Whether the type of a parameter names a pack of a template around its own.
fn expands_outer(s: &Source<'_>, template: Node<'_>, param: Node<'_>) -> bool {
    let tokens = s.tokens(param);
    let names = |word: &str| (tokens.start..tokens.end).any(|i| s.word(i) == word);
    template
        .ancestors()
        .skip(1)
        .filter_map(|n| n.child(TEMPLATE_PARAMETER_LIST))
        .any(|list| {
            (list.children().filter_map(Parameter::of))
                .any(|p| p.pack && p.name.is_some_and(|n| names(n.text())))
        })
}

/// The rules over one template declaration.
pub(crate) fn check<'db>(s: &Source<'db>, template: Node<'_>, out: &mut Sink<'db>) {
    let Some(list) = template.child(TEMPLATE_PARAMETER_LIST) else {
        return;
    };
    let params: Vec<Parameter<'_>> = list.children().filter_map(Parameter::of).collect();
    let of = templated(template);
    let last_pack = of.class.is_some() || of.alias || of.variable.is_some();
    for (i, param) in params.iter().enumerate() {
        if let (true, Some(eq)) = (param.pack, &param.default) {
            out.push(Finding::new(
                codes::PARAMETER_PACK_WITH_DEFAULT,
                eq.number(),
            ));
        }
        let is_last = i + 1 == params.len();
        // An expansion of a pack of a template around is no pack ([temp.param]/17).
        let expands = param.pack && !is_last && expands_outer(s, template, param.node);
        if let (true, false, Some(name)) = (param.pack, is_last, &param.name)
            && last_pack
            && !expands
        {
            out.push(Finding::new(codes::TEMPLATE_PACK_NOT_LAST, name.number()));
        }
        if param.pack && !is_last && !expands && param.name.is_none() && last_pack {
            let at = s.tokens(param.node).end;
            out.push(Finding::new(codes::TEMPLATE_PACK_NOT_LAST, at));
        }
        if let Some((code, at)) = misplaced(s, param) {
            out.push(Finding::new(code, at));
        }
        if let Some(code) = unfit(s, param) {
            out.push(Finding::new(code, s.tokens(param.node).start));
        }
        let Some(name) = &param.name else { continue };
        let same = |p: &Parameter<'_>| p.name.as_ref().is_some_and(|n| n.text() == name.text());
        if of.forward && of.class.is_some() && params[..i].iter().any(same) {
            out.push(
                Finding::new(codes::TEMPLATE_PARAMETER_REDECLARED, name.number()).name(name.text()),
            );
        }
    }
    if let Some(class) = &of.class {
        let same = |p: &Parameter<'_>| p.name.as_ref().is_some_and(|n| n.text() == class.text());
        if params.iter().any(same) {
            out.push(Finding::new(
                codes::TEMPLATE_NAMED_LIKE_ITS_PARAMETER,
                class.number(),
            ));
        }
    }
    let listed = of.class.as_ref().filter(|_| of.forward);
    if let Some(name) = listed.or(of.variable.as_ref()) {
        // An earlier declaration may have the others.
        let word = Word::new(s.db, name.text());
        if named_items(s.db, s.file, word).len() <= 1 {
            let required = |p: &Parameter<'_>| p.default.is_none() && !p.pack;
            let last = params.iter().rposition(required).unwrap_or(0);
            let before = params[..last].iter().rfind(|p| p.default.is_some());
            if let Some(name) = before.and_then(|p| p.name.as_ref()) {
                out.push(Finding::new(
                    codes::DEFAULT_ARGUMENT_NOT_AT_END,
                    name.number(),
                ));
            }
        }
    }
    let member = template
        .parent()
        .is_some_and(|p| p.kind() == MEMBER_SPECIFICATION);
    // A local class has no member templates ([temp.mem]/2).
    if member && is_local(template) {
        let at = s.tokens(template).start;
        out.push(Finding::new(codes::TEMPLATE_DECLARATION_NOT_ALLOWED, at));
    }
    let function = (template.children())
        .find(|n| matches!(n.kind(), SIMPLE_DECLARATION | FUNCTION_DEFINITION))
        .and_then(|d| d.child(DECL_SPECIFIER_SEQ));
    if let Some(word) = function
        .filter(|_| member)
        .and_then(|seq| token(seq, VIRTUAL_KW))
    {
        out.push(Finding::new(
            codes::VIRTUAL_FUNCTION_TEMPLATE,
            word.number(),
        ));
    }
}

/// Whether a member is one of a class in a function.
fn is_local(member: Node<'_>) -> bool {
    (member.ancestors().skip(1))
        .take_while(|n| n.kind() != LAMBDA_EXPRESSION)
        .any(|n| n.kind() == COMPOUND_STATEMENT)
}

/// An explicit specialisation or instantiation in a class, and a specialisation behind a template's head.
pub(crate) fn placed<'db>(s: &Source<'db>, node: Node<'_>, out: &mut Sink<'db>) {
    let is_special = node.kind() == EXPLICIT_SPECIALIZATION;
    if !is_special {
        instantiated(node, out);
    }
    let code = match node.parent().map(|p| p.kind()) {
        Some(MEMBER_SPECIFICATION) if is_special => codes::EXPLICIT_SPECIALIZATION_NOT_ALLOWED,
        Some(MEMBER_SPECIFICATION) => codes::EXPLICIT_INSTANTIATION_IN_WRONG_SCOPE,
        Some(TEMPLATE_DECLARATION) if is_special => {
            let at = node.own_tokens().find(|t| t.kind() == GT);
            out.extend(at.map(|t| {
                Finding::new(codes::SPECIALIZATION_AFTER_TEMPLATE_PARAMETERS, t.number())
            }));
            return;
        }
        _ => return,
    };
    out.push(Finding::new(code, s.tokens(node).start));
}

/// Specifiers that an explicit instantiation may not have ([temp.explicit]/2).
fn instantiated<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let seq = (node.children()).find_map(|d| d.child(DECL_SPECIFIER_SEQ));
    for t in seq.iter().flat_map(|seq| seq.own_tokens()) {
        let code = match t.kind() {
            CONSTEXPR_KW => codes::CONSTEXPR_ON_EXPLICIT_INSTANTIATION,
            INLINE_KW => codes::INLINE_NOT_ALLOWED,
            _ => continue,
        };
        out.push(Finding::new(code, t.number()));
    }
}

/// A specifier that no template parameter may have ([temp.param]/2).
fn misplaced(s: &Source<'_>, param: &Parameter<'_>) -> Option<(Code, u32)> {
    let sequence = param.node.child(DECL_SPECIFIER_SEQ)?;
    sequence.own_tokens().find_map(|t| {
        let code = match t.kind() {
            STATIC_KW | EXTERN_KW | REGISTER_KW | MUTABLE_KW => codes::STORAGE_CLASS_NOT_ALLOWED,
            THREAD_LOCAL_KW if s.word(t.number()) == "thread_local" => {
                codes::STORAGE_CLASS_NOT_ALLOWED
            }
            TYPEDEF_KW => codes::TYPEDEF_NOT_ALLOWED,
            CONSTEXPR_KW => codes::CONSTEXPR_NOT_VALID,
            VIRTUAL_KW | FRIEND_KW => codes::SPECIFIER_OUTSIDE_CLASS,
            _ => return None,
        };
        Some((code, t.number()))
    })
}

/// What is wrong with the type of a parameter: `void`, an rvalue reference, or before C++20 a floating one.
fn unfit(s: &Source<'_>, param: &Parameter<'_>) -> Option<Code> {
    if param.node.kind() != PARAMETER_DECLARATION {
        return None;
    }
    let declarator = param.node.child(DECLARATOR);
    // The operators of a declarator without parentheses; the last is the outermost.
    let last = declarator
        .filter(|d| {
            d.children()
                .all(|n| matches!(n.kind(), DECLARATOR_ID | POINTER_OPERATOR))
        })
        .and_then(|d| d.children().filter(|n| n.kind() == POINTER_OPERATOR).last());
    if last.is_some_and(|n| s.kind(s.tokens(n).start) == AMP2) {
        return Some(codes::RVALUE_REFERENCE_TEMPLATE_PARAMETER);
    }
    let shaped = declarator.is_some_and(|d| d.children().any(|n| n.kind() != DECLARATOR_ID));
    let seq = param.node.child(DECL_SPECIFIER_SEQ).filter(|_| !shaped)?;
    let words: Vec<SyntaxKind> = seq
        .children_with_tokens()
        .map(|e| e.kind())
        .filter(|k| !k.is_trivia() && !matches!(k, CONST_KW | VOLATILE_KW))
        .collect();
    match words[..] {
        [VOID_KW] => Some(codes::TEMPLATE_PARAMETER_OF_VOID_TYPE),
        [FLOAT_KW] | [DOUBLE_KW] | [LONG_KW, DOUBLE_KW] if s.settings.standard < CPP20 => {
            Some(codes::FLOATING_POINT_TEMPLATE_PARAMETER)
        }
        _ => None,
    }
}

/// What the outermost block of a function declares has other names than the parameters of the innermost template around
/// ([temp.local]/6).
pub(crate) fn outermost_block<'db>(function: Node<'_>, out: &mut Sink<'db>) {
    let Some(block) = function.child(COMPOUND_STATEMENT) else {
        return;
    };
    let template = function.nearest(&[
        TEMPLATE_DECLARATION,
        EXPLICIT_SPECIALIZATION,
        LAMBDA_EXPRESSION,
        COMPOUND_STATEMENT,
    ]);
    let list = (template.filter(|t| t.kind() == TEMPLATE_DECLARATION))
        .and_then(|t| t.child(TEMPLATE_PARAMETER_LIST));
    let Some(list) = list else { return };
    let params = list.children().filter_map(Parameter::of);
    let names: Vec<Token<'_>> = params.filter_map(|p| p.name).collect();
    for name in block.children().flat_map(declared) {
        if names.iter().any(|n| n.text() == name.text()) {
            let finding = Finding::new(codes::TEMPLATE_PARAMETER_REDECLARED, name.number());
            out.push(finding.name(name.text()));
        }
    }
}

/// The names that a declaration in a block declares there.
fn declared(declaration: Node<'_>) -> Vec<Token<'_>> {
    fn ident(n: Node<'_>) -> Option<Token<'_>> {
        n.own_tokens().find(|t| t.kind() == IDENT)
    }
    if declaration.kind() == ALIAS_DECLARATION {
        return Vec::from_iter(ident(declaration));
    }
    if declaration.kind() != SIMPLE_DECLARATION {
        return Vec::new();
    }
    let types = declaration
        .child(DECL_SPECIFIER_SEQ)
        .into_iter()
        .flat_map(|seq| {
            let own = |n: &Node<'_>| matches!(n.kind(), CLASS_SPECIFIER | ENUM_SPECIFIER);
            seq.children().filter(own).filter_map(ident)
        });
    let declarators = declaration.children().filter_map(|n| n.child(DECLARATOR));
    let ids = declarators.filter_map(|d| d.child(DECLARATOR_ID));
    let plain = ids.filter(|id| id.children().next().is_none());
    types.chain(plain.filter_map(ident)).collect()
}
