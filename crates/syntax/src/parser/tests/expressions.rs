//! Trees of expressions.

use expect_test::expect;

use super::expression;

#[test]
fn precedence() {
    expression(
        "a = b ? c || d && e | f : g, h",
        expect![[r#"
        binary_expression
          binary_expression
            id_expression a
            =
            conditional_expression
              id_expression b
              ?
              binary_expression
                id_expression c
                ||
                binary_expression
                  id_expression d
                  &&
                  binary_expression
                    id_expression e
                    |
                    id_expression f
              :
              id_expression g
          ,
          id_expression h
    "#]],
    );
    expression(
        "a + b * c << d <=> e >> f",
        expect![[r#"
        binary_expression
          binary_expression
            binary_expression
              id_expression a
              +
              binary_expression
                id_expression b
                *
                id_expression c
            <<
            id_expression d
          <=>
          binary_expression
            id_expression e
            >
            >
            id_expression f
    "#]],
    );
    expression(
        "a - b - c",
        expect![[r#"
        binary_expression
          binary_expression
            id_expression a
            -
            id_expression b
          -
          id_expression c
    "#]],
    );
    expression(
        "a = b = c",
        expect![[r#"
        binary_expression
          id_expression a
          =
          binary_expression
            id_expression b
            =
            id_expression c
    "#]],
    );
    expression(
        "a ?: b",
        expect![[r#"
        conditional_expression
          id_expression a
          ?
          :
          id_expression b
    "#]],
    );
}

#[test]
fn postfix() {
    expression(
        "f(a, {b}, c...)[1].d->template e<int>(2)++",
        expect![[r#"
        postfix_expression
          call_expression
            member_expression
              member_expression
                subscript_expression
                  call_expression
                    id_expression f
                    argument_list
                      (
                      id_expression a
                      ,
                      braced_init_list
                        {
                        id_expression b
                        }
                      ,
                      pack_expansion
                        id_expression c
                        ...
                      )
                  [
                  literal 1
                  ]
                .
                d
              ->
              template
              template_id
                e
                template_argument_list
                  <
                  type_id
                    decl_specifier_seq int
                  >
            argument_list
              (
              literal 2
              )
          ++
    "#]],
    );
    expression(
        "a.b < c.d > (e)",
        expect![[r#"
        call_expression
          member_expression
            id_expression a
            .
            template_id
              b
              template_argument_list
                <
                member_expression
                  id_expression c
                  .
                  d
                >
          argument_list
            (
            id_expression e
            )
    "#]],
    );
    expression(
        "p->~T()",
        expect![[r#"
        call_expression
          member_expression
            id_expression p
            ->
            destructor_name ~ T
          argument_list ( )
    "#]],
    );
    expression(
        "x->A<T>::f()",
        expect![[r#"
        call_expression
          member_expression
            id_expression x
            ->
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
            f
          argument_list ( )
    "#]],
    );
    expression(
        "(a->*b)(c)",
        expect![[r#"
        call_expression
          paren_expression
            (
            binary_expression
              id_expression a
              ->*
              id_expression b
            )
          argument_list
            (
            id_expression c
            )
    "#]],
    );
}

#[test]
fn launches() {
    expression(
        "k<<<grid, block, 0, s>>>(a, b)",
        expect![[r#"
        launch_expression
          id_expression k
          execution_configuration
            <<<
            id_expression grid
            ,
            id_expression block
            ,
            literal 0
            ,
            id_expression s
            >
            >
            >
          argument_list
            (
            id_expression a
            ,
            id_expression b
            )
    "#]],
    );
    // As formatters that do not know the brackets leave them.
    expression(
        "k<4> << <g >> 1, v<3> >> > (a)",
        expect![[r#"
        launch_expression
          id_expression
            template_id
              k
              template_argument_list
                <
                literal 4
                >
          execution_configuration
            << <
            binary_expression
              id_expression g
              >
              >
              literal 1
            ,
            id_expression
              template_id
                v
                template_argument_list
                  <
                  literal 3
                  >
            >
            >
            >
          argument_list
            (
            id_expression a
            )
    "#]],
    );
    expression(
        "n::k<int, (a > b)><<<x >> 1, y > z>>>()",
        expect![[r#"
        launch_expression
          id_expression
            nested_name_specifier n ::
            template_id
              k
              template_argument_list
                <
                type_id
                  decl_specifier_seq int
                ,
                paren_expression
                  (
                  binary_expression
                    id_expression a
                    >
                    id_expression b
                  )
                >
          execution_configuration
            <<<
            binary_expression
              id_expression x
              >
              >
              literal 1
            ,
            binary_expression
              id_expression y
              >
              id_expression z
            >
            >
            >
          argument_list ( )
    "#]],
    );
    expression(
        "(*k)<<<1, 1>>>()",
        expect![[r#"
        launch_expression
          paren_expression
            (
            prefix_expression
              *
              id_expression k
            )
          execution_configuration
            <<<
            literal 1
            ,
            literal 1
            >
            >
            >
          argument_list ( )
    "#]],
    );
}

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
fn unary() {
    expression(
        "!*&-x++",
        expect![[r#"
        prefix_expression
          !
          prefix_expression
            *
            prefix_expression
              &
              prefix_expression
                -
                postfix_expression
                  id_expression x
                  ++
    "#]],
    );
    expression(
        "sizeof x + sizeof(int *) + sizeof(x) + sizeof...(P)",
        expect![[r#"
            binary_expression
              binary_expression
                binary_expression
                  sizeof_expression
                    sizeof
                    id_expression x
                  +
                  sizeof_expression
                    sizeof
                    (
                    type_id
                      decl_specifier_seq int
                      declarator
                        pointer_operator *
                    )
                +
                sizeof_expression
                  sizeof
                  paren_expression
                    (
                    id_expression x
                    )
              +
              sizeof_expression sizeof ... ( P )
        "#]],
    );
    expression(
        "alignof(T) + noexcept(f())",
        expect![[r#"
        binary_expression
          sizeof_expression
            alignof
            paren_expression
              (
              id_expression T
              )
          +
          noexcept_expression
            noexcept
            (
            call_expression
              id_expression f
              argument_list ( )
            )
    "#]],
    );
    expression(
        "typeid(int) == typeid(x)",
        expect![[r#"
        binary_expression
          typeid_expression
            typeid
            (
            type_id
              decl_specifier_seq int
            )
          ==
          typeid_expression
            typeid
            (
            id_expression x
            )
    "#]],
    );
    expression(
        "__real__ x + co_await y",
        expect![[r#"
        binary_expression
          prefix_expression
            __real__
            id_expression x
          +
          prefix_expression
            co_await
            id_expression y
    "#]],
    );
    expression(
        "&&label",
        expect![[r#"
        label_address_expression && label
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
