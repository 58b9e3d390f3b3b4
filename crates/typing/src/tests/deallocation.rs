//! What frees objects on the heap, as the reference and g++ do.

use cleave_base_db::{RootDatabase, SourceFile};
use cleave_names::item_id;
use expect_test::expect;

use crate::class::deallocation;
use crate::thir::ExprKind;
use crate::{check, display, program};

#[test]
fn deallocation_functions_and_cookies() {
    let text = "typedef unsigned long size_t; namespace std { enum class align_val_t : size_t {}; }
struct T { ~T(); }; struct P { int a; }; struct alignas(32) A { ~A(); };
struct O { ~O(); void operator delete(void *, size_t); void operator delete[](void *, size_t); };
struct C { void operator delete[](void *, size_t); };
struct D { void operator delete[](void *); void operator delete[](void *, size_t); };
struct M : D { ~M(); void operator delete(void *, int); void operator delete(void *); };
struct alignas(64) L { void operator delete(void *); void operator delete(void *, std::align_val_t); };
struct X { void operator delete(void *, int); };
void f(T *t, P *p, A *a, O *o, C *c, D *d, M *m, L *l, X *x, int *i) {
  delete t; delete[] t; delete p; delete[] p; delete a; delete[] a; delete o; delete[] o; ::delete o; delete[] c; delete c;
  delete[] d; delete m; delete[] m; delete l; delete x; delete i; delete[] i;
}";
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    let last = cleave_names::skeleton(&db, file).items.len() as u32 - 1;
    let f = program::bodies(&db, item_id(&db, file, last)).remove(0);
    let typed = check::body(&db, f).expect("a body");
    let mut out = String::new();
    for x in &typed.exprs {
        let ExprKind::Delete {
            pointer,
            array,
            global,
            ..
        } = x.kind
        else {
            continue;
        };
        let ty = typed.exprs[pointer.0 as usize].ty.pointee(&db);
        let ty = ty.expect("a pointer");
        let standard = file.dialect(&db).standard;
        let found = deallocation(&db, standard, ty, array, global);
        let said = found.map_or("?".to_owned(), |d| {
            let function = d.function.map_or("::".to_owned(), |f| {
                display::function_text(&db, f, true).to_string()
            });
            let marks = [(d.sized, " sized"), (d.aligned, " aligned")];
            let marks: String = marks.iter().filter(|m| m.0).map(|m| m.1).collect();
            format!("{function}{marks} {}", d.cookie)
        });
        let brackets = if array { "[]" } else { "" };
        out += &format!("{}{brackets}: {said}\n", display::type_text(&db, ty));
    }
    expect![[r#"
        T: :: sized 0
        T[]: :: sized 8
        P: :: sized 0
        P[]: :: 0
        A: :: sized aligned 0
        A[]: :: sized aligned 32
        O: O::operator delete(void *, size_t) sized 0
        O[]: O::operator delete[](void *, size_t) sized 8
        O: :: sized 0
        C[]: C::operator delete[](void *, size_t) sized 8
        C: :: sized 0
        D[]: D::operator delete[](void *) 0
        M: M::operator delete(void *) 0
        M[]: D::operator delete[](void *) 8
        L: L::operator delete(void *, std::align_val_t) aligned 0
        X: ?
        int: :: sized 0
        int[]: :: 0
    "#]]
    .assert_eq(&out);
}
