//! Parameter packs that are named without being expanded, and expansions that name none ([temp.variadic]). The tree alone
//! decides: a pack is a parameter of a template, a function or a lambda around its use.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::{FlatElement, KindSet, Node, Token};

use crate::Finding;
use crate::engine::nodes::holds_declared_name;
use crate::engine::source::{Sink, Source};

/// A pack and the node in which its name means it.
struct Pack<'t> {
    name: Token<'t>,
    scope: Node<'t>,
}

/// GNU's function that is a pack of numbers.
const INTEGER_PACK: &str = "__integer_pack";

/// What declares a name that may be a pack's.
static DECLARING: KindSet = KindSet::of(&[
    TYPE_PARAMETER,
    CONSTRAINED_PARAMETER,
    TEMPLATE_TEMPLATE_PARAMETER,
    PARAMETER_DECLARATION,
    LAMBDA_CAPTURE,
]);

/// What may be an expansion.
static EXPANDING: KindSet = KindSet::of(&[
    PACK_EXPANSION,
    BASE_SPECIFIER,
    MEM_INITIALIZER,
    PARAMETER_DECLARATION,
]);

/// All of an item.
pub(crate) fn check<'db>(s: &Source<'db>, root: Node<'_>, out: &mut Sink<'db>) {
    if !s.lexed.kinds().contains(&ELLIPSIS) {
        return;
    }
    let mut packs = Vec::new();
    // Whatever may be a pack: names of parameters and of captures with dots.
    let mut names: Vec<Token<'_>> = Vec::new();
    for node in root.descendants_among(&DECLARING) {
        let name = match node.kind() {
            TYPE_PARAMETER | CONSTRAINED_PARAMETER | TEMPLATE_TEMPLATE_PARAMETER
                if node.has(ELLIPSIS) =>
            {
                ident(node)
            }
            PARAMETER_DECLARATION => expanding(node),
            LAMBDA_CAPTURE if node.has(ELLIPSIS) => {
                names.extend(ident(node));
                None
            }
            _ => None,
        };
        let Some(name) = name else { continue };
        names.push(name);
        if let Some(scope) = scope(node) {
            packs.push(Pack { name, scope });
        }
    }
    let is_name = |t: &Token<'_>| t.kind() == IDENT && names.iter().any(|n| n.text() == t.text());
    for node in root.descendants_among(&EXPANDING) {
        if let Some(dots) = expansion(node)
            && !tokens(node).any(|t| {
                t.kind() == AUTO_KW || is_name(&t) && !declares(t) || t.text() == INTEGER_PACK
            })
        {
            out.push(Finding::new(codes::EXPANSION_WITHOUT_PACK, dots.number()));
        }
    }
    let packs: Vec<Pack<'_>> = packs.into_iter().filter(is_pack(&names)).collect();
    for fold in root.descendants_of(FOLD_EXPRESSION) {
        folds(fold, &packs, &is_name, out);
    }
    for pack in &packs {
        let same: Vec<Token<'_>> = tokens(pack.scope)
            .filter(|t| t.kind() == IDENT && t.text() == pack.name.text())
            .collect();
        // What hides the pack somewhere may be what is meant.
        if same.iter().filter(|t| declares(**t)).count() > 1 {
            continue;
        }
        let of_function = pack
            .name
            .parent_ancestors()
            .any(|n| n.kind() == PARAMETER_CLAUSE);
        for t in same {
            // What stands before its declaration names something else: a capture of the lambda whose parameter it is.
            if t.number() < pack.name.number() {
                continue;
            }
            // A constructor's initialiser names the member, whatever its parameter is called.
            if of_function && initializes(t) {
                continue;
            }
            if is_use(t) && !is_expanded(t, pack.scope) {
                out.push(Finding::new(codes::PACK_NOT_EXPANDED, t.number()).name(t.text()));
            }
        }
    }
}

