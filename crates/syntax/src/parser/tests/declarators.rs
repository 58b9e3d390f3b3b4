//! Trees of declarators and attributes.

use expect_test::expect;

use super::declaration;

#[test]
fn attributes() {
    declaration(
        "[[nodiscard, gnu::always_inline]] __attribute__((device, aligned(16), launch_bounds(32 * 2, N))) inline int f() __attribute__((weak));",
        expect![[r#"
            simple_declaration
              decl_specifier_seq
                attribute_specifier
                  [
                  [
                  attribute nodiscard
                  ,
                  attribute gnu :: always_inline
                  ]
                  ]
                attribute_specifier
                  __attribute__
                  (
                  (
                  attribute device
                  ,
                  attribute
                    aligned
                    attribute_argument_clause
                      (
                      literal 16
                      )
                  ,
                  attribute
                    launch_bounds
                    attribute_argument_clause
                      (
                      binary_expression
                        literal 32
                        *
                        literal 2
                      ,
                      id_expression N
                      )
                  )
                  )
                inline
                int
              init_declarator
                declarator
                  declarator_id f
                  parameters_and_qualifiers
                    parameter_clause ( )
                    attribute_specifier
                      __attribute__
                      (
                      (
                      attribute weak
                      )
                      )
              ;
        "#]],
    );
    declaration(
        "alignas(int) char c [[maybe_unused]];",
        expect![[r#"
        simple_declaration
          decl_specifier_seq
            alignas_specifier
              alignas
              (
              type_id
                decl_specifier_seq int
              )
            char
          init_declarator
            declarator
              declarator_id
                c
                attribute_specifier
                  [
                  [
                  attribute maybe_unused
                  ]
                  ]
          ;
    "#]],
    );
}

#[test]
fn declarators() {
    declaration(
        "int (*(*f[3])(int))[2], C::*p, &&r = x, (T::*m)(int) const;",
        expect![[r#"
            simple_declaration
              decl_specifier_seq int
              init_declarator
                declarator
                  paren_declarator
                    (
                    declarator
                      pointer_operator *
                      paren_declarator
                        (
                        declarator
                          pointer_operator *
                          declarator_id f
                          array_suffix
                            [
                            literal 3
                            ]
                        )
                      parameters_and_qualifiers
                        parameter_clause
                          (
                          parameter_declaration
                            decl_specifier_seq int
                          )
                    )
                  array_suffix
                    [
                    literal 2
                    ]
              ,
              init_declarator
                declarator
                  pointer_operator C :: *
                  declarator_id p
              ,
              init_declarator
                declarator
                  pointer_operator &&
                  declarator_id r
                equal_initializer
                  =
                  id_expression x
              ,
              init_declarator
                declarator
                  paren_declarator
                    (
                    declarator
                      pointer_operator T :: *
                      declarator_id m
                    )
                  parameters_and_qualifiers
                    parameter_clause
                      (
                      parameter_declaration
                        decl_specifier_seq int
                      )
                    const
              ;
        "#]],
    );
    declaration(
        "auto &[a, b] = c;",
        expect![[r#"
        simple_declaration
          decl_specifier_seq auto
          init_declarator
            declarator
              pointer_operator &
              structured_binding [ a , b ]
            equal_initializer
              =
              id_expression c
          ;
    "#]],
    );
    declaration(
        "int (x), (g)(int), y(1), z{2}, w(A), v(3 * n);",
        expect![[r#"
            simple_declaration
              decl_specifier_seq int
              init_declarator
                declarator
                  paren_declarator
                    (
                    declarator
                      declarator_id x
                    )
              ,
              init_declarator
                declarator
                  paren_declarator
                    (
                    declarator
                      declarator_id g
                    )
                  parameters_and_qualifiers
                    parameter_clause
                      (
                      parameter_declaration
                        decl_specifier_seq int
                      )
              ,
              init_declarator
                declarator
                  declarator_id y
                argument_list
                  (
                  literal 1
                  )
              ,
              init_declarator
                declarator
                  declarator_id z
                braced_init_list
                  {
                  literal 2
                  }
              ,
              init_declarator
                declarator
                  declarator_id w
                  parameters_and_qualifiers
                    parameter_clause
                      (
                      parameter_declaration
                        decl_specifier_seq
                          named_type A
                      )
              ,
              init_declarator
                declarator
                  declarator_id v
                argument_list
                  (
                  binary_expression
                    literal 3
                    *
                    id_expression n
                  )
              ;
        "#]],
    );
}
