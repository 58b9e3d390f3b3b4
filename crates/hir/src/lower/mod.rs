//! From an item's tree to HIR. Reads the shape of the tree; looks nothing up.
//!
//! Trees are bounded: the parser nests no deeper than `cleave_syntax::MAX_DEPTH`, and what it chains beyond that (operators,
//! labels, `else if`s) is walked along here or stops at [`MAX_DEPTH`].

mod attributes;
mod classes;
mod declarations;
mod declarators;
mod expected;
mod expressions;
mod functions;
mod lambdas;
mod literals;
mod names;
mod node;
mod operands;
mod specifiers;
mod statements;
mod templates;
mod types;
mod unroll;

use std::ops::Range;
use std::sync::Arc;

use cleave_names::decl::Tokens;
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::ast::{AstNode, Expr as ExprNode};
use cleave_syntax::flat::Flat;
use cleave_syntax::lexer::Lexed;
use cleave_syntax::{Bodies, SyntaxError, unread};
use la_arena::Arena;
use rustc_hash::FxHashSet;

pub use self::literals::string_text;
pub(crate) use self::node::Source;
use self::node::{Element, Node, Token};
pub(crate) use self::unroll::{Beside, Unrolls};
use crate::*;

/// How deep the lowering follows a tree. What lies below is `Missing`.
const MAX_DEPTH: u32 = 6_000;

/// All that an item's tree gives.
#[derive(Debug, Default)]
pub(crate) struct Lowered {
    pub(crate) item: Arc<ItemHir>,
    pub(crate) spans: Arc<Spans>,
    /// By declaration; none if bodies are not wanted.
    pub(crate) bodies: Box<[LoweredBody]>,
    /// Code of the signature is behind a closed body.
    pub(crate) closed: bool,
    /// What [`lower_bodies`] needs.
    deferred: Deferred,
}

/// What lowering a signature leaves for the bodies.
#[derive(Debug, Default)]
struct Deferred {
    /// The bodies, by their declarations.
    pending: Vec<(DeclId, Pending)>,
    /// The names of packs that the signature declares.
    packs: FxHashSet<Name>,
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

/// What becomes a body of its own, by the numbers of its nodes.
#[derive(Clone, Copy, Debug)]
enum Pending {
    Function { inits: Option<u32>, body: u32 },
    Init(u32),
}

/// A tree and its errors.
type Tree<'t> = (&'t Flat, &'t [SyntaxError]);

/// Lowers an item whose tree is `tree`: its bodies, too, or with them closed its signature only.
pub(crate) fn lower(
    source: Source<'_>,
    tree: Tree<'_>,
    bodies: Bodies,
    unrolls: &Unrolls,
) -> Lowered {
    let mut l = Lowering::new(tree, source, unrolls);
    let mut roots = Vec::new();
    for child in l.node(0).children() {
        l.declaration(&child, &Context::default(), &mut roots);
    }
    let item = ItemHir {
        code: std::mem::take(&mut l.code).shrunk(),
        roots: roots.into(),
    };
    let spans = std::mem::take(&mut l.spans).shrunk();
    let closed = l.closed;
    let mut deferred = Deferred {
        pending: std::mem::take(&mut l.pending),
        packs: FxHashSet::default(),
    };
    let bodies = match bodies {
        Bodies::Lazy => {
            deferred.pending.shrink_to_fit();
            deferred.packs = l.packs;
            Box::default()
        }
        Bodies::Full => l.bodies(&deferred.pending),
    };
    Lowered {
        item: Arc::new(item),
        spans: Arc::new(spans),
        bodies,
        closed,
        deferred,
    }
}

/// Lowers the bodies of an item whose signature is lowered already, from the very same tree.
pub(crate) fn lower_bodies(
    source: Source<'_>,
    tree: Tree<'_>,
    signature: &Lowered,
    unrolls: &Unrolls,
) -> Box<[LoweredBody]> {
    let mut l = Lowering::new(tree, source, unrolls);
    l.packs = signature.deferred.packs.clone();
    l.bodies(&signature.deferred.pending)
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
    tree: &'t Flat,
    /// The tokens that the reference does not read.
    unread: Box<[Range<u32>]>,
    source: Source<'t>,
    lexed: &'t Lexed,
    code: Code,
    spans: Spans,
    /// The token that positions are relative to.
    base: u32,
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
    unrolls: &'t Unrolls,
    /// Where all stands that is read, while it is what stands beside the item.
    pinned: Option<Tokens>,
}

impl<'t> Lowering<'t> {
    fn new(tree: Tree<'t>, source: Source<'t>, unrolls: &'t Unrolls) -> Lowering<'t> {
        let (tree, errors) = tree;
        Lowering {
            tree,
            unread: unread(errors).into(),
            source,
            lexed: source.lexed,
            code: Code::default(),
            spans: Spans::default(),
            base: 0,
            names: FxHashSet::default(),
            packs: FxHashSet::default(),
            inline: false,
            within: None,
            pending: Vec::new(),
            closed: false,
            depth: 0,
            unrolls,
            pinned: None,
        }
    }

    /// Whether a node begins where the reference does not read.
    fn is_unread(&self, node: &Node<'t>) -> bool {
        let start = node.tokens().start;
        let behind = self.unread.partition_point(|r| r.end <= start);
        self.unread.get(behind).is_some_and(|r| r.contains(&start))
    }

    fn node(&self, number: u32) -> Node<'t> {
        Node::of(self.tree, self.source, number)
    }

