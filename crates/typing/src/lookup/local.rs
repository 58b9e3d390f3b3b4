//! Declarations of blocks as seen by what a block declares: members of local classes see the types, functions and enumerators
//! that blocks around them declared before ([class.local]).
//!
//! The blocks of a body are one table. Who looks a name up in it walks outwards, one look into a map for each block.

use cleave_base_db::Db;
use cleave_hir::{Code, DeclId, DeclKind, Expr, ExprId, Stmt, body_hir};
use cleave_names::ItemId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::DeclRef;
use crate::code::params::function_ref;
use crate::code::regions::{self, operator_of};
use crate::code::{NameKey, Node};

/// The declarations of a name that the innermost block around a local declaration made before it that declares it.
pub(crate) fn visible<'db>(
    db: &'db dyn Db,
    decl: DeclRef<'db>,
    key: &NameKey,
) -> Vec<DeclRef<'db>> {
    let code_ref = decl.code(db);
    let at = |d: DeclId| DeclRef::at(db, code_ref, d);
    let mut out: Vec<DeclRef<'db>> = Vec::new();
    for step in around(db, decl) {
        match step {
            // The parameters of a lambda hide what is outside of it.
            Step::Lambda(e) => {
                let operator = operator_of(db, code_ref, e);
                if operator.is_some_and(|d| parameter(db, d, key).is_some()) {
                    break;
                }
            }
            Step::Block(block, behind) => {
                let Some(named) = block.names.get(key) else {
                    continue;
                };
                for &(place, d) in named.iter().rev() {
                    if place < behind {
                        out.push(at(d));
                    }
                    if out.first().is_some_and(|f| !f.is_function(db)) {
                        break;
                    }
                }
                if !out.is_empty() {
                    break;
                }
            }
        }
    }
    out
}

/// The using-directives and using-enum-declarations that blocks around a local declaration or a lambda made before it, outermost first.
pub(crate) fn directives<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Vec<DeclRef<'db>> {
    let code_ref = decl.code(db);
    // A member of a local class stands where its class does.
    let class = decl.in_code(db).and_then(|(all, mut d)| {
        while let Some(parent) = d.parent {
            d = &all[parent];
            if d.parent.is_none() {
                return Some(DeclRef::at(db, code_ref, parent));
            }
        }
        None
    });
    let mut out: Vec<DeclId> = Vec::new();
    for step in around(db, class.unwrap_or(decl)) {
        if let Step::Block(block, behind) = step {
            let before = block.directives.iter().rev().filter(|d| d.0 < behind);
            out.extend(before.map(|d| d.1));
        }
    }
    let outermost = out.into_iter().rev();
    outermost.map(|d| DeclRef::at(db, code_ref, d)).collect()
}

/// The number of a function's parameter of some name.
pub(crate) fn parameter<'db>(
    db: &'db dyn Db,
    function: DeclRef<'db>,
    key: &NameKey,
) -> Option<usize> {
    let (name, code) = (key.ident()?, function.code(db).code(db)?);
    let mut params = function_ref(db, function)?.params.iter();
    params.position(|p| code[*p].name.as_ref() == Some(name))
}

/// A step outwards.
enum Step<'a> {
    /// A block, and how many of its declarations stand before.
    Block(&'a Block, u32),
    /// The lambda whose body the block was.
    Lambda(ExprId),
}

/// The blocks around a local declaration or a lambda, innermost first.
fn around<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> impl Iterator<Item = Step<'db>> {
    let code_ref = decl.code(db);
    let table = code_ref.body.and_then(|b| blocks(db, code_ref.item, b));
    let place = table.and_then(|table| match decl.node(db) {
        Node::Decl(d) => table.decls.get(&d),
        Node::Lambda(e) => table.lambdas.get(&e),
        Node::Elaborated(_) => None,
    });
    let outwards = move |place: &Place| table?.blocks.get(place.block as usize)?.around;
    let places = std::iter::successors(place.copied(), outwards);
    places.flat_map(move |place| {
        let block = table.and_then(|t| t.blocks.get(place.block as usize));
        let lambda = block.and_then(|b| b.lambda).map(Step::Lambda);
        let block = block.map(|b| Step::Block(b, place.behind));
        block.into_iter().chain(lambda)
    })
}

/// The blocks of a body, those of lambdas and of local classes' members among them.
#[derive(Debug, Default, PartialEq, Eq)]
struct Blocks {
    blocks: Vec<Block>,
    /// Where declarations of blocks stand.
    decls: FxHashMap<DeclId, Place>,
    /// Where lambdas stand.
    lambdas: FxHashMap<ExprId, Place>,
}

/// A place in a block: behind so many of its declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    block: u32,
    behind: u32,
}

/// A block, or a statement that is one for what it declares.
#[derive(Debug, Default, PartialEq, Eq)]
struct Block {
    /// Where it stands in the block around it; none for a function's own, also that of a local class's member: what is around the
    /// class is asked for as what the class sees.
    around: Option<Place>,
    /// The lambda whose body it is.
    lambda: Option<ExprId>,
    /// How many declarations it makes.
    declared: u32,
    /// What it declares, in order, by name; enumerators of unscoped enumerations among them.
    names: FxHashMap<NameKey, Vec<(u32, DeclId)>>,
    /// Its using-directives and using-enum-declarations.
    directives: Vec<(u32, DeclId)>,
}

