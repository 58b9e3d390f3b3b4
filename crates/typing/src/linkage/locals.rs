//! Local entities, closure types and types without a name: what encloses them and how they are numbered (Itanium C++ ABI 5.1.8
//! and 5.1.9).

use std::sync::Arc;

use cleave_base_db::Db;
use cleave_hir::{Code, DeclId, DeclKind, Expr, ExprId, NameId};
use cleave_mangle as m;
use cleave_mangle::{Lambda, LocalScope, Name, Scope, Unqualified};
use cleave_names::decl::Spec;
use rustc_hash::FxHashMap;

use crate::code::idx;
use crate::code::regions::{Node, Region, Regions, children, regions};
use crate::linkage::names::{Names, level_count};

use crate::{Closure, CodeRef, DeclRef, Entity, Env, Site, Surroundings, check};

/// The call operators of lambda-expressions, functions of local classes and static variables that a body holds, in source order.
#[cfg(test)]
pub(super) fn entities<'db>(db: &'db dyn Db, code_ref: CodeRef<'db>) -> Vec<Entity<'db>> {
    let (Some(table), Some(code)) = (regions(db, code_ref), code_ref.code(db)) else {
        return Vec::new();
    };
    let of = |(node, _): &(Node, Region)| match *node {
        Node::Expr(e) => region_entity(db, code_ref, table, Region::Lambda(e), None, 0),
        Node::Decl(d) => {
            let wanted = matches!(code[d].kind, DeclKind::Function(_))
                || matches!(code[d].kind, DeclKind::Variable(_)) && is_numbered(code, d);
            wanted.then(|| Entity::new(db, DeclRef::at(db, code_ref, d), None))
        }
        _ => None,
    };
    table.parts.iter().filter_map(of).collect()
}

/// The closure types of the lambda-expressions in an owner's code, with the names that they see, by expression. `None`: the owner is
/// not typed.
fn closures<'db>(db: &'db dyn Db, owner: Entity<'db>) -> Option<FxHashMap<u32, Closure<'db>>> {
    Some(check::body(db, owner)?.closures())
}

impl<'db> Names<'db> {
    /// The function around what a body declares, as a scope.
    pub(super) fn local_scope(
        &mut self,
        decl: DeclRef<'db>,
        env: Option<Env<'db>>,
    ) -> Option<Scope> {
        let db = self.db;
        let code_ref = decl.code(db);
        let code = code_ref.code(db)?;
        let id: DeclId = idx(decl.index(db));
        let table = regions(db, code_ref)?;
        let region = table.region(Node::Decl(id))?;
        let function = region_entity(db, code_ref, table, region, env, 0)?;
        let own = code[id].name.ident();
        let same = |node: Node| match node {
            Node::Decl(d) => own.is_some() && code[d].name.ident() == own && is_numbered(code, d),
            _ => false,
        };
        let discriminator = table.before(Node::Decl(id)).filter(|n| same(*n)).count() as u32;
        let local = LocalScope {
            function: self.function_around(function)?,
            default_argument: None,
            discriminator,
        };
        Some(Scope::Local(Arc::new(local)))
    }

    /// A function as a scope: outside of whatever pattern is being read.
    fn function_around(&mut self, function: Entity<'db>) -> Option<m::Function> {
        if !function.is_function(self.db) {
            return None;
        }
        self.nested(|n| n.function(function))
    }

