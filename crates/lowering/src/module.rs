//! The device half of a file as a module of the IL.

use std::sync::Arc;

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_cuda::memory_space;
use cleave_il::{Linkage, Module, Record, Symbol, Type, Variable};
use cleave_names::item_index;
use cleave_needed::definitions::{definitions, is_definable, is_made_destructor};
use cleave_needed::edges::edges;
use cleave_needed::{Emitted, Variant, emitted_variants, needed};
use cleave_typing::function::{definition, explicit, variable_type};
use cleave_typing::{Entity, Ty, check};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::functions::{class_of_member, lowered_declaration, lowered_function};
use crate::local_order::{self, Owner};
use crate::places::{Places, declared};
use crate::records::lowered_record;
use crate::refusal::Refusal;
use crate::unit::{Key, References, Runtime};
use crate::variables::lowered_variable;

/// Why there is no module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused<'db> {
    /// What could not be lowered; none where it is a class.
    pub what: Option<Emitted<'db>>,
    /// Why.
    pub why: Refusal<'db>,
}

/// The module of a file: everything that its device half defines, and what that refers to.
///
/// # Errors
/// What could not be lowered.
pub fn module<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    options: HostOptions,
) -> Result<Module, Vec<Refused<'db>>> {
    made(db, file, options, None)
}

/// The same, and where functions and their statements were written. Lines are looked up anew each time.
///
/// # Errors
/// What could not be lowered.
pub fn module_with_places<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    options: HostOptions,
) -> Result<Module, Vec<Refused<'db>>> {
    made(db, file, options, Some(Places::new(db)))
}

fn made<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    options: HostOptions,
    places: Option<Places<'db>>,
) -> Result<Module, Vec<Refused<'db>>> {
    let mut maker = Maker {
        db,
        places,
        file,
        options,
        module: Module::default(),
        defined: FxHashSet::default(),
        seen: FxHashSet::default(),
        keys: Vec::new(),
        records: Vec::new(),
        seen_records: FxHashSet::default(),
        runtime: Vec::new(),
        refused: Vec::new(),
        names: Vec::new(),
        variables: FxHashMap::default(),
        functions: FxHashMap::default(),
    };
    for definition in definitions(db, file, options) {
        if let (Emitted::Variable(variable), false) = (definition.what, definition.defined)
            && !memory_space(db, variable).is_host()
            && !variable_type(db, variable).is_function(db)
        {
            maker.refer(Key {
                what: definition.what,
                variant: Variant::Only,
            });
        }
        if definition.defined {
            maker.defined.insert(definition.what);
            for variant in emitted_variants(db, file, options, definition.what) {
                maker.refer(Key {
                    what: definition.what,
                    variant,
                });
            }
        }
    }
    maker.run();
    if maker.refused.is_empty() {
        maker.runtime.sort();
        let names = maker.runtime.iter().map(|r| Symbol::from(r.name()));
        maker.module.runtime = names.collect();
        return Ok(maker.module);
    }
    Err(maker.refused)
}

struct Maker<'db> {
    db: &'db dyn Db,
    /// Where code stands, if anybody wants to know.
    places: Option<Places<'db>>,
    file: SourceFile,
    options: HostOptions,
    module: Module,
    /// What has a definition here.
    defined: FxHashSet<Emitted<'db>>,
    seen: FxHashSet<Key<'db>>,
    keys: Vec<Key<'db>>,
    records: Vec<Ty<'db>>,
    seen_records: FxHashSet<Ty<'db>>,
    runtime: Vec<Runtime>,
    refused: Vec<Refused<'db>>,
    /// The arrays that functions have their names in, by function.
    names: Vec<(Emitted<'db>, Vec<Arc<Variable>>)>,
    /// Where variables and functions stand among those of the module, by name.
    variables: FxHashMap<Symbol, usize>,
    functions: FxHashMap<Symbol, usize>,
}

impl<'db> Maker<'db> {
    fn refer(&mut self, key: Key<'db>) {
        if self.seen.insert(key) {
            self.keys.push(key);
        }
    }

    fn follow(&mut self, references: &References<'db>) {
        for key in &references.keys {
            self.refer(*key);
        }
        for class in &references.records {
            if self.seen_records.insert(*class) {
                self.records.push(*class);
            }
        }
        for which in &references.runtime {
            if !self.runtime.contains(which) {
                self.runtime.push(*which);
            }
        }
    }

