//! The host text: the input with everybody's patches applied, between the prologue and the trailer.
//!
//! Granularity: an item's edits are a query of their own ([`crate::item_edits`]) and survive layout; putting the text
//! together runs at every edit, and does nothing but look positions up and copy.

use cleave_attributes::{ATTRIBUTES, Meaning};
use cleave_base_db::{Db, HostOptions, HostSettings, SourceFile};
use cleave_cuda::{Difference, Toolkit, toolkit_of};
use cleave_names::{item_map, lexed, skeleton};
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::{Flags, Item, ItemKind, Skeleton};
use rustc_hash::FxHashSet;

use crate::boilerplate::{
    BUILTIN_VARIABLE, HOST_RUNTIME, NOINLINE, prologue, trailer, unnamed_namespace_name,
};
use crate::edit::{Patch, Pieces, apply, line_marker};
use crate::lambda::{PREAMBLE_PLACE, templates};
use crate::{item_edits, module_id, reference_arrays};

/// The host half of a file.
#[salsa::tracked(no_eq, returns(deref))]
pub fn host_text(db: &dyn Db, file: SourceFile, options: HostOptions) -> String {
    let mut out = String::new();
    // Edits make some things longer and many shorter; a little room saves moving megabytes.
    let length = file.text(db).len();
    out.reserve(length + length / 16 + 4096);
    host_text_in_pieces(db, file, options, &mut |piece| out.push_str(piece));
    out
}

/// The same text, piece by piece, and not remembered: for whoever writes it and goes.
pub fn host_text_in_pieces(
    db: &dyn Db,
    file: SourceFile,
    options: HostOptions,
    take: &mut dyn FnMut(&str),
) {
    let mut out = Pieces::new(take);
    let text: &str = file.text(db);
    let settings = options.settings(db);
    let skeleton = skeleton(db, file);
    let id = module_id(db, file, options);
    let toolkit = toolkit_of(db, file);
    let first = skeleton.lines.first_file().unwrap_or(file.name(db));
    out.push(&prologue(settings, toolkit, first));
    if skeleton.lines.first_file().is_none() {
        out.line_marker(text, &skeleton.lines, 0);
    }
    let mut patches = Vec::new();
    annotations(text, skeleton, &mut patches);
    bare_attributes(text, skeleton, &mut patches);
    directives(text, skeleton, &mut patches);
    whole_items(text, skeleton, settings, toolkit, id, &mut patches);
    if settings.extended_lambda {
        lambda_templates(
            text,
            skeleton,
            || templates(db, file, options),
            &mut patches,
        );
    }
    let map = item_map(db, file);
    for (&node, &index) in map.nodes.iter().zip(&map.indices) {
        let edits = item_edits(db, file, node, options);
        if edits.is_empty() {
            continue;
        }
        let span = skeleton.items[index as usize].span;
        // The layout may have changed since the item was last looked into.
        let relaid = (span.of(text) != node.text(db).as_str()).then(|| Lexed::new(span.of(text)));
        let lexed = relaid.as_ref().unwrap_or_else(|| lexed(db, node));
        patches.extend(edits.iter().map(|e| e.patch(lexed, span.start as usize)));
    }
    apply(text, &skeleton.lines, patches, &mut out);
    out.push(&trailer(settings, id));
    if settings.relocatable || settings.partial_link {
        out.push(reference_arrays(db, file, options));
    }
}

/// Every annotation of CUDA goes: the host compiler knows none of them, but for one by another name.
fn annotations<'e>(text: &str, skeleton: &Skeleton, patches: &mut Vec<Patch<'e>>) {
    let written = skeleton.annotations.iter().filter(|a| !a.span.is_empty());
    patches.extend(written.map(|a| {
        let span = a.span.of(text);
        match renamed(span).filter(|_| a.flag == Flags::OTHER_CUDA) {
            None => Patch::new(a.span.range(), ""),
            Some(name) if span.starts_with("__attribute") => {
                Patch::new(a.span.range(), format!("__attribute__(({name}))"))
            }
            Some(name) => Patch::new(a.span.range(), name),
        }
    }));
}

/// What the host compiler calls an annotation, if it has it.
fn renamed(annotation: &str) -> Option<&'static str> {
    let within = ATTRIBUTES.iter().filter(|a| annotation.contains(a.name));
    within
        .filter_map(|a| match a.meaning {
            Meaning::Renamed(name) => Some(name),
            _ => None,
        })
        .next()
}

/// `__noinline__` is no macro for the host compiler, nor an attribute by itself. Older toolkits make it a macro all the same, and of
/// gcc's `__attribute__((__noinline__))` an attribute-specifier within another one.
fn bare_attributes<'e>(text: &str, skeleton: &Skeleton, patches: &mut Vec<Patch<'e>>) {
    patches.extend(skeleton.bare_attributes.iter().map(|&span| {
        let attribute = match span.of(text) {
            "__noinline__" => NOINLINE,
            nested if nested.starts_with("__attribute") => "noinline",
            _ => "",
        };
        Patch::new(span.range(), attribute)
    }));
}

