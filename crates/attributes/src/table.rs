//! The table: one row for each attribute (reference: attributes, Names and places; attributes, Minor attributes). All else that
//! the program says of attributes as such is derived from it.

use crate::Applies::{Anything, Both, Functions, Parameters, Variables};
use crate::Arguments::{Ignored, Never, UpTo};
use crate::Attribute;
use crate::Meaning::{
    Builtin, Foreign, Launch, Lives, Other, Renamed, Runs, RunsOrLives, RuntimeBuiltin,
};
use crate::Spelling::{Keyword, Macro, Plain};
use crate::{Execution, Memory};

/// Makes the rows, and the search among them. The search is a `match` over the names' bytes: the skeleton asks for every word in
/// `__attribute__((…))`.
macro_rules! table {
    ($($name:ident, $spelling:expr, $shown:literal, $applies:ident, $arguments:expr, $meaning:expr;)*) => {
        /// All attributes.
        pub const ATTRIBUTES: &[Attribute] = &[$(Attribute {
            name: stringify!($name),
            spelling: $spelling,
            shown: $shown,
            applies: $applies,
            arguments: $arguments,
            meaning: $meaning,
        }),*];

        #[allow(non_camel_case_types)]
        enum Row { $($name),* }

        #[allow(non_upper_case_globals)]
        mod names {
            $(pub(super) const $name: &[u8] = stringify!($name).as_bytes();)*
        }

        /// The attribute of this name.
        pub(crate) fn find(name: &[u8]) -> Option<&'static Attribute> {
            let row = match name {
                $(names::$name => Row::$name,)*
                _ => return None,
            };
            ATTRIBUTES.get(row as usize)
        }
    };
}

table! {
// name                      spelling                                   shown                          on          arguments  meaning
host,                        Macro("__host__"),                         "__host__",                    Functions,  Never,     Runs(Execution::Host);
global,                      Macro("__global__"),                       "__global__",                  Functions,  Never,     Runs(Execution::Kernel);
device,                      Macro("__device__"),                       "__device__",                  Both,       Never,     RunsOrLives(Execution::Device, Memory::Device);
shared,                      Macro("__shared__"),                       "__shared__",                  Variables,  Never,     Lives(Memory::Shared);
constant,                    Macro("__constant__"),                     "__constant__",                Variables,  Never,     Lives(Memory::Constant);
managed,                     Macro("__managed__"),                      "__managed__",                 Variables,  Never,     Lives(Memory::Managed);
launch_bounds,               Macro("__launch_bounds__"),                "__launch_bounds__",           Functions,  UpTo(3),   Launch;
maxnreg,                     Macro("__maxnreg__"),                      "__maxnreg__",                 Functions,  UpTo(1),   Launch;
local_maxnreg,               Macro("__local_maxnreg__"),                "__local_maxnreg__",           Functions,  UpTo(1),   Launch;
cluster_dims,                Macro("__cluster_dims__"),                 "__cluster_dims__",            Functions,  UpTo(3),   Launch;
block_size,                  Macro("__block_size__"),                   "__block_size__",              Functions,  UpTo(2),   Launch;
grid_constant,               Macro("__grid_constant__"),                "grid_constant",               Parameters, Never,     Other;
tile,                        Macro("__tile__"),                         "__tile__",                    Anything,   Ignored,   Runs(Execution::Tile);
tile_global,                 Macro("__tile_global__"),                  "__tile_global__",             Functions,  Never,     Runs(Execution::TileKernel);
tile_builtin,                Macro("__tile_builtin__"),                 "__tile_builtin__",            Functions,  Never,     Runs(Execution::TileBuiltin);
nv_pure,                     Macro("__nv_pure__"),                      "__nv_pure__",                 Functions,  Never,     Renamed("pure");
nv_inline_hint,              Macro("__inline_hint__"),                  "nv_inline_hint",              Functions,  Never,     Other;
nv_register_params,          Keyword("__nv_register_params__"),         "nv_register_params",          Functions,  Never,     Other;
noinline,                    Keyword("__noinline__"),                   "noinline",                    Functions,  Never,     Foreign;
always_inline,               Plain,                                     "always_inline",               Functions,  Never,     Foreign;
device_builtin,              Macro("__device_builtin__"),               "device_builtin",              Anything,   Never,     Builtin;
device_builtin_texture_type, Macro("__device_builtin_texture_type__"),  "device_builtin_texture_type", Anything,   Never,     Builtin;
device_builtin_surface_type, Macro("__device_builtin_surface_type__"),  "device_builtin_surface_type", Anything,   Never,     Builtin;
cudart_builtin,              Macro("__cudart_builtin__"),               "cudart_builtin",              Anything,   Never,     RuntimeBuiltin;
}

#[cfg(test)]
mod tests {
    use super::{ATTRIBUTES, find};
    use crate::{Meaning, find_written, is_annotation};

    #[test]
    fn every_row_is_found_by_its_name() {
        for row in ATTRIBUTES {
            assert_eq!(find(row.name.as_bytes()), Some(row), "{}", row.name);
            let underscored = format!("__{}__", row.name);
            assert_eq!(find_written(underscored.as_bytes()), Some(row));
            assert_eq!(is_annotation(row.name), row.meaning != Meaning::Foreign);
        }
        assert_eq!(find(b"nothrow"), None);
        assert_eq!(find(b"__device__"), None);
    }

    #[test]
    fn a_macro_names_one_row() {
        for row in ATTRIBUTES {
            let name = row.macro_name();
            let same = ATTRIBUTES
                .iter()
                .filter(|a| name.is_some() && a.macro_name() == name);
            assert_eq!(same.count(), usize::from(name.is_some()), "{}", row.name);
        }
    }
}
