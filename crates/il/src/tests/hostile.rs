//! Modules that nobody would make: nothing panics, nothing hangs, and what is said of texts and bytes holds for them too.

use la_arena::{Arena, Idx, RawIdx};

use super::binary::file;
use fastrand::Rng;

use super::{ALL, all};
use crate::code::{Code, Expr, ExprKind, Stmt, StmtKind};
use crate::types::{Type, TypeId};
use crate::walk::{self, PartMut};
use crate::{
    Definition, DiffOptions, FaultKind, Function, Module, Names, decode, diff, encode, parse,
    print, verify, verify_definition,
};

/// Everything that takes a module takes this one.
fn try_all(module: &Module, other: &Module) {
    let faults = verify(module);
    let sound = !faults.iter().any(|fault| {
        matches!(
            fault.kind,
            FaultKind::Index | FaultKind::Place | FaultKind::TypeOrder | FaultKind::Depth
        )
    });
    for definition in module.definitions() {
        verify_definition(definition, None);
        verify_definition(definition, Some(&Names::of(other)));
    }
    let text = print(module);
    diff(
        module,
        other,
        DiffOptions {
            ignore_places: true,
        },
    );
    if sound {
        let read = parse(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        assert_eq!(read, module.normalized(), "{text}");
        assert_eq!(print(&read), text);
        // What is wrong with it does not change with the order of its arenas. Types that nothing uses are looked at too.
        let kinds = |faults: &[crate::Fault]| -> Vec<(&str, Option<i32>)> {
            let of_code = faults
                .iter()
                .filter(|f| !matches!(f.kind, FaultKind::BadType | FaultKind::NameKind));
            let mut kinds: Vec<_> = of_code
                .map(|fault| (fault.kind.name(), fault.line))
                .collect();
            kinds.sort_unstable();
            kinds
        };
        assert_eq!(kinds(&verify(&read)), kinds(&faults), "{text}");
    } else {
        assert!(parse(&text).is_ok(), "{text}");
    }
    let bytes = encode(module);
    match decode(&bytes) {
        Ok(read) => assert_eq!(&read, module),
        Err(error) => assert!(!sound, "{error}"),
    }
}

#[test]
fn bytes_that_were_changed() {
    let all = all();
    let bytes = encode(&all);
    let mut numbers = Rng::with_seed(1);
    let mut read = 0;
    for _ in 0..4_000 {
        let mut changed = bytes[24..].to_vec();
        for _ in 0..=numbers.usize(..4) {
            let at = numbers.usize(..changed.len().max(1));
            changed[at] = match numbers.usize(..2) {
                0 => numbers.usize(..32) as u8,
                _ => numbers.u8(..),
            };
        }
        if let Ok(module) = decode(&file(&changed)) {
            read += 1;
            try_all(&module, &all);
        }
    }
    assert!(read > 200, "{read}");
}

#[test]
fn texts_that_were_changed() {
    let all = all();
    let lines: Vec<&str> = ALL.lines().collect();
    let words: Vec<&str> = ALL.split_inclusive([' ', '(', ')', ',', '\n']).collect();
    let mut numbers = Rng::with_seed(3);
    let mut read = 0;
    for _ in 0..3_000 {
        let mut changed: Vec<&str> = words.clone();
        for _ in 0..=numbers.usize(..2) {
            let at = numbers.usize(..changed.len().max(1));
            match numbers.usize(..4) {
                0 => {
                    changed.remove(at);
                }
                1 => changed[at] = words[numbers.usize(..words.len().max(1))],
                2 => changed.insert(at, words[numbers.usize(..words.len().max(1))]),
                _ => changed.truncate(at.max(1)),
            }
        }
        match parse(&changed.concat()) {
            Ok(module) => {
                read += 1;
                try_all(&module, &all);
            }
            Err(error) => {
                assert!(error.line >= 1 && error.column >= 1);
                assert!(error.line as usize <= lines.len() + 10, "{error}");
            }
        }
    }
    assert!(read > 20, "{read}");
}

/// The index of whatever, of few things or of none.
fn any<T>(numbers: &mut Rng, len: usize) -> Idx<T> {
    let number = match numbers.usize(..50) {
        0 => numbers.u32(..),
        _ => numbers.usize(..len) as u32,
    };
    Idx::from_raw(RawIdx::from(number))
}

#[test]
fn indices_that_were_changed() {
    let all = all();
    let mut numbers = Rng::with_seed(11);
    for _ in 0..1_500 {
        let mut module = all.clone();
        let at = numbers.usize(..module.functions.len().max(1));
        let function: &mut Function = std::sync::Arc::make_mut(&mut module.functions[at]);
        for _ in 0..=numbers.usize(..3) {
            break_code(&mut function.code, &mut numbers);
        }
        try_all(&module, &all);
    }
}

/// Sets some index to another one.
fn break_code(code: &mut Code, numbers: &mut Rng) {
    let lens = [
        code.exprs.len(),
        code.stmts.len(),
        code.locals.len(),
        code.constants.len(),
        code.types.len(),
    ];
    let change = |part: PartMut<'_>, numbers: &mut Rng| match part {
        PartMut::Expr(id) => *id = any(numbers, lens[0]),
        PartMut::Stmt(id) => *id = any(numbers, lens[1]),
        PartMut::Local(id) => *id = any(numbers, lens[2]),
        PartMut::Constant(id) => *id = any(numbers, lens[3]),
        PartMut::Type(id) => *id = any(numbers, lens[4]),
    };
    match numbers.usize(..5) {
        0 if lens[0] > 0 => {
            let id: Idx<Expr> = Idx::from_raw(RawIdx::from(numbers.usize(..lens[0].max(1)) as u32));
            walk::expr_mut(&mut code.exprs[id].kind, &mut |part| change(part, numbers));
        }
        1 if lens[0] > 0 => {
            let id: Idx<Expr> = Idx::from_raw(RawIdx::from(numbers.usize(..lens[0].max(1)) as u32));
            code.exprs[id].ty = any(numbers, lens[4]);
        }
        2 if lens[1] > 0 => {
            let id: Idx<Stmt> = Idx::from_raw(RawIdx::from(numbers.usize(..lens[1].max(1)) as u32));
            walk::stmt_mut(&mut code.stmts[id].kind, &mut |part| change(part, numbers));
        }
        3 if lens[3] > 0 => {
            let id: Idx<crate::Constant> =
                Idx::from_raw(RawIdx::from(numbers.usize(..lens[3].max(1)) as u32));
            code.constants[id].ty = any(numbers, lens[4]);
        }
        _ => {
            // A type that is made of one that comes later, or of itself.
            let to: TypeId = any(numbers, lens[4] + 2);
            code.types.intern(Type::Array {
                element: to,
                len: None,
            });
        }
    }
}

