//! Functions over all their declarations: what each one's merged execution space is, and what earlier declarations promised
//! that later ones must repeat.
//!
//! Granularity: [`function_facts`] per item, from declarations alone, so that no body reaches a [`FunctionIndex`]; an index per
//! part; [`merged`] per item in front of its consumers, so that another item's change stops there. It asks the parts that
//! declare the function's name.

use std::hash::BuildHasher;
use std::sync::Arc;

use cleave_base_db::{Db, Interface, SourceFile};
use cleave_names::decl::{Body, Decl, Function, Spec};
use cleave_names::{
    ItemNode, Part, declarations, file_parts, has_interface, interface_has_function, interface_of,
    last_part, lexed, part_nodes,
};
use cleave_syntax::SyntaxKind;
use cleave_syntax::lexer::Lexed;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::entity::{EntityPath, entity_path};
use crate::known::known_facts;
use crate::space::{ExecutionSpace, tile};

/// What one declaration says of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionFact {
    /// Which declaration of the item.
    pub decl: u32,
    /// Which function.
    pub path: EntityPath,
    /// What is written on it.
    pub space: ExecutionSpace,
    /// `constexpr` or `consteval` is written on it.
    pub constexpr: bool,
    /// It has a body, and `inline` is written on it.
    pub inline: bool,
    /// It is declared `static`.
    pub is_static: bool,
    /// It has a body.
    pub defined: bool,
    /// It is a template, and not a specialisation.
    pub template: bool,
    /// It is an explicit specialisation or instantiation, which takes after its template.
    pub specialization: bool,
    /// It is a template or a member of a class template: explicit specialisations take after it.
    pub generic: bool,
    /// How many parameters it has.
    pub arity: u32,
    /// One of the parameters is a pack.
    pub pack: bool,
}

/// The functions that an item declares.
pub fn function_facts<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> &'db [FunctionFact] {
    &tracked::function_facts(db, item).all
}

/// Whether the facts of an item are those that an earlier run found. Then its declarations would be the same as well.
pub fn are_facts_known<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> bool {
    tracked::function_facts(db, item).known
}

/// The facts of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Facts {
    all: Arc<[FunctionFact]>,
    /// An earlier run found them, and what they depend on was compared.
    known: bool,
}

mod tracked {
    use super::*;

    /// The functions that an item declares.
    #[salsa::tracked(returns(ref))]
    pub(super) fn function_facts<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> Facts {
        match known_facts(db, item) {
            Some(known) => Facts {
                all: Arc::clone(known),
                known: true,
            },
            None => Facts {
                all: found(db, item).into(),
                known: false,
            },
        }
    }
}

fn found<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> Vec<FunctionFact> {
    let decls = declarations(db, item);
    if decls.iter().all(|d| d.function.is_none()) {
        return Vec::new();
    }
    let lexed = lexed(db, item);
    let tile = tile(db, item.file(db));
    let mut out = Vec::new();
    for (i, decl) in decls.iter().enumerate() {
        let (Some(function), Some(path)) = (&decl.function, entity_path(db, item, decls, i, lexed))
        else {
            continue;
        };
        out.push(FunctionFact {
            decl: i as u32,
            path,
            space: ExecutionSpace::written(decl, tile),
            constexpr: decl.spec.any(Spec::CONSTEXPR.with(Spec::CONSTEVAL)),
            inline: decl.spec.any(Spec::INLINE) && function.body.tokens().is_some(),
            is_static: decl.spec.any(Spec::STATIC),
            defined: !matches!(function.body, Body::None),
            template: (decl.is_template() || is_abbreviated(function, lexed))
                && !decl.is_specialization()
                && !decl.instantiation,
            specialization: decl.is_specialization() || decl.instantiation,
            generic: is_generic(decls, decl),
            arity: function.params.len() as u32,
            pack: function.params.iter().any(|p| p.pack),
        });
    }
    out
}

/// Whether a parameter's placeholder type makes a function a template ([dcl.fct]/22).
pub fn is_abbreviated(function: &Function, lexed: &Lexed) -> bool {
    let mut specifiers = function.params.iter().flat_map(|p| p.specifiers.range());
    specifiers.any(|i| lexed.kind(i) == SyntaxKind::AUTO_KW)
}

/// Whether a function is a template, or a member of a class template.
fn is_generic(decls: &[Decl], decl: &Decl) -> bool {
    if decl.is_specialization() || decl.instantiation {
        return false;
    }
    let mut at = Some(decl);
    while let Some(d) = at {
        if d.is_template() {
            return true;
        }
        at = d.parent.map(|p| &decls[p as usize]);
    }
    false
}

/// What all declarations of one function say together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The union of the annotations.
    pub space: ExecutionSpace,
    /// Some declaration is constexpr.
    pub constexpr: bool,
    /// Some declaration with a body is `inline`.
    pub inline: bool,
    /// The first declaration is `static`.
    pub is_static: bool,
    /// Some declaration has a body.
    pub defined: bool,
    /// There is a declaration.
    pub declared: bool,
}

/// The functions of a part by identity, and templates by path for their specialisations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct FunctionIndex {
    functions: FxHashMap<EntityPath, Merged>,
    templates: FxHashMap<String, Vec<Template>>,
}

/// What an explicit specialisation may take after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Template {
    space: ExecutionSpace,
    arity: u32,
    pack: bool,
}

