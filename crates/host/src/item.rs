//! The edits of one item: functions, variables, aliases and bodies together.
//!
//! Granularity: keyed by item, so that an edit in one body runs one item's query. It reads its own declarations and tree, the
//! merged facts of its own functions, and small facts of the whole file.

use cleave_base_db::{Db, HostOptions, HostSettings, SourceFile, StubLinkage};
use cleave_cuda::{MemorySpace, function_facts, merged};
use cleave_names::decl::{Body, Decl, DeclKind, Spec, Tokens};
use cleave_names::{ItemNode, declarations, lexed, parse_bodies};
use cleave_syntax::SyntaxKind;
use cleave_syntax::skeleton::Flags;

use crate::alias;
use crate::body;
use crate::edit::Edit;
use crate::function::FunctionEdits;
use crate::lambda::{extended_lambdas, name_parameters};
use crate::source::Source;
use crate::variable::VariableEdits;
use crate::walk::Context;
use crate::watched::{Resolver, Table};

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
}

impl Linkage {
    fn new(settings: &HostSettings, internal_scope: bool) -> Self {
        Linkage {
            static_stubs: settings.stub_linkage == StubLinkage::Static,
            relocatable: settings.relocatable,
            hidden_visibility: settings.hidden_visibility,
            internal_scope,
            debug: settings.debug,
            shadow_functions: settings.shadow_functions,
        }
    }
}

/// What the host half changes in an item.
#[salsa::tracked(returns(deref))]
pub fn item_edits<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    options: HostOptions,
) -> Box<[Edit]> {
    let decls = declarations(db, item);
    let source = Source::new(item.text(db).as_str(), lexed(db, item));
    let linkage = Linkage::new(options.settings(db), item.scope(db).is_internal(db));
    let mut out = Vec::new();
    let mut gone = Vec::new();
    let facts = function_facts(db, item);
    let merged = merged(db, file, item);
    let mut main = None;
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
        if let (true, Body::Block(tokens)) = (is_main, function.body) {
            main = Some(tokens);
        }
    }
    for decl in decls
        .iter()
        .filter(|d| d.kind == DeclKind::Variable && d.parent.is_none())
    {
        let space = MemorySpace::written(decl);
        if !space.is_host() && !alias::names_function_type(db, file, item, &source, decl) {
            let class_type = alias::names_class(db, file, item, &source, decl);
            VariableEdits {
                source: &source,
                decl,
                space,
                linkage,
                class_type,
            }
            .edits(&mut out);
        }
    }
    let flags = item.flags(db);
    if flags.has(Flags::SELF_ALIAS) {
        alias::edits(db, file, item, &source, &mut out);
    }
    let wraps = flags.has(Flags::LAMBDA) && options.settings(db).extended_lambda;
    let lambdas = match wraps {
        true => extended_lambdas(db, file, item, options),
        false => &[],
    };
    name_parameters(&source, decls, lambdas, &mut out);
    let inside = (flags.any(Flags::LAUNCH | Flags::WATCHED) || wraps) && !all_gone(decls, &gone);
    if inside || main.is_some() {
        let root = parse_bodies(db, item).syntax();
        if inside {
            let context = Context {
                source: &source,
                gone: &gone,
                resolver: &Resolver::new(db, file, Table::Rewritten, item.scope(db)),
            };
            out.extend(body::edits(
                &context,
                &root,
                lambdas,
                options.settings(db).compiler,
            ));
        }
        out.extend(main.and_then(|m| body::return_from_main(&source, &root, m)));
    }
    out.into()
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