    /// The name of a closure type.
    pub(super) fn closure(&mut self, closure: Closure<'db>) -> Option<Name> {
        let db = self.db;
        let table = regions(db, closure.site.code)?;
        let node = Node::Expr(idx(closure.site.index));
        let region = table.region(node)?;
        let mut own = self.lambda(closure)?;
        let code = closure.site.code.code(db)?;
        let default_argument = match closure.site.code.body {
            None => self.default_argument(closure)?,
            Some(_) => None,
        };
        let mut number = 0;
        // A static variable of a function is typed by itself, and knows nothing of the others.
        let owner = closure.owner;
        let is_alone = !owner.is_function(db) && owner.decl(db).code(db).body.is_some();
        let typed = closures(db, owner).filter(|_| !is_alone);
        for other in table.before(node) {
            let Node::Expr(e) = other else { continue };
            let index = e.into_raw().into();
            let bare = Closure {
                site: Site {
                    index,
                    ..closure.site
                },
                ..closure
            };
            let other = match typed.as_ref().map(|typed| typed.get(&index)) {
                Some(Some(found)) => *found,
                // What `if constexpr` discards is no part of an instantiation ([stmt.if]/2).
                Some(None) if closure.env.is_some() => continue,
                _ => bare,
            };
            if default_argument.is_some() && self.default_argument(other)? != default_argument {
                continue;
            }
            match self.lambda(other) {
                Some(named) if is_same(&own, &named) => number += 1,
                Some(_) => {}
                None if differ(code, idx(closure.site.index), e) => {}
                None => return None,
            }
        }
        own.number = number;
        let scope = self.closure_scope(closure, region, default_argument.flatten())?;
        Some(Name::new(scope, Unqualified::Lambda(Box::new(own))))
    }

    fn closure_scope(
        &mut self,
        closure: Closure<'db>,
        region: Region,
        default_argument: Option<u32>,
    ) -> Option<Scope> {
        let db = self.db;
        let owner = closure.owner;
        let code_ref = owner.decl(db).code(db);
        let function = match code_ref.body {
            _ if owner.is_function(db) => Some(owner),
            // A static variable of a function.
            Some(_) => {
                let table = regions(db, closure.site.code)?;
                region_entity(db, closure.site.code, table, region, closure.env, 0)
            }
            None => None,
        };
        if let Some(function) = function {
            let local = LocalScope {
                function: self.function_around(function)?,
                default_argument,
                discriminator: 0,
            };
            return Some(Scope::Local(Arc::new(local)));
        }
        // The initializer of a data member or variable.
        let member = match (region, closure.site.code.body) {
            (Region::Member(d), _) => DeclRef::at(db, closure.site.code, d),
            (Region::Owner, Some(body)) => {
                let signature = CodeRef {
                    body: None,
                    ..code_ref
                };
                DeclRef::new(db, signature, body, None)
            }
            _ => return None,
        };
        let env = owner
            .env(db)
            .and_then(|e| e.truncated(db, level_count(db, member)));
        let name = self.variable(Entity::new(db, member, env))?.name;
        Some(Scope::Initializer(Arc::new(name)))
    }

    /// In which default argument of its function a lambda stands, counted from the last parameter. `None`: not to be known.
    fn default_argument(&mut self, closure: Closure<'db>) -> Option<Option<Option<u32>>> {
        let db = self.db;
        let decl = closure.owner.decl(db);
        let code = closure.site.code.code(db)?;
        let Some(function) = crate::code::params::function_ref(db, decl) else {
            return Some(None);
        };
        let count = function.params.len();
        for (i, param) in function.params.iter().enumerate() {
            let mut stack: Vec<Node> = code[*param].default.map(Node::Expr).into_iter().collect();
            while let Some(node) = stack.pop() {
                if node == Node::Expr(idx(closure.site.index)) {
                    return Some(Some(Some((count - 1 - i) as u32)));
                }
                children(code, node, &mut stack);
            }
        }
        Some(None)
    }

    /// The signature of a closure type, not numbered.
    fn lambda(&mut self, closure: Closure<'db>) -> Option<Lambda> {
        let db = self.db;
        let operator = closure.operator(db);
        let signature = crate::function::signature(db, operator)?;
        self.closure_pattern(operator, |n| {
            let mut params = Vec::new();
            for param in &signature.ty.params {
                params.push(n.ty(*param)?);
            }
            Some(Lambda {
                params,
                variadic: signature.ty.variadic,
                number: 0,
            })
        })
    }

