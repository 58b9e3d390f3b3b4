//! What changes in a part of the text whatever its items mean: annotations, pragmas, the names of unnamed namespaces, and
//! declarations that are replaced as a whole.
//!
//! It must not know the database: it goes by the skeleton alone.

use cleave_attributes::{ATTRIBUTES, Meaning};
use cleave_base_db::HostSettings;
use cleave_cuda::{Difference, Toolkit};
use cleave_syntax::skeleton::{Flags, Item, ItemKind, Skeleton};
use rustc_hash::FxHashSet;

use crate::boilerplate::{BUILTIN_VARIABLE, HOST_RUNTIME, NOINLINE, unnamed_namespace_name};
use crate::edit::{Patch, line_marker};
use crate::lambda::PREAMBLE_PLACE;

/// A part of the text, and what is said for the whole of it.
pub(super) struct Fixed<'a> {
    pub(super) text: &'a str,
    pub(super) skeleton: &'a Skeleton,
    pub(super) settings: &'a HostSettings,
    pub(super) toolkit: Toolkit,
    /// Asked for where it is needed alone.
    pub(super) module_id: &'a dyn Fn() -> &'a str,
    /// The unnamed namespaces that some opening calls inline.
    pub(super) inline: FxHashSet<u32>,
    /// The runtime's host part goes into this part of the text, behind `size_t`.
    pub(super) includes_runtime: bool,
}

impl<'a> Fixed<'a> {
    /// All patches but those of the templates for lambdas.
    pub(super) fn patches(&self) -> Vec<Patch<'a>> {
        let mut patches = Vec::new();
        annotations(self.text, self.skeleton, &mut patches);
        bare_attributes(self.text, self.skeleton, &mut patches);
        directives(self.text, self.skeleton, &mut patches);
        self.items(&mut patches);
        patches
    }

    /// Items that are replaced without looking into them: unnamed namespaces, what the runtime's host part declares itself, and
    /// the place where that part goes in.
    fn items(&self, patches: &mut Vec<Patch<'a>>) {
        let text = self.text;
        for item in &self.skeleton.items {
            match item.kind {
                ItemKind::NamespaceOpen if item.name.is_empty() => {
                    patches.extend(match self.inline.contains(&item.scope) {
                        false => Some(Patch::new(item.span.range(), self.unnamed_namespace(item))),
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
                ItemKind::Variable if item.flags.has(Flags::BUILTIN) && !item.name.is_empty() => {
                    let name = format!("{BUILTIN_VARIABLE}{}", item.name.of(text));
                    patches.push(Patch::new(item.name.range(), name));
                }
                _ => {}
            }
        }
        let size_t = self.includes_runtime.then(|| size_t(text, self.skeleton));
        if let Some(item) = size_t.flatten() {
            let end = item.span.end as usize;
            let mut include = HOST_RUNTIME.to_owned();
            if !include.ends_with('\n') {
                include.push('\n');
            }
            include.push_str(&line_marker(text, &self.skeleton.lines, end));
            patches.push(Patch::new(end..end, include));
        }
    }

    /// The templates that extended lambdas are wrapped in go where the runtime's headers ask for them, used or not.
    pub(super) fn lambda_templates(
        &self,
        templates: impl Fn() -> &'a str,
        patches: &mut Vec<Patch<'a>>,
    ) {
        let places = self.skeleton.items.iter().filter(|i| {
            i.kind == ItemKind::Class
                && i.flags.has(Flags::BUILTIN)
                && i.name.of(self.text) == PREAMBLE_PLACE
        });
        patches.extend(
            places.map(|i| Patch::new(i.span.start as usize..i.span.start as usize, templates())),
        );
    }

    /// `namespace {` under the name that the stub uses (reference: host-text, Unnamed namespaces).
    fn unnamed_namespace(&self, item: &Item) -> String {
        let hidden = self.settings.hidden_unnamed_namespaces
            && self.toolkit.has(Difference::UnnamedNamespacesAreHidden);
        let name = unnamed_namespace_name((self.module_id)());
        let mut path = String::new();
        for scope in self.skeleton.path(item.scope) {
            if self.inline.contains(&scope) {
                continue;
            }
            let scope = &self.skeleton.scopes[scope as usize];
            path.push_str("::");
            path.push_str(if scope.unnamed {
                &name
            } else {
                scope.name.of(self.text)
            });
        }
        let hidden = if hidden {
            " __attribute__((visibility(\"hidden\")))"
        } else {
            ""
        };
        // The attribute holds for one body only, so it stands on each.
        format!(
            "namespace {name}{hidden} {{ }} using namespace {path}; namespace {name}{hidden} {{"
        )
    }
}

/// The first item that declares `size_t` in the global namespace.
pub(super) fn size_t<'s>(text: &str, skeleton: &'s Skeleton) -> Option<&'s Item> {
    let mut more = skeleton.more_names.iter().peekable();
    for (i, item) in skeleton.items.iter().enumerate() {
        while more.peek().is_some_and(|m| (m.0 as usize) < i) {
            more.next();
        }
        let kind = matches!(
            item.kind,
            ItemKind::Typedef | ItemKind::Alias | ItemKind::UsingDeclaration
        );
        if !kind || item.scope != 0 {
            continue;
        }
        let mut later = more.clone().take_while(|m| m.0 as usize == i);
        if item.name.of(text) == "size_t" || later.any(|m| m.1.of(text) == "size_t") {
            return Some(item);
        }
    }
    None
}

/// Every annotation of CUDA goes: the host compiler knows none of them, but for one by another name.
fn annotations<'e>(text: &str, skeleton: &Skeleton, patches: &mut Vec<Patch<'e>>) {
    let written = skeleton.annotations.iter().filter(|a| !a.span.is_empty());
    patches.extend(written.map(|a| {
        let span = a.span.of(text);
        // Only the least frequent ones are looked up by name.
        let name = (a.flag == Flags::OTHER_CUDA)
            .then(|| renamed(span))
            .flatten();
        match name {
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
