//! What lies in what in some code as written: the declaration that a type or expression belongs to, and the functions, closures
//! and initialisers that local declarations and lambdas stand in, in source order.

use cleave_base_db::Db;
use cleave_hir::{
    BodyRoot, Code, DeclId, DeclKind, Expr, ExprId, Init, Node as Part, ParamId, StmtId, TypeId,
    body_hir,
};
use cleave_names::ItemId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Closure, CodeRef, DeclRef, Entity, Site, Surroundings};

/// A part of some code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    Type(TypeId),
    Expr(ExprId),
    Stmt(StmtId),
    Decl(DeclId),
    Param(ParamId),
}

/// The declaration whose signature, head or body a site belongs to.
pub(crate) fn owner<'db>(db: &'db dyn Db, site: Site<'db>) -> Option<DeclRef<'db>> {
    let signature = CodeRef {
        item: site.code.item,
        body: None,
    };
    if let Some(decl) = site.code.body {
        return Some(DeclRef::new(db, signature, decl, None));
    }
    let code = site.code.code(db)?;
    let wanted = |node: &Node| match *node {
        Node::Type(ty) => site.is_type && u32::from(ty.into_raw()) == site.index,
        Node::Expr(e) => !site.is_type && u32::from(e.into_raw()) == site.index,
        _ => false,
    };
    for (id, _) in code.decls.iter() {
        let mut stack = Vec::new();
        children(code, Node::Decl(id), &mut stack);
        while let Some(node) = stack.pop() {
            if wanted(&node) {
                return Some(DeclRef::at(db, site.code, id));
            }
            if !matches!(node, Node::Decl(_)) {
                children(code, node, &mut stack);
            }
        }
    }
    None
}

/// What lies directly in a part, in source order; names and arguments are no parts of their own.
pub(crate) fn children(code: &Code, node: Node, out: &mut Vec<Node>) {
    let part = match node {
        Node::Type(ty) => Part::Type(ty),
        Node::Expr(e) => Part::Expr(e),
        Node::Stmt(s) => Part::Stmt(s),
        Node::Decl(d) => Part::Decl(d),
        Node::Param(p) => Part::Param(p),
    };
    cleave_hir::children(code, part, &mut |part| add(code, part, out));
}

fn add(code: &Code, part: Part<'_>, out: &mut Vec<Node>) {
    out.push(match part {
        Part::Type(ty) => Node::Type(ty),
        Part::Expr(e) => Node::Expr(e),
        Part::Stmt(s) => Node::Stmt(s),
        Part::Decl(d) => Node::Decl(d),
        Part::Param(p) => Node::Param(p),
        Part::Path(_) | Part::Arg(_) | Part::Operand(_) => {
            return inner(code, part, out);
        }
    });
}

fn inner(code: &Code, part: Part<'_>, out: &mut Vec<Node>) {
    cleave_hir::children(code, part, &mut |part| add(code, part, out));
}

/// What a part of a body directly belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Region {
    /// The function or variable whose body it is.
    Owner,
    /// A lambda-expression.
    Lambda(ExprId),
    /// A member of a local class: a function, or a data member with an initializer.
    Member(DeclId),
}

/// The lambdas and declarations of some code in source order, with the regions that they are in.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Regions {
    pub(crate) parts: Vec<(Node, Region)>,
    places: FxHashMap<Node, usize>,
}

/// The regions of some code. `None`: there is no such code.
pub(crate) fn regions<'db>(db: &'db dyn Db, code_ref: CodeRef<'db>) -> Option<&'db Regions> {
    regions_of(db, code_ref.item, code_ref.body)
}

#[salsa::tracked(returns(as_ref))]
fn regions_of<'db>(db: &'db dyn Db, item: ItemId<'db>, body: Option<u32>) -> Option<Regions> {
    let code_ref = CodeRef { item, body };
    let mut start = Vec::new();
    let code = code_ref.code(db)?;
    match code_ref.body {
        Some(decl) => start.extend(roots(&body_hir(db, code_ref.item, decl)?.root)),
        None => start.extend(
            (code.decls.iter())
                .filter(|(_, d)| d.parent.is_none())
                .map(|(id, _)| Node::Decl(id)),
        ),
    }
    // Parts yet to be seen, and (true) parts whose turn in the order has come.
    let mut stack: Vec<(Node, Region, bool)> = Vec::new();
    stack.extend(start.into_iter().rev().map(|n| (n, Region::Owner, false)));
    let mut parts = Vec::new();
    let mut inner = Vec::new();
    // A class is reached from its statement and from each variable declared with it.
    let mut met: FxHashSet<DeclId> = FxHashSet::default();
    while let Some((node, region, seen)) = stack.pop() {
        if seen {
            parts.push((node, region));
            continue;
        }
        inner.clear();
        children(code, node, &mut inner);
        match node {
            Node::Expr(e) if matches!(code[e], Expr::Lambda(_)) => {
                // What initialises captures is evaluated outside and comes first.
                let (outside, inside) = inner.split_at(captures(code, e).min(inner.len()));
                let inside = inside.iter().rev();
                stack.extend(inside.map(|n| (*n, Region::Lambda(e), false)));
                stack.push((node, region, true));
                stack.extend(outside.iter().rev().map(|n| (*n, region, false)));
            }
            Node::Decl(d) if !met.insert(d) => {}
            Node::Decl(d) => {
                parts.push((node, region));
                let inside = match &code[d].kind {
                    DeclKind::Function(_) if code_ref.body.is_some() => Region::Member(d),
                    DeclKind::Variable(_) if code[d].parent.is_some() => Region::Member(d),
                    _ => region,
                };
                stack.extend(inner.iter().rev().map(|n| (*n, inside, false)));
            }
            _ => stack.extend(inner.iter().rev().map(|n| (*n, region, false))),
        }
    }
    let mut places = FxHashMap::default();
    for (place, (node, _)) in parts.iter().enumerate() {
        places.entry(*node).or_insert(place);
    }
    Some(Regions { parts, places })
}

