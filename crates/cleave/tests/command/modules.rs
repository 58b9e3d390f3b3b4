//! Modules, which CUDA does not have: every text and what is said of it has been compared with the reference.

use std::fs;

use crate::common::{cleave, files, stderr};
use expect_test::{Expect, expect};

const CPP20: &[&str] = &["--c++20"];
const BOTH: &[&str] = &["--c++17", "--c++20"];

/// The heads of all messages, by standard, and the exit statuses.
fn check(standards: &[&str], input: &str, want: Expect) {
    let mut out = String::new();
    for &standard in standards {
        let dir = tempfile::tempdir().expect("folder");
        fs::write(dir.path().join("a.ii"), input).expect("input");
        let mut args = vec!["cudafe++", standard, "--gnu_version=120200"];
        args.extend([
            "--gen_c_file_name",
            "a.cpp",
            "--stub_file_name",
            "a.stub.c",
            "a.ii",
        ]);
        let run = cleave(dir.path(), args);
        let status = run.status.code().unwrap_or(-1);
        out += &format!("{standard} exits with {status}\n");
        let said = stderr(&run);
        for line in said.lines().filter(|l| l.starts_with("a.ii(")) {
            out += &format!("  {line}\n");
        }
        assert_eq!(files(dir.path()).len(), if status == 0 { 2 } else { 1 });
    }
    want.assert_eq(&out);
}

#[test]
fn interface_units() {
    check(
        CPP20,
        "export module m;\nexport int x;\nexport module k;\nmodule :private;\nimport :part;\nint z = nothing;\n",
        expect![[r#"
            --c++20 exits with 4
              a.ii(1): error: modules are not enabled in this mode
              a.ii(3): error: cannot declare more than one module
              a.ii(5): catastrophic error: could not find module file for module "m:part"
        "#]],
    );
}

#[test]
fn export_outside_of_modules() {
    check(
        BOTH,
        "export int x;\nnamespace n { export int i; }\nexport template<class T> void f(T);\n",
        expect![[r#"
            --c++17 exits with 2
              a.ii(1): error: exported templates are no longer in the standard C++ language
              a.ii(1): error: expected "template"
              a.ii(2): error: exported templates are no longer in the standard C++ language
              a.ii(2): error: expected "template"
              a.ii(3): error: exported templates are no longer in the standard C++ language
            --c++20 exits with 2
              a.ii(1): error: modules are not enabled in this mode
              a.ii(1): error: an export declaration can only appear in a module interface unit
              a.ii(2): error: an export declaration can only appear in a module interface unit
              a.ii(3): error: an export declaration can only appear in a module interface unit
        "#]],
    );
}

#[test]
fn fragments() {
    check(
        CPP20,
        "module;\nint b;\nmodule m;\nint c = nothing;\n",
        expect![[r#"
            --c++20 exits with 4
              a.ii(1): error: modules are not enabled in this mode
              a.ii(3): catastrophic error: could not find module file for module "m"
        "#]],
    );
    check(
        CPP20,
        "int a;\nmodule;\nmodule m;\n",
        expect![[r#"
        --c++20 exits with 2
          a.ii(2): error: modules are not enabled in this mode
          a.ii(2): error: a global module fragment declaration must precede any other declaration
          a.ii(3): error: a module declaration can only be preceded by a global module fragment
    "#]],
    );
}

#[test]
fn imports() {
    check(
        CPP20,
        "int a = nothing;\nimport <vector>;\n",
        expect![[r#"
            --c++20 exits with 4
              a.ii(1): error: identifier "nothing" is undefined
              a.ii(2): error: modules are not enabled in this mode
              a.ii(2): catastrophic error: cannot find header "vector" to import
        "#]],
    );
    check(
        BOTH,
        "namespace n {\nimport other;\n}\n",
        expect![[r#"
        --c++17 exits with 2
          a.ii(2): error: identifier "import" is undefined
        --c++20 exits with 2
          a.ii(2): error: modules are not enabled in this mode
          a.ii(2): error: this directive can only appear in the global namespace scope
    "#]],
    );
    check(
        BOTH,
        "int a; import other;\n",
        expect![[r#"
        --c++17 exits with 2
          a.ii(1): error: identifier "import" is undefined
        --c++20 exits with 2
          a.ii(1): error: identifier "import" is undefined
    "#]],
    );
}

#[test]
fn plain_names() {
    check(
        BOTH,
        "int module = 1; int import = 2; int f() { return module + import; }\n",
        expect![[r#"
            --c++17 exits with 0
            --c++20 exits with 0
        "#]],
    );
}

#[test]
fn names_at_the_beginning_of_a_line() {
    check(
        BOTH,
        "struct S { int x; };\nint f(S *module, S import) {\n  module->x = 1;\n  import.x = 2; module->x = 3;\n  import\n    = *module;\n  return (\n\
         module)->x;\n}\nint g(int\n  module, int\n  import) { int modules = 0; return\n  modules; }\n",
        expect![[r#"
            --c++17 exits with 0
            --c++20 exits with 0
              a.ii(3): warning: "module" is parsed as an identifier rather than a keyword because the tokens that follow it do not match those of a preprocessor directive
              a.ii(4): warning: "import" is parsed as an identifier rather than a keyword because the tokens that follow it do not match those of a preprocessor directive
              a.ii(5): warning: "import" is parsed as an identifier rather than a keyword because the tokens that follow it do not match those of a preprocessor directive
              a.ii(8): warning: "module" is parsed as an identifier rather than a keyword because the tokens that follow it do not match those of a preprocessor directive
              a.ii(11): warning: "module" is parsed as an identifier rather than a keyword because the tokens that follow it do not match those of a preprocessor directive
              a.ii(12): warning: "import" is parsed as an identifier rather than a keyword because the tokens that follow it do not match those of a preprocessor directive
        "#]],
    );
}
