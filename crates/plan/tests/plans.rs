//! Plans of recorded dry runs: their steps, and that they have the form that docs/plan.schema.json says.

use std::path::Path;

use boon::{Compiler, Schemas};
use cleave_plan::{DryRun, Plan};
use expect_test::{Expect, expect};

fn plan(name: &str) -> Plan {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/dryruns/{name}.txt"));
    let text = std::fs::read_to_string(path).unwrap();
    let run = DryRun::read(&text, &|_| Some("/usr/bin/ar".to_owned())).unwrap();
    Plan::new(vec!["nvcc".to_owned()], run, "/tmp", "plan")
}

/// The steps as lines: the name, what it reads, what it writes, and the numbers of those that it needs.
fn steps(plan: &Plan) -> String {
    let mut out = String::new();
    for (at, step) in plan.steps.iter().enumerate() {
        let number = |name: &String| plan.steps.iter().position(|s| s.name == *name).unwrap();
        let needs: Vec<String> = step.needs.iter().map(|n| number(n).to_string()).collect();
        out += &format!(
            "{at} {}: {} > {} [{}]\n",
            step.kind,
            step.inputs.join(" "),
            step.outputs.join(" "),
            needs.join(" ")
        );
    }
    out + &format!("makes {}\n", plan.outputs.join(" "))
}

fn check(name: &str, expected: &Expect) {
    expected.assert_eq(&steps(&plan(name)));
}

