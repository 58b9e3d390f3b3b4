//! The parameters of kernels as a launch passes them: one after the other, each at its alignment (PTX ISA, Kernel Function Parameters).

use rustc_hash::FxHashMap;

use crate::structure::{raw, sizes};
use crate::{Function, FunctionKind, Module};

impl Module {
    /// The bytes that the parameters of each kernel take, by its name. A kernel is missing where the size of a parameter is not known.
    pub fn parameter_bytes(&self) -> FxHashMap<&str, u64> {
        let records = self.records.iter();
        let records: FxHashMap<&str, (u64, u64)> =
            records.map(|r| (&*r.name, (r.size, r.align))).collect();
        let kernels = (self.functions.iter()).filter(|f| f.kind == FunctionKind::Kernel);
        kernels
            .filter_map(|f| Some((&*f.name, bytes(f, &records)?)))
            .collect()
    }
}

fn bytes(function: &Function, records: &FxHashMap<&str, (u64, u64)>) -> Option<u64> {
    let sizes = sizes(&function.code, |name| records.get(name).copied());
    let mut bytes = 0u64;
    for &local in &function.params {
        let local = &function.code.locals[local];
        let (size, align) = (*sizes.get(raw(local.ty))?)?;
        let align = local.align.unwrap_or(align).max(1);
        bytes = bytes.checked_next_multiple_of(align)?.checked_add(size)?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use crate::parse;

    fn bytes(parameters: &str) -> Option<u64> {
        let module = parse(&format!(
            "cleave-il 1\n\nrecord @P size 12 align 4 {{\n}}\n\n\
             function @k({parameters}) -> void kernel external {{\n}}\n"
        ));
        module.unwrap().parameter_bytes().get("k").copied()
    }

    #[test]
    fn parameters_stand_at_their_alignment() {
        assert_eq!(bytes(""), Some(0));
        assert_eq!(bytes("%a: char, %b: double, %c: char"), Some(17));
        assert_eq!(bytes("%a: char, %b: record @P"), Some(16));
        assert_eq!(bytes("%a: char, %b: int align 16"), Some(20));
        assert_eq!(bytes("%a: record @R"), None);
    }
}
