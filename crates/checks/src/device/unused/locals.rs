//! Variables in bodies that nothing reads: declared and never named again (177), or set and never used (550; reference:
//! diagnostics, Unused entities). The host pass has remarks for this, which nobody sees; the device pass warns.
//!
//! A variable whose initialisation or destruction does something is never unused. Where a syntax error is, what stands before it in
//! its statement counts as read, and what is skipped for it is not looked at.

use std::collections::BTreeSet;

use cleave_codes::codes;
use cleave_diagnostics::{Pass, Severity, catalog};
use cleave_names::decl::Tokens;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::{FlatTree, Node};
use cleave_syntax::{SyntaxError, SyntaxErrorKind};

use cleave_typing::TyKind;
use rustc_hash::FxHashMap;

use crate::Finding;
use crate::device::unused::labels;
use crate::device::unused::variables::{Role, Variable, Variables};
use crate::engine::broken::Broken;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};

/// Reports the unused variables and labels of an item, in the order of their declarations.
pub(crate) fn check<'db>(
    s: &Source<'db>,
    tree: &FlatTree<'_>,
    errors: &[SyntaxError],
    out: &mut Sink<'db>,
) {
    let has_body = |n: Node<'_>| n.kind() == COMPOUND_STATEMENT;
    if !tree.root().descendants().any(has_body) {
        return;
    }
    let variables = Variables::of(s);
    let mut found = labels::check(s, tree, &variables.functions);
    let broken = Broken::by(errors);
    let read = read_before(s, tree, errors);
    for variable in &variables.all {
        let code = match variable.role {
            Role::Other => continue,
            _ if variable.is_used => continue,
            Role::Parameter | Role::Handler if variable.is_set => codes::SET_BUT_NOT_USED,
            Role::Parameter | Role::Handler => continue,
            Role::Variable if !variable.is_named => codes::DECLARED_BUT_NOT_REFERENCED,
            Role::Variable if is_set(s, variable) => codes::SET_BUT_NOT_USED,
            Role::Variable => continue,
        };
        let of_statement = variable.role == Role::Variable;
        // Of variables in templates the reference knows less.
        let unknown = variable.template && (code == codes::SET_BUT_NOT_USED || variable.open);
        if of_statement && (unknown || variable.ty.top_quals(s.db).is_volatile) {
            continue;
        }
        let Some(place) = Place::of(s, tree, variable.at) else {
            continue;
        };
        // An address that may not be taken does nothing.
        let address = |f: &Finding<'_>| {
            f.code == codes::NV_ATOMIC_FUNCTION_ADDRESS_TAKEN && place.whole.contains(f.at)
        };
        let silent = variable.silent
            || !of_statement
            || out.iter().any(address)
            || variable.dropped && is_left_as_it_is(s, out, variable, place.whole);
        let end = place.whole.end;
        let is_broken = (broken.at(place.whole.start..=end).iter())
            .any(|e| e.token < end || e.kind == SyntaxErrorKind::ExpectedExpression);
        if !silent || is_broken || is_wrong(s, out, variable, place.whole) {
            continue;
        }
        let kind = match variable.role {
            Role::Parameter => "parameter",
            Role::Handler => "handler parameter",
            _ => "variable",
        };
        let name = variable.name.to_string();
        found.push(
            Finding::new(code, variable.at)
                .arg(Arg::Entity { kind, name })
                .reported_at(place.end),
        );
    }
    bindings(s, tree, out, &mut found);
    found.retain(|f| {
        let name = tree.token(f.at).map(|t| t.text());
        let mut named = name.and_then(|name| read.get(name)).into_iter().flatten();
        !broken.skips(f.at) && named.all(|at| *at == f.at)
    });
    found.sort_by_key(|f| f.at);
    out.append(&mut found);
}

