//! The edits of one item: functions, variables, aliases and bodies together.
//!
//! Granularity: keyed by item, so that an edit in one body runs one item's query. It reads its own declarations and tree, the
//! merged facts of its own functions, and small facts of the whole file.

use std::ops::Deref;

use cleave_base_db::{Db, HostCompiler, HostOptions, HostSettings, SourceFile, StubLinkage};
use cleave_cuda::{Difference, MemorySpace, function_facts, merged, tile, toolkit_of};
use cleave_names::decl::{Decl, DeclKind, Shape, Spec, Tokens};
use cleave_names::{ItemNode, Word, declarations, lexed, parse_bodies};
use cleave_syntax::SyntaxKind;
use cleave_syntax::skeleton::{Flags, ItemKind};

use crate::alias;
use crate::body;
use crate::captured;
use crate::edit::Edit;
use crate::folded;
use crate::function::FunctionEdits;
use crate::known::known_changes;
use crate::lambda::{extended_lambdas, name_parameters};
use crate::local;
use crate::parenthesized;
use crate::references::{device_entities, redeclared_in};
use crate::renamed;
use crate::source::Source;
use crate::typename;
use crate::variable::{VariableEdits, VariableFacts};
use crate::walk::Context;
use crate::watched::{Resolver, Table};
use crate::written_out;

/// What decides over linkage and visibility in the host half.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Linkage {
    /// Kernel templates are `static`.
    pub(crate) static_stubs: bool,
    /// Device code is relocatable: other translation units see the shadows.
    pub(crate) relocatable: bool,
    /// Kernels and shadows are hidden outside of the shared object.
    pub(crate) hidden_visibility: bool,
    /// The item stands in an unnamed namespace.
    pub(crate) internal_scope: bool,
    /// Kernels are kept out of line for the debugger.
    pub(crate) debug: bool,
    /// Device functions are given a body.
    pub(crate) shadow_functions: bool,
    /// The host compiler is clang.
    pub(crate) clang: bool,
    /// A declaration of something else's: `extern` in a block stays what it is.
    pub(crate) known: bool,
}

impl Linkage {
    pub(crate) fn new(settings: &HostSettings, internal_scope: bool) -> Self {
        Linkage {
            static_stubs: settings.stub_linkage == StubLinkage::Static,
            relocatable: settings.relocatable,
            hidden_visibility: settings.hidden_visibility,
            internal_scope,
            debug: settings.debug,
            shadow_functions: settings.shadow_functions,
            clang: matches!(settings.compiler, HostCompiler::Clang(_)),
            known: false,
        }
    }
}

/// Asks for what is changed in an item of a header, if no types are needed for it: queries that wait for each other are not to
/// be asked from two sides at once.
pub fn edits_ahead<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    options: HostOptions,
) {
    if !item.flags(db).any(Flags::USER | Flags::LAUNCH)
        && known_changes(db, file, item, item.text(db).as_str()).is_none()
    {
        item_edits(db, file, item, options);
    }
}

/// What an item is flagged with if something inside its bodies is not the host compiler's.
const REWRITTEN: Flags = Flags(Flags::LAUNCH.0 | Flags::WATCHED.0 | Flags::LAMBDA_ATTRIBUTE.0);

/// The edits of an item.
#[derive(Debug, PartialEq, Eq)]
pub struct ItemEdits {
    edits: Box<[Edit]>,
    /// They follow from the item's declarations and tokens, from what all declarations of its functions say together, from the
    /// toolkit and from [`Linkage`], and from nothing else.
    pub by_itself: bool,
    /// But for the names of managed and built-in variables: that none of them is said where the host compiler reads.
    pub(crate) reads_watched: bool,
}

impl Deref for ItemEdits {
    type Target = [Edit];

    fn deref(&self) -> &[Edit] {
        &self.edits
    }
}