/// What the templates that a specialisation may be one of are annotated with. Overloads are told apart by the number of their
/// parameters as far as that goes.
fn inherited(parts: &[&FunctionIndex], fact: &FunctionFact) -> ExecutionSpace {
    let of_path = |index: &&'_ FunctionIndex| index.templates.get(&fact.path.path).cloned();
    let all: Vec<Template> = parts.iter().filter_map(of_path).flatten().collect();
    let fits = |t: &Template| t.arity == fact.arity || t.pack && t.arity <= fact.arity + 1;
    let some = all.iter().any(fits);
    all.iter()
        .filter(|&t| !some || fits(t))
        .fold(ExecutionSpace::default(), |space, t| space.with(t.space))
}

/// The last names of functions that no host code can call whichever of them is meant: kernels, and functions of the device
/// alone. Sorted.
#[salsa::tracked(returns(deref))]
pub fn names_out_of_reach(db: &dyn Db, file: SourceFile) -> Box<[String]> {
    let mut reached: FxHashMap<&str, bool> = FxHashMap::default();
    let mut functions: FxHashMap<&EntityPath, Merged> = FxHashMap::default();
    for placed in file_parts(db, file) {
        for (path, of_part) in &function_index(db, file, placed.part).functions {
            functions.entry(path).or_default().add(of_part);
        }
    }
    for (path, merged) in &functions {
        let on_host = !merged.space.is_device_only() && !merged.space.is_kernel();
        *reached.entry(last_name(path)).or_default() |= on_host;
    }
    let mut out: Vec<String> = (reached.into_iter())
        .filter(|(_, on_host)| !on_host)
        .map(|(name, _)| name.to_owned())
        .collect();
    out.sort_unstable();
    out.into()
}

/// The last name of a function's path.
fn last_name(path: &EntityPath) -> &str {
    path.path.rsplit("::").next().unwrap_or_default()
}

/// Collects the functions of a part.
#[salsa::tracked(returns(ref))]
fn function_index<'db>(db: &'db dyn Db, file: SourceFile, part: Part<'db>) -> FunctionIndex {
    let mut index = FunctionIndex::default();
    for &(item, _) in part_nodes(db, file, part) {
        for fact in function_facts(db, item) {
            if fact.generic {
                let all = index.templates.entry(fact.path.path.clone()).or_default();
                let new = Template {
                    space: fact.space,
                    arity: fact.arity,
                    pack: fact.pack,
                };
                if !all.contains(&new) {
                    all.push(new);
                }
            }
            let merged = index.functions.entry(fact.path.clone()).or_default();
            merged.add(&Merged {
                space: fact.space,
                constexpr: fact.constexpr,
                inline: fact.inline,
                is_static: fact.is_static,
                defined: fact.defined,
                declared: true,
            });
        }
    }
    index
}

/// The hashes of the last names of a part's functions, sorted.
#[salsa::tracked(returns(deref))]
fn function_names<'db>(db: &'db dyn Db, file: SourceFile, part: Part<'db>) -> Box<[u64]> {
    let functions = function_index(db, file, part).functions.keys();
    let mut names: Vec<u64> = functions.map(|path| hash(last_name(path))).collect();
    names.sort_unstable();
    names.dedup();
    names.into()
}

fn hash(name: &str) -> u64 {
    FxBuildHasher.hash_one(name)
}

/// Whether a part may have a function whose last name has this hash.
fn may_have<'db>(db: &'db dyn Db, file: SourceFile, part: Part<'db>, name: u64) -> bool {
    match has_interface(db, file, part) {
        true => interface_has_function(db, file, name),
        false => function_names(db, file, part).binary_search(&name).is_ok(),
    }
}

/// For a database in which a text is edited: tokens, trees, declarations and HIR are kept of that many items, those that were used last.
pub fn keep_at_most(db: &mut dyn Db, items: usize) {
    cleave_names::keep_at_most(db, items);
    cleave_hir::keep_at_most(db, items);
}

/// What the last part of a divided file tells the others; none if that part is not one piece.
pub fn interface(db: &dyn Db, file: SourceFile) -> Option<Interface> {
    let part = last_part(db, file)?;
    Some(Interface {
        functions: function_names(db, file, part).into(),
        ..interface_of(db, file, part)
    })
}

impl Merged {
    /// Adds what later declarations say.
    fn add(&mut self, later: &Merged) {
        self.space = self.space.with(later.space);
        self.constexpr |= later.constexpr;
        self.inline |= later.inline;
        self.is_static |= !self.declared && later.is_static;
        self.defined |= later.defined;
        self.declared |= later.declared;
    }
}

/// The merged facts of an item's functions, in the order of [`function_facts`].
#[salsa::tracked(returns(deref))]
pub fn merged<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> Box<[Merged]> {
    let file = item.file(db);
    let facts = function_facts(db, item);
    if facts.is_empty() {
        return Box::default();
    }
    facts
        .iter()
        .map(|fact| {
            let parts: Vec<_> = match file_parts(db, file) {
                [only] => vec![function_index(db, file, only.part)],
                all => {
                    let name = hash(last_name(&fact.path));
                    (all.iter())
                        .filter(|p| may_have(db, file, p.part, name))
                        .map(|placed| function_index(db, file, placed.part))
                        .collect()
                }
            };
            let mut m = Merged::default();
            for of_part in parts.iter().filter_map(|p| p.functions.get(&fact.path)) {
                m.add(of_part);
            }
            if fact.specialization {
                m.space = m.space.with(inherited(&parts, fact));
            }
            m
        })
        .collect()
}
