//! Functions over all their declarations: what each one's merged execution space is, and what earlier declarations promised
//! that later ones must repeat.
//!
//! Granularity: [`function_facts`] per item, from declarations alone, so that no body reaches the [`function_index`];
//! [`merged`] per item in front of its consumers, so that another item's change stops there.

use cleave_base_db::{Db, SourceFile};
use cleave_names::decl::{Body, Decl, Function, Spec};
use cleave_names::{ItemNode, declarations, items, lexed};
use cleave_syntax::SyntaxKind;
use cleave_syntax::lexer::Lexed;
use rustc_hash::FxHashMap;

use crate::entity::{EntityPath, entity_path};
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
#[salsa::tracked(returns(deref))]
pub fn function_facts<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> Box<[FunctionFact]> {
    let decls = declarations(db, item);
    if decls.iter().all(|d| d.function.is_none()) {
        return Box::default();
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
    out.into()
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
}

/// The functions of a file by identity, and templates by path for their specialisations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionIndex {
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

impl FunctionIndex {
    /// What the templates that a specialisation may be one of are annotated with. Overloads are told apart by the number of
    /// their parameters as far as that goes.
    fn inherited(&self, fact: &FunctionFact) -> ExecutionSpace {
        let all = self.templates.get(&fact.path.path).map_or(&[][..], |t| t);
        let fits = |t: &Template| t.arity == fact.arity || t.pack && t.arity <= fact.arity + 1;
        let some = all.iter().any(fits);
        all.iter()
            .filter(|&t| !some || fits(t))
            .fold(ExecutionSpace::default(), |space, t| space.with(t.space))
    }
}

/// The last names of functions that no host code can call whichever of them is meant: kernels, and functions of the device
/// alone. Sorted.
#[salsa::tracked(returns(deref))]
pub fn names_out_of_reach(db: &dyn Db, file: SourceFile) -> Box<[String]> {
    let mut reached: FxHashMap<&str, bool> = FxHashMap::default();
    for (path, merged) in &function_index(db, file).functions {
        let name = path.path.rsplit("::").next().unwrap_or_default();
        let on_host = !merged.space.is_device_only() && !merged.space.is_kernel();
        *reached.entry(name).or_default() |= on_host;
    }
    let mut out: Vec<String> = (reached.into_iter())
        .filter(|(_, on_host)| !on_host)
        .map(|(name, _)| name.to_owned())
        .collect();
    out.sort_unstable();
    out.into()
}

/// Collects the functions of a file.
#[salsa::tracked]
pub fn function_index(db: &dyn Db, file: SourceFile) -> FunctionIndex {
    let mut index = FunctionIndex::default();
    for &item in items(db, file) {
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
            let new = !index.functions.contains_key(&fact.path);
            let merged = index.functions.entry(fact.path.clone()).or_default();
            merged.space = merged.space.with(fact.space);
            merged.constexpr |= fact.constexpr;
            merged.inline |= fact.inline;
            merged.is_static |= new && fact.is_static;
            merged.defined |= fact.defined;
        }
    }
    index
}

/// The merged facts of an item's functions, in the order of [`function_facts`].
#[salsa::tracked(returns(deref))]
pub fn merged<'db>(db: &'db dyn Db, file: SourceFile, item: ItemNode<'db>) -> Box<[Merged]> {
    let facts = function_facts(db, item);
    if facts.is_empty() {
        return Box::default();
    }
    let index = function_index(db, file);
    facts
        .iter()
        .map(|fact| {
            let mut m = index.functions.get(&fact.path).copied().unwrap_or_default();
            if fact.specialization {
                m.space = m.space.with(index.inherited(fact));
            }
            m
        })
        .collect()
}
