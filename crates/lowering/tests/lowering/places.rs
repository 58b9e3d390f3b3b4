//! Where code was written. Lines are no part of a function's value: an edit above moves them and lowers nothing.

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{HostOptions, HostSettings, SourceFile};
use expect_test::{Expect, expect};
use salsa::Setter;

use crate::database;

const TEXT: &str = r#"# 1 "a.cu"
struct Held { int x; };
struct Made {
  Held h;
  int k;
  __attribute__((device)) Made(int n)
      : h{n},
        k(n) {}
};
# 20 "b.h"
__attribute__((device)) inline int twice(int x)
{
  if (x)
    return x
        + x;
  return 0;
}
# 10 "a.cu"
__attribute__((global)) void scale(int *p)
{
  auto f = [=](int n) {
    return n + 1;
  };

  Made m(twice(*p));
  *p = f(m.k);
}
"#;

/// The functions of the module with lines.
fn lines(l: &LoggedDatabase, file: SourceFile, options: HostOptions) -> String {
    let module = cleave_lowering::module_with_places(&l.db, file, options);
    let module = module.expect("the text is understood");
    let faults = cleave_il::verify(&module);
    assert!(faults.is_empty(), "{faults:?}");
    let functions = module.functions.iter();
    let printed =
        functions.map(|f| cleave_il::print_definition(cleave_il::Definition::Function(f)));
    printed.collect::<Vec<_>>().join("\n")
}

fn check(text: &str, want: Expect) {
    let (l, file, options) = database(text, HostSettings::default());
    want.assert_eq(&lines(&l, file, options));
}

#[test]
fn functions_and_statements_have_lines() {
    check(
        TEXT,
        expect![[r#"
            function @_Z5scalePi(%p: ptr(int)) -> void kernel external at "a.cu":10 {
              !1
              { !1
                declare %f: record @_ZZ5scalePiEUliE_ !2
                store(%f, load(text record @_ZZ5scalePiEUliE_ zero)) !2
                declare %m: record @_Z4Made !6
                call @_ZN4MadeC1Ei(address(%m), call @_Z5twicei(load(deref(load(%p)))): int) !6
                store(deref(load(%p)), call @_ZZ5scalePiENKUliE_clEi(convert pointer (address(%f)): ptr(const record @_ZZ5scalePiEUliE_), load(field 1 (%m): int)): int) !7
              }
              return !8
            }

            function @_ZN4MadeC1Ei(%this: ptr(record @_Z4Made), %n: int) -> void device internal inline at "a.cu":5 {
              !2
              store(field 0 (field 0 (deref(load(%this))): record @_Z4Held): int, load(%n)) !1
              store(field 1 (deref(load(%this))): int, load(%n)) !2
              { !2
              }
              return !2
            }

            function @_ZN4MadeC2Ei(%this: ptr(record @_Z4Made), %n: int) -> void device internal inline at "a.cu":5 {
              !2
              call @_ZN4MadeC1Ei(load(%this), load(%n)) !2
              return !2
            }

            function @_Z5twicei(%x: int) -> int device internal inline at "b.h":20 {
              !1
              { !1
                if convert truth (load(%x)): bool !2 { !2
                  return add(load(%x), load(%x)) !3
                }
                return int 0 !5
              }
            }

            function @_ZZ5scalePiENKUliE_clEi(%this: ptr(const record @_ZZ5scalePiEUliE_), %n: int) -> int device internal inline align 2 at "a.cu":12 {
              !0
              { !0
                return add(load(%n), int 1) !1
              }
            }
        "#]],
    );
}

#[test]
fn an_edit_above_moves_lines_and_lowers_nothing() {
    let (mut l, file, options) = database(TEXT, HostSettings::default());
    let before = lines(&l, file, options);
    l.executed();
    let moved = TEXT
        .replace("struct Held", "\n\nstruct Held")
        .replace("# 10 ", "# 12 ");
    file.set_text(&mut l.db).to(moved.as_str().into());
    let after = lines(&l, file, options);
    let lowered = l
        .executed()
        .into_iter()
        .filter(|line| line.starts_with("lowered"));
    assert_eq!(lowered.collect::<Vec<_>>(), Vec::<String>::new());
    assert!(before.contains("at \"a.cu\":10") && before.contains("at \"a.cu\":5"));
    assert!(after.contains("at \"a.cu\":12") && after.contains("at \"a.cu\":7"));
    let (fresh, file, options) = database(&moved, HostSettings::default());
    assert_eq!(after, lines(&fresh, file, options));
}