/// The blocks of a body and the classes in them, with the names that each declares.
#[salsa::tracked(returns(as_ref))]
fn blocks<'db>(db: &'db dyn Db, item: ItemId<'db>, body: u32) -> Option<Blocks> {
    let body = body_hir(db, item, body)?;
    let mut builder = Builder {
        code: &body.code,
        out: Blocks::default(),
        met: FxHashSet::default(),
        work: Vec::new(),
    };
    builder.push(&regions::roots(&body.root), None);
    builder.run();
    Some(builder.out)
}

/// Goes through a body in the order of the text. It keeps its own stack: what is written may be nested deeply.
struct Builder<'a> {
    code: &'a Code,
    out: Blocks,
    /// A class is reached from its statement and from each variable that is declared with it.
    met: FxHashSet<DeclId>,
    work: Vec<Work>,
}

#[derive(Clone, Copy)]
enum Work {
    /// Something in a block; in none where the text belongs to a class or stands in front of the body.
    Node(regions::Node, Option<u32>),
    /// A declaration that a block makes.
    Declaration(DeclId, u32),
    /// From here on the block has the name.
    Named(DeclId, u32),
}

impl Builder<'_> {
    fn push(&mut self, nodes: &[regions::Node], block: Option<u32>) {
        let nodes = nodes.iter().rev();
        self.work.extend(nodes.map(|node| Work::Node(*node, block)));
    }

    fn run(&mut self) {
        let mut inner = Vec::new();
        while let Some(work) = self.work.pop() {
            inner.clear();
            match work {
                Work::Named(decl, block) => self.name(decl, block),
                Work::Declaration(decl, block) => {
                    if !self.met.insert(decl) {
                        continue;
                    }
                    self.out.decls.insert(decl, self.place(block));
                    regions::children(self.code, regions::Node::Decl(decl), &mut inner);
                    // A typedef-name is declared behind the type that it stands for ([basic.scope.pdecl]/1, 3).
                    if matches!(self.code[decl].kind, DeclKind::Alias(_)) {
                        self.work.push(Work::Named(decl, block));
                    } else {
                        self.name(decl, block);
                    }
                    self.push(&inner, self.inside(decl, Some(block)));
                }
                Work::Node(regions::Node::Decl(decl), block) => {
                    if !self.met.insert(decl) {
                        continue;
                    }
                    if let Some(block) = block {
                        self.out.decls.insert(decl, self.place(block));
                    }
                    regions::children(self.code, regions::Node::Decl(decl), &mut inner);
                    self.push(&inner, self.inside(decl, block));
                }
                Work::Node(regions::Node::Expr(e), block) => {
                    regions::children(self.code, regions::Node::Expr(e), &mut inner);
                    if let Expr::Lambda(_) = self.code[e] {
                        if let Some(block) = block {
                            self.out.lambdas.insert(e, self.place(block));
                        }
                        let own = self.open(block, Some(e));
                        let body = |n: &regions::Node| matches!(n, regions::Node::Stmt(_));
                        let nodes = inner.iter().rev();
                        self.work.extend(nodes.map(|n| match body(n) {
                            true => Work::Node(*n, Some(own)),
                            false => Work::Node(*n, block),
                        }));
                    } else {
                        self.push(&inner, block);
                    }
                }
                Work::Node(node @ regions::Node::Stmt(stmt), around) => {
                    regions::children(self.code, node, &mut inner);
                    let block = match (&self.code[stmt], around) {
                        (
                            Stmt::Block(_)
                            | Stmt::If { .. }
                            | Stmt::Switch { .. }
                            | Stmt::For { .. }
                            | Stmt::RangeFor { .. }
                            | Stmt::While { .. }
                            | Stmt::Do { .. }
                            | Stmt::Try { .. },
                            _,
                        )
                        | (_, None) => self.open(around, None),
                        (_, Some(around)) => around,
                    };
                    self.work.extend(inner.iter().rev().map(|n| match n {
                        regions::Node::Decl(decl) => Work::Declaration(*decl, block),
                        n => Work::Node(*n, Some(block)),
                    }));
                }
                Work::Node(node, block) => {
                    regions::children(self.code, node, &mut inner);
                    self.push(&inner, block);
                }
            }
        }
    }

    /// The block that what a declaration holds stands in: what a class holds is no part of the block around that.
    fn inside(&self, decl: DeclId, block: Option<u32>) -> Option<u32> {
        block.filter(|_| !matches!(self.code[decl].kind, DeclKind::Class(_)))
    }

    fn open(&mut self, around: Option<u32>, lambda: Option<ExprId>) -> u32 {
        let around = around.map(|block| self.place(block));
        self.out.blocks.push(Block {
            around,
            lambda,
            ..Block::default()
        });
        self.out.blocks.len() as u32 - 1
    }

    fn place(&self, block: u32) -> Place {
        let behind = self.out.blocks[block as usize].declared;
        Place { block, behind }
    }

    fn name(&mut self, decl: DeclId, block: u32) {
        let code = self.code;
        let block = &mut self.out.blocks[block as usize];
        let at = block.declared;
        block.declared += 1;
        let mut add = |key: Option<NameKey>, decl: DeclId| {
            if let Some(key) = key {
                block.names.entry(key).or_default().push((at, decl));
            }
        };
        add(NameKey::of_decl(&code[decl]), decl);
        match &code[decl].kind {
            DeclKind::Enum(e) if !e.scoped => {
                for &enumerator in e.enumerators.iter().flatten() {
                    add(NameKey::of(&code[enumerator].name), enumerator);
                }
            }
            DeclKind::UsingDirective(_) | DeclKind::UsingEnum(_) => {
                block.directives.push((at, decl));
            }
            _ => {}
        }
    }
}