/// Structured bindings of which no name is mentioned, whatever makes and drops their object. Templates are left out.
fn bindings<'db>(
    s: &Source<'db>,
    tree: &FlatTree<'_>,
    known: &Sink<'db>,
    found: &mut Vec<Finding<'db>>,
) {
    let mut all = tree.root().descendants_of(STRUCTURED_BINDING).peekable();
    if all.peek().is_none() {
        return;
    }
    let mut mentions: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
    let names = (0..s.lexed.len() as u32).filter(|&i| s.kind(i) == IDENT);
    names.for_each(|i| mentions.entry(s.word(i)).or_default().push(i));
    let undefined = known
        .iter()
        .filter(|f| f.code == codes::UNDEFINED_IDENTIFIER);
    let undefined: BTreeSet<u32> = undefined.map(|f| f.at).collect();
    for node in all {
        let own = s.tokens(node);
        let in_template = node.ancestors().any(|n| n.kind() == TEMPLATE_DECLARATION);
        let around = node
            .ancestors()
            .find(|n| n.child(DECL_SPECIFIER_SEQ).is_some());
        let scope = around.and_then(scope).filter(|_| !in_template);
        let (Some(declaration), Some(scope)) = (around, scope) else {
            continue;
        };
        let names: Vec<u32> = own
            .range()
            .map(|i| i as u32)
            .filter(|&i| s.kind(i) == IDENT)
            .collect();
        let Some(&first) = names.first() else {
            continue;
        };
        let whole = s.tokens(declaration);
        let end = s.tokens(scope).end;
        let is_named = |name: &u32| {
            let at = mentions.get(s.word(*name)).map_or(&[][..], Vec::as_slice);
            (at.get(at.partition_point(|i| *i < own.end))).is_some_and(|i| *i < end)
        };
        let may_be = (whole.start..own.start).any(|i| s.word(i) == "maybe_unused");
        let is_wrong = undefined.range(whole.start..whole.end).next().is_some();
        if may_be || is_wrong || names.iter().any(is_named) {
            continue;
        }
        let (kind, name) = ("structured binding", s.word(first).to_owned());
        let finding = Finding::new(codes::DECLARED_BUT_NOT_REFERENCED, first);
        let finding = finding.arg(Arg::Entity { kind, name });
        found.push(finding.reported_at(end.saturating_sub(1)));
    }
}

/// The words that stand in front of syntax errors, from where their statements start, with their places: what they name counts as used.
fn read_before<'t>(
    s: &Source<'_>,
    tree: &'t FlatTree<'_>,
    errors: &[SyntaxError],
) -> FxHashMap<&'t str, Vec<u32>> {
    let start = |token: u32| {
        let mut around = tree.token(token)?.parent_ancestors();
        let is_statement =
            |n: &Node<'_>| matches!(n.parent().map(|p| p.kind()), Some(COMPOUND_STATEMENT));
        around.find(is_statement).map(|n| s.tokens(n).start)
    };
    let mut out: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
    let mut done = 0;
    for e in errors {
        let first = start(e.token).unwrap_or(e.token);
        let previous = e.token.checked_sub(1).and_then(start).unwrap_or(first);
        for at in first.min(previous).max(done)..e.token {
            if let Some(token) = tree.token(at) {
                out.entry(token.text()).or_default().push(at);
            }
        }
        done = done.max(e.token);
    }
    out
}

/// Whether a variable that is named has a value that somebody gave it.
fn is_set(s: &Source<'_>, variable: &Variable<'_>) -> bool {
    let constant = variable.ty.innermost_element(s.db).top_quals(s.db).is_const
        || variable.ty.is_reference(s.db);
    variable.is_set || variable.has_value && !constant
}

/// Where a variable is declared.
struct Place {
    /// Its declarator with its initialiser.
    whole: Tokens,
    /// The last token of the scope of its name.
    end: u32,
}

impl Place {
    /// By the token of the name.
    fn of(s: &Source<'_>, tree: &FlatTree<'_>, at: u32) -> Option<Place> {
        let token = tree.token(at)?;
        let mut whole = token.parent()?;
        let declaration = token.parent_ancestors().find(|n| {
            let found = matches!(n.kind(), SIMPLE_DECLARATION | PARAMETER_DECLARATION);
            if !found {
                whole = *n;
            }
            found
        })?;
        Some(Place {
            whole: s.tokens(whole),
            end: s.tokens(scope(declaration)?).end.saturating_sub(1),
        })
    }
}

/// Where a declaration's names end to be visible.
fn scope(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors().skip(1).find(|a| {
        matches!(
            a.kind(),
            COMPOUND_STATEMENT
                | FOR_STATEMENT
                | RANGE_FOR_STATEMENT
                | IF_STATEMENT
                | SWITCH_STATEMENT
                | WHILE_STATEMENT
                | HANDLER
                | LAMBDA_EXPRESSION
                | FUNCTION_DEFINITION
                | REQUIRES_EXPRESSION
        )
    })
}

