//! Command lines that nvcc 13.0 makes.

mod common;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use cleave_options::{
    HostCompilerKind, Input, Invocation, Language, Selector, Severity, Standard, UnicodeSource,
};
use common::line;
use expect_test::expect;

const BASE: &str = "--c++17 --static-host-stub --device-hidden-visibility --gnu_version=120200 \
    --display_error_number --orig_src_file_name a.cu --orig_src_path_name /abs/a.cu --allow_managed \
    --m64 --parse_templates --gen_c_file_name T/a.cudafe1.cpp --stub_file_name a.cudafe1.stub.c \
    --gen_module_id_file --module_id_file_name T/a.module_id T/a.cpp4.ii";

/// The base line with other words before it.
fn with(more: &str) -> Invocation {
    line(&format!("{more} {BASE}")).unwrap()
}

#[test]
fn the_base_line() {
    let invocation = line(BASE).unwrap();
    expect![[r#"
        Invocation {
            notices: [],
            warnings: [],
            task: Run(
                File(
                    "T/a.cpp4.ii",
                ),
            ),
            outputs: Outputs {
                gen_c_file_name: Some(
                    "T/a.cudafe1.cpp",
                ),
                stub_file_name: Some(
                    "a.cudafe1.stub.c",
                ),
                module_id_file_name: Some(
                    "T/a.module_id",
                ),
                gen_module_id_file: true,
                orig_src_file_name: Some(
                    "a.cu",
                ),
                orig_src_path_name: Some(
                    "/abs/a.cu",
                ),
                frandom_seed: None,
                listing: None,
                cross_reference: None,
                preprocessing_output: None,
                depfile: None,
                fault: None,
            },
    "#]]
    .assert_eq(&head_of(&invocation));
    assert!(invocation.static_host_stub && invocation.device_hidden_visibility);
    assert!(invocation.allow_managed && invocation.dialect.parse_templates);
    assert!(invocation.diagnostics.display_error_number);
    assert!(!invocation.device_c && !invocation.extended_lambda && !invocation.debug_mode);
    assert_eq!(invocation.dialect.language, Language::Cpp(Standard::Cpp17));
    assert_eq!(invocation.host.kind, HostCompilerKind::Gnu);
    assert_eq!(invocation.host.gnu_version, 120_200);
    assert_eq!(
        invocation.host_output(),
        Some(PathBuf::from("T/a.cudafe1.cpp"))
    );
    assert_eq!(invocation.summary_name(), Some(OsStr::new("a.cu")));
    assert!(invocation.compiles());
}

/// The debug form up to the dialect.
fn head_of(invocation: &Invocation) -> String {
    let all = format!("{invocation:#?}\n");
    let end = all.find("    dialect:").unwrap_or(all.len());
    all[..end].to_owned()
}

#[test]
fn everything_on() {
    let invocation = line(
        "--c++20 --static-host-stub --host-stub-linkage-explicit --device-hidden-visibility \
         --frandom-seed S --gnu_version=120200 --promote_warnings -w --diag_error 186,h_hd_illegal_call \
         --diag_warn 177 --diag_suppress 20011,20014 --display_error_number --brief_diagnostics \
         --orig_src_file_name a.cu --orig_src_path_name /abs/a.cu --allow_managed --context_limit=5 \
         --pending_instantiations=300 --debug_mode --extended-lambda --no_host_device_initializer_list \
         --no_host_device_move_forward --relaxed_constexpr --device-c --m64 --parse_templates \
         --gen_c_file_name a.cudafe1.cpp --stub_file_name a.cudafe1.stub.c --gen_module_id_file \
         --module_id_file_name a.module_id a.cpp4.ii",
    )
    .unwrap();
    assert!(invocation.host_stub_linkage_explicit && invocation.device_c && invocation.debug_mode);
    assert!(invocation.extended_lambda && invocation.relaxed_constexpr);
    assert!(invocation.no_host_device_initializer_list && invocation.no_host_device_move_forward);
    assert_eq!(
        invocation.outputs.frandom_seed.as_deref(),
        Some(OsStr::new("S"))
    );
    assert_eq!(invocation.limits.pending_instantiations, 300);
    let diagnostics = &invocation.diagnostics;
    assert!(diagnostics.promote_warnings && diagnostics.no_warnings() && diagnostics.brief);
    assert_eq!(diagnostics.context_limit, 5);
    let controls: Vec<_> = diagnostics
        .controls
        .iter()
        .map(|c| {
            (
                c.severity,
                c.selectors.iter().map(|s| s.number).collect::<Vec<_>>(),
            )
        })
        .collect();
    assert_eq!(
        controls,
        [
            (Severity::Error, vec![186, 20011]),
            (Severity::Warning, vec![177]),
            (Severity::Suppress, vec![20011, 20014]),
        ]
    );
    let tag = Some("h_hd_illegal_call".to_owned());
    assert_eq!(
        diagnostics.controls[0].selectors[1],
        Selector { number: 20011, tag }
    );
}

#[test]
fn standards() {
    for (word, standard) in [
        ("--c++03", Standard::Cpp03),
        ("--c++11", Standard::Cpp11),
        ("--c++14", Standard::Cpp14),
        ("--c++17", Standard::Cpp17),
        ("--c++20", Standard::Cpp20),
        ("--c++23", Standard::Cpp23),
    ] {
        let invocation = line(&BASE.replace("--c++17", word)).unwrap();
        assert_eq!(
            invocation.dialect.language,
            Language::Cpp(standard),
            "{word}"
        );
    }
}

#[test]
fn the_standard_without_being_asked_for() {
    for (words, standard) in [
        ("", Standard::Cpp14),
        ("--gnu_version=110000", Standard::Cpp17),
        ("--gnu_version=109999", Standard::Cpp14),
        ("--gnu_version=59999", Standard::Cpp03),
        ("--clang", Standard::Cpp14),
        ("--clang --clang_version=59999", Standard::Cpp03),
        ("--no_g++", Standard::Cpp03),
        ("--no_g++ --gnu_version=120200", Standard::Cpp17),
        ("--gnu_version=120200 --no_g++", Standard::Cpp03),
        ("--strict", Standard::Cpp03),
        ("--c++20 --no_c++11", Standard::Cpp03),
        ("--c++17 --c++14", Standard::Cpp14),
    ] {
        let invocation = line(&format!("{words} x.ii")).unwrap();
        assert_eq!(
            invocation.dialect.language,
            Language::Cpp(standard),
            "{words}"
        );
    }
}

#[test]
fn other_host_compilers() {
    let clang = line(
        "--c++17 --static-host-stub --device-hidden-visibility --clang --clang_version=170000 \
         --unicode_source_kind=UTF-8 --display_error_number --m64 --parse_templates a.cpp4.ii",
    )
    .unwrap();
    assert_eq!(clang.host.kind, HostCompilerKind::Clang);
    assert_eq!(
        (clang.host.clang_version, clang.host.gnu_version),
        (170_000, 80_100)
    );
    assert_eq!(clang.dialect.unicode_source, UnicodeSource::Utf8);
    let pgi = line("--c++17 --pgc++ --gnu_version=120200 --pgi_version=250100 a.cpp4.ii").unwrap();
    assert_eq!(pgi.host.kind, HostCompilerKind::Pgi);
    assert_eq!(
        (pgi.host.gnu_version, pgi.host.pgi_version),
        (120_200, Some(250_100))
    );
}

#[test]
fn single_switches() {
    assert!(with("--partial-link").partial_link);
    assert!(with("--device-c").device_c);
    assert!(with("--debug_mode").debug_mode);
    assert!(with("--relaxed_constexpr").relaxed_constexpr);
    assert!(with("--extended-lambda").extended_lambda);
    assert!(with("--promote_warnings").diagnostics.promote_warnings);
    assert!(
        !line(&BASE.replace("--display_error_number", ""))
            .unwrap()
            .diagnostics
            .display_error_number
    );
    let kept = with("--keep-device-functions");
    assert_eq!(kept, line(BASE).unwrap());
    let controls = with(
        "--diag_error h_hd_illegal_call --diag_error h_hd_illegal_call_generic --diag_warn 177",
    )
    .diagnostics
    .controls;
    assert_eq!(controls.len(), 3);
}

#[test]
fn names_of_outputs() {
    let output = |text: &str| line(text).unwrap().host_output();
    assert_eq!(
        output("dir.d/x.cpp4.ii"),
        Some(PathBuf::from("x.cpp4.int.c"))
    );
    assert_eq!(output("noext"), Some(PathBuf::from("noext.int.c")));
    assert_eq!(output(".hidden"), Some(PathBuf::from(".int.c")));
    assert_eq!(output("-"), None);
    assert_eq!(
        output("--gen_c_file_name a --gen_c_file_name b x.ii"),
        Some(PathBuf::from("b"))
    );
    let stdin = line("--gen_c_file_name a.cpp -").unwrap();
    assert_eq!(stdin.input(), Some(&Input::Stdin));
    assert_eq!((stdin.host_output(), stdin.summary_name()), (None, None));
}

#[test]
fn preprocessing() {
    let p = |text: &str| line(text).unwrap();
    let text = p("-E -P x.ii").preprocess;
    assert!(text.text && !text.line_markers);
    let text = p("-P -E x.ii").preprocess;
    assert!(text.text && text.line_markers);
    let rule = p("-E -M x.ii").preprocess;
    assert!(rule.dependencies && !rule.text);
    let both = p("-M -E x.ii").preprocess;
    assert!(both.dependencies && both.text);
    assert!(!p("--list_macros x.ii").compiles());
    assert!(p("--no_preproc_only -E x.ii").compiles());
    let output = p("-Eoout x.ii").outputs.preprocessing_output;
    assert_eq!(output.as_deref(), Some(Path::new("out")));
}

#[test]
fn the_later_of_remarks_and_no_warnings_counts() {
    assert!(line("-w -r x.ii").unwrap().diagnostics.remarks());
    assert!(line("-r -w x.ii").unwrap().diagnostics.no_warnings());
}

#[test]
fn own_options() {
    let given = line("--cleave-depfile x.d --cleave-depfile=y.d x.ii").unwrap();
    assert_eq!(given.outputs.depfile.as_deref(), Some(Path::new("y.d")));
    for bad in [
        "--cleave-depfile= x.ii",
        "--cleave-dep=x x.ii",
        "--cleave-other x.ii",
    ] {
        let word = bad.split(' ').next().unwrap();
        assert_eq!(
            line(bad).unwrap_err().to_string(),
            format!("invalid option: {word}")
        );
    }
    let missing = line("--cleave-depfile").unwrap_err().to_string();
    assert_eq!(missing, "\"--cleave-depfile\" requires an argument");
}
