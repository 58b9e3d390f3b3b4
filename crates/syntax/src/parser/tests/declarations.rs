//! Trees of declarations.

use expect_test::expect;

use super::declaration;

#[test]
fn specifiers() {
    declaration(
        "static constexpr unsigned long const x = 1, *const y;",
        expect![[r#"
            simple_declaration
              decl_specifier_seq static constexpr unsigned long const
              init_declarator
                declarator
                  declarator_id x
                equal_initializer
                  =
                  literal 1
              ,
              init_declarator
                declarator
                  pointer_operator * const
                  declarator_id y
              ;
        "#]],
    );
    declaration(
        r#"extern "C" { struct S s; }"#,
        expect![[r#"
        linkage_specification
          extern
          "C"
          declaration_list
            {
            simple_declaration
              decl_specifier_seq
                elaborated_type_specifier struct S
              init_declarator
                declarator
                  declarator_id s
              ;
            }
    "#]],
    );
    declaration(
        "typedef struct { int a; } T, *P;",
        expect![[r#"
        simple_declaration
          decl_specifier_seq
            typedef
            class_specifier
              struct
              member_specification
                {
                simple_declaration
                  decl_specifier_seq int
                  init_declarator
                    declarator
                      declarator_id a
                  ;
                }
          init_declarator
            declarator
              declarator_id T
          ,
          init_declarator
            declarator
              pointer_operator *
              declarator_id P
          ;
    "#]],
    );
}

#[test]
fn functions() {
    declaration(
        "int f(const A &a, B b = {1}, ...) const & noexcept(true);",
        expect![[r#"
            simple_declaration
              decl_specifier_seq int
              init_declarator
                declarator
                  declarator_id f
                  parameters_and_qualifiers
                    parameter_clause
                      (
                      parameter_declaration
                        decl_specifier_seq
                          const
                          named_type A
                        declarator
                          pointer_operator &
                          declarator_id a
                      ,
                      parameter_declaration
                        decl_specifier_seq
                          named_type B
                        declarator
                          declarator_id b
                        equal_initializer
                          =
                          braced_init_list
                            {
                            literal 1
                            }
                      ,
                      ...
                      )
                    const
                    &
                    noexcept_specifier
                      noexcept
                      (
                      literal true
                      )
              ;
        "#]],
    );
    declaration(
        "auto f() -> int (*)(char) { }",
        expect![[r#"
        function_definition
          decl_specifier_seq auto
          declarator
            declarator_id f
            parameters_and_qualifiers
              parameter_clause ( )
              trailing_return_type
                ->
                type_id
                  decl_specifier_seq int
                  declarator
                    paren_declarator
                      (
                      declarator
                        pointer_operator *
                      )
                    parameters_and_qualifiers
                      parameter_clause
                        (
                        parameter_declaration
                          decl_specifier_seq char
                        )
          compound_statement { }
    "#]],
    );
    declaration(
        "void f() = delete; void g() try { } catch (int e) { } catch (...) { }",
        expect![[r#"
            function_definition
              decl_specifier_seq void
              declarator
                declarator_id f
                parameters_and_qualifiers
                  parameter_clause ( )
              deleted_body = delete ;
            function_definition
              decl_specifier_seq void
              declarator
                declarator_id g
                parameters_and_qualifiers
                  parameter_clause ( )
              function_try_block
                try
                compound_statement { }
                handler
                  catch
                  (
                  parameter_declaration
                    decl_specifier_seq int
                    declarator
                      declarator_id e
                  )
                  compound_statement { }
                handler
                  catch
                  (
                  ...
                  )
                  compound_statement { }
        "#]],
    );
}

#[test]
fn asm_and_assertions() {
    declaration(
        r#"static_assert(sizeof(T) > 1, "m"); asm("nop"); int x asm("y");"#,
        expect![[r#"
            static_assert_declaration
              static_assert
              (
              binary_expression
                sizeof_expression
                  sizeof
                  paren_expression
                    (
                    id_expression T
                    )
                >
                literal 1
              ,
              string_expression "m"
              )
              ;
            asm_declaration
              asm
              (
              string_expression "nop"
              )
              ;
            simple_declaration
              decl_specifier_seq int
              init_declarator
                declarator
                  declarator_id x
                asm_label
                  asm
                  (
                  string_expression "y"
                  )
              ;
        "#]],
    );
}

#[test]
fn namespaces() {
    declaration(
        "inline namespace a::inline b { } namespace { ; } namespace c = ::a::b; using namespace c;",
        expect![[r#"
            namespace_definition
              inline
              namespace
              namespace_name a :: inline b
              declaration_list { }
            namespace_definition
              namespace
              declaration_list
                {
                empty_declaration ;
                }
            namespace_alias_definition
              namespace
              c
              =
              named_type
                nested_name_specifier :: a ::
                b
              ;
            using_directive
              using
              namespace
              named_type c
              ;
        "#]],
    );
}

#[test]
fn using_declarations() {
    declaration(
        "using A::b, typename C<T>::d...; using enum E; using F = int (*)(char); template <class T> using G = T *;",
        expect![[r#"
            using_declaration
              using
              using_declarator
                declarator_id
                  nested_name_specifier A ::
                  b
              ,
              using_declarator
                typename
                declarator_id
                  nested_name_specifier
                    template_id
                      C
                      template_argument_list
                        <
                        type_id
                          decl_specifier_seq
                            named_type T
                        >
                    ::
                  d
                ...
              ;
            using_enum_declaration
              using
              enum
              named_type E
              ;
            alias_declaration
              using
              F
              =
              type_id
                decl_specifier_seq int
                declarator
                  paren_declarator
                    (
                    declarator
                      pointer_operator *
                    )
                  parameters_and_qualifiers
                    parameter_clause
                      (
                      parameter_declaration
                        decl_specifier_seq char
                      )
              ;
            template_declaration
              template
              template_parameter_list
                <
                type_parameter class T
                >
              alias_declaration
                using
                G
                =
                type_id
                  decl_specifier_seq
                    named_type T
                  declarator
                    pointer_operator *
                ;
        "#]],
    );
}

#[test]
fn enums() {
    declaration(
        "enum class [[x]] E : unsigned char { a, b [[y]] = 1 }; enum F : int; enum { c, };",
        expect![[r#"
            simple_declaration
              decl_specifier_seq
                enum_specifier
                  enum
                  class
                  attribute_specifier
                    [
                    [
                    attribute x
                    ]
                    ]
                  E
                  enum_base
                    :
                    decl_specifier_seq unsigned char
                  enumerator_list
                    {
                    enumerator a
                    ,
                    enumerator
                      b
                      attribute_specifier
                        [
                        [
                        attribute y
                        ]
                        ]
                      =
                      literal 1
                    }
              ;
            simple_declaration
              decl_specifier_seq
                enum_specifier
                  enum
                  F
                  enum_base
                    :
                    decl_specifier_seq int
              ;
            simple_declaration
              decl_specifier_seq
                enum_specifier
                  enum
                  enumerator_list
                    {
                    enumerator c
                    ,
                    }
              ;
        "#]],
    );
}