    /// A class or enumeration without a name that gives it none for linkage: numbered in its class or function.
    pub(super) fn unnamed_type(&mut self, entity: Entity<'db>) -> Option<Unqualified> {
        let db = self.db;
        let decl = entity.decl(db);
        let code_ref = decl.code(db);
        let code = code_ref.code(db)?;
        let id: DeclId = idx(decl.index(db));
        let count = match code[id].parent {
            Some(parent) => {
                let DeclKind::Class(class) = &code[parent].kind else {
                    return None;
                };
                let before = class.members.iter().take_while(|m| **m != id);
                before.filter(|m| is_unnamed_type(code, **m)).count()
            }
            None => {
                code_ref.body?;
                let table = regions(db, code_ref)?;
                table.region(Node::Decl(id))?;
                let unnamed = |node: &Node| match node {
                    Node::Decl(d) => code[*d].parent.is_none() && is_unnamed_type(code, *d),
                    _ => false,
                };
                table.before(Node::Decl(id)).filter(unnamed).count()
            }
        };
        Some(Unqualified::UnnamedType(count as u32))
    }
}

/// The function or variable that a region of some code is of.
fn region_entity<'db>(
    db: &'db dyn Db,
    code_ref: CodeRef<'db>,
    table: &Regions,
    region: Region,
    env: Option<Env<'db>>,
    depth: u32,
) -> Option<Entity<'db>> {
    if depth > 64 {
        return None;
    }
    match region {
        Region::Owner => {
            let signature = CodeRef {
                body: None,
                ..code_ref
            };
            let decl = DeclRef::new(db, signature, code_ref.body?, None);
            let env = env.and_then(|e| e.truncated(db, level_count(db, decl)));
            Some(Entity::new(db, decl, env))
        }
        Region::Member(d) => {
            let decl = DeclRef::at(db, code_ref, d);
            let env = env.and_then(|e| e.truncated(db, level_count(db, decl)));
            Some(Entity::new(db, decl, env))
        }
        Region::Lambda(e) => {
            let outer = table.region(Node::Expr(e))?;
            let owner = region_entity(db, code_ref, table, outer, env, depth + 1)?;
            let site = Site {
                code: code_ref,
                index: e.into_raw().into(),
                is_type: false,
            };
            let bare = Closure {
                owner,
                site,
                env: owner.env(db),
                around: Surroundings::bare(db),
            };
            let typed = closures(db, owner);
            let closure = typed
                .and_then(|t| t.get(&site.index).copied())
                .unwrap_or(bare);
            let operator = closure.operator(db);
            let env = env.and_then(|e| e.truncated(db, level_count(db, operator.decl(db))));
            Some(Entity::new(db, operator.decl(db), env))
        }
    }
}

/// Whether a declaration of a block has a linker's name that others of its name are told from.
fn is_numbered(code: &Code, decl: DeclId) -> bool {
    let hir = &code[decl];
    match &hir.kind {
        DeclKind::Class(c) => c.defined && hir.parent.is_none(),
        DeclKind::Enum(_) => hir.parent.is_none(),
        DeclKind::Variable(_) => {
            let shared = || hir.attrs.iter().any(|a| a.name.as_str() == "shared");
            hir.parent.is_none() && (hir.spec.any(Spec::STATIC) || shared())
        }
        _ => false,
    }
}

fn is_unnamed_type(code: &Code, decl: DeclId) -> bool {
    code[decl].name == NameId::None
        && match &code[decl].kind {
            DeclKind::Class(c) => c.typedef_name.is_none() && c.defined,
            DeclKind::Enum(e) => e.typedef_name.is_none(),
            _ => false,
        }
}

fn is_same(a: &Lambda, b: &Lambda) -> bool {
    a.params == b.params && a.variadic == b.variadic
}

/// Whether two lambdas have different numbers of parameters as written, and no packs that could make up for it.
fn differ(code: &Code, a: ExprId, b: ExprId) -> bool {
    let count = |e: ExprId| match &code[e] {
        Expr::Lambda(l) => match &code[l.ty] {
            cleave_hir::TypeRef::Function(f) => {
                let pack = |p: &&cleave_hir::ParamId| {
                    matches!(code[code[**p].ty], cleave_hir::TypeRef::Pack(_))
                };
                (!f.params.iter().any(|p| pack(&p))).then_some(f.params.len())
            }
            _ => None,
        },
        _ => None,
    };
    matches!((count(a), count(b)), (Some(a), Some(b)) if a != b)
}
