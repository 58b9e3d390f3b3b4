//! The stub: where kernels are launched and registered.

use rustc_hash::FxHashMap;

use super::{Row, Rows, marker};

/// What stands before a kernel's linker name in the name of the function that launches it (reference: device-half, The stub).
const LAUNCHER: &str = "__device_stub_";

/// The rows of a stub. `kernels` are the lines of kernels in the source by their linker names.
pub(crate) fn stub(text: &str, source: &str, kernels: &FxHashMap<&str, u32>) -> Vec<Row> {
    let mut rows = Rows::default();
    let (mut file, mut line) = (String::new(), 0u32);
    for row in text.lines() {
        if let Some((next, name)) = marker(row) {
            line = next;
            file = name.unwrap_or(file);
            continue;
        }
        let here = line;
        line = line.saturating_add(1);
        let launched = (row.find(LAUNCHER)).and_then(|at| {
            let name = &row[at + LAUNCHER.len()..];
            let end = name.find(|c: char| c != '_' && c != '$' && !c.is_ascii_alphanumeric());
            kernels.get(&name[..end.unwrap_or(name.len())]).copied()
        });
        let own = if file == source { here } else { 0 };
        rows.line(row, launched.unwrap_or(own));
    }
    rows.finish()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::panes::shown;

    #[test]
    fn kernels_are_linked() {
        let text = "extern void __device_stub__Z1kv();\nextern void __device_stub__Z1lv();\n# 8 \"a.cu\"\nvoid k()\n# 8 \"a.cu\"\n\
                    {__device_stub__Z1kv();}\n# 1 \"a.stub.c\"\nstatic int x;\n";
        let kernels = FxHashMap::from_iter([("_Z1kv", 8)]);
        expect![[r#"
            8   | extern void __device_stub__Z1kv();
            -   | extern void __device_stub__Z1lv();
            8   | void k()
            8   | {__device_stub__Z1kv();}
            -   | static int x;
        "#]]
        .assert_eq(&shown(&stub(text, "a.cu", &kernels)));
    }
}
