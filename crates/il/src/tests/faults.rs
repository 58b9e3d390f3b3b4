//! The verifier: each rule has modules that break it, and nothing else.

use std::collections::BTreeSet;
use std::sync::Arc;

use expect_test::expect;
use la_arena::{Idx, RawIdx};

use super::module;
use crate::code::{Code, Expr, ExprKind, Stmt, StmtKind};
use crate::types::{Quals, Type};
use crate::{ConstantKind, FaultKind, Function, Module, verify, verify_definition};

/// A module that breaks a rule, as `faults.txt` has it.
struct Broken {
    kind: &'static str,
    line: Option<i32>,
    text: &'static str,
}

fn broken() -> impl Iterator<Item = Broken> {
    let parts = include_str!("faults.txt").split("\n## ").skip(1);
    parts.map(|part| {
        let (head, text) = part.split_once('\n').expect("a module behind the rule");
        let (kind, line) = match head.split_once(' ') {
            Some((kind, line)) => (kind, Some(line.parse().expect("a line"))),
            None => (head, None),
        };
        Broken { kind, line, text }
    })
}

#[test]
fn each_text_breaks_one_rule() {
    let mut wrong = String::new();
    for Broken { kind, line, text } in broken() {
        let faults = verify(&module(text));
        let found: BTreeSet<_> = faults.iter().map(|f| (f.kind.name(), f.line)).collect();
        if found != BTreeSet::from([(kind, line)]) {
            wrong.push_str(&format!("{kind} {line:?}: {found:?} of {text}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn each_rule_is_broken() {
    let by_hand = [
        FaultKind::Index,
        FaultKind::Place,
        FaultKind::TypeOrder,
        FaultKind::Depth,
    ];
    for kind in FaultKind::ALL {
        let tried = by_hand.contains(kind) || broken().any(|row| row.kind == kind.name());
        assert!(tried, "{}", kind.name());
    }
    let names: BTreeSet<&str> = FaultKind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(names.len(), FaultKind::ALL.len());
}

/// The rules that a function breaks after a change.
fn changed(change: impl FnOnce(&mut Function)) -> Vec<FaultKind> {
    let text = "function @f(%x: int) -> void device external { store(%x, negate(int 1)) }";
    let mut module = module(text);
    change(Arc::make_mut(&mut module.functions[0]));
    verify(&module).iter().map(|fault| fault.kind).collect()
}

fn none<T>() -> Idx<T> {
    Idx::from_raw(RawIdx::from(1000))
}

fn first<T>() -> Idx<T> {
    Idx::from_raw(RawIdx::from(0))
}

#[test]
fn indices_name_something() {
    assert_eq!(changed(|f| f.ret = none()), [FaultKind::Index]);
    assert_eq!(changed(|f| f.body = Some(none())), [FaultKind::Index]);
    assert_eq!(changed(|f| f.params[0] = none()), [FaultKind::Index]);
    assert_eq!(
        changed(|f| f.code.locals[first()].ty = none()),
        [FaultKind::Index]
    );
    assert_eq!(
        changed(|f| f.code.constants[first()].ty = none()),
        [FaultKind::Index]
    );
    assert_eq!(
        changed(|f| f.code.constants[first()].kind = ConstantKind::Array([none()].into())),
        [FaultKind::Index]
    );
    assert_eq!(
        changed(|f| f.code.exprs[first()].kind = ExprKind::Load(none())),
        [FaultKind::Index]
    );
    assert_eq!(
        changed(|f| f.code.exprs[first()].kind = ExprKind::Local(none())),
        [FaultKind::Index]
    );
    assert_eq!(
        changed(|f| f.code.stmts[first()].kind = StmtKind::Block([none()].into())),
        [FaultKind::Index]
    );
    let pointer = Type::Pointer {
        to: none(),
        quals: Quals::default(),
        restrict: false,
    };
    assert_eq!(
        changed(|f| _ = f.code.types.intern(pointer)),
        [FaultKind::Index]
    );
}

#[test]
fn everything_stands_in_one_place() {
    let twice = |code: &mut Code| {
        let last = Idx::from_raw(RawIdx::from(code.exprs.len() as u32 - 1));
        let ty = code.exprs[last].ty;
        code.exprs.alloc(Expr {
            kind: ExprKind::Comma(last, last),
            ty,
        })
    };
    let faults = changed(|f| {
        let twice = twice(&mut f.code);
        f.code.stmts[first()].kind = StmtKind::Expr(twice);
    });
    assert_eq!(faults, [FaultKind::Place]);
    // What stands in itself.
    assert_eq!(
        changed(|f| f.code.stmts[first()].kind = StmtKind::Block([first()].into())),
        [FaultKind::Place]
    );
    let constant = ConstantKind::Array([first()].into());
    assert_eq!(
        changed(|f| f.code.constants[first()].kind = constant),
        [FaultKind::Place]
    );
    // What nothing uses does no harm.
    assert_eq!(changed(|f| _ = twice(&mut f.code)), []);
}

#[test]
fn types_are_in_order() {
    let faults = changed(|f| {
        let next = Idx::from_raw(RawIdx::from(f.code.types.len() as u32));
        f.code.types.intern(Type::Pointer {
            to: next,
            quals: Quals::default(),
            restrict: false,
        });
    });
    assert_eq!(faults, [FaultKind::TypeOrder]);
}

#[test]
fn types_nest_within_limits() {
    let faults = changed(|f| {
        let mut ty = f.ret;
        for _ in 0..200 {
            ty = f.code.types.pointer(ty, Quals::default());
        }
    });
    assert_eq!(faults, [FaultKind::Depth]);
    // Each type is twice as long as the one before.
    let faults = changed(|f| {
        let mut ty = f.code.locals[first()].ty;
        for _ in 0..20 {
            ty = f.code.types.intern(Type::Function {
                ret: ty,
                params: [ty].into(),
                variadic: false,
            });
        }
    });
    assert!(faults.contains(&FaultKind::Depth));
}

#[test]
fn blocks_in_expressions_nest_within_limits() {
    let faults = changed(|f| {
        let ty = f.ret;
        let mut stmt = f.code.stmts.alloc(Stmt {
            kind: StmtKind::Block([].into()),
            line: None,
        });
        for _ in 0..201 {
            let expr = f.code.expr(ExprKind::Statements(stmt, None), ty);
            let inner = f.code.stmts.alloc(Stmt {
                kind: StmtKind::Expr(expr),
                line: None,
            });
            stmt = f.code.stmts.alloc(Stmt {
                kind: StmtKind::Block([inner].into()),
                line: None,
            });
        }
        f.body = Some(stmt);
    });
    assert_eq!(faults, [FaultKind::Depth]);
}

#[test]
fn long_chains_are_no_trouble() {
    let faults = changed(|f| {
        let ty = f.code.locals[first()].ty;
        let mut expr = f.code.expr(ExprKind::Constant(first()), ty);
        for _ in 0..200_000 {
            expr = f.code.expr(ExprKind::Unary(crate::Unary::Negate, expr), ty);
        }
        f.code.stmts[first()].kind = StmtKind::Expr(expr);
    });
    assert_eq!(faults, []);
}

#[test]
fn faults_are_for_people() {
    let module = module(
        "record @r size 6 align 4 { }
         variable @x: int device external = long 1
         function @g(%x: ptr(const int)) -> void device external
         function @f(%x: ptr(int)) -> int device external {
           call @g(load(%x))
           store(%x, ptr(long) zero) !3
           if bool 1 !4 {
             call @h()
           }
           return !9
         }",
    );
    let faults: Vec<String> = verify(&module)
        .iter()
        .map(|fault| format!("{fault}\n"))
        .collect();
    expect![[r#"
        @r: record-layout: 6 bytes aligned to 4
        @x: type-mismatch: the value: long instead of int
        @f, line 3: type-mismatch: what is stored: ptr(long) instead of ptr(int)
        @f, line 4: unknown-name: @h
        @f, line 9: return: nothing instead of int
    "#]]
    .assert_eq(&faults.concat());
}

#[test]
fn a_definition_alone_is_looked_at_without_names() {
    let module: Module = module(
        "function @f(%x: record @r) -> void device external { call @g(int 1) store(@x: int, long 1) !2 }",
    );
    let definition = module.definitions().next().expect("a function");
    let faults = verify_definition(definition, None);
    let kinds: Vec<FaultKind> = faults.iter().map(|fault| fault.kind).collect();
    assert_eq!(kinds, [FaultKind::TypeMismatch]);
}
