//! Trees of templates.

use expect_test::expect;

use super::declaration;

#[test]
fn parameters() {
    declaration(
        "template <class T, typename... U, int N = 1 + 2, template <class> class V = W, auto... X, typename T::Y Z> struct A;",
        expect![[r#"
            template_declaration
              template
              template_parameter_list
                <
                type_parameter class T
                ,
                type_parameter typename ... U
                ,
                parameter_declaration
                  decl_specifier_seq int
                  declarator
                    declarator_id N
                  equal_initializer
                    =
                    binary_expression
                      literal 1
                      +
                      literal 2
                ,
                template_template_parameter
                  template
                  template_parameter_list
                    <
                    type_parameter class
                    >
                  class
                  V
                  =
                  type_id
                    decl_specifier_seq
                      named_type W
                ,
                parameter_declaration
                  decl_specifier_seq auto
                  declarator
                    ...
                    declarator_id X
                ,
                parameter_declaration
                  decl_specifier_seq
                    typename_specifier
                      typename
                      nested_name_specifier T ::
                      Y
                  declarator
                    declarator_id Z
                >
              simple_declaration
                decl_specifier_seq
                  elaborated_type_specifier struct A
                ;
        "#]],
    );
}

#[test]
fn constraints() {
    declaration(
        "template <C T, D<int> U = int> requires E<T> && (sizeof(U) > 1) || requires { T{}; } void f(C auto x) requires F<T>;",
        expect![[r#"
            template_declaration
              template
              template_parameter_list
                <
                parameter_declaration
                  decl_specifier_seq
                    named_type C
                  declarator
                    declarator_id T
                ,
                constrained_parameter
                  type_constraint
                    template_id
                      D
                      template_argument_list
                        <
                        type_id
                          decl_specifier_seq int
                        >
                  U
                  =
                  type_id
                    decl_specifier_seq int
                >
              requires_clause
                requires
                binary_expression
                  binary_expression
                    id_expression
                      template_id
                        E
                        template_argument_list
                          <
                          type_id
                            decl_specifier_seq
                              named_type T
                          >
                    &&
                    paren_expression
                      (
                      binary_expression
                        sizeof_expression
                          sizeof
                          (
                          type_id
                            decl_specifier_seq
                              named_type U
                          )
                        >
                        literal 1
                      )
                  ||
                  requires_expression
                    requires
                    {
                    simple_requirement
                      functional_cast_expression
                        decl_specifier_seq
                          named_type T
                        braced_init_list { }
                      ;
                    }
              simple_declaration
                decl_specifier_seq void
                init_declarator
                  declarator
                    declarator_id f
                    parameters_and_qualifiers
                      parameter_clause
                        (
                        parameter_declaration
                          decl_specifier_seq
                            placeholder_type_specifier
                              type_constraint C
                              auto
                          declarator
                            declarator_id x
                        )
                      requires_clause
                        requires
                        id_expression
                          template_id
                            F
                            template_argument_list
                              <
                              type_id
                                decl_specifier_seq
                                  named_type T
                              >
                ;
        "#]],
    );
    declaration(
        "template <class T> concept G = requires(T a) { a + 1; typename T::x; { a } noexcept -> H<int>; requires true; };",
        expect![[r#"
            template_declaration
              template
              template_parameter_list
                <
                type_parameter class T
                >
              concept_definition
                concept
                G
                =
                requires_expression
                  requires
                  parameter_clause
                    (
                    parameter_declaration
                      decl_specifier_seq
                        named_type T
                      declarator
                        declarator_id a
                    )
                  {
                  simple_requirement
                    binary_expression
                      id_expression a
                      +
                      literal 1
                    ;
                  type_requirement
                    typename_specifier
                      typename
                      nested_name_specifier T ::
                      x
                    ;
                  compound_requirement
                    {
                    id_expression a
                    }
                    noexcept
                    ->
                    type_constraint
                      template_id
                        H
                        template_argument_list
                          <
                          type_id
                            decl_specifier_seq int
                          >
                    ;
                  nested_requirement
                    requires
                    literal true
                    ;
                  }
                ;
        "#]],
    );
}

#[test]
fn specializations() {
    declaration(
        "template <> void f<int>(int); template <class T> struct A<T *> { }; template struct A<int>; extern template void g<>();",
        expect![[r#"
            explicit_specialization
              template
              <
              >
              simple_declaration
                decl_specifier_seq void
                init_declarator
                  declarator
                    declarator_id
                      template_id
                        f
                        template_argument_list
                          <
                          type_id
                            decl_specifier_seq int
                          >
                    parameters_and_qualifiers
                      parameter_clause
                        (
                        parameter_declaration
                          decl_specifier_seq int
                        )
                ;
            template_declaration
              template
              template_parameter_list
                <
                type_parameter class T
                >
              simple_declaration
                decl_specifier_seq
                  class_specifier
                    struct
                    template_id
                      A
                      template_argument_list
                        <
                        type_id
                          decl_specifier_seq
                            named_type T
                          declarator
                            pointer_operator *
                        >
                    member_specification { }
                ;
            explicit_instantiation
              template
              simple_declaration
                decl_specifier_seq
                  elaborated_type_specifier
                    struct
                    template_id
                      A
                      template_argument_list
                        <
                        type_id
                          decl_specifier_seq int
                        >
                ;
            explicit_instantiation
              extern
              template
              simple_declaration
                decl_specifier_seq void
                init_declarator
                  declarator
                    declarator_id
                      template_id
                        g
                        template_argument_list < >
                    parameters_and_qualifiers
                      parameter_clause ( )
                ;
        "#]],
    );
}

#[test]
fn deduction_guide() {
    declaration(
        "template <class T> explicit A(T, int) -> A<T *>;",
        expect![[r#"
            template_declaration
              template
              template_parameter_list
                <
                type_parameter class T
                >
              deduction_guide
                decl_specifier_seq
                  explicit_specifier explicit
                declarator
                  declarator_id A
                  parameters_and_qualifiers
                    parameter_clause
                      (
                      parameter_declaration
                        decl_specifier_seq
                          named_type T
                      ,
                      parameter_declaration
                        decl_specifier_seq int
                      )
                    trailing_return_type
                      ->
                      type_id
                        decl_specifier_seq
                          named_type
                            template_id
                              A
                              template_argument_list
                                <
                                type_id
                                  decl_specifier_seq
                                    named_type T
                                  declarator
                                    pointer_operator *
                                >
                ;
        "#]],
    );
}