    fn run(&mut self) {
        let mut next = 0;
        while let Some(key) = self.keys.get(next).copied() {
            next += 1;
            if let Err(why) = self.one(key) {
                self.refused.push(Refused {
                    what: Some(key.what),
                    why,
                });
            }
        }
        let mut names: FxHashSet<Symbol> = FxHashSet::default();
        let mut made = Vec::new();
        let mut next = 0;
        while let Some(class) = self.records.get(next).copied() {
            next += 1;
            match lowered_record(self.db, self.file, self.options, class) {
                Ok(lowered) => {
                    self.follow(&lowered.references);
                    if names.insert(lowered.record.name.clone()) {
                        made.push(lowered.record.clone());
                    }
                }
                Err(why) => self.refused.push(Refused {
                    what: None,
                    why: why.clone(),
                }),
            }
        }
        self.module.records = ordered(&made);
        self.local_variables();
        self.name_arrays();
    }

    /// The static variables of functions have an order of their own.
    fn local_variables(&mut self) {
        if !local_order::has_locals(&self.module.variables) {
            return;
        }
        let (db, file, options) = (self.db, self.file, self.options);
        let mut first = FxHashMap::default();
        let mut owners = Vec::new();
        for (at, key) in self.keys.iter().enumerate() {
            if let Emitted::Variable(_) | Emitted::Vtable(_) = key.what {
                continue;
            }
            let is_defined =
                self.defined.contains(&key.what) || is_definable(db, file, options, key.what);
            if !is_defined {
                continue;
            }
            let lowered = lowered_function(db, file, options, key.what, key.variant);
            let Ok(lowered) = lowered.as_ref() else {
                continue;
            };
            let (is_instance, index, token) = order(db, key.what, at, &mut first);
            let mut owner = Owner {
                what: key.what,
                place: (!is_instance).then_some((index, !is_closure(db, key.what), token)),
                functions: Vec::new(),
                variables: Vec::new(),
            };
            let declared = match key.what {
                Emitted::Function(function) => definition(db, function)
                    .and_then(|defined| check::body(db, defined))
                    .map(|typed| local_order::declared(db, typed)),
                _ => None,
            };
            for used in &lowered.references.keys {
                let number = declared.as_ref().and_then(|d| d.get(&used.what));
                if let Some(&number) = number {
                    let lowered =
                        lowered_variable(db, file, options, used.what, used.variant, true);
                    let name = lowered.as_ref().map(|l| (l.variable.name.clone(), number));
                    owner.variables.extend(name);
                }
            }
            // As it is written: the condition of `do` comes behind its body.
            let mut used: Vec<_> = edges(db, file, key.what).all.iter().collect();
            used.sort_by_key(|edge| edge.site.map_or(u32::MAX, |site| site.index));
            owner.functions.extend(used.iter().map(|edge| edge.to));
            owners.push(owner);
        }
        local_order::order(&mut self.module.variables, &owners);
    }

    /// The arrays that functions have their names in are the first variables. The compiler of the device numbers them: first those of
    /// what is no instance, as it is written, then those of instances, the members of a class together.
    fn name_arrays(&mut self) {
        let mut first: FxHashMap<Ty<'db>, usize> = FxHashMap::default();
        let db = self.db;
        let mut all: Vec<_> = (self.names.drain(..).enumerate())
            .map(|(at, (what, names))| (order(db, what, at, &mut first), names))
            .collect();
        all.sort_by_key(|(order, _)| *order);
        let mut seen: FxHashSet<Symbol> = FxHashSet::default();
        let all = all.iter().flat_map(|(_, names)| names);
        let all = all.filter(|v| seen.insert(v.name.clone())).cloned();
        let variables: Vec<_> = all.chain(self.module.variables.drain(..)).collect();
        self.module.variables = variables;
    }

