//! What there is to know of kernels: what the source says, and what the assembler adds. It must not know how either is run.

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

/// What the assembler says of a kernel (`ptxas -v`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Resources {
    pub(crate) registers: u32,
    pub(crate) spill_stores: u32,
    pub(crate) spill_loads: u32,
    pub(crate) stack: u32,
    pub(crate) shared: u32,
    pub(crate) constant: u32,
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

/// What `ptxas -v` says of kernels, by their linker names.
pub(crate) fn resources(said: &str) -> FxHashMap<String, Resources> {
    let mut out: FxHashMap<String, Resources> = FxHashMap::default();
    let mut current: Option<String> = None;
    for line in said.lines() {
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            current = rest.split_once('\'').map(|(name, _)| name.to_owned());
            if let Some(name) = &current {
                out.entry(name.clone()).or_default();
            }
            continue;
        }
        // Functions that are not inlined have properties too.
        if let Some((_, name)) = line.split_once("Function properties for ") {
            current = Some(name.trim().to_owned());
            continue;
        }
        let Some(kernel) = current.as_ref().and_then(|name| out.get_mut(name)) else {
            continue;
        };
        for part in line.split(',') {
            let before = |what: &str| number_before(part, what);
            let set = |field: &mut u32, value: Option<u32>| *field = value.unwrap_or(*field);
            set(&mut kernel.stack, before(" bytes stack frame"));
            set(&mut kernel.spill_stores, before(" bytes spill stores"));
            set(&mut kernel.spill_loads, before(" bytes spill loads"));
            set(&mut kernel.registers, before(" registers"));
            set(&mut kernel.shared, before(" bytes smem"));
            set(&mut kernel.constant, before(" bytes cmem[0]"));
        }
    }
    out
}

/// The number before some words.
fn number_before(text: &str, what: &str) -> Option<u32> {
    let before = &text[..text.find(what)?];
    before.rsplit(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn what_the_assembler_says() {
        let said = "ptxas info    : 0 bytes gmem\n\
                    ptxas info    : Compiling entry function '_Z1kv' for 'sm_75'\n\
                    ptxas info    : Function properties for _Z1kv\n    16 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads\n\
                    ptxas info    : Used 255 registers, used 1 barriers, 16 bytes cumulative stack size, 48 bytes smem, 384 bytes cmem[0]\n\
                    ptxas info    : Function properties for _Z1fv\n    99 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n\
                    ptxas info    : Compiling entry function '_Z1lv' for 'sm_75'\n\
                    ptxas info    : Used 8 registers\n";
        let mut all: Vec<_> = resources(said).into_iter().collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        expect![[r#"
            _Z1kv Resources { registers: 255, spill_stores: 8, spill_loads: 4, stack: 16, shared: 48, constant: 384 }
            _Z1lv Resources { registers: 8, spill_stores: 0, spill_loads: 0, stack: 0, shared: 0, constant: 0 }
        "#]]
        .assert_eq(&all.iter().map(|(name, r)| format!("{name} {r:?}\n")).collect::<String>());
    }

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
