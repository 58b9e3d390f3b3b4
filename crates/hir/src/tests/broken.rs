//! Whatever is left of a text is lowered without a panic, by the same number for signatures and bodies.

use cleave_base_db::{RootDatabase, SourceFile};
use cleave_names::{item_id, skeleton};
use cleave_syntax::lexer::Lexed;
use salsa::Setter;

use crate::{DeclKind, body_hir, item_hir, print};

const TEXT: &str = "template <class T, C... U> requires (sizeof(T) > 4) && true struct [[x]] S<T *, 3> final : virtual B<T>, private D {
    S(int a = [] { return 1; }()) noexcept(true) try : x{1}, B<T>(a)... { } catch (E &e) { throw; }
    explicit(true) operator T *() const & = delete; ~S() = default;
    template <class V> friend auto f(V &&...v) -> decltype((v + ...));
    static constexpr int n = 3, m[2][n] = {{1}, {2}}; int b : 3 = 1; enum class E : int { a = 1, c }; union { int i; };
    using A::g; typedef int (*P)(char, ...); void k() { struct L { void z() { } }; }
};
__attribute__((global)) void __attribute__((launch_bounds(1, 2))) k(int *p) {
    if (auto x = g(); x > 0) { for (auto &[a, b] : v) k<<<1, 2>>>(a ? b : c); } else switch (y) { case 1 ... 2: break; default:; }
    auto l = [=, &r, t = 3]<class Q>(Q q) mutable -> int { return sizeof...(q) + (int)q->*m; };
    int *w = new (p) int[3]{1}; delete[] w; goto end; end: asm(\"x\" : \"=r\"(a)); u8\"s\" \"t\"_k; 1'0.5e-3f;
}
S(int) -> S<int>; extern \"C\" { int e; } template struct S<int>; concept K = requires (T t) { { t } -> C; typename T::x; };
";

fn lower(text: &str) {
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    for i in 0..skeleton(&db, file).items.len() as u32 {
        let item = item_id(&db, file, i);
        for (decl, own) in item_hir(&db, item).code.decls.iter() {
            if body_hir(&db, item, decl.into_raw().into()).is_some() {
                assert!(
                    matches!(
                        own.kind,
                        DeclKind::Function(_)
                            | DeclKind::Variable(_)
                            | DeclKind::StructuredBinding { .. }
                    ),
                    "{text}"
                );
            }
        }
        print::print_item(&db, item);
    }
}

#[test]
fn a_token_is_gone() {
    let lexed = Lexed::new(TEXT);
    for i in 0..lexed.len() {
        let range = lexed.range(i);
        lower(&format!("{}{}", &TEXT[..range.start], &TEXT[range.end..]));
    }
}

#[test]
fn the_rest_is_gone() {
    let lexed = Lexed::new(TEXT);
    for i in 0..lexed.len() {
        lower(&TEXT[..lexed.range(i).end]);
    }
}

fn printed(db: &RootDatabase, file: SourceFile) -> String {
    (0..skeleton(db, file).items.len() as u32)
        .map(|i| print::print_item(db, item_id(db, file, i)))
        .collect()
}

/// Edits one after the other in one database give what a fresh one gives.
#[test]
fn an_edit_gives_what_a_fresh_run_gives() {
    let lexed = Lexed::new(TEXT);
    let mut db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), TEXT.into());
    for i in (0..lexed.len()).step_by(3) {
        let range = lexed.range(i);
        let text = format!("{}\n{}", &TEXT[..range.start], &TEXT[range.end..]);
        file.set_text(&mut db).to(text.as_str().into());
        let fresh = RootDatabase::default();
        let same = SourceFile::new(&fresh, "a.cu".into(), text.as_str().into());
        assert_eq!(printed(&db, file), printed(&fresh, same), "{text}");
    }
}

#[test]
fn two_tokens_are_swapped() {
    let lexed = Lexed::new(TEXT);
    for i in 1..lexed.len() {
        let (a, b) = (lexed.range(i - 1), lexed.range(i));
        lower(&format!(
            "{}{} {}{}",
            &TEXT[..a.start],
            &TEXT[b.clone()],
            &TEXT[a],
            &TEXT[b.end..]
        ));
    }
}