#[test]
fn an_object() {
    check(
        "object",
        &expect![[r#"
            0 preprocess: basic.cu > plan/basic.cpp4.ii []
            1 cudafe++: plan/basic.cpp4.ii > plan/basic.cudafe1.cpp plan/basic.module_id [0]
            2 preprocess: basic.cu > plan/basic.cpp1.ii []
            3 cicc: plan/basic.module_id plan/basic.cpp1.ii > plan/basic.cudafe1.c plan/basic.cudafe1.stub.c plan/basic.cudafe1.gpu plan/basic.ptx [1 2]
            4 ptxas: plan/basic.ptx > plan/basic.sm_80.cubin [3]
            5 fatbinary: plan/basic.sm_80.cubin plan/basic.ptx > plan/basic.fatbin.c [3 4]
            6 compile: plan/basic.cudafe1.cpp plan/basic.cudafe1.stub.c plan/basic.fatbin.c > basic.o [1 3 5]
            makes basic.o
        "#]],
    );
}

#[test]
fn two_targets() {
    check(
        "two-targets",
        &expect![[r#"
            0 preprocess: basic.cu > plan/basic.cpp4.ii []
            1 cudafe++: plan/basic.cpp4.ii > plan/basic.compute_90.cudafe1.cpp plan/basic.module_id [0]
            2 preprocess: basic.cu > plan/basic.compute_80.cpp1.ii []
            3 cicc: plan/basic.module_id plan/basic.compute_80.cpp1.ii > plan/basic.compute_80.cudafe1.c plan/basic.compute_80.cudafe1.stub.c plan/basic.compute_80.cudafe1.gpu plan/basic.compute_80.ptx [1 2]
            4 ptxas: plan/basic.compute_80.ptx > plan/basic.compute_80.cubin [3]
            5 preprocess: basic.cu > plan/basic.compute_90.cpp1.ii []
            6 cicc: plan/basic.module_id plan/basic.compute_90.cpp1.ii > plan/basic.compute_90.cudafe1.c plan/basic.compute_90.cudafe1.stub.c plan/basic.compute_90.cudafe1.gpu plan/basic.compute_90.ptx [1 5]
            7 ptxas: plan/basic.compute_90.ptx > plan/basic.compute_90.sm_90.cubin [6]
            8 fatbinary: plan/basic.compute_80.cubin plan/basic.compute_90.sm_90.cubin plan/basic.compute_90.ptx > plan/basic.fatbin.c [4 6 7]
            9 compile: plan/basic.compute_90.cudafe1.cpp plan/basic.compute_90.cudafe1.stub.c plan/basic.fatbin.c > basic.o [1 6 8]
            makes basic.o
        "#]],
    );
}

#[test]
fn a_program_that_is_compiled_separately() {
    check(
        "program",
        &expect![[r#"
            0 preprocess: caller.cu > plan/caller.cpp4.ii []
            1 cudafe++: plan/caller.cpp4.ii > plan/caller.cudafe1.cpp plan/caller.module_id [0]
            2 preprocess: caller.cu > plan/caller.cpp1.ii []
            3 cicc: plan/caller.module_id plan/caller.cpp1.ii > plan/caller.cudafe1.c plan/caller.cudafe1.stub.c plan/caller.cudafe1.gpu plan/caller.ptx [1 2]
            4 ptxas: plan/caller.ptx > plan/caller.sm_80.cubin [3]
            5 fatbinary: plan/caller.sm_80.cubin plan/caller.ptx > plan/caller.fatbin.c [3 4]
            6 compile: plan/caller.cudafe1.cpp plan/caller.cudafe1.stub.c plan/caller.fatbin.c > plan/caller.o [1 3 5]
            7 preprocess: callee.cu > plan/callee.cpp4.ii []
            8 cudafe++: plan/callee.cpp4.ii > plan/callee.cudafe1.cpp plan/callee.module_id [7]
            9 preprocess: callee.cu > plan/callee.cpp1.ii []
            10 cicc: plan/callee.module_id plan/callee.cpp1.ii > plan/callee.cudafe1.c plan/callee.cudafe1.stub.c plan/callee.cudafe1.gpu plan/callee.ptx [8 9]
            11 ptxas: plan/callee.ptx > plan/callee.sm_80.cubin [10]
            12 fatbinary: plan/callee.sm_80.cubin plan/callee.ptx > plan/callee.fatbin.c [10 11]
            13 compile: plan/callee.cudafe1.cpp plan/callee.cudafe1.stub.c plan/callee.fatbin.c > plan/callee.o [8 10 12]
            14 nvlink: plan/caller.o plan/callee.o > plan/program_dlink.reg.c plan/program_dlink.sm_80.cubin [6 13]
            15 fatbinary: plan/program_dlink.sm_80.cubin > plan/program_dlink.fatbin.c [14]
            16 compile: plan/program_dlink.fatbin.c plan/program_dlink.reg.c /cuda/bin/crt/link.stub > plan/program_dlink.o [14 15]
            17 link: plan/program_dlink.o plan/caller.o plan/callee.o > program [6 13 16]
            makes program
        "#]],
    );
}

#[test]
fn a_library() {
    check(
        "library",
        &expect![[r#"
            0 preprocess: basic.cu > plan/basic.cpp4.ii []
            1 cudafe++: plan/basic.cpp4.ii > plan/basic.cudafe1.cpp plan/basic.module_id [0]
            2 preprocess: basic.cu > plan/basic.cpp1.ii []
            3 cicc: plan/basic.module_id plan/basic.cpp1.ii > plan/basic.cudafe1.c plan/basic.cudafe1.stub.c plan/basic.cudafe1.gpu plan/basic.ptx [1 2]
            4 ptxas: plan/basic.ptx > plan/basic.sm_80.cubin [3]
            5 fatbinary: plan/basic.sm_80.cubin plan/basic.ptx > plan/basic.fatbin.c [3 4]
            6 compile: plan/basic.cudafe1.cpp plan/basic.cudafe1.stub.c plan/basic.fatbin.c > plan/basic.o [1 3 5]
            7 archive: plan/basic.o > libbasic.a [6]
            makes libbasic.a
        "#]],
    );
}

#[test]
fn sources_of_the_same_name() {
    check(
        "twins",
        &expect![[r#"
            0 preprocess: a/x.cu > plan/x.cpp4.ii []
            1 cudafe++: plan/x.cpp4.ii > plan/x.cudafe1.cpp plan/x.module_id [0]
            2 preprocess: a/x.cu > plan/x.cpp1.ii []
            3 cicc: plan/x.module_id plan/x.cpp1.ii > plan/x.cudafe1.c plan/x.cudafe1.stub.c plan/x.cudafe1.gpu plan/x.ptx [1 2]
            4 ptxas: plan/x.ptx > plan/x.sm_80.cubin [3]
            5 fatbinary: plan/x.sm_80.cubin plan/x.ptx > plan/x.fatbin.c [3 4]
            6 compile: plan/x.cudafe1.cpp plan/x.cudafe1.stub.c plan/x.fatbin.c > x.o [1 3 5]
            7 preprocess: b/x.cu > plan/2/x.cpp4.ii []
            8 cudafe++: plan/2/x.cpp4.ii > plan/2/x.cudafe1.cpp plan/2/x.module_id [7]
            9 preprocess: b/x.cu > plan/2/x.cpp1.ii []
            10 cicc: plan/2/x.module_id plan/2/x.cpp1.ii > plan/2/x.cudafe1.c plan/2/x.cudafe1.stub.c plan/2/x.cudafe1.gpu plan/2/x.ptx [8 9]
            11 ptxas: plan/2/x.ptx > plan/2/x.sm_80.cubin [10]
            12 fatbinary: plan/2/x.sm_80.cubin plan/2/x.ptx > plan/2/x.fatbin.c [10 11]
            13 compile: plan/2/x.cudafe1.cpp plan/2/x.cudafe1.stub.c plan/2/x.fatbin.c > x.o [6 8 10 12]
            makes x.o
        "#]],
    );
}

#[test]
fn code_for_the_link() {
    check(
        "lto",
        &expect![[r#"
            0 preprocess: caller.cu > plan/caller.cpp4.ii []
            1 cudafe++: plan/caller.cpp4.ii > plan/caller.cudafe1.cpp plan/caller.module_id [0]
            2 preprocess: caller.cu > plan/caller.cpp1.ii []
            3 cicc: plan/caller.module_id plan/caller.cpp1.ii > plan/caller.cudafe1.c plan/caller.cudafe1.stub.c plan/caller.cudafe1.gpu plan/caller.ptx plan/caller.ltoir [1 2]
            4 fatbinary: plan/caller.ptx plan/caller.ltoir > plan/caller.fatbin.c [3]
            5 compile: plan/caller.cudafe1.cpp plan/caller.cudafe1.stub.c plan/caller.fatbin.c > caller.o [1 3 4]
            makes caller.o
        "#]],
    );
}

#[test]
fn products_of_the_device() {
    check(
        "ptx",
        &expect![[r#"
            0 preprocess: basic.cu > plan/basic.cpp1.ii []
            1 cicc: plan/basic.cpp1.ii > basic.ptx [0]
            makes basic.ptx
        "#]],
    );
    check(
        "preprocessed",
        &expect![[r#"
        0 preprocess: basic.cu >  []
        makes 
    "#]],
    );
}

#[test]
fn a_source_of_the_host() {
    check(
        "host",
        &expect![[r#"
        0 compile: plain.cpp > plain.o []
        makes plain.o
    "#]],
    );
}

#[test]
fn a_run_of_the_host_compiler_writes_its_headers() {
    let plan = plan("object");
    let words = plan.steps[0].arguments.join(" ");
    assert!(
        words
            .ends_with("-o plan/basic.cpp4.ii -MD -MF plan/basic.cpp4.ii.d -MT plan/basic.cpp4.ii")
    );
    assert_eq!(
        plan.steps[0].depfile.as_deref(),
        Some("plan/basic.cpp4.ii.d")
    );
}

#[test]
fn every_plan_has_the_form_of_the_schema() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    let file = root.join("../../docs/plan.schema.json");
    let schema = compiler
        .compile(file.to_str().unwrap(), &mut schemas)
        .unwrap();
    let mut count = 0;
    for entry in std::fs::read_dir(root.join("tests/dryruns")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut value = serde_json::to_value(plan(&name)).unwrap();
        schemas
            .validate(&value, schema)
            .unwrap_or_else(|error| panic!("{name}: {error:#}"));
        let words = value.to_string();
        assert!(!words.contains("tmpxft"), "{name}: {words}");
        // The schema is one that says no.
        value["steps"][0]["kind"] = "magic".into();
        assert!(schemas.validate(&value, schema).is_err());
        count += 1;
    }
    assert_eq!(count, 9);
}