/// What of CUDA's errors leaves nothing of an expression.
const LEAVES_NOTHING: [codes::Code; 2] = [
    codes::REFERENCE_TO_TEXT_SURF_VAR_IN_DEVICE_FUNC,
    codes::ANONYMOUS_UNION_MEMBER_IN_DEVICE_CODE,
];

/// What may be wrong with a declaration whose variable is known all the same, with its type and its initialiser.
const LEAVES_THE_VARIABLE: [codes::Code; 10] = [
    codes::EXPR_NOT_CONSTANT,
    codes::ALREADY_DECLARED_IN_SCOPE,
    codes::ALREADY_DEFINED,
    codes::MISSING_INITIALIZER_ON_CONST,
    codes::MISSING_INITIALIZER_ON_REFERENCE,
    codes::INACCESSIBLE_ENTITY,
    codes::NO_DEFAULT_CONSTRUCTOR,
    codes::TOO_MANY_INITIALIZERS,
    codes::ABSTRACT_CLASS_OBJECT,
    codes::CONVERSION_TO_INACCESSIBLE_BASE,
];

/// What leaves a variable without an initialiser, or with what it had.
const LEAVES_IT_AS_IT_IS: [codes::Code; 5] = [
    codes::MISSING_INITIALIZER_ON_CONST,
    codes::MISSING_INITIALIZER_ON_REFERENCE,
    codes::NO_DEFAULT_CONSTRUCTOR,
    codes::ABSTRACT_CLASS_OBJECT,
    codes::CONVERSION_TO_INACCESSIBLE_BASE,
];

/// Whether what is wrong with an initialiser leaves the variable as if it did nothing. Of values too many that is so in arrays, and in
/// parentheses.
fn is_left_as_it_is(s: &Source<'_>, found: &Sink<'_>, variable: &Variable<'_>, t: Tokens) -> bool {
    let ty = variable.ty;
    let element = ty.innermost_element(s.db);
    let in_parentheses = s.kind(variable.at + 1) == L_PAREN;
    let listed = !element.is_class(s.db) && (ty.is_array(s.db) || in_parentheses);
    let leaves = |code| match code {
        codes::TOO_MANY_INITIALIZERS => listed,
        codes::ABSTRACT_CLASS_OBJECT => !variable.is_named,
        // The value is converted all the same, and what makes it does what it does.
        codes::CONVERSION_TO_INACCESSIBLE_BASE => {
            !(variable.at..t.end).any(|i| s.kind(i) == NEW_KW)
        }
        _ => LEAVES_IT_AS_IT_IS.contains(&code),
    };
    // The `;` is what is pointed at where an initialiser is missing.
    let of_declarator = |f: &Finding<'_>| (variable.at..=t.end).contains(&f.at);
    found.iter().any(|f| of_declarator(f) && leaves(f.code))
}

/// Whether something that has nothing to do with CUDA is wrong in a declaration: its variable is not looked at then.
fn is_wrong(s: &Source<'_>, found: &Sink<'_>, variable: &Variable<'_>, t: Tokens) -> bool {
    // What stands in the body of a lambda is no part of the initialiser.
    let closure = matches!(variable.ty.kind(s.db), TyKind::Closure(_));
    let mut behind_captures = (variable.at..t.end).skip_while(|&i| s.kind(i) != R_BRACK);
    let body = behind_captures.find(|&i| closure && s.kind(i) == L_BRACE);
    // A variable of static storage duration is known whatever it is initialised with.
    let is_static = (t.start..variable.at).any(|i| s.kind(i) == STATIC_KW);
    let known =
        |f: &Finding<'_>| body.is_some_and(|body| f.at > body) || is_static && f.at > variable.at;
    found.iter().any(|f| {
        t.contains(f.at)
            && !known(f)
            && (!f.code.is_cuda() || LEAVES_NOTHING.contains(&f.code) && !closure)
            && !LEAVES_THE_VARIABLE.contains(&f.code)
            && f.severity
                .or_else(|| catalog().get(f.code).map(|e| e.severity(Pass::Device)))
                .is_some_and(Severity::is_error)
    })
}
