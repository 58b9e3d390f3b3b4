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