    fn bodies(&mut self, pending: &[(DeclId, Pending)]) -> Box<[LoweredBody]> {
        let all = pending.iter();
        let mut bodies: Vec<LoweredBody> = all.map(|&(d, p)| self.body(d, p)).collect();
        bodies.sort_by_key(|b| b.decl.into_raw());
        bodies.into()
    }

    fn body(&mut self, decl: DeclId, pending: Pending) -> LoweredBody {
        let (first, last) = match pending {
            Pending::Function { inits, body } => (inits.unwrap_or(body), body),
            Pending::Init(node) => (node, node),
        };
        self.base = self.node(first).tokens().start;
        self.reserve(self.node(last).size());
        self.inline = true;
        self.within = None;
        let root = match pending {
            Pending::Function { inits, body } => {
                let inits = inits.map(|at| self.node(at));
                let (block, inits) = self.function_body(inits.as_ref(), &self.node(body));
                BodyRoot::Function { block, inits }
            }
            Pending::Init(node) => BodyRoot::Init(self.init(&self.node(node))),
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

    /// Makes room for the expressions of a tree of so many nodes and tokens: a good third of them are some.
    fn reserve(&mut self, size: usize) {
        let exprs = size / 3;
        self.code.exprs = Arena::with_capacity(exprs);
        self.spans.exprs.reserve(exprs);
        self.spans.points.reserve(exprs);
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

    /// Relative to where positions begin.
    fn relative(&self, tokens: Tokens) -> Tokens {
        if let Some(here) = self.pinned {
            return here;
        }
        let start = tokens.start.saturating_sub(self.base);
        Tokens {
            start,
            end: tokens.end.saturating_sub(self.base).max(start),
        }
    }

    fn span(&self, node: &Node<'t>) -> Tokens {
        self.relative(node.tokens())
    }

    fn token_span(&self, token: &Token<'t>) -> Tokens {
        self.relative(token.tokens())
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

    fn alloc_stmt(&mut self, stmt: Stmt, node: &Node<'t>) -> StmtId {
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

fn child<'t>(node: &Node<'t>, kind: SyntaxKind) -> Option<Node<'t>> {
    node.children().find(|n| n.kind() == kind)
}

fn children<'t>(node: &Node<'t>, kind: SyntaxKind) -> impl Iterator<Item = Node<'t>> + use<'t> {
    node.children().filter(move |n| n.kind() == kind)
}

fn all_tokens<'t>(node: &Node<'t>) -> impl Iterator<Item = Token<'t>> + use<'t> {
    node.elements().filter_map(Element::into_token)
}

/// The first child of the kind, if it is a token.
fn token<'t>(node: &Node<'t>, kind: SyntaxKind) -> Option<Token<'t>> {
    node.elements().find(|e| e.kind() == kind)?.into_token()
}

fn has(node: &Node<'_>, kind: SyntaxKind) -> bool {
    token(node, kind).is_some()
}

fn is_expr(kind: SyntaxKind) -> bool {
    ExprNode::can_cast(kind)
}

/// The expressions among the children.
fn exprs<'t>(node: &Node<'t>) -> impl Iterator<Item = Node<'t>> + use<'t> {
    node.children().filter(|n| is_expr(n.kind()))
}

/// The initializer among the children.
fn initializer<'t>(node: &Node<'t>) -> Option<Node<'t>> {
    node.children().find(|n| is_initializer(n.kind()))
}

fn is_initializer(kind: SyntaxKind) -> bool {
    matches!(kind, EQUAL_INITIALIZER | ARGUMENT_LIST | BRACED_INIT_LIST)
}
