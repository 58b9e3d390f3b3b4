//! The arguments of launch attributes: where each stands, which expression of the semantic core it is, and what that is worth.

use cleave_base_db::Db;
use cleave_hir::{Attr, Code, Expr, ExprId, item_spans};
use cleave_lang::Operator;
use cleave_names::decl::{Attribute, Decl, Tokens};
use cleave_names::item_id_of_node;
use cleave_typing::eval::{self, Argument as Value};
use cleave_typing::{CodeRef, Entity};

use crate::engine::entities;
use crate::engine::source::Source;

/// An argument as it is written.
pub(crate) struct Written {
    pub(crate) tokens: Tokens,
    /// None where no expression is written.
    expr: Option<ExprId>,
}

impl Written {
    /// Whether it is an expression, and no type.
    pub(crate) fn is_expression(&self) -> bool {
        self.expr.is_some()
    }
}

/// Whether an attribute has an argument clause.
pub(crate) fn given(a: &Attribute) -> bool {
    a.arguments.start > a.tokens.start
}

/// The arguments within some tokens of a declaration's attribute: those of the attribute, or the components of a tuple. Which
/// commas stand between arguments is known where expressions are.
pub(crate) fn written(s: &Source<'_>, within: Tokens) -> Vec<Written> {
    let pieces = s.arguments(within);
    if pieces.is_empty() {
        return Vec::new();
    }
    let exprs = expressions(s, within);
    let mut out: Vec<Written> = Vec::new();
    for piece in pieces {
        if out.last().is_some_and(|last| piece.start < last.tokens.end) {
            continue;
        }
        // Of what begins at one token the longest is the whole.
        let whole = exprs
            .iter()
            .filter(|(_, tokens)| tokens.start == piece.start)
            .max_by_key(|(_, tokens)| tokens.end);
        out.push(Written {
            tokens: whole.map_or(piece, |(_, tokens)| *tokens),
            expr: whole.map(|(e, _)| *e),
        });
    }
    out
}

/// The expressions within some tokens, but comma operators: these stand between the components of a tuple.
fn expressions(s: &Source<'_>, within: Tokens) -> Vec<(ExprId, Tokens)> {
    let item = item_id_of_node(s.db, s.item);
    let Some(code) = CodeRef::signature(item).code(s.db) else {
        return Vec::new();
    };
    let spans = &item_spans(s.db, item).exprs;
    code.exprs
        .iter()
        .zip(spans)
        .filter(|(_, tokens)| within.start <= tokens.start && tokens.end <= within.end)
        .filter(|((_, e), _)| !matches!(e, Expr::Binary(Operator::Comma, ..)))
        .map(|((id, _), tokens)| (id, *tokens))
        .collect()
}

/// What arguments of a declaration's attribute are worth.
pub(crate) fn values<'db>(s: &Source<'db>, decl: &Decl, of: &[Written]) -> Vec<Value<'db>> {
    if of.is_empty() {
        return Vec::new();
    }
    let entity = entities::entity(s, decl);
    let value = |w: &Written| {
        let (Some(entity), Some(e)) = (entity, w.expr) else {
            return Value::Unknown;
        };
        value(s.db, entity, e)
    };
    of.iter().map(value).collect()
}

/// What an argument is worth under the template arguments of an entity.
pub(crate) fn value<'db>(db: &'db dyn Db, entity: Entity<'db>, e: ExprId) -> Value<'db> {
    cleave_typing::outermost(
        db,
        || Value::Unknown,
        || eval::attribute_argument(db, entity, e),
    )
}

/// The same of the attribute's arguments, the components of tuples among them.
pub(crate) fn values_of<'db>(s: &Source<'db>, decl: &Decl, a: &Attribute) -> Vec<Value<'db>> {
    let all = written(s, a.arguments);
    match a.name.as_str() {
        "block_size" => all.iter().flat_map(|t| components(s, decl, t)).collect(),
        _ => values(s, decl, &all),
    }
}

/// What the components of a parenthesised tuple are worth.
pub(crate) fn components<'db>(s: &Source<'db>, decl: &Decl, tuple: &Written) -> Vec<Value<'db>> {
    inside(tuple.tokens).map_or(Vec::new(), |t| values(s, decl, &written(s, t)))
}

/// The tokens between parentheses.
fn inside(tuple: Tokens) -> Option<Tokens> {
    (tuple.end >= tuple.start + 2).then(|| Tokens {
        start: tuple.start + 1,
        end: tuple.end - 1,
    })
}

/// The expressions that an attribute's arguments consist of: those of `__block_size__` are tuples.
pub(crate) fn of_attribute(code: &Code, attr: &Attr) -> Vec<ExprId> {
    let mut out = Vec::new();
    for &e in &attr.args {
        let mut tuple = Vec::new();
        let mut rest = match code[e] {
            Expr::Paren(inner) if attr.name.as_str() == "block_size" => inner,
            _ => e,
        };
        while let Expr::Binary(Operator::Comma, before, last) = code[rest] {
            tuple.push(last);
            rest = before;
        }
        tuple.push(rest);
        out.extend(tuple.into_iter().rev());
    }
    out
}

/// Whether an attribute depends on template arguments.
pub(crate) fn depends(s: &Source<'_>, decl: &Decl, a: &Attribute) -> bool {
    values_of(s, decl, a).contains(&Value::Dependent)
}
