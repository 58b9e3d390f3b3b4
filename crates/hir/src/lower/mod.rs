//! From an item's tree to HIR. Reads the shape of the tree; looks nothing up.
//!
//! Trees are bounded: the parser nests no deeper than `cleave_syntax::MAX_DEPTH`, and what it chains beyond that (operators,
//! labels, `else if`s) is walked along here or stops at [`MAX_DEPTH`].

mod attributes;
mod classes;
mod declarations;
mod declarators;
mod expressions;
mod lambdas;
mod literals;
mod names;
mod operands;
mod specifiers;
mod statements;
mod templates;
mod types;

use std::cell::Cell;
use std::sync::Arc;

use cleave_names::decl::Tokens;
use cleave_syntax::Bodies;
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::ast::{AstNode, Expr as ExprNode};
use cleave_syntax::lexer::Lexed;
use cleave_syntax::tree::{SyntaxElement, SyntaxNode, SyntaxToken};
use rustc_hash::FxHashSet;

use crate::*;

/// How deep the lowering follows a tree. What lies below is `Missing`.
const MAX_DEPTH: u32 = 6_000;

/// How many tokens around the last one are tried before a search among all.
const NEAR: usize = 8;

/// All that an item's tree gives.
#[derive(Debug, Default)]
pub(crate) struct Lowered {
    pub(crate) item: Arc<ItemHir>,
    pub(crate) spans: Arc<Spans>,
    /// By declaration; none if bodies are not wanted.
    pub(crate) bodies: Box<[LoweredBody]>,
    /// Code of the signature is behind a closed body.
    pub(crate) closed: bool,
}

/// A body of an item.
#[derive(Debug)]
pub(crate) struct LoweredBody {
    /// Whose body it is.
    pub(crate) decl: DeclId,
    /// Its first token in the item.
    pub(crate) start: u32,
    pub(crate) hir: Arc<BodyHir>,
    /// Relative to `start`.
    pub(crate) spans: Arc<Spans>,
}

/// What becomes a body of its own.
enum Pending {
    Function {
        inits: Option<SyntaxNode>,
        body: SyntaxNode,
    },
    Init(SyntaxNode),
}

/// Lowers an item whose tokens are `lexed` and whose tree is `root`: its bodies, too, or with them closed its signature only.
pub(crate) fn lower(lexed: &Lexed, root: &SyntaxNode, bodies: Bodies) -> Lowered {
    let mut l = Lowering {
        lexed,
        code: Code::default(),
        spans: Spans::default(),
        base: 0,
        last_token: Cell::new(0),
        names: FxHashSet::default(),
        packs: FxHashSet::default(),
        inline: false,
        within: None,
        pending: Vec::new(),
        closed: false,
        depth: 0,
    };
    let mut roots = Vec::new();
    for child in root.children() {
        l.declaration(&child, &Context::default(), &mut roots);
    }
    let item = ItemHir {
        code: std::mem::take(&mut l.code).shrunk(),
        roots: roots.into(),
    };
    let spans = std::mem::take(&mut l.spans).shrunk();
    let closed = l.closed;
    let mut pending = std::mem::take(&mut l.pending);
    if bodies == Bodies::Lazy {
        pending.clear();
    }
    let mut bodies: Vec<LoweredBody> = pending
        .into_iter()
        .map(|(decl, pending)| l.body(decl, &pending))
        .collect();
    bodies.sort_by_key(|b| b.decl.into_raw());
    Lowered {
        item: Arc::new(item),
        spans: Arc::new(spans),
        bodies: bodies.into(),
        closed,
    }
}

/// What a declaration inherits from what it stands in.
#[derive(Clone, Default)]
struct Context {
    parent: Option<DeclId>,
    heads: Vec<TemplateHead>,
    linkage_c: bool,
    /// Directly in a linkage specification without braces: as if declared `extern` ([dcl.link]).
    linkage_extern: bool,
    access: Access,
}

struct Lowering<'t> {
    lexed: &'t Lexed,
    code: Code,
    spans: Spans,
    /// The token that positions are relative to.
    base: u32,
    last_token: Cell<usize>,
    names: FxHashSet<Name>,
    /// The names of all packs that the item has declared so far: of template and function parameters, and of captures.
    packs: FxHashSet<Name>,
    /// Whether bodies and initializers stay in the code at hand.
    inline: bool,
    /// The function or variable whose body or initializer is being read, if it is in the code at hand.
    within: Option<DeclId>,
    pending: Vec<(DeclId, Pending)>,
    /// A lambda with a closed body was met.
    closed: bool,
    depth: u32,
}

