//! The types in the lists of arguments and operands that messages end with, spelled as the reference spells them.

use cleave_base_db::{Db, RootDatabase, SourceFile};
use cleave_names::item_id;
use expect_test::{Expect, expect};

use crate::problem::Detail;
use crate::{Fill, display, program};

fn spelled<'db>(db: &'db dyn Db, fill: &Fill<'db>) -> String {
    match fill {
        Fill::Type(ty) => display::type_text(db, *ty),
        Fill::Written { name, .. } => name.to_string(),
        _ => "…".into(),
    }
}

fn lists(text: &str) -> String {
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    let db: &dyn Db = &db;
    let count = cleave_names::skeleton(db, file).items.len() as u32;
    let mut out = String::new();
    for index in 0..count {
        let found = program::problems(db, item_id(db, file, index), program::Extent::All);
        for detail in found.found.iter().flat_map(|p| &p.details) {
            if let Detail::ArgumentTypes(types) | Detail::OperandTypes(_, types) = detail {
                let types: Vec<_> = types.iter().map(|t| spelled(db, t)).collect();
                out += &format!("{}\n", types.join(", "));
            }
        }
    }
    out
}

fn check(text: &'static str, expect: Expect) {
    expect.assert_eq(&crate::tests::on_big_stack(|| lists(text)));
}

/// A list names no typedef of a class template's specialisation, and no specialisation of an alias template.
#[test]
fn typedefs_that_hang_on_template_arguments() {
    check(
        "struct S {}; void q(S *); void q(S *, int); typedef int number; template <class X> struct It {};
template <class X> struct V { typedef It<X> iterator; typedef number count; iterator begin(); const iterator *cbegin(); count n; };
struct N { typedef It<int> iterator; }; template <class X> using I = It<X>; typedef V<int>::iterator Own;
void m(V<int> v, N::iterator i, I<int> j, Own k, It<V<int>::iterator> l) {
  q(v.begin()); q(v.cbegin()); q(v.n); q(i); q(j); q(k); q(l); v.begin() + v.n; v.n + k;
}
",
        expect![[r#"
            It<int>
            const It<int> *
            number
            N::iterator
            It<int>
            Own
            It<It<int>>
            It<int>, number
            number, Own
        "#]],
    );
}
