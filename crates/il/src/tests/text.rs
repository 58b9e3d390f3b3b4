//! The text form.

use std::sync::Arc;

use expect_test::{expect, expect_file};

use super::{all, module};
use crate::code::{Code, ExprKind, Stmt, StmtKind};
use crate::module::{FunctionKind, Linkage};
use crate::types::{Integer, Type};
use crate::{ConstantKind, Function, Module, SyntaxError, parse, print, verify};

#[test]
fn what_is_read_is_written_again() {
    let module = all();
    let text = print(&module);
    expect_file!["all.il"].assert_eq(&text);
    assert_eq!(parse(&text).as_ref(), Ok(&module));
    assert_eq!(module.normalized(), module);
    let faults: Vec<String> = verify(&module).iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_kind_is_tried() {
    let module = all();
    let (mut exprs, mut stmts, mut types, mut constants) = (vec![], vec![], vec![], vec![]);
    // The name of a kind is what `Debug` writes first.
    let name = |value: &dyn std::fmt::Debug| -> String {
        let text = format!("{value:?}");
        text.chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect()
    };
    for definition in module.definitions() {
        let code = definition.code();
        exprs.extend(code.exprs.values().map(|e| name(&e.kind)));
        stmts.extend(code.stmts.values().map(|s| name(&s.kind)));
        types.extend(code.types.iter().map(|t| name(t.1)));
        constants.extend(code.constants.values().map(|c| name(&c.kind)));
    }
    for shape in crate::binary::shapes().filter(|shape| !shape.kind.is_empty()) {
        let met = match shape.of {
            "ExprKind" => &exprs,
            "StmtKind" => &stmts,
            "Type" => &types,
            "ConstantKind" => &constants,
            _ => continue,
        };
        assert!(
            met.iter().any(|kind| kind == shape.kind),
            "all.il has no {}::{}",
            shape.of,
            shape.kind
        );
    }
}

/// A function whose arenas have another order than the text, and entries that nothing uses.
fn disordered() -> Function {
    let mut code = Code::default();
    let long = code.types.integer(Integer::Long);
    let int = code.types.integer(Integer::Int);
    let void = code.types.intern(Type::Void);
    let unused = code.constant(ConstantKind::Integer(9), long);
    code.expr(ExprKind::Constant(unused), long);
    let second = code.stmts.alloc(Stmt {
        kind: StmtKind::Return(None),
        line: None,
    });
    let two = code.constant(ConstantKind::Integer(2), int);
    let one = code.constant(ConstantKind::Integer(1), int);
    let right = code.expr(ExprKind::Constant(two), int);
    let left = code.expr(ExprKind::Constant(one), int);
    let sum = code.expr(ExprKind::Binary(crate::Binary::Add, left, right), int);
    let first = code.stmts.alloc(Stmt {
        kind: StmtKind::Expr(sum),
        line: Some(-3),
    });
    let body = code.stmts.alloc(Stmt {
        kind: StmtKind::Block([first, second].into()),
        line: None,
    });
    Function {
        name: "f".into(),
        linkage: Linkage::Internal,
        kind: FunctionKind::Device,
        attributes: Default::default(),
        ret: void,
        has_return_slot: false,
        params: [].into(),
        variadic: false,
        body: Some(body),
        place: None,
        code,
    }
}

#[test]
fn the_text_has_the_normal_order() {
    let module = Module {
        functions: vec![Arc::new(disordered())],
        ..Module::default()
    };
    let text = print(&module);
    expect![[r#"
        cleave-il 1

        function @f() -> void device internal {
          add(int 1, int 2) !-3
          return
        }
    "#]]
    .assert_eq(&text);
    let read = parse(&text).expect("it is a module");
    assert_ne!(read, module);
    assert_eq!(read, module.normalized());
    assert_eq!(read.normalized(), read);
    // Parts come first, in the order of the text, and what nothing uses is gone.
    let code = &read.functions[0].code;
    let constants: Vec<&ConstantKind> = code.constants.values().map(|c| &c.kind).collect();
    assert_eq!(
        constants,
        [&ConstantKind::Integer(1), &ConstantKind::Integer(2)]
    );
    let lines: Vec<Option<i32>> = code.stmts.values().map(|s| s.line).collect();
    assert_eq!(lines, [Some(-3), None, None]);
    assert!(matches!(
        code.stmts.values().last().map(|s| &s.kind),
        Some(StmtKind::Block(_))
    ));
    assert_eq!(print(&read), text);
}

#[test]
fn a_definition_that_is_no_tree_is_a_comment() {
    let mut function = disordered();
    let body = function.body.expect("a body");
    function.code.stmts[body].kind = StmtKind::Block([body].into());
    let module = Module {
        functions: vec![Arc::new(function)],
        ..Module::default()
    };
    let text = print(&module);
    expect![[r#"
        cleave-il 1

        // "f" cannot be written: one-place: statement 2
    "#]]
    .assert_eq(&text);
    assert_eq!(parse(&text), Ok(Module::default()));
}

#[test]
fn locals_of_one_name_stay_apart() {
    let module = module(
        "function @f(%x: int, %x#2: long, %#1: int, %\"a b\": int) -> void device external {
           { declare %x#3: char
             store(%x#3, char 1)
           }
           store(%\"a b\", load(%x))
         }",
    );
    let names: Vec<&str> = module.functions[0]
        .code
        .locals
        .values()
        .map(|l| l.name.as_ref())
        .collect();
    assert_eq!(names, ["x", "x", "", "a b", "x"]);
    assert_eq!(parse(&print(&module)), Ok(module));
}

#[test]
fn floating_values_keep_their_bits() {
    for bits in [
        0,
        1,
        1 << 63,
        0x7ff0 << 48,
        0xfff0 << 48,
        0x7ff8 << 48,
        0x7ff0_0000_0000_0001,
        f64::MAX.to_bits(),
        0.1f64.to_bits(),
        1e16f64.to_bits(),
        5e-324f64.to_bits(),
    ] {
        let mut module = module("variable @x: double device external = 1.0");
        let variable = Arc::make_mut(&mut module.variables[0]);
        let value = variable.value.expect("a value");
        variable.code.constants[value].kind = ConstantKind::Floating(bits);
        assert_eq!(parse(&print(&module)), Ok(module), "{bits:x}");
    }
}

#[test]
fn an_if_keeps_its_else() {
    let text = "cleave-il 1

function @f() -> void device internal {
  if bool 1 (
    if bool 0 (
      return
    )
  ) else (
    return
  )
}
";
    let module = parse(text).expect("it is a module");
    assert_eq!(print(&module), text);
}

/// The error of a text, with its place.
fn error(text: &str) -> String {
    match parse(text) {
        Ok(_) => panic!("it is a module: {text}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn errors_say_where() {
    let errors: Vec<String> = [
        "",
        "cleave-il 2",
        "module",
        "cleave-il 1\nvariable x",
        "cleave-il 1\nvariable @x: int device external = 1.5.5",
        "cleave-il 1\nvariable @x: int device external = 99999999999999999999999999999999999999999",
        "cleave-il 1\nvariable @x: int device external = \"abc",
        "cleave-il 1\nvariable @x: int device external = \"ä\\q\"",
        "cleave-il 1\nvariable @x: int device external = text zero",
        "cleave-il 1\n\nfunction @f() -> void device external {\n  store(%x, int 1)\n}",
        "cleave-il 1\nfunction @f(%x: int, %x: int) -> void device external",
        "cleave-il 1\nfunction @f() -> void device external { store(int 1) }",
        "cleave-il 1\nfunction @f() -> void device external { convert integer (int 1) }",
        "cleave-il 1\nfunction @f() -> void device external { return",
        "cleave-il 1\nfunction @f() -> void device external ;",
        "cleave-il 1\nrecord @r size -1 align 1 {}",
    ]
    .map(error)
    .into();
    expect![[r#"
        1:1: the first line is not 'cleave-il 1'
        1:1: version 2 is not known: this Cleave reads 1
        1:1: the first line is not 'cleave-il 1'
        2:10: expected '@', found 'x'
        2:36: expected a floating number
        2:36: '9999999999999999999999999999999999999999' is not an integer, or out of range
        2:36: the string does not end
        2:38: no such escape
        2:41: expected the type of a constant, found 'zero'
        4:9: nothing declares %x
        2:22: %x has a type before
        2:41: it takes another number of operands than 1
        2:65: expected ':' and the type of the expression, found '}'
        2:47: expected an expression, found the end of the text
        2:39: the character ';' has no meaning here
        2:16: '-1' is not a number of bytes, or out of range
    "#]]
    .assert_eq(&(errors.join("\n") + "\n"));
}

#[test]
fn nesting_has_an_end() {
    let deep = |start: &str, end: &str| {
        format!(
            "cleave-il 1\nvariable @x: {}int{} device external",
            start.repeat(100_000),
            end.repeat(100_000)
        )
    };
    assert_eq!(error(&deep("ptr(", ")")), "2:814: types nest too deep");
    let constant = format!(
        "cleave-il 1\nvariable @x: int device external = {}",
        "array(int, 1) [".repeat(100_000)
    );
    assert!(error(&constant).ends_with("constants nest too deep"));
    let block = format!(
        "cleave-il 1\nfunction @f() -> void device external {{ {}",
        "statements({ ".repeat(100_000)
    );
    assert!(error(&block).ends_with("blocks in expressions nest too deep"));
    // Statements and operands nest as deep as anybody likes.
    let count = 20_000;
    let body = format!(
        "{}int 1{} {}{}",
        "negate(".repeat(count),
        ")".repeat(count),
        "if bool 1 (".repeat(count),
        "return\n".to_owned() + &")".repeat(count)
    );
    let module = module(&format!(
        "function @f() -> void device external {{ {body} }}"
    ));
    assert_eq!(verify(&module), []);
    assert_eq!(parse(&print(&module)), Ok(module));
}

#[test]
fn a_type_that_is_too_long_is_refused() {
    let long = format!(
        "cleave-il 1\nvariable @x: ptr(fn({}) -> void) device external",
        "int, ".repeat(20_000) + "int"
    );
    let SyntaxError {
        line,
        column,
        message,
    } = parse(&long).expect_err("it is too long");
    assert_eq!((line, column), (2, 1));
    assert!(message.starts_with("depth: "), "{message}");
}