impl Lowering<'_> {
    fn body(&mut self, decl: DeclId, pending: &Pending) -> LoweredBody {
        let first = match pending {
            Pending::Function {
                inits: Some(first), ..
            } => first,
            Pending::Function { body: first, .. } | Pending::Init(first) => first,
        };
        self.base = self.lexed.at_or_after(first.text_range().start().into()) as u32;
        self.inline = true;
        self.within = None;
        let root = match pending {
            Pending::Function { inits, body } => {
                let (block, inits) = self.function_body(inits.as_ref(), body);
                BodyRoot::Function { block, inits }
            }
            Pending::Init(node) => BodyRoot::Init(self.init(node)),
        };
        LoweredBody {
            decl,
            start: self.base,
            hir: Arc::new(BodyHir {
                code: std::mem::take(&mut self.code).shrunk(),
                root,
            }),
            spans: Arc::new(std::mem::take(&mut self.spans).shrunk()),
        }
    }

    /// Goes one level down, unless that is too deep.
    fn deeper<T>(&mut self, step: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let result = step(self);
        self.depth -= 1;
        Some(result)
    }

    fn name(&mut self, text: &str) -> Name {
        match self.names.get(text) {
            Some(name) => name.clone(),
            None => {
                let name = Name::new(text);
                self.names.insert(name.clone());
                name
            }
        }
    }

    /// The first token at or after a byte: the one looked for last, or near it, most of the time.
    fn token_at(&self, offset: usize) -> usize {
        let starts = |i: usize| self.lexed.range(i).start;
        let len = self.lexed.len();
        let mut at = self.last_token.get().min(len);
        let mut steps = 0;
        while steps < NEAR {
            if at < len && starts(at) < offset {
                at += 1;
            } else if at > 0 && starts(at - 1) >= offset {
                at -= 1;
            } else {
                break;
            }
            steps += 1;
        }
        if steps == NEAR {
            at = self.lexed.at_or_after(offset);
        }
        self.last_token.set(at);
        at
    }

    fn tokens(&self, start: usize, end: usize) -> Tokens {
        let at = |offset: usize| (self.token_at(offset) as u32).saturating_sub(self.base);
        let start = at(start);
        Tokens {
            start,
            end: at(end).max(start),
        }
    }

    fn span(&self, node: &SyntaxNode) -> Tokens {
        let range = node.text_range();
        self.tokens(range.start().into(), range.end().into())
    }

    fn token_span(&self, token: &SyntaxToken) -> Tokens {
        let range = token.text_range();
        self.tokens(range.start().into(), range.end().into())
    }

    fn alloc_type(&mut self, ty: TypeRef, span: Tokens) -> TypeId {
        self.alloc_type_at(ty, span, span.start)
    }

    fn alloc_type_at(&mut self, ty: TypeRef, span: Tokens, point: u32) -> TypeId {
        self.spans.types.push(span);
        self.spans.type_points.push(point);
        self.code.types.alloc(ty)
    }

    fn alloc_expr(&mut self, expr: Expr, span: Tokens) -> ExprId {
        self.alloc_expr_at(expr, span, span.start)
    }

    fn alloc_expr_at(&mut self, expr: Expr, span: Tokens, point: u32) -> ExprId {
        self.spans.exprs.push(span);
        self.spans.points.push(point);
        self.code.exprs.alloc(expr)
    }

    fn alloc_stmt(&mut self, stmt: Stmt, node: &SyntaxNode) -> StmtId {
        self.spans.stmts.push(self.span(node));
        self.code.stmts.alloc(stmt)
    }

    fn alloc_param(&mut self, param: Param, span: Tokens) -> ParamId {
        self.spans.params.push(span);
        self.code.params.alloc(param)
    }

    fn alloc_decl(&mut self, decl: Decl, span: Tokens) -> DeclId {
        self.spans.decls.push(span);
        self.code.decls.alloc(decl)
    }
}

fn child(node: &SyntaxNode, kind: SyntaxKind) -> Option<SyntaxNode> {
    node.first_child_by_kind(&|k| k == kind)
}

fn children(node: &SyntaxNode, kind: SyntaxKind) -> impl Iterator<Item = SyntaxNode> + use<> {
    node.children().by_kind(move |k| k == kind)
}

fn all_tokens(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> + use<> {
    elements(node).filter_map(SyntaxElement::into_token)
}

/// The children that mean something.
fn elements(node: &SyntaxNode) -> impl Iterator<Item = SyntaxElement> + use<> {
    node.children_with_tokens().by_kind(|k| !k.is_trivia())
}

fn token(node: &SyntaxNode, kind: SyntaxKind) -> Option<SyntaxToken> {
    node.first_child_or_token_by_kind(&|k| k == kind)?
        .into_token()
}

fn has(node: &SyntaxNode, kind: SyntaxKind) -> bool {
    token(node, kind).is_some()
}

fn is_expr(kind: SyntaxKind) -> bool {
    ExprNode::can_cast(kind)
}

/// The expressions among the children.
fn exprs(node: &SyntaxNode) -> impl Iterator<Item = SyntaxNode> + use<> {
    node.children().by_kind(is_expr)
}

/// The initializer among the children.
fn initializer(node: &SyntaxNode) -> Option<SyntaxNode> {
    node.first_child_by_kind(&is_initializer)
}

fn is_initializer(kind: SyntaxKind) -> bool {
    matches!(kind, EQUAL_INITIALIZER | ARGUMENT_LIST | BRACED_INIT_LIST)
}
