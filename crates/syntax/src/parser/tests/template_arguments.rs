//! Trees of template arguments.

use expect_test::expect;

use super::declaration;

#[test]
fn arguments() {
    declaration(
        "A<int, int(char), 1 + 2, b, B::c, T::d, (x > y), e<f>::g, h...> x;",
        expect![[r#"
            simple_declaration
              decl_specifier_seq
                named_type
                  template_id
                    A
                    template_argument_list
                      <
                      type_id
                        decl_specifier_seq int
                      ,
                      type_id
                        decl_specifier_seq int
                        declarator
                          parameters_and_qualifiers
                            parameter_clause
                              (
                              parameter_declaration
                                decl_specifier_seq char
                              )
                      ,
                      binary_expression
                        literal 1
                        +
                        literal 2
                      ,
                      type_id
                        decl_specifier_seq
                          named_type b
                      ,
                      type_id
                        decl_specifier_seq
                          named_type
                            nested_name_specifier B ::
                            c
                      ,
                      type_id
                        decl_specifier_seq
                          named_type
                            nested_name_specifier T ::
                            d
                      ,
                      paren_expression
                        (
                        binary_expression
                          id_expression x
                          >
                          id_expression y
                        )
                      ,
                      id_expression
                        nested_name_specifier
                          template_id
                            e
                            template_argument_list
                              <
                              type_id
                                decl_specifier_seq
                                  named_type f
                              >
                          ::
                        g
                      ,
                      pack_expansion
                        type_id
                          decl_specifier_seq
                            named_type h
                        ...
                      >
              init_declarator
                declarator
                  declarator_id x
              ;
        "#]],
    );
    declaration(
        "A<B<C<1>>> x = D<(1 >> 2)>::e; bool b = f < g, c = h >= i;",
        expect![[r#"
            simple_declaration
              decl_specifier_seq
                named_type
                  template_id
                    A
                    template_argument_list
                      <
                      type_id
                        decl_specifier_seq
                          named_type
                            template_id
                              B
                              template_argument_list
                                <
                                type_id
                                  decl_specifier_seq
                                    named_type
                                      template_id
                                        C
                                        template_argument_list
                                          <
                                          literal 1
                                          >
                                >
                      >
              init_declarator
                declarator
                  declarator_id x
                equal_initializer
                  =
                  id_expression
                    nested_name_specifier
                      template_id
                        D
                        template_argument_list
                          <
                          paren_expression
                            (
                            binary_expression
                              literal 1
                              >
                              >
                              literal 2
                            )
                          >
                      ::
                    e
              ;
            simple_declaration
              decl_specifier_seq bool
              init_declarator
                declarator
                  declarator_id b
                equal_initializer
                  =
                  binary_expression
                    id_expression f
                    <
                    id_expression g
              ,
              init_declarator
                declarator
                  declarator_id c
                equal_initializer
                  =
                  binary_expression
                    id_expression h
                    >
                    =
                    id_expression i
              ;
        "#]],
    );
}

/// A member of what depends on template parameters is a value without `typename`, so that what could be a function type is a
/// conversion ([temp.res.general]/3, [dcl.ambig.res]); a type remains a type.
#[test]
fn conversions_of_dependent_values_as_arguments() {
    declaration(
        "template <class P> void f(A<int(P::n)>, A<T(P::n)>, A<int(B<P>::n)>, A<int(P)>, A<int(typename P::n)>, A<int(P::*)>);",
        expect![[r#"
            template_declaration
              template
              template_parameter_list
                <
                type_parameter class P
                >
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
                            named_type
                              template_id
                                A
                                template_argument_list
                                  <
                                  functional_cast_expression
                                    decl_specifier_seq int
                                    argument_list
                                      (
                                      id_expression
                                        nested_name_specifier P ::
                                        n
                                      )
                                  >
                        ,
                        parameter_declaration
                          decl_specifier_seq
                            named_type
                              template_id
                                A
                                template_argument_list
                                  <
                                  call_expression
                                    id_expression T
                                    argument_list
                                      (
                                      id_expression
                                        nested_name_specifier P ::
                                        n
                                      )
                                  >
                        ,
                        parameter_declaration
                          decl_specifier_seq
                            named_type
                              template_id
                                A
                                template_argument_list
                                  <
                                  functional_cast_expression
                                    decl_specifier_seq int
                                    argument_list
                                      (
                                      id_expression
                                        nested_name_specifier
                                          template_id
                                            B
                                            template_argument_list
                                              <
                                              type_id
                                                decl_specifier_seq
                                                  named_type P
                                              >
                                          ::
                                        n
                                      )
                                  >
                        ,
                        parameter_declaration
                          decl_specifier_seq
                            named_type
                              template_id
                                A
                                template_argument_list
                                  <
                                  type_id
                                    decl_specifier_seq int
                                    declarator
                                      parameters_and_qualifiers
                                        parameter_clause
                                          (
                                          parameter_declaration
                                            decl_specifier_seq
                                              named_type P
                                          )
                                  >
                        ,
                        parameter_declaration
                          decl_specifier_seq
                            named_type
                              template_id
                                A
                                template_argument_list
                                  <
                                  type_id
                                    decl_specifier_seq int
                                    declarator
                                      parameters_and_qualifiers
                                        parameter_clause
                                          (
                                          parameter_declaration
                                            decl_specifier_seq
                                              typename_specifier
                                                typename
                                                nested_name_specifier P ::
                                                n
                                          )
                                  >
                        ,
                        parameter_declaration
                          decl_specifier_seq
                            named_type
                              template_id
                                A
                                template_argument_list
                                  <
                                  type_id
                                    decl_specifier_seq int
                                    declarator
                                      paren_declarator
                                        (
                                        declarator
                                          pointer_operator P :: *
                                        )
                                  >
                        )
                ;
        "#]],
    );
}

/// An alias of a template parameter is as dependent as the parameter.
#[test]
fn calls_of_members_of_dependent_aliases_as_arguments() {
    declaration(
        "template <class P> struct S { using E = P; using F = typename P::type; A<E::n()> a; A<F::n()> b; };",
        expect![[r#"
            template_declaration
              template
              template_parameter_list
                <
                type_parameter class P
                >
              simple_declaration
                decl_specifier_seq
                  class_specifier
                    struct
                    S
                    member_specification
                      {
                      alias_declaration
                        using
                        E
                        =
                        type_id
                          decl_specifier_seq
                            named_type P
                        ;
                      alias_declaration
                        using
                        F
                        =
                        type_id
                          decl_specifier_seq
                            typename_specifier
                              typename
                              nested_name_specifier P ::
                              type
                        ;
                      simple_declaration
                        decl_specifier_seq
                          named_type
                            template_id
                              A
                              template_argument_list
                                <
                                call_expression
                                  id_expression
                                    nested_name_specifier E ::
                                    n
                                  argument_list ( )
                                >
                        init_declarator
                          declarator
                            declarator_id a
                        ;
                      simple_declaration
                        decl_specifier_seq
                          named_type
                            template_id
                              A
                              template_argument_list
                                <
                                call_expression
                                  id_expression
                                    nested_name_specifier F ::
                                    n
                                  argument_list ( )
                                >
                        init_declarator
                          declarator
                            declarator_id b
                        ;
                      }
                ;
        "#]],
    );
}