impl Regions {
    /// The region of a lambda or declaration.
    pub(crate) fn region(&self, node: Node) -> Option<Region> {
        Some(self.parts[*self.places.get(&node)?].1)
    }

    /// What comes before a part in its region.
    pub(crate) fn before(&self, node: Node) -> impl Iterator<Item = Node> {
        let at = self.places.get(&node).copied().unwrap_or(0);
        let region = self.parts.get(at).map(|p| p.1);
        (self.parts[..at].iter())
            .filter(move |p| Some(p.1) == region)
            .map(|p| p.0)
    }
}

/// What a body consists of, in the order of the text.
pub(crate) fn roots(root: &BodyRoot) -> Vec<Node> {
    match root {
        BodyRoot::Function { block, inits } => {
            let inits = inits.iter().flat_map(|init| init_nodes(&init.init));
            inits.chain([Node::Stmt(*block)]).collect()
        }
        BodyRoot::Init(init) => init_nodes(init),
    }
}

fn init_nodes(init: &Init) -> Vec<Node> {
    match init {
        Init::None | Init::Elsewhere => Vec::new(),
        Init::Equal(e) | Init::Brace(e) => vec![Node::Expr(*e)],
        Init::Paren(all) => all.iter().copied().map(Node::Expr).collect(),
    }
}

/// How many of a lambda's parts initialise captures.
fn captures(code: &Code, e: ExprId) -> usize {
    let Expr::Lambda(lambda) = &code[e] else {
        return 0;
    };
    (lambda.captures.iter())
        .map(|c| match &c.kind {
            cleave_hir::CaptureKind::Init { init, .. } => init_nodes(init).len(),
            _ => 0,
        })
        .sum()
}

/// The declaration whose body a local declaration stands in, if that is no more than a part of the body's code: the call operator of
/// the innermost lambda around it, or a member of a local class.
pub(crate) fn inner_owner<'db>(
    db: &'db dyn Db,
    code_ref: CodeRef<'db>,
    decl: DeclId,
) -> Option<DeclRef<'db>> {
    let regions = regions(db, code_ref)?;
    match regions.region(Node::Decl(decl))? {
        Region::Owner => None,
        Region::Lambda(e) => operator(db, code_ref, regions, e),
        Region::Member(d) => Some(DeclRef::at(db, code_ref, d)),
    }
}

/// The call operator of a lambda-expression, as far as the text tells: what it captures and sees is left out.
pub(crate) fn operator_of<'db>(
    db: &'db dyn Db,
    code_ref: CodeRef<'db>,
    lambda: ExprId,
) -> Option<DeclRef<'db>> {
    operator(db, code_ref, regions(db, code_ref)?, lambda)
}

fn operator<'db>(
    db: &'db dyn Db,
    code_ref: CodeRef<'db>,
    regions: &Regions,
    lambda: ExprId,
) -> Option<DeclRef<'db>> {
    // The lambdas around it, innermost first.
    let mut lambdas = vec![lambda];
    let outermost = loop {
        match regions.region(Node::Expr(*lambdas.last()?))? {
            Region::Lambda(around) => lambdas.push(around),
            Region::Member(d) => break DeclRef::at(db, code_ref, d),
            Region::Owner => {
                let signature = CodeRef::signature(code_ref.item);
                break DeclRef::new(db, signature, code_ref.body?, None);
            }
        }
    };
    let closure = |owner: DeclRef<'db>, lambda: ExprId| Closure {
        owner: Entity::new(db, owner, None),
        site: Site {
            code: code_ref,
            index: lambda.into_raw().into(),
            is_type: false,
        },
        env: None,
        around: Surroundings::bare(db),
    };
    let lambdas = lambdas.into_iter().rev();
    Some(lambdas.fold(outermost, |owner, lambda| {
        closure(owner, lambda).operator(db).decl(db)
    }))
}