/// A fold-expression folds one pack ([expr.prim.fold]/3).
fn folds<'t, 'db>(
    fold: Node<'t>,
    packs: &[Pack<'t>],
    is_name: &impl Fn(&Token<'t>) -> bool,
    out: &mut Sink<'db>,
) {
    let templated = fold.ancestors().any(|n| n.kind() == TEMPLATE_DECLARATION);
    let Some(dots) = fold.own_tokens().find(|t| t.kind() == ELLIPSIS) else {
        return;
    };
    if !templated || in_attribute(fold) {
        return;
    }
    let may_expand = |t: Token<'t>| {
        t.kind() == AUTO_KW || is_name(&t) && !declares(t) || t.text() == INTEGER_PACK
    };
    let at = dots.number();
    if !tokens(fold).any(may_expand) {
        let last = fold.tokens().end - 1;
        if at + 1 == last {
            out.push(Finding::new(codes::EXP_PRIMARY_EXPR, last));
        }
        // What follows the dots is read first.
        for code in [codes::EXPANSION_WITHOUT_PACK, codes::FOLD_WITHOUT_PACK] {
            out.push(Finding::new(code, at).reported_at(last));
        }
    }
    let of_pack = |t: Token<'t>| {
        let named = |p: &Pack<'t>| p.name.text() == t.text();
        let only = |p: &Pack<'t>| {
            let declared = tokens(p.scope).filter(|d| d.text() == t.text() && declares(*d));
            declared.count() == 1 && tokens(p.scope).any(|n| n == t)
        };
        let mut around = packs.iter().filter(|p| named(p));
        t.kind() == IDENT
            && is_use(t)
            && !is_expanded(t, fold)
            && around.next().is_some_and(only)
            && around.next().is_none()
    };
    let open = |operand: Node<'t>| tokens(operand).any(of_pack);
    let mut operands = fold.children();
    if let (Some(left), Some(right)) = (operands.next(), operands.next())
        && open(left)
        && open(right)
    {
        out.push(Finding::new(codes::FOLD_OF_TWO_PACKS, at));
    }
}