/// What the host half changes in an item.
#[salsa::tracked(returns(ref))]
pub fn item_edits<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    options: HostOptions,
) -> ItemEdits {
    let flags = item.flags(db);
    // Whoever asks the database below takes it back.
    let mut by_itself = !flags.any(Flags::USER | Flags::LAMBDA);
    let decls = declarations(db, item);
    let source = Source::new(item.text(db).as_str(), lexed(db, item));
    let linkage = Linkage::new(options.settings(db), item.scope(db).is_internal(db));
    let mut out = Vec::new();
    let mut gone = Vec::new();
    let facts = function_facts(db, item);
    let merged = merged(db, item);
    let mut main = None;
    let namespace = namespace(db, item);
    for (fact, &merged) in facts.iter().zip(merged) {
        let decl = &decls[fact.decl as usize];
        let Some(function) = &decl.function else {
            continue;
        };
        let before = out.len();
        FunctionEdits {
            source: &source,
            decl,
            function,
            merged,
            linkage,
            namespace: namespace.as_deref(),
        }
        .edits(&mut out);
        gone.extend(
            out[before..]
                .iter()
                .filter(|e| e.end > e.start)
                .map(|e| Tokens {
                    start: e.start,
                    end: e.end,
                }),
        );
        let is_main = decl.name == "main" && decl.parent.is_none() && item.scope(db).is_global(db);
        if is_main {
            main = function.body.tokens();
        }
    }
    for decl in decls
        .iter()
        .filter(|d| d.kind == DeclKind::Variable && d.parent.is_none())
    {
        let space = MemorySpace::written(decl, tile(db, file));
        by_itself &= space.is_host();
        if !space.is_host() && !alias::names_function_type(db, file, item, &source, decl) {
            let facts = VariableFacts {
                const_alias: decl.shape.iter().all(|s| matches!(s, Shape::Array { .. }))
                    && alias::names_const_type(db, file, item, &source, decl),
                needs_value: !decl.initializer.is_empty()
                    && alias::names_class_without_default(db, file, item, &source, decl),
                redeclared: !decl.linkage_c
                    && !flags.has(Flags::EXTERN_C)
                    && redeclared_in(db, file, Word::new(db, &*decl.name))
                        .contains(&item.scope(db)),
                in_block: false,
            };
            VariableEdits {
                source: &source,
                decl,
                space,
                linkage,
                facts,
            }
            .edits(&mut out);
        }
    }
    if flags.has(Flags::NAMESAKE) || item.kind(db) == ItemKind::Class {
        by_itself &= !renamed::edits(db, file, item, &source, &mut out);
    }
    if flags.has(Flags::QUALIFIED | Flags::TEMPLATE) {
        typename::edits(&source, decls, &mut out);
    }
    let wraps = flags.has(Flags::LAMBDA) && options.settings(db).extended_lambda;
    let lambdas = match wraps {
        true => extended_lambdas(db, file, item, options),
        false => &[],
    };
    name_parameters(&source, decls, lambdas, &mut out);
    let annotated = Flags::LONE_DEVICE | Flags::GLOBAL | Flags::MEMORY | Flags::MANAGED;
    let has_locals = flags.any(annotated) && local::may_have(&source, decls, &gone);
    // What is left of a function without its body are its default arguments: `int x = threadIdx.x`.
    let without_defaults = |d: &Decl| {
        let params = d.function.iter().flat_map(|f| &f.params);
        !params.into_iter().any(|p| !p.default.is_empty())
    };
    let may_rewrite = (flags.any(REWRITTEN) || wraps || has_locals)
        && !(all_gone(decls, &gone) && decls.iter().all(without_defaults));
    // Most classes of the device name its variables in bodies that are gone.
    let reads_watched = may_rewrite
        && !(wraps || has_locals)
        && !flags.any(Flags::LAUNCH | Flags::LAMBDA | Flags::LAMBDA_ATTRIBUTE);
    let inside = may_rewrite && (!reads_watched || says_watched(db, file, &source, &gone));
    let resumes = !all_gone(decls, &gone)
        && (0..source.lexed.len() as u32).any(|i| source.kind(i) == SyntaxKind::CO_RETURN_KW)
        && !toolkit_of(db, file).has(Difference::CoroutinesMayEnd);
    if inside || main.is_some() || resumes {
        by_itself = false;
        let root = parse_bodies(db, item).syntax();
        if inside {
            let mut locals = Vec::new();
            let mut managed = Vec::new();
            if has_locals {
                let knows = |name: &str| {
                    let all = device_entities(db, file);
                    let start = all.partition_point(|e| e.name.as_str() < name);
                    all[start..]
                        .iter()
                        .take_while(|e| e.name == name)
                        .any(|e| !e.local && e.scope == item.scope(db))
                };
                for local in local::locals(&source, tile(db, file), &root, &gone) {
                    gone.extend(local.gone());
                    managed.extend(local.managed());
                    locals.push((local.tokens.start, local.edits(&source, linkage, knows)));
                }
            }
            let context = Context {
                source: &source,
                gone: &gone,
                resolver: &Resolver::new(db, file, Table::Rewritten, item.scope(db)),
                managed: &managed,
            };
            out.extend(body::edits(
                &context,
                &root,
                lambdas,
                locals,
                options.settings(db).compiler,
            ));
        }
        if flags.has(Flags::LAUNCH) {
            out.extend(folded::edits(db, item, &source, &root));
        }
        out.extend(main.and_then(|m| body::return_from_main(&source, &root, m)));
        if resumes {
            out.extend(body::returns_from_coroutines(&source, &root, &gone));
        }
    }
    if flags.has(Flags::QUALIFIED_INITIALIZER) && flags.has(Flags::TEMPLATE) {
        parenthesized::initializers(&source, decls, &gone, &mut out);
    }
    if flags.has(Flags::LITERAL_CONSTANT) && flags.has(Flags::TEMPLATE) {
        captured::edits(&source, &gone, &mut out);
    }
    if flags.has(Flags::USER) && !flags.has(Flags::TEMPLATE) {
        let resolved = !toolkit_of(db, file).has(Difference::ArgumentsAsWritten);
        written_out::edits(db, item, &source, resolved, &mut out);
        parenthesized::returned(db, item, &source, &gone, &mut out);
    }
    ItemEdits {
        edits: out.into(),
        by_itself,
        reads_watched,
    }
}

