//! What the source says of kernels. It must not know how it is read.

use cleave_il::{FunctionKind, Module};
use rustc_hash::FxHashMap;
use serde::Serialize;

/// What a source says of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Kernel {
    /// The name in the source, with parameters.
    pub(crate) name: String,
    /// The linker's name.
    pub(crate) symbol: String,
    /// The line in the source; 0 for one of another file.
    pub(crate) line: u32,
    /// How many parameters it has.
    pub(crate) parameters: usize,
    /// How many bytes they take.
    pub(crate) bytes: Option<u64>,
    /// `__launch_bounds__` and its like, as written; empty without.
    pub(crate) launch: String,
}

/// The kernels of a device half, in its order.
pub(crate) fn kernels(module: &Module, names: &[(String, String)], source: &str) -> Vec<Kernel> {
    let names: FxHashMap<&str, &str> = names.iter().map(|(a, b)| (&**a, &**b)).collect();
    let bytes = module.parameter_bytes();
    let functions = module.functions.iter();
    let kernels = functions.filter(|f| f.kind == FunctionKind::Kernel && f.body.is_some());
    kernels
        .map(|f| Kernel {
            name: (*names.get(&*f.name).unwrap_or(&&*f.name)).to_owned(),
            symbol: f.name.to_string(),
            line: (f.place.as_ref())
                .filter(|place| &*place.file == source)
                .map_or(0, |place| place.line),
            parameters: f.params.len(),
            bytes: bytes.get(&*f.name).copied(),
            launch: launch(&f.attributes.launch),
        })
        .collect()
}

/// The annotations of a launch as they are written.
fn launch(launch: &cleave_il::Launch) -> String {
    let list = |name: &str, values: &[i64]| {
        let values: Vec<String> = values.iter().map(i64::to_string).collect();
        (!values.is_empty()).then(|| format!("{name}({})", values.join(", ")))
    };
    let all = [
        list("__launch_bounds__", &launch.bounds),
        list("__maxnreg__", launch.registers.as_slice()),
        list("__local_maxnreg__", launch.local_registers.as_slice()),
        list("__cluster_dims__", &launch.cluster),
        list("__block_size__", &launch.block),
    ];
    let all: Vec<String> = all.into_iter().flatten().collect();
    all.join(" ")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn what_a_source_says() {
        let module = cleave_il::parse(
            "cleave-il 1\n\n\
             function @_Z1kiPf(%n: int, %p: ptr(float)) -> void kernel external bounds(256, 2) cluster(2, 1, 1) at \"a.cu\":5 {\n}\n\n\
             function @_Z1fv() -> void device external {\n}\n",
        )
        .unwrap();
        let names = [("_Z1kiPf".to_owned(), "k(int, float *)".to_owned())];
        expect![[r#"
            [
                Kernel {
                    name: "k(int, float *)",
                    symbol: "_Z1kiPf",
                    line: 5,
                    parameters: 2,
                    bytes: Some(
                        16,
                    ),
                    launch: "__launch_bounds__(256, 2) __cluster_dims__(2, 1, 1)",
                },
            ]
        "#]]
        .assert_debug_eq(&kernels(&module, &names, "a.cu"));
    }
}