    fn one(&mut self, key: Key<'db>) -> Result<(), Refusal<'db>> {
        let (db, file, options) = (self.db, self.file, self.options);
        // Whatever the language makes is made here.
        let is_defined = match key.what {
            Emitted::Variable(_) => self.defined.contains(&key.what),
            what if is_made_destructor(db, what) => self.defined.contains(&what),
            Emitted::Function(_) => {
                self.defined.contains(&key.what) || is_definable(db, file, options, key.what)
            }
            _ => true,
        };
        if let Emitted::Variable(_) | Emitted::Vtable(_) = key.what {
            let lowered =
                lowered_variable(db, file, options, key.what, key.variant, is_defined).as_ref();
            let lowered = lowered.map_err(Refusal::clone)?;
            self.follow(&lowered.references);
            let made = lowered.variable.clone();
            // A block may declare again what the file defines.
            match self.variables.get(&made.name).copied() {
                Some(at) => {
                    if self.module.variables[at].is_declaration && !made.is_declaration {
                        self.module.variables[at] = made;
                    }
                }
                None => {
                    self.variables
                        .insert(made.name.clone(), self.module.variables.len());
                    self.module.variables.push(made);
                }
            }
            return Ok(());
        }
        let lowered = match is_defined {
            true => lowered_function(db, file, options, key.what, key.variant),
            false => lowered_declaration(db, file, options, key.what, key.variant),
        };
        let lowered = lowered.as_ref().map_err(Refusal::clone)?;
        self.follow(&lowered.references);
        if !lowered.references.names.is_empty() {
            let names = lowered.references.names.clone();
            self.names.push((key.what, names));
        }
        let mut made = lowered.function.clone();
        if let Some(places) = &mut self.places {
            places.fill(Arc::make_mut(&mut made), key.what, lowered);
        }
        // What an explicit instantiation defines stays ([temp.explicit]).
        if made.linkage == Linkage::LinkOnce && needed(db, file).is_root(key.what) {
            Arc::make_mut(&mut made).linkage = Linkage::Weak;
        }
        // What the compiler of the device knows may be declared for several types, and a block may declare what the file defines.
        match self.functions.get(&made.name).copied() {
            Some(at) => {
                if self.module.functions[at].body.is_none() && made.body.is_some() {
                    self.module.functions[at] = made;
                }
            }
            None => {
                self.functions
                    .insert(made.name.clone(), self.module.functions.len());
                self.module.functions.push(made);
            }
        }
        Ok(())
    }
}

/// Whether a function is one of a closure.
fn is_closure<'db>(db: &'db dyn Db, what: Emitted<'db>) -> bool {
    matches!(what, Emitted::Function(f) if f.decl(db).closure(db).is_some())
}

/// Where a function stands among others: whether it is an instance of a template; then its item and its token, or the number of the
/// first function of its class and its token in the class, instances of member templates last.
fn order<'db>(
    db: &'db dyn Db,
    what: Emitted<'db>,
    at: usize,
    first: &mut FxHashMap<Ty<'db>, usize>,
) -> (bool, usize, u32) {
    let is_instance = match what {
        Emitted::Function(function) => {
            let is_closure = function.decl(db).closure(db).is_some();
            function.env(db).is_some() && explicit(db, function).is_none() && !is_closure
        }
        _ => false,
    };
    if !is_instance && let Some((item, token)) = declared(db, what) {
        let index = item_index(db, item).unwrap_or_default();
        return (false, index as usize, token);
    }
    let is_template =
        matches!(what, Emitted::Function(f) if Entity::new(db, f.decl(db), None).is_template(db));
    let token = match is_template {
        true => u32::MAX,
        false => declared(db, what).map_or(0, |(_, token)| token),
    };
    match class_of_member(db, what) {
        Some(class) => (true, *first.entry(class).or_insert(at), token),
        None => (true, at, 0),
    }
}

/// Records, each after those that it holds.
fn ordered(all: &[Arc<Record>]) -> Vec<Arc<Record>> {
    let by_name: FxHashMap<&Symbol, &Arc<Record>> = all.iter().map(|r| (&r.name, r)).collect();
    let mut out = Vec::new();
    let mut reached: FxHashSet<&Symbol> = FxHashSet::default();
    for record in all {
        // A record, and how many of its fields were looked at.
        let mut stack = match reached.insert(&record.name) {
            true => vec![(record, 0)],
            false => Vec::new(),
        };
        while let Some((record, at)) = stack.pop() {
            let Some(field) = record.fields.get(at) else {
                out.push(record.clone());
                continue;
            };
            stack.push((record, at + 1));
            let mut ty = field.ty;
            while let Type::Array { element, .. } | Type::Vector { element, .. } =
                record.code.types[ty]
            {
                ty = element;
            }
            if let Type::Record(name) = &record.code.types[ty]
                && let Some(&inner) = by_name.get(name)
                && reached.insert(&inner.name)
            {
                stack.push((inner, 0));
            }
        }
    }
    out
}