/// Whether the name of a managed or built-in variable is said in what is left of an item.
fn says_watched(db: &dyn Db, file: SourceFile, source: &Source<'_>, gone: &[Tokens]) -> bool {
    let names = Table::Rewritten.names(db, file);
    let is_watched = |word: &str| {
        names
            .binary_search_by(|w| w.name.as_str().cmp(word))
            .is_ok()
    };
    (0..source.lexed.len() as u32).any(|i| {
        source.kind(i) == SyntaxKind::IDENT
            && is_watched(source.word(i))
            && !gone.iter().any(|g| g.contains(i))
    })
}

/// The namespace of an item as a qualifier; none if it is unnamed or in an unnamed one.
fn namespace(db: &dyn Db, item: ItemNode<'_>) -> Option<String> {
    let scope = item.scope(db);
    (!scope.is_internal(db)).then(|| {
        let names = scope.path(db).into_iter().map(|s| s.name(db));
        names.fold("::".to_owned(), |path, name| format!("{path}{name}::"))
    })
}

/// Whether the item is one function whose body is gone, so that nothing in it can matter any more.
pub(crate) fn all_gone(decls: &[Decl], gone: &[Tokens]) -> bool {
    let [only] = decls else { return false };
    let body = only.function.as_ref().and_then(|f| f.body.tokens());
    body.is_some_and(|b| gone.iter().any(|g| g.contains(b.start)))
}

/// The decl-specifiers' type name if it is a single, possibly qualified, name.
pub(crate) fn type_name(source: &Source<'_>, decl: &Decl) -> Option<String> {
    let s = decl.specifiers;
    if decl.spec.any(Spec::AUTO) {
        return None;
    }
    let mut name = None;
    let mut i = s.start;
    while i < s.end {
        if let Some(end) = source.annotation_end(i) {
            i = end;
            continue;
        }
        match source.kind(i) {
            SyntaxKind::ATTRIBUTE_KW | SyntaxKind::ALIGNAS_KW => {
                i = source.group_end(i + 1);
                continue;
            }
            SyntaxKind::L_BRACK => {
                i = source.group_end(i);
                continue;
            }
            SyntaxKind::IDENT => name = Some(source.word(i).to_owned()),
            SyntaxKind::LT => break,
            _ => {}
        }
        i += 1;
    }
    name
}
