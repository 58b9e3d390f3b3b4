//! Properties of the table, and that it says the truth about each spelling.

mod common;

use std::collections::HashSet;
use std::ffi::OsString;

use cleave_options::{
    Class, Effect, HeaderUnitForm, Invocation, KeywordOption, NumberOption, Rejection, SPELLINGS,
    Spelling, Task, Value,
};
use common::words;
use expect_test::expect;

/// A value that the option takes.
fn good_value(row: &Spelling) -> &'static str {
    match row.effect {
        Effect::Keyword(KeywordOption::InstantiationMode) => "used",
        Effect::Keyword(KeywordOption::OutputMode) => "text",
        Effect::Keyword(KeywordOption::UnicodeSourceKind) => "UTF-8",
        Effect::Number(NumberOption::GnuVersion | NumberOption::ClangVersion) => "120200",
        Effect::HeaderUnit(
            HeaderUnitForm::Any | HeaderUnitForm::Quoted | HeaderUnitForm::Angled,
        ) => "a=b",
        Effect::Path(_) => "/data",
        _ => "16",
    }
}

/// nvcc's line with one more option.
fn under_nvcc(extra: &[String]) -> Vec<OsString> {
    let mut line: Vec<OsString> = [
        "--c++17",
        "--gnu_version=120200",
        "--m64",
        "--parse_templates",
    ]
    .map(OsString::from)
    .into();
    line.extend(extra.iter().map(OsString::from));
    line.push("x.ii".into());
    line
}

#[test]
fn the_table_is_whole() {
    let usual = SPELLINGS.iter().take_while(|row| row.since == (13, 0));
    assert_eq!(usual.count(), 386);
    assert!(SPELLINGS.is_sorted_by_key(|row| row.since));
    let names: HashSet<_> = SPELLINGS.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), SPELLINGS.len());
    let letters: Vec<char> = SPELLINGS.iter().filter_map(|row| row.short).collect();
    assert_eq!(letters.iter().collect::<HashSet<_>>().len(), letters.len());
    let with_value: HashSet<char> = SPELLINGS
        .iter()
        .filter(|row| row.value != Value::None)
        .filter_map(|row| row.short)
        .collect();
    assert_eq!(with_value, "teIDULXod".chars().collect());
    let without: HashSet<char> = letters
        .into_iter()
        .filter(|l| !with_value.contains(l))
        .collect();
    assert_eq!(without, "ajmnprsuwxABCEHKMPW#$vbV".chars().collect());
}

