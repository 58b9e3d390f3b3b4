//! What is rewritten inside expressions that the host compiles: launches, and the names of managed and of built-in
//! variables (spec 6-host A16, B14, C17, C19). Walks one item's tree with the scopes inside it, so that a local of the same
//! name is left alone.

use cleave_base_db::HostCompiler;
use cleave_names::decl::Tokens;
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::tree::{SyntaxElement, SyntaxNode};
use rustc_hash::FxHashSet;

use crate::edit::Edit;
use crate::lambda::{ExtendedLambda, wrap};
use crate::source::Source;
use crate::text::BUILTIN_VARIABLE;
use crate::watched::{Resolver, Watched};

/// The edits inside the expressions of an item whose tree, bodies and all, is `root`. `gone` are the token ranges that are
/// replaced as a whole.
pub(crate) fn edits(
    source: &Source<'_>,
    root: &SyntaxNode,
    gone: &[Tokens],
    lambdas: &[ExtendedLambda],
    compiler: HostCompiler,
    resolver: &Resolver<'_>,
) -> Vec<Edit> {
    let mut w = Walk {
        source,
        gone,
        lambdas,
        compiler,
        resolver,
        scopes: vec![FxHashSet::default()],
        out: Vec::new(),
    };
    w.children(root);
    w.out
}

struct Walk<'a> {
    source: &'a Source<'a>,
    gone: &'a [Tokens],
    lambdas: &'a [ExtendedLambda],
    compiler: HostCompiler,
    resolver: &'a Resolver<'a>,
    /// The watched names that each enclosing scope within the item declares anew.
    scopes: Vec<FxHashSet<String>>,
    out: Vec<Edit>,
}