/// Pragmas that speak to the CUDA front end, or that mean nothing in a preprocessed text (reference: host-text, Pragmas).
fn directives<'e>(text: &str, skeleton: &Skeleton, patches: &mut Vec<Patch<'e>>) {
    for span in &skeleton.directives {
        let mut words = span
            .of(text)
            .split(|c: char| !(c.is_alphanumeric() || c == '_'))
            .filter(|w| !w.is_empty());
        if words.next() != Some("pragma") {
            continue;
        }
        let second = words.next().unwrap_or("");
        let gone = match second {
            "once"
            | "push_macro"
            | "pop_macro"
            | "nv_diagnostic"
            | "nv_exec_check_disable"
            | "hd_warning_disable" => true,
            "GCC" => words.next() == Some("system_header"),
            word => word.starts_with("nv_diag_"),
        };
        if gone {
            patches.push(Patch::new(span.range(), ""));
        }
    }
}

/// Items that are replaced without looking into them: unnamed namespaces, what the runtime's host part declares itself, and
/// the place where that part goes in.
fn whole_items<'e>(
    text: &str,
    skeleton: &Skeleton,
    settings: &HostSettings,
    toolkit: Toolkit,
    module_id: &str,
    patches: &mut Vec<Patch<'e>>,
) {
    let hidden =
        settings.hidden_unnamed_namespaces && toolkit.has(Difference::UnnamedNamespacesAreHidden);
    let mut size_t = false;
    let inline = inline_unnamed_namespaces(skeleton);
    let mut more = skeleton.more_names.iter().peekable();
    for (i, item) in skeleton.items.iter().enumerate() {
        match item.kind {
            ItemKind::NamespaceOpen if item.name.is_empty() => {
                patches.extend(match inline.contains(&item.scope) {
                    false => Some(Patch::new(
                        item.span.range(),
                        unnamed_namespace(text, skeleton, item, &inline, hidden, module_id),
                    )),
                    true if item.flags.has(Flags::INLINE_NAMESPACE) => None,
                    true => {
                        let at = item.span.start as usize;
                        Some(Patch::new(at..at, "inline "))
                    }
                });
            }
            ItemKind::Class | ItemKind::Enum | ItemKind::Typedef
                if item.flags.has(Flags::BUILTIN) =>
            {
                patches.push(Patch::new(item.span.range(), ""));
            }
            ItemKind::FunctionDeclaration if item.is_builtin_device_function() => {
                patches.push(Patch::new(item.span.range(), ";"));
            }
            ItemKind::Variable if item.flags.has(Flags::BUILTIN) => {
                let name = format!("{BUILTIN_VARIABLE}{}", item.name.of(text));
                patches.push(Patch::new(item.name.range(), name));
            }
            _ => {}
        }
        if size_t {
            continue;
        }
        while more.peek().is_some_and(|m| (m.0 as usize) < i) {
            more.next();
        }
        let declares = |name: &str| {
            item.name.of(text) == name
                || more
                    .clone()
                    .take_while(|m| m.0 as usize == i)
                    .any(|m| m.1.of(text) == name)
        };
        let kind = matches!(
            item.kind,
            ItemKind::Typedef | ItemKind::Alias | ItemKind::UsingDeclaration
        );
        if kind && item.scope == 0 && declares("size_t") {
            size_t = true;
            let end = item.span.end as usize;
            let mut include = HOST_RUNTIME.to_owned();
            if !include.ends_with('\n') {
                include.push('\n');
            }
            include.push_str(&line_marker(text, &skeleton.lines, end));
            patches.push(Patch::new(end..end, include));
        }
    }
}

/// The templates that extended lambdas are wrapped in go where the runtime's headers ask for them, used or not.
fn lambda_templates<'e>(
    text: &str,
    skeleton: &Skeleton,
    templates: impl Fn() -> &'e str,
    patches: &mut Vec<Patch<'e>>,
) {
    let places = skeleton.items.iter().filter(|i| {
        i.kind == ItemKind::Class
            && i.flags.has(Flags::BUILTIN)
            && i.name.of(text) == PREAMBLE_PLACE
    });
    patches.extend(
        places.map(|i| Patch::new(i.span.start as usize..i.span.start as usize, templates())),
    );
}

/// The unnamed namespaces that some opening calls inline: they keep having no name, wherever they are opened.
fn inline_unnamed_namespaces(skeleton: &Skeleton) -> FxHashSet<u32> {
    let opened = |i: &&Item| i.kind == ItemKind::NamespaceOpen && i.name.is_empty();
    let items = skeleton.items.iter().filter(opened);
    items
        .filter(|i| i.flags.has(Flags::INLINE_NAMESPACE))
        .map(|i| i.scope)
        .collect()
}

/// `namespace {` under the name that the stub uses (reference: host-text, Unnamed namespaces).
fn unnamed_namespace(
    text: &str,
    skeleton: &Skeleton,
    item: &Item,
    inline: &FxHashSet<u32>,
    hidden: bool,
    module_id: &str,
) -> String {
    let name = unnamed_namespace_name(module_id);
    let mut path = String::new();
    for scope in skeleton.path(item.scope) {
        if inline.contains(&scope) {
            continue;
        }
        let scope = &skeleton.scopes[scope as usize];
        path.push_str("::");
        path.push_str(if scope.unnamed {
            &name
        } else {
            scope.name.of(text)
        });
    }
    let hidden = if hidden {
        " __attribute__((visibility(\"hidden\")))"
    } else {
        ""
    };
    // The attribute holds for one body only, so it stands on each.
    format!("namespace {name}{hidden} {{ }} using namespace {path}; namespace {name}{hidden} {{")
}