#[test]
fn what_newer_toolkits_brought_in() {
    let mut text = String::new();
    for release in SPELLINGS[386..].chunk_by(|a, b| a.since == b.since) {
        let names: Vec<_> = release.iter().map(|row| row.name).collect();
        let (major, minor) = release[0].since;
        text += &format!("{major}.{minor}: {}\n", names.join(" "));
    }
    expect![[r#"
        13.1: gen_c_msvc_version gen_c_gnu_version gen_c_clang_version wdir create_header_unit header_unit c++26
        13.2: simt-only enable-tile include_alt_file_name
        13.3: embed_directory riscv_cross_compiler create_module_interface create_module_internal_partition module_interface module_internal_partition
        13.4: fno-signed-zeros ffinite-math-only
        13.5: device-time-trace-granularity tile-preview-simt gen-foreign-decl no-gen-foreign-decl bit_precise_integers no_bit_precise_integers
    "#]].assert_eq(&text);
}

#[test]
fn nvccs_own_flags_of_newer_toolkits() {
    let plain = words(&under_nvcc(&[])).unwrap();
    for flags in [
        vec!["--simt-only"],
        vec!["--simt-only", "--enable-tile"],
        vec!["--tile-only", "--enable-tile"],
        vec!["--enable-tile", "--tile-preview-simt"],
        vec!["--lossy_conversion_warning"],
        vec!["--unicode_source_kind=UTF-8"],
    ] {
        let flags: Vec<String> = flags.iter().map(|&f| f.to_owned()).collect();
        let mut got = words(&under_nvcc(&flags)).unwrap_or_else(|e| panic!("{flags:?}: {e}"));
        let has = |flag: &str| flags.iter().any(|f| f == flag);
        assert_eq!(got.tile, has("--enable-tile"), "{flags:?}");
        let is_lossy = has("--lossy_conversion_warning");
        assert_eq!(got.lossy_conversions, is_lossy, "{flags:?}");
        got.tile = plain.tile;
        got.lossy_conversions = plain.lossy_conversions;
        got.dialect.unicode_source = plain.dialect.unicode_source;
        assert_eq!(got, plain, "{flags:?}");
    }
}

#[test]
fn newer_options_make_no_older_abbreviation_ambiguous() {
    let text = |word: &str| {
        format!(
            "{:?}",
            words(&under_nvcc(&[word.to_owned(), "x".to_owned()])).map(|_| ())
        )
    };
    assert_eq!(text("--gen_c_f"), text("--gen_c"));
    assert!(words(&under_nvcc(&["--simt".to_owned()])).is_ok());
}

#[test]
fn every_spelling_does_what_its_class_says() {
    for row in SPELLINGS {
        let mut extra = vec![format!("--{}", row.name)];
        if row.value != Value::None {
            extra.push(good_value(row).to_owned());
        }
        let result = words(&under_nvcc(&extra));
        let Class::Rejected(rejection) = row.class else {
            let invocation = result.unwrap_or_else(|e| panic!("{}: {e}", row.name));
            if row.effect == Effect::Ignored {
                assert_eq!(invocation, words(&under_nvcc(&[])).unwrap(), "{}", row.name);
            }
            continue;
        };
        let expected = match rejection {
            Rejection::LanguageModes => "language modes specified are incompatible".to_owned(),
            Rejection::LongLifetimes => "long lifetime temporaries are incompatible with other \
                requested newer language features"
                .to_owned(),
            Rejection::OnlyInC => "when compiling C".to_owned(),
            Rejection::UnknownOption => format!("invalid option: --{}", row.name),
            Rejection::UnknownValue if row.name == "target" => {
                "no \"16\" --target configuration exists".to_owned()
            }
            Rejection::UnknownValue => "unrecognized flag name: 16".to_owned(),
            Rejection::NeedsBool => {
                "enabling C++14-style constexpr requires support for \"bool\"".to_owned()
            }
            Rejection::OutputNotNeeded => {
                "an output file was specified, but none is needed".to_owned()
            }
            Rejection::Unsupported => {
                format!(
                    "option \"--{}\" is not supported by this front end",
                    row.name
                )
            }
        };
        let message = result.unwrap_err().to_string();
        assert!(message.ends_with(&expected), "{}: {message}", row.name);
    }
}

#[test]
fn values_are_wanted_where_the_table_says_so() {
    for row in SPELLINGS {
        let name = format!("--{}", row.name);
        let alone = words(&[OsString::from(&name)]);
        let wants = format!("\"{name}\" requires an argument");
        let complains = alone.is_err_and(|error| error.to_string() == wants);
        assert_eq!(complains, row.value != Value::None, "{name}");
        let empty = format!("{name}=");
        let error = words(&[OsString::from(&empty)]).unwrap_err();
        assert_eq!(error.to_string(), format!("invalid option: {empty}"));
        let both = (
            words(&under_nvcc(&[format!("{name}={}", good_value(row))])),
            { words(&under_nvcc(&[name.clone(), good_value(row).to_owned()])) },
        );
        if row.value == Value::None {
            assert!(
                both.0
                    .is_err_and(|e| e.to_string().starts_with("invalid option: "))
            );
        } else {
            assert_eq!(both.0, both.1, "{name}");
        }
    }
}

#[test]
fn short_letters_mean_the_same() {
    let parsed = |word: String, row: &Spelling| -> Option<Invocation> {
        let mut extra = vec![word];
        if row.value != Value::None {
            extra.push(good_value(row).to_owned());
        }
        words(&under_nvcc(&extra)).ok()
    };
    for row in SPELLINGS {
        if let Some(letter) = row.short {
            let short = parsed(format!("-{letter}"), row);
            assert_eq!(short, parsed(format!("--{}", row.name), row), "-{letter}");
        }
    }
}

#[test]
fn every_unique_prefix_is_an_abbreviation() {
    for row in SPELLINGS {
        for end in 1..row.name.len() {
            let prefix = &row.name[..end];
            let named = SPELLINGS.iter().filter(|r| r.name.starts_with(prefix));
            let (usual, newer): (Vec<&Spelling>, Vec<_>) = named.partition(|r| r.since == (13, 0));
            let candidates = if usual.is_empty() { newer } else { usual }.len();
            let exact = SPELLINGS.iter().any(|r| r.name == prefix);
            let result = words(&[OsString::from(format!("--{prefix}"))]);
            let ambiguous =
                result.is_err_and(|e| e.to_string().contains("matches the abbreviation"));
            assert_eq!(ambiguous, candidates > 1 && !exact, "--{prefix}");
        }
    }
}

#[test]
fn a_notice_without_a_source_is_a_whole_run() {
    for name in ["version", "dump_configuration", "dump_command_options"] {
        let invocation = words(&[OsString::from(format!("--{name}"))]).unwrap();
        assert_eq!(invocation.task, Task::Stop(0), "{name}");
    }
}
