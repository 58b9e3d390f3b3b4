//! Trees of classes.

use expect_test::expect;

use super::declaration;

#[test]
fn head() {
    declaration(
        "struct [[a]] A final : virtual public B<int>, typename C::D, E... { };",
        expect![[r#"
            simple_declaration
              decl_specifier_seq
                class_specifier
                  struct
                  attribute_specifier
                    [
                    [
                    attribute a
                    ]
                    ]
                  A
                  virt_specifier final
                  base_clause
                    :
                    base_specifier
                      virtual
                      public
                      named_type
                        template_id
                          B
                          template_argument_list
                            <
                            type_id
                              decl_specifier_seq int
                            >
                    ,
                    base_specifier
                      typename_specifier
                        typename
                        nested_name_specifier C ::
                        D
                    ,
                    base_specifier
                      named_type E
                      ...
                  member_specification { }
              ;
        "#]],
    );
    declaration(
        "union U { int a; struct { int b; }; };",
        expect![[r#"
        simple_declaration
          decl_specifier_seq
            class_specifier
              union
              U
              member_specification
                {
                simple_declaration
                  decl_specifier_seq int
                  init_declarator
                    declarator
                      declarator_id a
                  ;
                simple_declaration
                  decl_specifier_seq
                    class_specifier
                      struct
                      member_specification
                        {
                        simple_declaration
                          decl_specifier_seq int
                          init_declarator
                            declarator
                              declarator_id b
                          ;
                        }
                  ;
                }
          ;
    "#]],
    );
}

#[test]
fn members() {
    declaration(
        "class A { public: A(); explicit A(int) : x{1}, B<T>(y)... { } ~A() = default; int x : 3 = 1, : 0; virtual void f() const override = 0; };",
        expect![[r#"
            simple_declaration
              decl_specifier_seq
                class_specifier
                  class
                  A
                  member_specification
                    {
                    access_specifier public :
                    simple_declaration
                      init_declarator
                        declarator
                          declarator_id A
                          parameters_and_qualifiers
                            parameter_clause ( )
                      ;
                    function_definition
                      decl_specifier_seq
                        explicit_specifier explicit
                      declarator
                        declarator_id A
                        parameters_and_qualifiers
                          parameter_clause
                            (
                            parameter_declaration
                              decl_specifier_seq int
                            )
                      ctor_initializer
                        :
                        mem_initializer
                          named_type x
                          braced_init_list
                            {
                            literal 1
                            }
                        ,
                        mem_initializer
                          named_type
                            template_id
                              B
                              template_argument_list
                                <
                                type_id
                                  decl_specifier_seq
                                    named_type T
                                >
                          argument_list
                            (
                            id_expression y
                            )
                          ...
                      compound_statement { }
                    function_definition
                      declarator
                        declarator_id
                          destructor_name ~ A
                        parameters_and_qualifiers
                          parameter_clause ( )
                      defaulted_body = default ;
                    simple_declaration
                      decl_specifier_seq int
                      init_declarator
                        declarator
                          declarator_id x
                        bit_field_width
                          :
                          literal 3
                        equal_initializer
                          =
                          literal 1
                      ,
                      init_declarator
                        bit_field_width
                          :
                          literal 0
                      ;
                    simple_declaration
                      decl_specifier_seq virtual void
                      init_declarator
                        declarator
                          declarator_id f
                          parameters_and_qualifiers
                            parameter_clause ( )
                            const
                        virt_specifier override
                        pure_specifier = 0
                      ;
                    }
              ;
        "#]],
    );
}

#[test]
fn operators() {
    declaration(
        "struct A { operator bool() const; A &operator=(const A &); int operator()(int); template <class T> operator T *(); bool operator<(A); };",
        expect![[r#"
            simple_declaration
              decl_specifier_seq
                class_specifier
                  struct
                  A
                  member_specification
                    {
                    simple_declaration
                      init_declarator
                        declarator
                          declarator_id
                            conversion_function_id
                              operator
                              type_id
                                decl_specifier_seq bool
                          parameters_and_qualifiers
                            parameter_clause ( )
                            const
                      ;
                    simple_declaration
                      decl_specifier_seq
                        named_type A
                      init_declarator
                        declarator
                          pointer_operator &
                          declarator_id
                            operator_function_id operator =
                          parameters_and_qualifiers
                            parameter_clause
                              (
                              parameter_declaration
                                decl_specifier_seq
                                  const
                                  named_type A
                                declarator
                                  pointer_operator &
                              )
                      ;
                    simple_declaration
                      decl_specifier_seq int
                      init_declarator
                        declarator
                          declarator_id
                            operator_function_id operator ( )
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
                        init_declarator
                          declarator
                            declarator_id
                              conversion_function_id
                                operator
                                type_id
                                  decl_specifier_seq
                                    named_type T
                                  declarator
                                    pointer_operator *
                            parameters_and_qualifiers
                              parameter_clause ( )
                        ;
                    simple_declaration
                      decl_specifier_seq bool
                      init_declarator
                        declarator
                          declarator_id
                            operator_function_id operator <
                          parameters_and_qualifiers
                            parameter_clause
                              (
                              parameter_declaration
                                decl_specifier_seq
                                  named_type A
                              )
                      ;
                    }
              ;
        "#]],
    );
    declaration(
        r#"bool ::N::A::operator<<(int); int operator""_x(char); void operator delete[](void *);"#,
        expect![[r#"
            simple_declaration
              decl_specifier_seq bool
              init_declarator
                declarator
                  declarator_id
                    nested_name_specifier :: N :: A ::
                    operator_function_id operator <<
                  parameters_and_qualifiers
                    parameter_clause
                      (
                      parameter_declaration
                        decl_specifier_seq int
                      )
              ;
            simple_declaration
              decl_specifier_seq int
              init_declarator
                declarator
                  declarator_id
                    literal_operator_id operator ""_x
                  parameters_and_qualifiers
                    parameter_clause
                      (
                      parameter_declaration
                        decl_specifier_seq char
                      )
              ;
            simple_declaration
              decl_specifier_seq void
              init_declarator
                declarator
                  declarator_id
                    operator_function_id operator delete [ ]
                  parameters_and_qualifiers
                    parameter_clause
                      (
                      parameter_declaration
                        decl_specifier_seq void
                        declarator
                          pointer_operator *
                      )
              ;
        "#]],
    );
}

#[test]
fn friends_and_nested() {
    declaration(
        "struct A { friend struct B; friend void f(A); template <class T> friend class C; struct In; enum { e }; };",
        expect![[r#"
            simple_declaration
              decl_specifier_seq
                class_specifier
                  struct
                  A
                  member_specification
                    {
                    simple_declaration
                      decl_specifier_seq
                        friend
                        elaborated_type_specifier struct B
                      ;
                    simple_declaration
                      decl_specifier_seq friend void
                      init_declarator
                        declarator
                          declarator_id f
                          parameters_and_qualifiers
                            parameter_clause
                              (
                              parameter_declaration
                                decl_specifier_seq
                                  named_type A
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
                          friend
                          elaborated_type_specifier class C
                        ;
                    simple_declaration
                      decl_specifier_seq
                        elaborated_type_specifier struct In
                      ;
                    simple_declaration
                      decl_specifier_seq
                        enum_specifier
                          enum
                          enumerator_list
                            {
                            enumerator e
                            }
                      ;
                    }
              ;
        "#]],
    );
    declaration(
        "template <class T> struct A<T>::In { T t; };",
        expect![[r#"
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
                    nested_name_specifier
                      template_id
                        A
                        template_argument_list
                          <
                          type_id
                            decl_specifier_seq
                              named_type T
                          >
                      ::
                    In
                    member_specification
                      {
                      simple_declaration
                        decl_specifier_seq
                          named_type T
                        init_declarator
                          declarator
                            declarator_id t
                        ;
                      }
                ;
        "#]],
    );
}

#[test]
fn bodies_see_the_whole_class() {
    declaration(
        "struct A { void f() { T * p; v * w; } typedef int T; int v; };",
        expect![[r#"
            simple_declaration
              decl_specifier_seq
                class_specifier
                  struct
                  A
                  member_specification
                    {
                    function_definition
                      decl_specifier_seq void
                      declarator
                        declarator_id f
                        parameters_and_qualifiers
                          parameter_clause ( )
                      compound_statement
                        {
                        simple_declaration
                          decl_specifier_seq
                            named_type T
                          init_declarator
                            declarator
                              pointer_operator *
                              declarator_id p
                          ;
                        expression_statement
                          binary_expression
                            id_expression v
                            *
                            id_expression w
                          ;
                        }
                    simple_declaration
                      decl_specifier_seq typedef int
                      init_declarator
                        declarator
                          declarator_id T
                      ;
                    simple_declaration
                      decl_specifier_seq int
                      init_declarator
                        declarator
                          declarator_id v
                      ;
                    }
              ;
        "#]],
    );
}
