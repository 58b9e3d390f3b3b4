//! What is rewritten inside expressions that the host compiles: launches, and the names of managed and of built-in
//! variables (reference: host-text, Launches; host-text, Managed variables; host-text, Built-in entities; host-text, End of
//! functions).

use std::iter::Peekable;
use std::vec::IntoIter;

use cleave_attributes::is_annotation;
use cleave_base_db::HostCompiler;
use cleave_names::decl::Tokens;
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::tree::SyntaxNode;

use crate::boilerplate::{BUILTIN_VARIABLE, launch, managed_use};
use crate::edit::Edit;
use crate::lambda::{ExtendedLambda, wrap};
use crate::source::Source;
use crate::walk::{Context, Use, Visitor, walk};
use crate::watched::Watched;

/// The edits inside the expressions of an item whose tree, bodies and all, is `root`.
/// `lambdas` are those that the host half does not keep as they are, `locals` the edits of annotated declarations in bodies by
/// their first tokens.
pub(crate) fn edits(
    context: &Context<'_, '_>,
    root: &SyntaxNode,
    lambdas: &[ExtendedLambda],
    locals: Vec<(u32, Vec<Edit>)>,
    compiler: HostCompiler,
) -> Vec<Edit> {
    let mut rewriter = Rewriter {
        context,
        lambdas,
        locals: locals.into_iter().peekable(),
        compiler,
        out: Vec::new(),
    };
    walk(context, root, &mut rewriter);
    rewriter.out
}

struct Rewriter<'a, 'db> {
    context: &'a Context<'a, 'db>,
    lambdas: &'a [ExtendedLambda],
    locals: Peekable<IntoIter<(u32, Vec<Edit>)>>,
    compiler: HostCompiler,
    out: Vec<Edit>,
}

impl<'db> Visitor<'db> for Rewriter<'_, 'db> {
    const TYPES: bool = false;

    fn used(&mut self, used: &Use<'_, 'db>) {
        match used.found.what {
            Watched::Managed => {
                let id = self.context.source.render(used.tokens);
                self.out
                    .push(Edit::replace(used.tokens.range(), managed_use(&id)));
            }
            Watched::Builtin => {
                let last = used.last as usize;
                self.out.push(Edit::replace(
                    last..last + 1,
                    format!("{BUILTIN_VARIABLE}{}", used.name),
                ));
            }
            Watched::Device => {}
        }
    }

    fn mark(&self) -> usize {
        self.out.len()
    }

    fn declaration(&mut self, node: &SyntaxNode) {
        let start = self.context.tokens(node).start;
        while let Some((at, edits)) = self.locals.next_if(|l| l.0 <= start) {
            if at == start {
                self.out.extend(edits);
            }
        }
    }

    /// `__nv_parent` names the function around for the front end alone.
    fn lambda_annotation(&mut self, node: &SyntaxNode) {
        let tokens = self.context.tokens(node);
        self.out.push(Edit::replace(tokens.range(), ""));
    }

    /// The reference drops the attributes for g++ on a lambda's call operator, `always_inline` and the like, and the code is the same
    /// only without. `target` stays: g++ would not compile what a body uses of it (reference: host-text, Attributes).
    fn lambda_attribute(&mut self, node: &SyntaxNode) {
        let source = self.context.source;
        let tokens = self.context.tokens(node);
        let annotated = |i| is_annotation(source.word(i));
        let targets = |i| source.word(i).trim_matches('_') == "target";
        if source.kind(tokens.start) == ATTRIBUTE_KW
            && !(tokens.start..tokens.end).any(|i| annotated(i) || targets(i))
        {
            self.out.push(Edit::replace(tokens.range(), ""));
        }
    }

    /// A lambda that the host half does not keep takes the edits inside it along.
    fn after_lambda(&mut self, node: &SyntaxNode, mark: usize) {
        let start = self.context.tokens(node).start;
        let Ok(index) = self
            .lambdas
            .binary_search_by_key(&start, |l| l.tokens.start)
        else {
            return;
        };
        let lambda = &self.lambdas[index];
        let inside = self.out.split_off(mark);
        match &lambda.wrapper {
            Some(wrapper) => {
                let source = self.context.source;
                wrap(
                    source,
                    lambda,
                    wrapper,
                    self.compiler,
                    inside,
                    &mut self.out,
                );
            }
            None => {
                let outside = inside.into_iter().filter(|e| e.end <= lambda.body.start);
                self.out.extend(outside);
                self.out.push(Edit::replace(lambda.body.range(), "{ }"));
            }
        }
    }

