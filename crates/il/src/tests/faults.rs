//! The verifier: each rule has modules that break it, and nothing else.

use std::collections::BTreeSet;
use std::sync::Arc;

use expect_test::expect;
use la_arena::{Idx, RawIdx};

use super::module;
use crate::code::{Code, Expr, ExprKind, Stmt, StmtKind};
use crate::types::{Quals, Type};
use crate::{ConstantKind, FaultKind, Function, Module, verify, verify_definition};

/// Texts and the one rule that each breaks, with the line if a statement does it.
const BROKEN: &[(FaultKind, Option<i32>, &str)] = {
    use FaultKind::*;
    &[
        (
            DuplicateName,
            None,
            "variable @x: int device external function @x() -> void device external",
        ),
        (
            UnknownName,
            Some(2),
            "function @f() -> void device external { store(@x: int, int 1) !2 }",
        ),
        (
            UnknownName,
            Some(2),
            "function @f() -> void device external { call @g() !2 }",
        ),
        (
            UnknownName,
            None,
            "variable @x: ptr(int) device external = @y",
        ),
        (
            UnknownName,
            None,
            "variable @x: memfn device external = member @y",
        ),
        (
            UnknownName,
            None,
            "variable @x: array(record @r, 2) device external",
        ),
        (
            UnknownName,
            None,
            "record @r size 4 align 4 { member x: record @s at 0 size 4 }",
        ),
        (
            UnknownName,
            None,
            "function @f(%x: record @r) -> void device external { }",
        ),
        (
            UnknownName,
            Some(1),
            "function @f(%x: ptr(record @r)) -> void device external { clear(field 0 (deref(load(%x))): int) !1 }",
        ),
        (
            NameKind,
            Some(1),
            "variable @x: int device external function @f() -> void device external { call @x() !1 }",
        ),
        (
            NameKind,
            Some(1),
            "function @f() -> void device external { clear(@f: int) !1 }",
        ),
        (
            NameKind,
            None,
            "record @r size 1 align 1 { } variable @x: ptr(int) device external = @r",
        ),
        (
            NameKind,
            None,
            "variable @y: int device external variable @x: ptr(record @y) device external",
        ),
        (
            RecordOrder,
            None,
            "record @a size 4 align 4 { member b: record @b at 0 size 4 } record @b size 4 align 4 { }",
        ),
        (
            RecordOrder,
            None,
            "record @a size 4 align 4 { member a: array(record @a, 1) at 0 size 4 }",
        ),
        (RecordLayout, None, "record @a size 4 align 3 { }"),
        (RecordLayout, None, "record @a size 6 align 4 { }"),
        (RecordLayout, None, "record @a size 0 align 1 { }"),
        (
            FieldLayout,
            None,
            "record @a size 4 align 4 { member x: int at 8 size 4 }",
        ),
        (
            FieldLayout,
            None,
            "record @a size 4 align 4 { member x: char at 4 size 1 }",
        ),
        (
            FieldLayout,
            None,
            "record @a size 4 align 4 { member x: char at 0 size 2 }",
        ),
        (
            FieldLayout,
            None,
            "record @a size 4 align 4 { member x: float at 0 width 3 size 4 }",
        ),
        (
            FieldLayout,
            None,
            "record @a size 8 align 4 { member x: int at 0 width 33 size 4 }",
        ),
        (
            FieldLayout,
            None,
            "record @a size 4 align 4 { member x: int at 0 width 0 size 4 }",
        ),
        (
            FieldLayout,
            None,
            "record @a size 4 align 4 { member x: int at 30 width 3 size 4 }",
        ),
        (
            FieldLayout,
            None,
            "record @a size 8 align 4 union { member x: int at 32 size 4 }",
        ),
        (
            BadType,
            None,
            "variable @x: ptr(array(void, 2)) device external",
        ),
        (
            BadType,
            None,
            "variable @x: ptr(fn(array(int, 2)) -> void) device external",
        ),
        (
            BadType,
            None,
            "variable @x: ptr(fn() -> array(int, 2)) device external",
        ),
        (
            BadType,
            None,
            "variable @x: ptr(vector(int, 0)) device external",
        ),
        (
            BadType,
            None,
            "variable @x: ptr(vector(ptr(int), 2)) device external",
        ),
        (BadType, None, "variable @x: void device external"),
        (BadType, None, "variable @x: array(int) device external"),
        (
            BadType,
            None,
            "record @a size 8 align 4 { member x: array(int) at 0 size 0 member y: int at 0 size 4 }",
        ),
        (
            BadType,
            None,
            "function @f(%x: void) -> void device external",
        ),
        (
            BadType,
            Some(4),
            "function @f() -> void device external { declare %x: fn() -> void !4 }",
        ),
        (Alignment, None, "variable @x: int device external align 3"),
        (
            Alignment,
            Some(1),
            "function @f() -> void device external { declare %x: int align 0 !1 }",
        ),
        (SharedVariable, None, "variable @x: int shared external = 1"),
        (SharedVariable, None, "variable @x: int shared weak"),
        (
            DeclaredVariable,
            None,
            "variable @x: int device external declaration = 1",
        ),
        (Kernel, None, "function @f() -> int kernel external"),
        (Kernel, None, "function @f(...) -> void kernel external"),
        (
            Kernel,
            Some(7),
            "function @k() -> void kernel external function @f() -> void device external { call @k() !7 }",
        ),
        (
            KernelOnly,
            None,
            "function @f() -> void device external bounds(32)",
        ),
        (
            KernelOnly,
            None,
            "function @f(%x: int grid_constant) -> void device external",
        ),
        (
            KernelOnly,
            Some(2),
            "function @f() -> void kernel external { declare %x: int grid_constant !2 }",
        ),
        (
            LaunchBounds,
            None,
            "function @f() -> void kernel external bounds(1, 2, 3, 4)",
        ),
        (
            LaunchBounds,
            None,
            "function @f() -> void kernel external block(1, 2, 3, 4, 5, 6, 7)",
        ),
        (
            Signature,
            None,
            "function @f() -> void device external return_slot",
        ),
        (
            Signature,
            None,
            "function @f(%x: ptr(int)) -> int device external return_slot",
        ),
        (
            Signature,
            None,
            "function @f(%x: int, %x) -> void device external",
        ),
        (Body, None, "function @f() -> void builtin external { }"),
        (
            Body,
            None,
            "function @f() -> void device external { body return }",
        ),
        (
            Body,
            Some(1),
            "function @f() -> void device external { statements(return, int 1) !1 }",
        ),
        (ConstantKind, None, "variable @x: int device external = 1.5"),
        (
            ConstantKind,
            None,
            "variable @x: double device external = 1",
        ),
        (
            ConstantKind,
            None,
            "variable @x: int device external = \"a\"",
        ),
        (ConstantKind, None, "variable @x: int device external = {}"),
        (
            ConstantKind,
            None,
            "variable @x: ptr(char) device external = text int 1",
        ),
        (
            ConstantKind,
            Some(3),
            "function @f() -> void device external { convert discard (int [int 1]): void !3 }",
        ),
        (
            ConstantRange,
            None,
            "variable @x: uchar device external = 256",
        ),
        (
            ConstantRange,
            None,
            "variable @x: uint device external = -1",
        ),
        (ConstantRange, None, "variable @x: bool device external = 2"),
        (
            ConstantRange,
            None,
            "variable @x: float device external = 1e39",
        ),
        (
            ConstantRange,
            None,
            "variable @x: half device external = 65520.0",
        ),
        (
            ConstantRange,
            None,
            "variable @x: array(char, 4) device external = \"\\{100}\"",
        ),
        (
            ConstantRange,
            None,
            "variable @x: ptr(char) device external = text array(char, 2) \"a\" + 3",
        ),
        (
            ConstantRange,
            None,
            "variable @x: ptr(char) device external = text array(char, 2) \"a\" + -1",
        ),
        (
            ConstantShape,
            None,
            "variable @x: array(int, 1) device external = [1, 2]",
        ),
        (
            ConstantShape,
            None,
            "variable @x: array(char, 1) device external = \"ab\"",
        ),
        (
            ConstantShape,
            None,
            "record @r size 4 align 4 { member x: int at 0 size 4 } variable @x: record @r device external = {0: int 1, 0: int 2}",
        ),
        (
            ConstantShape,
            None,
            "record @r size 4 align 4 union { member x: int at 0 size 4 member y: int at 0 size 4 } variable @x: record @r device external = {0: int 1, 1: int 2}",
        ),
        (
            FieldNumber,
            None,
            "record @r size 4 align 4 { member x: int at 0 size 4 } variable @x: record @r device external = {1: int 1}",
        ),
        (
            FieldNumber,
            Some(1),
            "record @r size 4 align 4 { } function @f(%x: record @r) -> void device external { clear(field 0 (%x): int) !1 }",
        ),
        (
            PlaceExpected,
            Some(1),
            "function @f() -> void device external { store(int 1, int 2) !1 }",
        ),
        (
            PlaceExpected,
            Some(1),
            "function @f() -> void device external { convert discard (address(int 1)): void !1 }",
        ),
        (
            PlaceExpected,
            Some(1),
            "function @f(%x: int) -> void device external { copy(%x, load(%x)) !1 }",
        ),
        (
            PlaceExpected,
            Some(1),
            "function @f() -> void device external { asm \"\" out(\"=r\" int 1) !1 }",
        ),
        (
            ValueExpected,
            Some(1),
            "function @f(%x: int) -> void device external { store(%x, %x) !1 }",
        ),
        (
            ValueExpected,
            Some(1),
            "function @f(%x: int) -> void device external { %x !1 }",
        ),
        (
            ValueExpected,
            Some(1),
            "function @f(%x: int) -> int device external { return %x !1 }",
        ),
        (
            ValueExpected,
            Some(1),
            "function @g(%x: int) -> void device external function @f(%x: int) -> void device external { call @g(%x) !1 }",
        ),
        (
            ValueExpected,
            Some(1),
            "variable @x: array(int, 2) device external function @f() -> void device external { copy(@x: array(int, 2), @x: array(int, 2)) conditional(bool 1, @x: array(int, 2), array(int, 2) []): array(int, 2) !1 }",
        ),
        (
            TypeMismatch,
            None,
            "variable @x: int device external = long 1",
        ),
        (
            TypeMismatch,
            None,
            "variable @x: array(int, 1) device external = [long 1]",
        ),
        (
            TypeMismatch,
            None,
            "record @r size 4 align 4 { member x: int at 0 size 4 } variable @x: record @r device external = {0: long 1}",
        ),
        (
            TypeMismatch,
            Some(1),
            "function @f(%x: int) -> void device external { store(%x, long 1) !1 }",
        ),
        (
            TypeMismatch,
            Some(1),
            "function @f(%x: int) -> void device external { load(%x): long !1 }",
        ),
        (
            TypeMismatch,
            Some(1),
            "function @f(%x: int) -> void device external { clear(%x: long) !1 }",
        ),
        (
            TypeMismatch,
            Some(1),
            "function @f(%x: int) -> void device external { clear(%x): int !1 }",
        ),
        (
            TypeMismatch,
            Some(1),
            "variable @x: int device external function @f() -> void device external { clear(@x: long) !1 }",
        ),
        (
            TypeMismatch,
            Some(1),
            "function @g(%x: int) -> void device external function @f() -> void device external { call @g(long 1) !1 }",
        ),
        (
            TypeMismatch,
            Some(1),
            "function @g() -> int device external function @f() -> void device external { call @g(): long !1 }",
        ),
        (
            TypeMismatch,
            Some(1),
            "function @g() -> int device external function @f() -> void device external { function @g: ptr(fn() -> long) !1 }",
        ),
        (
            TypeMismatch,
            Some(1),
            "function @f() -> void device external { add(int 1, long 1) !1 }",
        ),
        (
            TypeMismatch,
            Some(1),
            "function @f() -> void device external { less(int 1, int 2): int !1 }",
        ),
        (
            TypeMismatch,
            Some(1),
            "function @f() -> void device external { conditional(bool 1, int 1, long 1) !1 }",
        ),
        (
            TypeMismatch,
            Some(1),
            "function @f(%x: ptr(int)) -> void device external { subtract(load(%x), load(%x)): int !1 }",
        ),
        (
            TypeMismatch,
            Some(1),
            "record @r size 4 align 4 { member x: int at 0 size 4 } function @f(%x: record @r) -> void device external { clear(field 0 (%x): long) !1 }",
        ),
        (
            Operand,
            Some(1),
            "function @f() -> void device external { add(bool 1, bool 1) !1 }",
        ),
        (
            Operand,
            Some(1),
            "function @f() -> void device external { remainder(double 1.0, double 1.0) !1 }",
        ),
        (
            Operand,
            Some(1),
            "function @f() -> void device external { negate(ptr(int) zero) !1 }",
        ),
        (
            Operand,
            Some(1),
            "function @f() -> void device external { not(int 1) !1 }",
        ),
        (
            Operand,
            Some(1),
            "function @f() -> void device external { shift_left(double 1.0, int 1) !1 }",
        ),
        (
            Operand,
            Some(1),
            "function @f() -> void device external { add(ptr(int) zero, ptr(int) zero) !1 }",
        ),
        (
            Operand,
            Some(1),
            "function @f() -> void device external { convert floating (int 1): double !1 }",
        ),
        (
            Operand,
            Some(1),
            "function @f() -> void device external { convert bits (int 1): long !1 }",
        ),
        (
            Operand,
            Some(1),
            "function @f() -> void device external { convert discard (int 1): int !1 }",
        ),
        (
            Operand,
            Some(1),
            "function @f() -> void device external { clear(deref(int 1): int) !1 }",
        ),
        (
            Operand,
            Some(1),
            "function @f(%x: int) -> void device external { clear(element(%x, int 1): int) !1 }",
        ),
        (
            Operand,
            Some(1),
            "function @f(%x: int) -> void device external { clear(field 0 (%x): int) !1 }",
        ),
        (
            Operand,
            Some(1),
            "function @f(%x: int) -> void device external { clear(real(%x): int) !1 }",
        ),
        (
            Operand,
            Some(1),
            "function @f() -> void device external { call_pointer(ptr(int) zero): int !1 }",
        ),
        (
            Operand,
            Some(1),
            "function @f() -> void device external { virtual_offset -8 (int 1) !1 }",
        ),
        (
            Operand,
            Some(1),
            "function @f() -> void device external { switch double 1.0 !1 { } }",
        ),
        (
            Operand,
            Some(1),
            "function @f(%x: memfn) -> void device external { pre_increment(%x) !1 }",
        ),
        (
            Operand,
            Some(1),
            "function @f(%x: int) -> void device external { compound less int (%x, int 1) !1 }",
        ),
        (
            Arguments,
            Some(1),
            "function @g() -> void device external function @f() -> void device external { call @g(int 1) !1 }",
        ),
        (
            Arguments,
            Some(1),
            "function @g(%x: int, ...) -> void device external function @f() -> void device external { call @g() !1 }",
        ),
        (
            Arguments,
            Some(1),
            "function @f(%p: ptr(fn(int) -> void)) -> void device external { call_pointer(load(%p)) !1 }",
        ),
        (
            Return,
            Some(1),
            "function @f() -> int device external { return !1\n}",
        ),
        (
            Return,
            Some(1),
            "function @f() -> int device external { return long 1 !1 }",
        ),
        (
            Return,
            Some(1),
            "function @f() -> void device external { return int 1 !1 }",
        ),
        (
            Truth,
            Some(1),
            "function @f() -> void device external { if int 1 !1 { } }",
        ),
        (
            Truth,
            Some(1),
            "function @f() -> void device external { loop while int 1 !1 { } }",
        ),
        (
            Truth,
            Some(1),
            "function @f() -> void device external { both(bool 1, int 1) !1 }",
        ),
        (
            LocalDeclared,
            Some(2),
            "function @f() -> void device external { declare %x: int !1 declare %x !2 }",
        ),
        (
            LocalDeclared,
            Some(2),
            "function @f(%x: int) -> void device external { declare %x !2 }",
        ),
        (
            LocalScope,
            Some(2),
            "function @f() -> void device external { { declare %x: int !1 } clear(%x) !2 }",
        ),
        (
            LocalScope,
            Some(2),
            "function @f() -> void device external { local %x: int clear(%x) !2 declare %x !3 }",
        ),
        (
            LocalScope,
            Some(3),
            "function @f() -> void device external { statements({ declare %x: int }, int 1) !1 clear(%x) !3 }",
        ),
        (
            LabelTwice,
            Some(2),
            "function @f() -> void device external { label a { label a !2 } }",
        ),
        (
            LabelUnknown,
            Some(1),
            "function @f() -> void device external { goto a !1 }",
        ),
        (
            LabelUnknown,
            Some(1),
            "function @f() -> void device external { label_address a: ptr(void) !1 }",
        ),
        (
            BreakPlace,
            Some(1),
            "function @f() -> void device external { loop { } break !1 }",
        ),
        (
            ContinuePlace,
            Some(1),
            "function @f() -> void device external { switch int 1 { continue !1 } }",
        ),
        (
            CasePlace,
            Some(1),
            "function @f() -> void device external { switch int 1 { } case 1 !1 }",
        ),
        (
            CasePlace,
            Some(2),
            "function @f() -> void device external { switch int 1 { default !1 default !2 } }",
        ),
        (
            CaseRange,
            Some(2),
            "function @f() -> void device external { switch int 1 { case 1 to 3 !1 case 3 !2 } }",
        ),
        (
            CaseRange,
            Some(1),
            "function @f() -> void device external { switch uchar 1 { case 256 !1 } }",
        ),
        (
            CaseRange,
            Some(1),
            "function @f() -> void device external { switch int 1 { case 2 to 1 !1 } }",
        ),
        (
            Unroll,
            Some(1),
            "function @f() -> void device external { loop unroll 0 !1 { } }",
        ),
        (
            AsmOperand,
            Some(1),
            "function @f(%x: int) -> void device external { asm \"\" out(\"r\" %x) !1 }",
        ),
        (
            AsmOperand,
            Some(1),
            "function @f(%x: int) -> void device external { asm \"\" in(\"+r\" load(%x)) !1 }",
        ),
    ]
};

#[test]
fn each_text_breaks_one_rule() {
    let mut wrong = String::new();
    for (kind, line, text) in BROKEN {
        let faults = verify(&module(text));
        let found: BTreeSet<_> = faults
            .iter()
            .map(|fault| (fault.kind.name(), fault.line))
            .collect();
        if found != BTreeSet::from([(kind.name(), *line)]) {
            wrong.push_str(&format!("{} {line:?}: {found:?} of {text}\n", kind.name()));
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
        let tried = by_hand.contains(kind) || BROKEN.iter().any(|row| row.0 == *kind);
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