/// Whether a parameter with dots is a pack: its type names one, or is deduced.
fn is_pack(names: &[Token<'_>]) -> impl Fn(&Pack<'_>) -> bool {
    move |pack| {
        let declaration = (pack.name.parent_ancestors()).find(|n| {
            matches!(
                n.kind(),
                PARAMETER_DECLARATION | TYPE_PARAMETER | CONSTRAINED_PARAMETER
            )
        });
        let Some(declaration) = declaration.filter(|n| n.kind() == PARAMETER_DECLARATION) else {
            return true;
        };
        let in_list = |n: Node<'_>| n.kind() == TEMPLATE_PARAMETER_LIST;
        declaration.parent().is_some_and(in_list)
            || tokens(declaration).any(|t| {
                t.kind() == AUTO_KW
                    || t.kind() == IDENT
                        && !declares(t)
                        && names.iter().any(|n| n.text() == t.text())
            })
    }
}

fn tokens(node: Node<'_>) -> impl Iterator<Item = Token<'_>> {
    node.descendants_with_tokens()
        .filter_map(FlatElement::into_token)
}

fn ident(node: Node<'_>) -> Option<Token<'_>> {
    node.own_tokens().find(|t| t.kind() == IDENT)
}

/// The name that a parameter with dots before it declares.
fn expanding(parameter: Node<'_>) -> Option<Token<'_>> {
    let mut at = parameter.child(DECLARATOR);
    while let Some(declarator) = at {
        if declarator.has(ELLIPSIS) {
            return ident(declarator.child(DECLARATOR_ID)?);
        }
        at = declarator
            .child(PAREN_DECLARATOR)
            .and_then(|p| p.child(DECLARATOR));
    }
    None
}

/// The node in which a parameter's name means it, where that is certain.
fn scope(parameter: Node<'_>) -> Option<Node<'_>> {
    let list = parameter.parent()?;
    let around = list.ancestors().skip(1).find(|n| {
        let of_function = matches!(
            n.kind(),
            FUNCTION_DEFINITION | SIMPLE_DECLARATION | PARAMETER_DECLARATION | TYPE_ID
        );
        matches!(
            n.kind(),
            TEMPLATE_DECLARATION | TEMPLATE_TEMPLATE_PARAMETER | LAMBDA_EXPRESSION
        ) || of_function && list.kind() == PARAMETER_CLAUSE
    })?;
    let certain = matches!(
        around.kind(),
        TEMPLATE_DECLARATION | FUNCTION_DEFINITION | SIMPLE_DECLARATION | LAMBDA_EXPRESSION
    );
    certain.then_some(around)
}

/// Whether a name declares something right where it stands.
fn declares(t: Token<'_>) -> bool {
    t.parent().is_some_and(|n| {
        let named_first = || ident(n) == Some(t);
        match n.kind() {
            LAMBDA_CAPTURE => n.children().next().is_some() && named_first(),
            ELABORATED_TYPE_SPECIFIER | CONSTRAINED_PARAMETER => true,
            kind => holds_declared_name(kind),
        }
    })
}

/// Whether a name is that of a member or base which a constructor initialises.
fn initializes(t: Token<'_>) -> bool {
    let named = t.parent_ancestors().find(|n| n.kind() == MEM_INITIALIZER);
    named.is_some_and(|n| tokens(n).find(|first| first.kind() == IDENT) == Some(t))
}

/// Whether a name without a qualifier names a type, a template or a value.
fn is_use(t: Token<'_>) -> bool {
    let Some(mut node) = t.parent() else {
        return false;
    };
    if node.kind() == TEMPLATE_ID {
        let Some(parent) = node.parent() else {
            return false;
        };
        node = parent;
    }
    let first = node.own_tokens().next();
    match node.kind() {
        ID_EXPRESSION | NAMED_TYPE => {
            node.child(NESTED_NAME_SPECIFIER).is_none()
                && first.is_none_or(|f| f.kind() != COLON2)
                && (!in_attribute(node) || in_alignment(node))
        }
        NESTED_NAME_SPECIFIER => {
            first == Some(t)
                && node.children().all(|n| n.kind() != NESTED_NAME_SPECIFIER)
                && node.parent().is_some_and(|p| {
                    let mut parts = (p.children_with_tokens())
                        .filter(|e| !e.kind().is_trivia() && e.kind() != TYPENAME_KW);
                    let named = matches!(p.kind(), ID_EXPRESSION | NAMED_TYPE | TYPENAME_SPECIFIER);
                    named && parts.next().is_some_and(|e| e.into_node() == Some(node))
                })
        }
        LAMBDA_CAPTURE => node.children().next().is_none(),
        _ => false,
    }
}

fn in_attribute(node: Node<'_>) -> bool {
    node.ancestors().any(|n| n.kind() == ATTRIBUTE)
}

/// Whether a node is an argument of GNU's `aligned`, which is an expression.
fn in_alignment(node: Node<'_>) -> bool {
    let attribute = node.ancestors().find(|n| n.kind() == ATTRIBUTE);
    let last = attribute.and_then(|a| a.own_tokens().filter(|t| t.kind() == IDENT).last());
    last.is_some_and(|t| cleave_attributes::bare(t.text()) == "aligned")
}

/// Whether something around a name, up to where the pack is declared, expands packs.
fn is_expanded(t: Token<'_>, scope: Node<'_>) -> bool {
    let mut around = t.parent_ancestors().take_while(|n| *n != scope);
    around.any(|n| match n.kind() {
        HANDLER => false,
        DECLARATOR | DECL_SPECIFIER_SEQ | PARAMETER_DECLARATION => {
            let parameter = n.ancestors().find(|p| p.kind() == PARAMETER_DECLARATION);
            n.has(ELLIPSIS)
                || parameter.is_some_and(|p| {
                    let within = p.parent().is_some_and(|list| {
                        matches!(list.kind(), PARAMETER_CLAUSE | TEMPLATE_PARAMETER_LIST)
                    });
                    within && dotted(p)
                })
        }
        _ => n.has(ELLIPSIS),
    })
}

/// Whether a parameter's declarator has dots, with a name or without.
fn dotted(parameter: Node<'_>) -> bool {
    parameter.child(DECLARATOR).is_some_and(|d| {
        d.descendants()
            .filter(|n| n.kind() == DECLARATOR)
            .any(|n| n.has(ELLIPSIS))
    })
}

/// The dots of an expansion that must name a pack, in a template.
fn expansion(node: Node<'_>) -> Option<Token<'_>> {
    let dots = match node.kind() {
        PACK_EXPANSION | BASE_SPECIFIER | MEM_INITIALIZER => {
            node.own_tokens().find(|t| t.kind() == ELLIPSIS)?
        }
        PARAMETER_DECLARATION if node.parent()?.kind() == PARAMETER_CLAUSE => {
            expanding(node)?;
            tokens(node.child(DECLARATOR)?).find(|t| t.kind() == ELLIPSIS)?
        }
        _ => return None,
    };
    let templated = node.ancestors().any(|n| n.kind() == TEMPLATE_DECLARATION);
    (templated && !in_attribute(node)).then_some(dots)
}