    /// `f<<<c…>>>(a…)` becomes `((__cudaPushCallConfiguration(c…)) ? (void)0 : f(a…))`.
    fn after_launch(&mut self, node: &SyntaxNode, mark: usize) {
        let Some(configuration) = node
            .children()
            .find(|c| c.kind() == EXECUTION_CONFIGURATION)
        else {
            return;
        };
        let all = self.context.tokens(node);
        let brackets = self.context.tokens(&configuration);
        let inner = Tokens {
            start: brackets.start + 1,
            end: brackets.end.saturating_sub(3),
        };
        let (inside, mut outside): (Vec<Edit>, Vec<Edit>) = self
            .out
            .drain(mark..)
            .partition(|e| e.start >= inner.start && e.end <= inner.end && e.start < brackets.end);
        let configuration = self.context.source.render_with(inner, &inside);
        self.out
            .push(Edit::insert(all.start as usize, launch(&configuration)));
        outside.push(Edit::replace(brackets.range(), ""));
        outside.push(Edit::insert(all.end as usize, ")"));
        outside.sort_by_key(|e| (e.start, e.end));
        self.out.append(&mut outside);
    }
}

/// `co_return;` at the end of coroutines that say it elsewhere, as the reference does (reference: host-text, End of functions). A
/// coroutine that never says it may have no way to return nothing; the end of its body is the host compiler's then.
pub(crate) fn returns_from_coroutines(
    source: &Source<'_>,
    root: &SyntaxNode,
    gone: &[Tokens],
) -> Vec<Edit> {
    let returns = root.descendants().filter(is_plain_co_return);
    let mut bodies: Vec<SyntaxNode> = returns.filter_map(|r| function_body(&r)).collect();
    bodies.dedup();
    bodies
        .iter()
        .filter(|body| {
            !body
                .children()
                .last()
                .is_some_and(|s| is_plain_co_return(&s))
        })
        .map(|body| source.tokens(body))
        .filter(|body| !gone.iter().any(|g| g.contains(body.start)))
        .map(|body| Edit::insert(body.end as usize - 1, "co_return; "))
        .collect()
}

/// `co_return;` without a value.
fn is_plain_co_return(node: &SyntaxNode) -> bool {
    node.kind() == RETURN_STATEMENT
        && node.children().next().is_none()
        && node
            .children_with_tokens()
            .any(|t| t.kind() == CO_RETURN_KW)
}

/// The body of the innermost function or lambda-expression around a statement.
fn function_body(statement: &SyntaxNode) -> Option<SyntaxNode> {
    statement.ancestors().find(|n| {
        n.kind() == COMPOUND_STATEMENT
            && n.parent()
                .is_some_and(|p| matches!(p.kind(), FUNCTION_DEFINITION | LAMBDA_EXPRESSION))
    })
}

/// `return 0;` at the end of `main` if control can get there: the reference says it, and line tables show it.
pub(crate) fn return_from_main(
    source: &Source<'_>,
    root: &SyntaxNode,
    body: Tokens,
) -> Option<Edit> {
    // The block of a function-try-block follows its `try`.
    let open = match source.kind(body.start) {
        TRY_KW => body.start + 1,
        _ => body.start,
    };
    let block = root.descendants().find(|n| {
        n.kind() == COMPOUND_STATEMENT
            && source.lexed.at_or_after(n.text_range().start().into()) as u32 == open
    })?;
    let body = source.tokens(&block);
    let last = block.children().last();
    let ends = last.is_some_and(|s| match s.kind() {
        RETURN_STATEMENT | GOTO_STATEMENT => true,
        EXPRESSION_STATEMENT => s
            .children()
            .any(|e| e.kind() == SyntaxKind::THROW_EXPRESSION),
        _ => false,
    });
    // On the line of the last statement, where the reference says it.
    let last = body.end as usize - 2;
    (!ends).then(|| {
        Edit::replace(
            last..last + 1,
            format!("{} return 0;", source.word(last as u32)),
        )
    })
}
