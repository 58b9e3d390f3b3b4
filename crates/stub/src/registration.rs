//! The function that tells the runtime of all kernels and variables.

use std::cmp::Reverse;

use cleave_base_db::Db;
use cleave_cuda::MemorySpace;
use cleave_names::ScopePath;
use cleave_needed::definitions::{Definition, DefinitionKind};
use cleave_needed::symbols;
use cleave_typing::Entity;
use cleave_typing::class::layout;
use cleave_typing::display::name_outside;
use cleave_typing::function::variable_type;

use crate::Cx;
use crate::kernel::Kernel;

/// The size of a pointer, and of what holds a reference.
const POINTER: u64 = 8;

/// The callback: kernels, the last one first, then variables.
pub(crate) fn callback<'db>(
    cx: &Cx<'_, 'db>,
    kernels: &[Kernel<'db>],
    all: &[Definition<'db>],
) -> String {
    let mut calls = vec![
        "__nv_dummy_param_ref(__T0);".to_owned(),
        "__nv_save_fatbinhandle_for_managed_rt(__T0);".to_owned(),
    ];
    for kernel in kernels.iter().rev() {
        calls.push(format!(
            "__cudaRegisterEntry(__T0, (({}){}), {}, {});",
            kernel.pointer,
            kernel.name,
            kernel.symbol,
            match kernel.threads {
                Some(threads) => threads.to_string(),
                None => "(-1)".to_owned(),
            }
        ));
    }
    let variables =
        all.iter().filter_map(
            |definition| match (definition.kind, definition.what.entity()) {
                (DefinitionKind::Variable(space), Some(variable)) => {
                    Some((definition, variable, space))
                }
                _ => None,
            },
        );
    let mut variables: Vec<_> = variables.collect();
    order(cx.db, &mut variables);
    // Behind a kernel there is a space before each.
    let space_between = if kernels.is_empty() { "" } else { " " };
    for (definition, variable, space) in variables {
        let call = self::variable(cx, definition, variable, space);
        calls.extend(call.map(|call| format!("{space_between}{call}")));
    }
    format!(
        "static void __nv_cudaEntityRegisterCallback(void **__T0){{{}}}\n",
        calls.concat()
    )
}

/// The variables of the global namespace come first, then those of the others: of inner namespaces before outer ones.
fn order<'db>(db: &'db dyn Db, variables: &mut [(&Definition<'db>, Entity<'db>, MemorySpace)]) {
    let mut roots: Vec<ScopePath<'db>> = Vec::new();
    variables.sort_by_cached_key(|(_, variable, _)| {
        let path = variable.decl(db).code(db).scope(db).path(db);
        let root = path.first().copied().map(|root| {
            let known = roots.iter().position(|r| *r == root);
            known.unwrap_or_else(|| {
                roots.push(root);
                roots.len() - 1
            })
        });
        (root, Reverse(path.len()))
    });
}

/// The registration of a variable; nothing for those that the host cannot name.
fn variable<'db>(
    cx: &Cx<'_, 'db>,
    definition: &Definition<'db>,
    variable: Entity<'db>,
    space: MemorySpace,
) -> Option<String> {
    let db = cx.db;
    let is_local = variable.decl(db).code(db).body.is_some();
    // What other translation units define, they register. Of a whole program this one does.
    let elsewhere = !definition.defined && cx.options.settings(db).relocatable;
    if space.has(MemorySpace::SHARED) || is_local || elsewhere {
        return None;
    }
    let symbol = symbols(db, definition.what, &cx.naming).pop()?;
    let name = name_outside(db, variable, &cx.outside)?;
    let name = match variable.env(db).is_some() {
        true => format!("({name} )"),
        false => name,
    };
    let ty = variable_type(db, variable);
    let size = match ty.is_reference(db) {
        true => POINTER,
        false => layout(db, ty).map_or(0, |l| l.size),
    };
    let call = match space.has(MemorySpace::MANAGED) {
        true => "__cudaRegisterManagedVariable",
        false => "__cudaRegisterVariable",
    };
    let is_extern = u8::from(!definition.defined);
    let is_constant = u8::from(space.has(MemorySpace::CONSTANT));
    Some(format!(
        "{call}(__T0, __shadow_var({symbol},{name}), {is_extern}, {size}UL, {is_constant}, 0);"
    ))
}
