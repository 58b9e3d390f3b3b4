//! The text of the arrays: sections and names are what the linker looks for (reference: host-text, Host reference arrays).

use std::collections::BTreeSet;
use std::fmt::Write;

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_mangle::{
    HostEntity, HostEntityKind, Linkage, Mangler, Name, Unqualified, host_reference_name,
};
use cleave_names::{ScopePath, items};
use rustc_hash::FxHashSet;

use super::called::called_in_templates;
use super::entity::{DeviceEntity, Kind, device_entities};
use super::mention::{Arguments, mentions};
use crate::module_id;

/// Section, array, and what goes in: the order is that of the output.
const ARRAYS: [(&str, &str, Kind, bool); 6] = [
    ("KI", "KernelArrayInternal", Kind::Kernel, true),
    ("KE", "KernelArrayExternal", Kind::Kernel, false),
    ("DI", "DeviceArrayInternal", Kind::Device, true),
    ("DE", "DeviceArrayExternal", Kind::Device, false),
    ("CI", "ConstantArrayInternal", Kind::Constant, true),
    ("CE", "ConstantArrayExternal", Kind::Constant, false),
];

/// The arrays, with the entries that host code mentions, each once and sorted bytewise.
#[salsa::tracked(returns(deref))]
pub fn reference_arrays(db: &dyn Db, file: SourceFile, options: HostOptions) -> String {
    let mangler = Mangler::cuda(module_id(db, file, options));
    let mut entries: [BTreeSet<String>; 6] = Default::default();
    let entities = device_entities(db, file);
    let add = |entries: &mut [BTreeSet<String>; 6], entity: &DeviceEntity<'_>, arguments| {
        for linkage in linkages(entity, arguments) {
            let internal = linkage == Linkage::Internal;
            let array = ARRAYS
                .iter()
                .position(|a| a.2 == entity.kind && a.3 == internal);
            let entry = entry(db, &mangler, entity, linkage);
            if let (Some(array), Some(entry)) = (array, entry) {
                entries[array].insert(entry);
            }
        }
    };
    let mut seen = FxHashSet::default();
    for mention in items(db, file)
        .iter()
        .flat_map(|&item| mentions(db, file, item))
    {
        if !seen.insert(mention) {
            continue;
        }
        let start = entities.partition_point(|e| e.name < mention.name);
        let same: Vec<&DeviceEntity<'_>> = entities[start..]
            .iter()
            .take_while(|e| e.name == mention.name)
            .filter(|e| e.scope == mention.scope)
            .collect();
        let only_templates =
            mention.arguments != Arguments::None && same.iter().any(|e| e.template);
        let takes = |e: &DeviceEntity<'_>| {
            (mention.count).is_none_or(|n| e.arities.iter().any(|a| a.takes(n)))
        };
        let viable = same.iter().any(|e| takes(e));
        let is_chosen = |e: &DeviceEntity<'_>| {
            mention.chosen.is_some_and(|chosen| {
                let internal = chosen.internal || e.scope.is_internal(db);
                e.template == chosen.template && (e.linkage == Linkage::Internal) == internal
            })
        };
        let known = same.iter().any(|e| is_chosen(e));
        let is_meant = |e: &DeviceEntity<'_>| match known {
            true => is_chosen(e),
            false => (e.template || !only_templates) && (takes(e) || !viable),
        };
        for entity in same.iter().filter(|e| is_meant(e)) {
            add(&mut entries, entity, mention.arguments);
        }
    }
    for name in called_in_templates(db, file) {
        let start = entities.partition_point(|e| e.name < *name);
        let kernels = entities[start..]
            .iter()
            .take_while(|e| e.name == *name)
            .filter(|e| e.kind == Kind::Kernel);
        for entity in kernels {
            add(&mut entries, entity, Arguments::None);
        }
    }
    render(&entries)
}

/// In the arrays of which linkages an entity is listed. An instance of an external template may turn out either way, so the
/// template is in both (reference: host-text, Linkage of referenced templates).
fn linkages(entity: &DeviceEntity<'_>, arguments: Arguments) -> Vec<Linkage> {
    match entity.linkage {
        Linkage::External | Linkage::C if entity.template => match arguments {
            Arguments::Internal => vec![Linkage::Internal],
            _ => vec![Linkage::Internal, Linkage::External],
        },
        linkage => vec![linkage],
    }
}

fn entry(
    db: &dyn Db,
    mangler: &Mangler,
    entity: &DeviceEntity<'_>,
    linkage: Linkage,
) -> Option<String> {
    let name = match namespace(db, entity.scope) {
        Some(outer) => outer.member(&entity.name),
        None => Name::global(&entity.name),
    };
    let kind = match entity.kind {
        Kind::Kernel => HostEntityKind::Kernel,
        Kind::Device | Kind::Constant => HostEntityKind::Variable,
    };
    let entity = HostEntity {
        name: &name,
        kind,
        is_template: entity.template,
        linkage,
    };
    host_reference_name(mangler, &entity).ok()
}

fn namespace(db: &dyn Db, scope: ScopePath<'_>) -> Option<Name> {
    scope.path(db).into_iter().fold(None, |outer, s| {
        let id = match s.name(db) {
            "" => Unqualified::UnnamedNamespace,
            name => Unqualified::Identifier(name.into()),
        };
        Some(match outer {
            Some(outer) => Name::member_id(outer, id),
            None => Name::new(cleave_mangle::Scope::Global, id),
        })
    })
}

fn render(entries: &[BTreeSet<String>; 6]) -> String {
    let mut out = String::new();
    for ((section, array, ..), entries) in ARRAYS.iter().zip(entries) {
        let _ = write!(
            out,
            "\nextern \"C\" {{\nextern __attribute__ ((section (\".nvHR{section}\"))) __attribute__((weak)) \
             const unsigned char hostRef{array}Linkage[] = {{\n"
        );
        for entry in entries {
            let _ = writeln!(out, "/* {entry} */");
            for byte in entry.bytes() {
                let _ = write!(out, "0x{byte:x},");
            }
            out.push_str("0x0,\n");
        }
        // No array of C++ is empty; an entry of no length ends nothing.
        out.push_str(if entries.is_empty() {
            "0x0};\n}\n"
        } else {
            "};\n}\n"
        });
    }
    out
}
