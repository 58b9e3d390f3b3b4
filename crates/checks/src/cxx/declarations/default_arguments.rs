//! Default arguments where no function is declared ([dcl.fct.default]/3).

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::Sink;

/// The rule over one parameter of a function declarator.
pub(crate) fn check<'db>(parameter: Node<'_>, out: &mut Sink<'db>) {
    let clause = (parameter.parent()).filter(|p| p.kind() == PARAMETER_CLAUSE);
    let suffix = clause.and_then(|c| c.parent());
    let (Some(default), Some(suffix)) = (parameter.child(EQUAL_INITIALIZER), suffix) else {
        return;
    };
    let declarator = (suffix.parent())
        .filter(|d| suffix.kind() == PARAMETERS_AND_QUALIFIERS && d.kind() == DECLARATOR);
    let Some(declarator) = declarator else { return };
    let code = match place(declarator) {
        Place::Type => codes::DEFAULT_ARGUMENT_NOT_ALLOWED,
        Place::Declared if !is_of_the_name(declarator, suffix) => codes::DEFAULT_ARGUMENT_IN_TYPE,
        Place::Parameter => codes::DEFAULT_ARGUMENT_IN_TYPE,
        Place::Declared | Place::Other => return,
    };
    out.push(Finding::new(code, default.tokens().start));
}

/// What a declarator belongs to.
enum Place {
    /// A declaration that may declare a function.
    Declared,
    /// A parameter, a condition or another variable that is no function.
    Parameter,
    /// A type-id, or a template parameter.
    Type,
    Other,
}

fn place(declarator: Node<'_>) -> Place {
    let mut node = declarator;
    loop {
        let Some(parent) = node.parent() else {
            return Place::Other;
        };
        match parent.kind() {
            PAREN_DECLARATOR | DECLARATOR | INIT_DECLARATOR => node = parent,
            TYPE_ID => return Place::Type,
            PARAMETER_DECLARATION => {
                let list = parent.parent().map(|p| p.kind());
                return match list {
                    Some(TEMPLATE_PARAMETER_LIST) => Place::Type,
                    Some(PARAMETER_CLAUSE | HANDLER) => Place::Parameter,
                    _ => Place::Other,
                };
            }
            CONDITION_DECLARATION => return Place::Parameter,
            SIMPLE_DECLARATION | FUNCTION_DEFINITION => {
                let typedef = (parent.child(DECL_SPECIFIER_SEQ)).is_some_and(|s| s.has(TYPEDEF_KW));
                return match typedef {
                    true => Place::Parameter,
                    false => Place::Declared,
                };
            }
            _ => return Place::Other,
        }
    }
}

/// Whether a suffix belongs to the declared name itself: nothing but parentheses stands between them.
fn is_of_the_name(declarator: Node<'_>, suffix: Node<'_>) -> bool {
    let mut inner = declarator;
    let suffixes = |n: &Node<'_>| matches!(n.kind(), PARAMETERS_AND_QUALIFIERS | ARRAY_SUFFIX);
    if declarator.children().find(suffixes) != Some(suffix) {
        return false;
    }
    while let Some(within) = inner
        .child(PAREN_DECLARATOR)
        .and_then(|p| p.child(DECLARATOR))
    {
        let plain = |n: Node<'_>| n.kind() != POINTER_OPERATOR && !suffixes(&n);
        if !within.children().all(plain) {
            return false;
        }
        inner = within;
    }
    true
}
