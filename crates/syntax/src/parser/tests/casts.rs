//! Trees of casts, `new` and `delete`.

use expect_test::expect;

use super::expression;

#[test]
fn casts() {
    expression(
        "(int)-x",
        expect![[r#"
        cast_expression
          (
          type_id
            decl_specifier_seq int
          )
          prefix_expression
            -
            id_expression x
    "#]],
    );
    expression(
        "(unsigned char)(c)",
        expect![[r#"
        cast_expression
          (
          type_id
            decl_specifier_seq unsigned char
          )
          paren_expression
            (
            id_expression c
            )
    "#]],
    );
    expression(
        "(T)x",
        expect![[r#"
        cast_expression
          (
          type_id
            decl_specifier_seq
              named_type T
          )
          id_expression x
    "#]],
    );
    expression(
        "(a)(b)",
        expect![[r#"
            cast_expression
              (
              type_id
                decl_specifier_seq
                  named_type a
              )
              paren_expression
                (
                id_expression b
                )
        "#]],
    );
    expression(
        "(a * b)(c)",
        expect![[r#"
        call_expression
          paren_expression
            (
            binary_expression
              id_expression a
              *
              id_expression b
            )
          argument_list
            (
            id_expression c
            )
    "#]],
    );
    expression(
        "(S *)p->q",
        expect![[r#"
        cast_expression
          (
          type_id
            decl_specifier_seq
              named_type S
            declarator
              pointer_operator *
          )
          member_expression
            id_expression p
            ->
            q
    "#]],
    );
    expression(
        "(S){1, .x = 2}",
        expect![[r#"
        compound_literal
          (
          type_id
            decl_specifier_seq
              named_type S
          )
          braced_init_list
            {
            literal 1
            ,
            designated_initializer
              designator . x
              =
              literal 2
            }
    "#]],
    );
    expression(
        "static_cast<A<B>>(x)",
        expect![[r#"
        named_cast_expression
          static_cast
          <
          type_id
            decl_specifier_seq
              named_type
                template_id
                  A
                  template_argument_list
                    <
                    type_id
                      decl_specifier_seq
                        named_type B
                    >
          >
          (
          id_expression x
          )
    "#]],
    );
    expression(
        "int(x) + T{1} + typename U::V(2)",
        expect![[r#"
        binary_expression
          binary_expression
            functional_cast_expression
              decl_specifier_seq int
              argument_list
                (
                id_expression x
                )
            +
            functional_cast_expression
              decl_specifier_seq
                named_type T
              braced_init_list
                {
                literal 1
                }
          +
          functional_cast_expression
            decl_specifier_seq
              typename_specifier
                typename
                nested_name_specifier U ::
                V
            argument_list
              (
              literal 2
              )
    "#]],
    );
    expression(
        "decltype(x){} + decltype(x)::y",
        expect![[r#"
        binary_expression
          functional_cast_expression
            decl_specifier_seq
              decltype_specifier
                decltype
                (
                id_expression x
                )
            braced_init_list { }
          +
          id_expression
            nested_name_specifier
              decltype_specifier
                decltype
                (
                id_expression x
                )
              ::
            y
    "#]],
    );
}

#[test]
fn allocation() {
    expression(
        "new int",
        expect![[r#"
        new_expression
          new
          type_id
            decl_specifier_seq int
    "#]],
    );
    expression(
        "new (p) T[n](1)",
        expect![[r#"
        new_expression
          new
          new_placement
            (
            id_expression p
            )
          type_id
            decl_specifier_seq
              named_type T
            declarator
              array_suffix
                [
                id_expression n
                ]
          argument_list
            (
            literal 1
            )
    "#]],
    );
    expression(
        "::new (int *)(q)",
        expect![[r#"
        new_expression
          ::
          new
          (
          type_id
            decl_specifier_seq int
            declarator
              pointer_operator *
          )
          argument_list
            (
            id_expression q
            )
    "#]],
    );
    expression(
        "new T{1}",
        expect![[r#"
        new_expression
          new
          type_id
            decl_specifier_seq
              named_type T
          braced_init_list
            {
            literal 1
            }
    "#]],
    );
    expression(
        "delete[] p",
        expect![[r#"
        delete_expression
          delete
          [
          ]
          id_expression p
    "#]],
    );
}
