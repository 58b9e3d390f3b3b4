//! Trees of primary expressions: literals, lambdas, folds, built-ins, lists.

use expect_test::expect;

use super::expression;

#[test]
fn folds() {
    expression(
        "(... + args)",
        expect![[r#"
        fold_expression
          (
          ...
          +
          id_expression args
          )
    "#]],
    );
    expression(
        "(args && ...)",
        expect![[r#"
        fold_expression
          (
          id_expression args
          &&
          ...
          )
    "#]],
    );
    expression(
        "(0 + ... + (args))",
        expect![[r#"
        fold_expression
          (
          literal 0
          +
          ...
          +
          paren_expression
            (
            id_expression args
            )
          )
    "#]],
    );
    expression(
        "(f(args), ...)",
        expect![[r#"
        fold_expression
          (
          call_expression
            id_expression f
            argument_list
              (
              id_expression args
              )
          ,
          ...
          )
    "#]],
    );
    expression(
        "(a >> ... >> b)",
        expect![[r#"
        fold_expression
          (
          id_expression a
          >
          >
          ...
          >
          >
          id_expression b
          )
    "#]],
    );
}

#[test]
fn lambdas() {
    expression(
        "[=, &a, this, b = 1, ...c = d] <class T> (T x) mutable noexcept -> int { return x; }",
        expect![[r#"
            lambda_expression
              lambda_introducer
                [
                lambda_capture =
                ,
                lambda_capture & a
                ,
                lambda_capture this
                ,
                lambda_capture
                  b
                  equal_initializer
                    =
                    literal 1
                ,
                lambda_capture
                  ...
                  c
                  equal_initializer
                    =
                    id_expression d
                ]
              template_parameter_list
                <
                type_parameter class T
                >
              parameter_clause
                (
                parameter_declaration
                  decl_specifier_seq
                    named_type T
                  declarator
                    declarator_id x
                )
              mutable
              noexcept_specifier noexcept
              trailing_return_type
                ->
                type_id
                  decl_specifier_seq int
              compound_statement
                {
                return_statement
                  return
                  id_expression x
                  ;
                }
        "#]],
    );
    expression(
        "[] __attribute__((device)) { }",
        expect![[r#"
        lambda_expression
          lambda_introducer [ ]
          attribute_specifier
            __attribute__
            (
            (
            attribute device
            )
            )
          compound_statement { }
    "#]],
    );
    expression(
        "[](auto... x) requires C<int> { }(1)",
        expect![[r#"
        call_expression
          lambda_expression
            lambda_introducer [ ]
            parameter_clause
              (
              parameter_declaration
                decl_specifier_seq auto
                declarator
                  ...
                  declarator_id x
              )
            requires_clause
              requires
              id_expression
                template_id
                  C
                  template_argument_list
                    <
                    type_id
                      decl_specifier_seq int
                    >
            compound_statement { }
          argument_list
            (
            literal 1
            )
    "#]],
    );
}

#[test]
fn literals() {
    expression(
        r#"1 + 2.0 + 'c' + "a" L"b"_s + true + nullptr"#,
        expect![[r#"
            binary_expression
              binary_expression
                binary_expression
                  binary_expression
                    binary_expression
                      literal 1
                      +
                      literal 2.0
                    +
                    literal 'c'
                  +
                  string_expression "a" L"b"_s
                +
                literal true
              +
              literal nullptr
        "#]],
    );
}

#[test]
fn builtins() {
    expression(
        "__is_same(int, T) + __builtin_offsetof(S, a.b[1]) + __builtin_va_arg(p, T *)",
        expect![[r#"
            binary_expression
              binary_expression
                type_trait_expression
                  __is_same
                  (
                  type_id
                    decl_specifier_seq int
                  ,
                  type_id
                    decl_specifier_seq
                      named_type T
                  )
                +
                builtin_expression
                  __builtin_offsetof
                  (
                  type_id
                    decl_specifier_seq
                      named_type S
                  ,
                  subscript_expression
                    member_expression
                      id_expression a
                      .
                      b
                    [
                    literal 1
                    ]
                  )
              +
              builtin_expression
                __builtin_va_arg
                (
                id_expression p
                ,
                type_id
                  decl_specifier_seq
                    named_type T
                  declarator
                    pointer_operator *
                )
        "#]],
    );
    expression(
        "({ int x = 1; x; })",
        expect![[r#"
        statement_expression
          (
          compound_statement
            {
            simple_declaration
              decl_specifier_seq int
              init_declarator
                declarator
                  declarator_id x
                equal_initializer
                  =
                  literal 1
              ;
            expression_statement
              id_expression x
              ;
            }
          )
    "#]],
    );
}

#[test]
fn initializers() {
    expression(
        "T{.a = 1, .b.c{2}, [0] = 3, [1 ... 2] = 4, d: 5, x...}",
        expect![[r#"
            functional_cast_expression
              decl_specifier_seq
                named_type T
              braced_init_list
                {
                designated_initializer
                  designator . a
                  =
                  literal 1
                ,
                designated_initializer
                  designator . b
                  designator . c
                  braced_init_list
                    {
                    literal 2
                    }
                ,
                designated_initializer
                  designator
                    [
                    literal 0
                    ]
                  =
                  literal 3
                ,
                designated_initializer
                  designator
                    [
                    literal 1
                    ...
                    literal 2
                    ]
                  =
                  literal 4
                ,
                designated_initializer
                  designator d :
                  literal 5
                ,
                pack_expansion
                  id_expression x
                  ...
                }
        "#]],
    );
}