#[test]
fn a_body_of_nothing_but_indices() {
    let mut numbers = Rng::with_seed(5);
    for _ in 0..500 {
        let mut code = Code::default();
        let ty = code.types.intern(Type::Void);
        let mut exprs: Arena<Expr> = Arena::default();
        for _ in 0..8 {
            let [a, b, c] = [0; 3].map(|_| any(&mut numbers, 8));
            let kind = match numbers.usize(..4) {
                0 => ExprKind::Load(a),
                1 => ExprKind::Conditional(a, b, c),
                2 => ExprKind::Statements(any(&mut numbers, 4), Some(a)),
                _ => ExprKind::Call("f".into(), [a, b].into()),
            };
            exprs.alloc(Expr { kind, ty });
        }
        let mut stmts: Arena<Stmt> = Arena::default();
        for _ in 0..4 {
            let [a, b] = [0; 2].map(|_| any(&mut numbers, 4));
            let kind = match numbers.usize(..3) {
                0 => StmtKind::Block([a, b].into()),
                1 => StmtKind::If(any(&mut numbers, 8), a, Some(b)),
                _ => StmtKind::Return(Some(any(&mut numbers, 8))),
            };
            stmts.alloc(Stmt { kind, line: None });
        }
        (code.exprs, code.stmts) = (exprs, stmts);
        let mut function = all().functions[0].as_ref().clone();
        function.params = [].into();
        (function.ret, function.body, function.code) = (ty, Some(any(&mut numbers, 4)), code);
        assert!(!verify_definition(Definition::Function(&function), None).is_empty());
        let module = Module {
            functions: vec![function.into()],
            ..Module::default()
        };
        try_all(&module, &module);
    }
}
