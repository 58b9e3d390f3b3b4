//! What a class contributes to its member functions' lambdas: which names mean a member of `*this`, and which functions are
//! static. Classes are found by name, in the namespaces around whoever asks where there are several.

use cleave_base_db::{Db, SourceFile};
use cleave_names::decl::{Decl, DeclKind, Function, Param, Spec, Tokens};
use cleave_names::{ScopePath, Word, declarations_at, item_text, named_items};
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::ItemKind;
use rustc_hash::FxHashSet;

use crate::edit::Edit;
use crate::source::Source;

/// What is needed of one class definition.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct ClassFacts<'db> {
    /// The namespace.
    scope: ScopePath<'db>,
    /// The classes around it and its own name.
    path: Box<[String]>,
    /// Its members of objects: data, and functions that are not static.
    instance: Box<[String]>,
    /// Its functions.
    functions: Box<[Member]>,
    /// The last names of its bases.
    bases: Box<[String]>,
}

/// A member function.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Member {
    name: String,
    /// The types of its parameters, as written.
    params: Box<[String]>,
    is_static: bool,
}

impl ClassFacts<'_> {
    /// Whether the function of this name is static; among overloads the one with these parameters, else with so many.
    pub(crate) fn is_static(&self, name: &str, params: &[String]) -> bool {
        let all = || self.functions.iter().filter(|f| f.name == name);
        all()
            .find(|f| *f.params == *params)
            .or_else(|| all().find(|f| f.params.len() == params.len()))
            .or_else(|| all().next())
            .is_some_and(|f| f.is_static)
    }
}

/// The types of a function's parameters as written, without names and default arguments.
pub(crate) fn parameter_types(source: &Source<'_>, function: &Function) -> Box<[String]> {
    let render = |p: &Param| {
        let name = Edit::replace(p.name_at as usize..p.name_end as usize, "");
        let end = match p.default.is_empty() {
            true => p.tokens.end,
            false => p.default.start,
        };
        let start = p.tokens.start;
        source
            .render_with(Tokens { start, end }, &[name])
            .trim_end()
            .to_owned()
    };
    function.params.iter().map(render).collect()
}

/// The facts of declaration `class` of an item in namespace `scope`.
pub(crate) fn class_facts<'db>(
    decls: &[Decl],
    class: u32,
    scope: ScopePath<'db>,
    source: &Source<'_>,
) -> ClassFacts<'db> {
    let mut path = Vec::new();
    let mut at = Some(class);
    while let Some(i) = at {
        path.push(decls[i as usize].name.clone());
        at = decls[i as usize].parent;
    }
    path.reverse();
    let mut instance = Vec::new();
    let mut functions = Vec::new();
    for decl in decls {
        if decl.spec.any(Spec::FRIEND) || member_of(decls, decl) != Some(class) {
            continue;
        }
        let is_static = decl.spec.any(Spec::STATIC);
        if let Some(f) = &decl.function {
            functions.push(Member {
                name: decl.name.clone(),
                params: parameter_types(source, f),
                is_static,
            });
        }
        if !is_static && matches!(decl.kind, DeclKind::Function | DeclKind::Variable) {
            instance.push(decl.name.clone());
        }
    }
    ClassFacts {
        scope,
        path: path.into(),
        instance: instance.into(),
        functions: functions.into(),
        bases: decls[class as usize].bases.clone(),
    }
}

/// The class that a declaration is a member of, anonymous unions seen through.
fn member_of(decls: &[Decl], decl: &Decl) -> Option<u32> {
    let mut parent = decl.parent?;
    loop {
        let class = &decls[parent as usize];
        let named = !class.name.is_empty()
            || decls
                .iter()
                .any(|d| d.kind != DeclKind::Class && d.tokens == class.tokens);
        match class.parent {
            Some(outer) if !named => parent = outer,
            _ => return Some(parent),
        }
    }
}

/// The classes that items called `name` define, nested ones among them.
#[salsa::tracked(returns(deref))]
pub(crate) fn classes_of<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    name: String,
) -> Box<[ClassFacts<'db>]> {
    let mut out = Vec::new();
    for item in named_items(db, file, Word::new(db, name)) {
        if item.kind != ItemKind::Class || !item.first {
            continue;
        }
        let own = item_text(db, file, item.index).as_str();
        let decls = declarations_at(db, file, item.index);
        let lexed = Lexed::new(own);
        let source = Source::new(own, &lexed);
        let scope = item.scope;
        let classes =
            (0..decls.len() as u32).filter(|&i| decls[i as usize].kind == DeclKind::Class);
        out.extend(classes.map(|i| class_facts(&decls, i, scope, &source)));
    }
    out.into()
}

/// The class that a qualifier ends in, seen from `scope`, with its definitions: the template and its specialisations count as
/// one. Nothing if it ends in a namespace.
pub(crate) fn owning_class<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    scope: ScopePath<'db>,
    qualifier: &[&str],
) -> Option<(String, Vec<ClassFacts<'db>>)> {
    let last = qualifier.last()?;
    for start in 0..qualifier.len() {
        let path = &qualifier[start..];
        let mut found: Vec<ClassFacts<'db>> = classes_of(db, file, path[0].to_owned())
            .iter()
            .filter(|c| c.path.iter().eq(path.iter()))
            .cloned()
            .collect();
        if found.is_empty() {
            continue;
        }
        let around = |c: &ClassFacts<'db>| {
            let mut at = Some(scope);
            while let Some(s) = at {
                if s == c.scope {
                    return true;
                }
                at = s.parent(db);
            }
            false
        };
        if start == 0 && found.iter().any(around) {
            found.retain(around);
        }
        return Some(((*last).to_owned(), found));
    }
    None
}

/// The names of all members of objects of a class, those of its bases included; and the names of the class and its bases.
pub(crate) fn instance_names<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    facts: &[ClassFacts<'db>],
) -> (Vec<String>, Vec<String>) {
    let mut members = Vec::new();
    let mut seen = FxHashSet::default();
    let mut todo = Vec::new();
    for class in facts {
        members.extend(class.instance.iter().cloned());
        seen.extend(class.path.last().cloned());
        todo.extend(class.bases.iter().cloned());
    }
    while let Some(base) = todo.pop() {
        if !seen.insert(base.clone()) {
            continue;
        }
        for class in classes_of(db, file, base.clone()) {
            if *class.path == [base.as_str()] {
                members.extend(class.instance.iter().cloned());
                todo.extend(class.bases.iter().cloned());
            }
        }
    }
    let mut family: Vec<String> = seen.into_iter().collect();
    members.sort();
    members.dedup();
    family.sort();
    (members, family)
}
