//! What `[[likely]]` and `[[unlikely]]` ([dcl.attr.likelihood]) say of the condition of an `if` or a loop. As the reference has it: the
//! attribute stands at a substatement, or at the first statement of a substatement that is a block.

use cleave_attributes::bare;

use super::*;

impl<'t> Lowering<'t> {
    /// Notes of an `if` or a loop whether its condition is expected to hold.
    pub(super) fn expected(&mut self, stmt: StmtId, node: &Node<'t>) {
        if !matches!(
            self.code.stmts[stmt],
            Stmt::If { .. } | Stmt::While { .. } | Stmt::For { .. }
        ) {
            return;
        }
        let mut branches = super::statements::statements(node);
        let then = branches.next().and_then(|s| is_likely(&s));
        let otherwise = branches.next().and_then(|s| is_likely(&s));
        let expected = match (then, otherwise) {
            (None, None) => return,
            (Some(true), _) | (_, Some(false)) => true,
            _ => false,
        };
        self.code.expected.push((stmt, expected));
    }
}

/// What the attributes of a substatement say: that it is likely to run, or unlikely.
fn is_likely(statement: &Node<'_>) -> Option<bool> {
    let own = |node: &Node<'_>| {
        let is_attributed = matches!(node.kind(), ATTRIBUTED_STATEMENT | ATTRIBUTE_DECLARATION);
        let inner = super::statements::statements(node).next();
        // The attributes before a label are the label's.
        let has_label = inner.is_some_and(|s| s.kind() == LABELED_STATEMENT);
        match is_attributed && !has_label {
            true => attribute(node),
            false => None,
        }
    };
    own(statement).or_else(|| {
        let block = match statement.kind() {
            ATTRIBUTED_STATEMENT => super::statements::statements(statement).next()?,
            _ => *statement,
        };
        let first = match block.kind() {
            COMPOUND_STATEMENT => {
                let mut all = block.children();
                all.find(|s| s.kind() != ALIAS_DECLARATION)?
            }
            _ => return None,
        };
        own(&first)
    })
}

/// The first of the two attributes that stands at a statement.
fn attribute(node: &Node<'_>) -> Option<bool> {
    let specifiers = children(node, ATTRIBUTE_SPECIFIER);
    let standard = specifiers.filter(|s| s.first_token().is_some_and(|t| t.kind() == L_BRACK));
    standard
        .flat_map(|s| children(&s, ATTRIBUTE).collect::<Vec<_>>())
        .find_map(|a| {
            let mut words = all_tokens(&a).filter(|t| t.kind() == IDENT);
            let word = words.next()?;
            match (bare(word.text()), words.next()) {
                ("likely", None) => Some(true),
                ("unlikely", None) => Some(false),
                _ => None,
            }
        })
}
