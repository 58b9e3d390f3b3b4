//! What the assembler says of kernels (`ptxas -v`).

use rustc_hash::FxHashMap;
use serde::Serialize;

/// What the assembler says of a kernel (`ptxas -v`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Resources {
    /// Registers of a thread.
    pub registers: u32,
    /// Bytes that are stored for want of registers.
    pub spill_stores: u32,
    /// Bytes that are loaded for the same reason.
    pub spill_loads: u32,
    /// Bytes of stack.
    pub stack: u32,
    /// Bytes of static shared memory.
    pub shared: u32,
    /// Bytes of the bank of constants that has the parameters.
    pub constant: u32,
}

/// What `ptxas -v` says of kernels, by their linker names.
pub fn resources(said: &str) -> FxHashMap<String, Resources> {
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
}
