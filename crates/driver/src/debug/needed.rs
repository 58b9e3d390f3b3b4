//! `cleave debug needed`: what the device half holds, and what asks for it.

use std::fmt::Write as _;

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_names::token_place;
use cleave_needed::definitions::{DefinitionKind, definitions};
use cleave_needed::edges::edges;
use cleave_needed::{Emitted, Naming, emitted_symbols, needed, symbols};
use cleave_typing::{Site, display, program};

/// What the device half of a file defines or declares, one in a line, then the needed code that was not understood.
pub(super) fn list(db: &dyn Db, file: SourceFile, options: HostOptions) -> String {
    let naming = naming(db, file, options);
    let mut out = String::new();
    for definition in definitions(db, file, options) {
        let kind = match definition.kind {
            DefinitionKind::Kernel => "kernel",
            DefinitionKind::Function => "function",
            DefinitionKind::Variable(_) => "variable",
        };
        let declared = match definition.defined {
            true => "",
            false => ", declared",
        };
        let names = emitted_symbols(db, file, options, definition.what, &naming).join(" ");
        let _ = writeln!(
            out,
            "{kind}{declared} {} ({names})",
            text(db, definition.what)
        );
    }
    for need in &needed(db, file).all {
        if let Some(site) = edges(db, file, need.what).unknown {
            let place = place(db, site).unwrap_or_default();
            let _ = writeln!(out, "not understood: {} at {place}", text(db, need.what));
        }
    }
    out
}

/// Why something is needed: for all that has the name, its linker's name or the one in the source, what asks for it until a root.
pub(super) fn why(db: &dyn Db, file: SourceFile, options: HostOptions, name: &str) -> String {
    let (naming, needed) = (naming(db, file, options), needed(db, file));
    let mut out = String::new();
    for need in &needed.all {
        let own = text(db, need.what);
        let is_meant = plain(&own) == name
            || own == name
            || symbols(db, need.what, &naming)
                .iter()
                .any(|symbol| symbol == name);
        if !is_meant {
            continue;
        }
        let _ = writeln!(out, "{own}");
        for (user, used) in needed.chain(need.what).windows(2).map(|w| (w[1], w[0])) {
            let site = edges(db, file, user.what)
                .all
                .iter()
                .find(|edge| edge.to == used.what)
                .and_then(|edge| edge.site);
            let place = site.and_then(|site| place(db, site));
            let place = place.map_or(String::new(), |place| format!(" at {place}"));
            let _ = writeln!(out, "  because {} uses it{place}", text(db, user.what));
        }
        let _ = writeln!(out, "  which is compiled whoever uses it");
    }
    out
}

/// A name without template arguments and parameters.
fn plain(text: &str) -> String {
    let mut depth = 0u32;
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            '(' if depth == 0 => break,
            c if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

fn naming(db: &dyn Db, file: SourceFile, options: HostOptions) -> Naming {
    let module_id = cleave_host::module_id(db, file, options);
    Naming::new(module_id, options.settings(db).relocatable)
}

/// What something is called in the source.
pub(crate) fn text<'db>(db: &'db dyn Db, what: Emitted<'db>) -> String {
    match what {
        Emitted::Function(function) => display::function_text(db, function, true),
        Emitted::Variable(variable) => display::qualified_name(db, variable),
        Emitted::Invoker(operator) => {
            format!("{}, converted", display::function_text(db, operator, true))
        }
        Emitted::Inherited(constructor, class) => format!(
            "{}, inherited by {}",
            display::function_text(db, constructor, true),
            display::type_text(db, class)
        ),
        Emitted::Implicit(class, which) => {
            format!("implicit {which:?} of {}", display::type_text(db, class))
        }
        Emitted::Vtable(class) => format!("virtual table of {}", display::type_text(db, class)),
    }
}

/// The file and line of an expression.
pub(crate) fn place<'db>(db: &'db dyn Db, site: Site<'db>) -> Option<String> {
    let (_, token) = program::place(db, site)?;
    let (file, line) = token_place(db, site.code.item, token)?;
    Some(format!("{file}:{line}"))
}
