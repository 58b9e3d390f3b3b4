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