impl Walk<'_> {
    fn tokens(&self, node: &SyntaxNode) -> Tokens {
        self.source.tokens(node)
    }

    fn children(&mut self, node: &SyntaxNode) {
        for child in node.children() {
            self.node(&child);
        }
    }

    fn scoped(&mut self, node: &SyntaxNode) {
        self.scopes.push(FxHashSet::default());
        self.children(node);
        self.scopes.pop();
    }

    fn node(&mut self, node: &SyntaxNode) {
        match node.kind() {
            COMPOUND_STATEMENT | FUNCTION_TRY_BLOCK => {
                let start = self.tokens(node).start;
                if !self.gone.iter().any(|g| g.contains(start)) {
                    self.scoped(node);
                }
            }
            FUNCTION_DEFINITION => {
                self.scopes.push(FxHashSet::default());
                // A member defined out of its class is in the class's scope.
                let declarator = node.children().find(|c| c.kind() == DECLARATOR);
                let id = declarator.and_then(|d| d.children().find(|c| c.kind() == DECLARATOR_ID));
                if let Some(q) =
                    id.and_then(|i| i.children().find(|c| c.kind() == NESTED_NAME_SPECIFIER))
                {
                    let t = self.tokens(&q);
                    let class = (t.start..t.end)
                        .rev()
                        .find(|&i| self.source.kind(i) == IDENT);
                    self.inherit(class.map(|i| self.source.word(i)));
                }
                self.children(node);
                self.scopes.pop();
            }
            LAMBDA_EXPRESSION => self.lambda(node),
            TEMPLATE_DECLARATION | REQUIRES_EXPRESSION | FOR_STATEMENT | RANGE_FOR_STATEMENT
            | IF_STATEMENT | WHILE_STATEMENT | SWITCH_STATEMENT | HANDLER => self.scoped(node),
            CLASS_SPECIFIER => {
                self.scopes.push(FxHashSet::default());
                self.members(node);
                for base in node
                    .children()
                    .filter(|c| c.kind() == BASE_CLAUSE)
                    .flat_map(|c| c.children())
                {
                    let name = base
                        .descendants()
                        .find(|n| n.kind() == NAMED_TYPE)
                        .and_then(|n| last_name(&n));
                    self.inherit(name.as_deref());
                }
                self.children(node);
                self.scopes.pop();
            }
            LAUNCH_EXPRESSION => self.launch(node),
            ID_EXPRESSION => {
                self.id_expression(node);
                self.children(node);
            }
            USING_DECLARATOR => self.using_declarator(node),
            // A parameter is in scope after its declarator, and so is a variable in its own initializer.
            DECLARATOR_ID
            | STRUCTURED_BINDING
            | LAMBDA_CAPTURE
            | TYPE_PARAMETER
            | TEMPLATE_TEMPLATE_PARAMETER
            | ENUMERATOR => {
                self.declare(node);
                self.children(node);
            }
            _ => self.children(node),
        }
    }

    /// A class's members are in scope in all of its body ([basic.scope.class]).
    fn members(&mut self, class: &SyntaxNode) {
        let Some(body) = class.children().find(|c| c.kind() == MEMBER_SPECIFICATION) else {
            return;
        };
        for member in body.children() {
            let mut inner = vec![member];
            while let Some(node) = inner.pop() {
                match node.kind() {
                    DECLARATOR_ID => self.declare(&node),
                    SIMPLE_DECLARATION | FUNCTION_DEFINITION | TEMPLATE_DECLARATION
                    | INIT_DECLARATOR | DECLARATOR | PAREN_DECLARATOR => {
                        inner.extend(node.children());
                    }
                    _ => {}
                }
            }
        }
    }

    /// `using N::x;` in a block: `x` is then that one, watched or not.
    fn using_declarator(&mut self, node: &SyntaxNode) {
        let tokens = self.tokens(node);
        let words: Vec<&str> = (tokens.start..tokens.end)
            .filter(|&i| self.source.kind(i) == IDENT)
            .map(|i| self.source.word(i))
            .collect();
        let Some((name, qualifier)) = words.split_last() else {
            return;
        };
        let rooted = self.source.kind(tokens.start) == COLON2;
        if self.resolver.is_watched(name)
            && self.resolver.resolve(qualifier, rooted, name).is_none()
        {
            if let Some(scope) = self.scopes.last_mut() {
                scope.insert((*name).to_owned());
            }
        }
    }

    /// Brings the members of a class that stands elsewhere into the current scope.
    fn inherit(&mut self, class: Option<&str>) {
        if let (Some(class), Some(scope)) = (class, self.scopes.last_mut()) {
            scope.extend(self.resolver.members(class).iter().cloned());
        }
    }

    fn declare(&mut self, node: &SyntaxNode) {
        // `int N::x` declares nothing new here, and a capture without initializer names what is outside.
        let qualified = node.children().any(|c| c.kind() == NESTED_NAME_SPECIFIER);
        if qualified || node.kind() == LAMBDA_CAPTURE && node.children().next().is_none() {
            return;
        }
        for t in node
            .children_with_tokens()
            .filter_map(SyntaxElement::into_token)
            .filter(|t| t.kind() == IDENT)
        {
            if self.resolver.is_watched(t.text()) {
                if let Some(scope) = self.scopes.last_mut() {
                    scope.insert(t.text().to_owned());
                }
            }
        }
    }

    fn id_expression(&mut self, node: &SyntaxNode) {
        let tokens = self.tokens(node);
        // The name is the last identifier outside template arguments.
        let holder = node
            .children()
            .find(|c| c.kind() == TEMPLATE_ID)
            .unwrap_or_else(|| node.clone());
        let Some(ident) = holder
            .children_with_tokens()
            .filter_map(SyntaxElement::into_token)
            .find(|t| t.kind() == IDENT)
        else {
            return;
        };
        let name = ident.text();
        if !self.resolver.is_watched(name) {
            return;
        }
        let last = self
            .source
            .lexed
            .at_or_after(ident.text_range().start().into()) as u32;
        let qualifier: Vec<&str> = (tokens.start..last)
            .filter(|&i| self.source.kind(i) == IDENT)
            .map(|i| self.source.word(i))
            .collect();
        let rooted = tokens.start < last && self.source.kind(tokens.start) == COLON2;
        if qualifier.is_empty() && !rooted && self.scopes.iter().any(|s| s.contains(name)) {
            return;
        }
        match self.resolver.resolve(&qualifier, rooted, name) {
            Some(Watched::Managed) => {
                let id = self.source.render(tokens);
                let text = format!(
                    "(*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), ({id})))"
                );
                self.out.push(Edit::replace(tokens.range(), text));
            }
            Some(Watched::Builtin) => {
                self.out.push(Edit::replace(
                    last as usize..last as usize + 1,
                    format!("{BUILTIN_VARIABLE}{name}"),
                ));
            }
            None => {}
        }
    }

    /// A lambda that the host half does not keep takes the edits inside it along.
    fn lambda(&mut self, node: &SyntaxNode) {
        let start = self.tokens(node).start;
        let lambda = self
            .lambdas
            .binary_search_by_key(&start, |l| l.tokens.start)
            .map(|i| &self.lambdas[i]);
        let mark = self.out.len();
        self.scoped(node);
        let Ok(lambda) = lambda else { return };
        let inside = self.out.split_off(mark);
        match &lambda.wrapper {
            Some(wrapper) => {
                let out = &mut self.out;
                wrap(self.source, lambda, wrapper, self.compiler, inside, out);
            }
            None => {
                let outside = inside.into_iter().filter(|e| e.end <= lambda.body.start);
                self.out.extend(outside);
                self.out.push(Edit::replace(lambda.body.range(), "{ }"));
            }
        }
    }

    /// `f<<<c…>>>(a…)` becomes `((__cudaPushCallConfiguration(c…)) ? (void)0 : f(a…))`.
    fn launch(&mut self, node: &SyntaxNode) {
        let mark = self.out.len();
        self.children(node);
        let Some(configuration) = node
            .children()
            .find(|c| c.kind() == EXECUTION_CONFIGURATION)
        else {
            return;
        };
        let all = self.tokens(node);
        let brackets = self.tokens(&configuration);
        let inner = Tokens {
            start: brackets.start + 1,
            end: brackets.end.saturating_sub(3),
        };
        let (inside, mut outside): (Vec<Edit>, Vec<Edit>) = self
            .out
            .drain(mark..)
            .partition(|e| e.start >= inner.start && e.end <= inner.end && e.start < brackets.end);
        let configuration = self.source.render_with(inner, &inside);
        let text = format!("((__cudaPushCallConfiguration({configuration})) ? (void)0 : ");
        self.out.push(Edit::insert(all.start as usize, text));
        outside.push(Edit::replace(brackets.range(), ""));
        outside.push(Edit::insert(all.end as usize, ")"));
        outside.sort_by_key(|e| (e.start, e.end));
        self.out.append(&mut outside);
    }
}

/// The last identifier of a possibly qualified name, template arguments left out.
fn last_name(node: &SyntaxNode) -> Option<String> {
    let holder = node
        .children()
        .find(|c| c.kind() == TEMPLATE_ID)
        .unwrap_or_else(|| node.clone());
    holder
        .children_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .find(|t| t.kind() == IDENT)
        .map(|t| t.text().to_owned())
}

/// `return 0;` at the end of `main` if control can get there: the reference says it, and line tables show it.
pub(crate) fn return_from_main(
    source: &Source<'_>,
    root: &SyntaxNode,
    body: Tokens,
) -> Option<Edit> {
    let block = root.descendants().find(|n| {
        n.kind() == COMPOUND_STATEMENT
            && source.lexed.at_or_after(n.text_range().start().into()) as u32 == body.start
    })?;
    let last = block.children().last();
    let ends = last.is_some_and(|s| match s.kind() {
        RETURN_STATEMENT | GOTO_STATEMENT => true,
        EXPRESSION_STATEMENT => s
            .children()
            .any(|e| e.kind() == SyntaxKind::THROW_EXPRESSION),
        _ => false,
    });
    (!ends).then(|| Edit::insert(body.end as usize - 1, "return 0; "))
}
