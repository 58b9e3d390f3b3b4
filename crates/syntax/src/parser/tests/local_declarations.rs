//! Trees of statements that are declarations, or look like one.

use expect_test::expect;

use super::statement;

#[test]
fn declarations_by_form() {
    statement(
        "a b; a * b; a *b = c; a & b; f(x); a<b> c; a::b c(d), e{f}; a::b<c> d; a b(c, d); a b(c d);",
        expect![[r#"
            simple_declaration
              decl_specifier_seq
                named_type a
              init_declarator
                declarator
                  declarator_id b
              ;
            simple_declaration
              decl_specifier_seq
                named_type a
              init_declarator
                declarator
                  pointer_operator *
                  declarator_id b
              ;
            simple_declaration
              decl_specifier_seq
                named_type a
              init_declarator
                declarator
                  pointer_operator *
                  declarator_id b
                equal_initializer
                  =
                  id_expression c
              ;
            simple_declaration
              decl_specifier_seq
                named_type a
              init_declarator
                declarator
                  pointer_operator &
                  declarator_id b
              ;
            expression_statement
              call_expression
                id_expression f
                argument_list
                  (
                  id_expression x
                  )
              ;
            simple_declaration
              decl_specifier_seq
                named_type
                  template_id
                    a
                    template_argument_list
                      <
                      id_expression b
                      >
              init_declarator
                declarator
                  declarator_id c
              ;
            simple_declaration
              decl_specifier_seq
                named_type
                  nested_name_specifier a ::
                  b
              init_declarator
                declarator
                  declarator_id c
                argument_list
                  (
                  id_expression d
                  )
              ,
              init_declarator
                declarator
                  declarator_id e
                braced_init_list
                  {
                  id_expression f
                  }
              ;
            simple_declaration
              decl_specifier_seq
                named_type
                  nested_name_specifier a ::
                  template_id
                    b
                    template_argument_list
                      <
                      id_expression c
                      >
              init_declarator
                declarator
                  declarator_id d
              ;
            simple_declaration
              decl_specifier_seq
                named_type a
              init_declarator
                declarator
                  declarator_id b
                argument_list
                  (
                  id_expression c
                  ,
                  id_expression d
                  )
              ;
            simple_declaration
              decl_specifier_seq
                named_type a
              init_declarator
                declarator
                  declarator_id b
                  parameters_and_qualifiers
                    parameter_clause
                      (
                      parameter_declaration
                        decl_specifier_seq
                          named_type c
                        declarator
                          declarator_id d
                      )
              ;
        "#]],
    );
}

#[test]
fn declarations_by_keyword() {
    statement(
        "int(x); int(x), y; int(x) + 1; int f(int), g(1); typename T::U x; typename T::U(1); auto(x); const T x(y);",
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
              ;
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
                  declarator_id y
              ;
            expression_statement
              binary_expression
                functional_cast_expression
                  decl_specifier_seq int
                  argument_list
                    (
                    id_expression x
                    )
                +
                literal 1
              ;
            simple_declaration
              decl_specifier_seq int
              init_declarator
                declarator
                  declarator_id f
                  parameters_and_qualifiers
                    parameter_clause
                      (
                      parameter_declaration
                        decl_specifier_seq int
                      )
              ,
              init_declarator
                declarator
                  declarator_id g
                argument_list
                  (
                  literal 1
                  )
              ;
            simple_declaration
              decl_specifier_seq
                typename_specifier
                  typename
                  nested_name_specifier T ::
                  U
              init_declarator
                declarator
                  declarator_id x
              ;
            expression_statement
              functional_cast_expression
                decl_specifier_seq
                  typename_specifier
                    typename
                    nested_name_specifier T ::
                    U
                argument_list
                  (
                  literal 1
                  )
              ;
            simple_declaration
              decl_specifier_seq auto
              init_declarator
                declarator
                  paren_declarator
                    (
                    declarator
                      declarator_id x
                    )
              ;
            simple_declaration
              decl_specifier_seq
                const
                named_type T
              init_declarator
                declarator
                  declarator_id x
                argument_list
                  (
                  id_expression y
                  )
              ;
        "#]],
    );
}

#[test]
fn declarations_by_name() {
    statement(
        "struct T; int v; T(x); T(*y)(int); v * x; T * z; v(x); T(1); v < x > z; T f(T), g(v);",
        expect![[r#"
            simple_declaration
              decl_specifier_seq
                elaborated_type_specifier struct T
              ;
            simple_declaration
              decl_specifier_seq int
              init_declarator
                declarator
                  declarator_id v
              ;
            simple_declaration
              decl_specifier_seq
                named_type T
              init_declarator
                declarator
                  paren_declarator
                    (
                    declarator
                      declarator_id x
                    )
              ;
            simple_declaration
              decl_specifier_seq
                named_type T
              init_declarator
                declarator
                  paren_declarator
                    (
                    declarator
                      pointer_operator *
                      declarator_id y
                    )
                  parameters_and_qualifiers
                    parameter_clause
                      (
                      parameter_declaration
                        decl_specifier_seq int
                      )
              ;
            expression_statement
              binary_expression
                id_expression v
                *
                id_expression x
              ;
            simple_declaration
              decl_specifier_seq
                named_type T
              init_declarator
                declarator
                  pointer_operator *
                  declarator_id z
              ;
            expression_statement
              call_expression
                id_expression v
                argument_list
                  (
                  id_expression x
                  )
              ;
            expression_statement
              call_expression
                id_expression T
                argument_list
                  (
                  literal 1
                  )
              ;
            expression_statement
              binary_expression
                binary_expression
                  id_expression v
                  <
                  id_expression x
                >
                id_expression z
              ;
            simple_declaration
              decl_specifier_seq
                named_type T
              init_declarator
                declarator
                  declarator_id f
                  parameters_and_qualifiers
                    parameter_clause
                      (
                      parameter_declaration
                        decl_specifier_seq
                          named_type T
                      )
              ,
              init_declarator
                declarator
                  declarator_id g
                argument_list
                  (
                  id_expression v
                  )
              ;
        "#]],
    );
}
