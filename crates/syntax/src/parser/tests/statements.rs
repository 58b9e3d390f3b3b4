//! Trees of statements.

use expect_test::expect;

use super::statement;

#[test]
fn selection() {
    statement(
        "if (int x = f(); x > 1) a(); else if constexpr (b) ; else { }",
        expect![[r#"
            if_statement
              if
              (
              init_statement
                simple_declaration
                  decl_specifier_seq int
                  init_declarator
                    declarator
                      declarator_id x
                    equal_initializer
                      =
                      call_expression
                        id_expression f
                        argument_list ( )
                  ;
              condition
                binary_expression
                  id_expression x
                  >
                  literal 1
              )
              expression_statement
                call_expression
                  id_expression a
                  argument_list ( )
                ;
              else
              if_statement
                if
                constexpr
                (
                condition
                  id_expression b
                )
                expression_statement ;
                else
                compound_statement { }
        "#]],
    );
    statement(
        "if (T *p = q) [[likely]] ; if !consteval { }",
        expect![[r#"
            if_statement
              if
              (
              condition
                condition_declaration
                  decl_specifier_seq
                    named_type T
                  init_declarator
                    declarator
                      pointer_operator *
                      declarator_id p
                    equal_initializer
                      =
                      id_expression q
              )
              attribute_declaration
                attribute_specifier
                  [
                  [
                  attribute likely
                  ]
                  ]
                ;
            if_statement
              if
              !
              consteval
              compound_statement { }
        "#]],
    );
    statement(
        "switch (x) { case 1: case 2 ... 3: f(); break; default: ; }",
        expect![[r#"
            switch_statement
              switch
              (
              condition
                id_expression x
              )
              compound_statement
                {
                case_statement
                  case
                  literal 1
                  :
                  case_statement
                    case
                    literal 2
                    ...
                    literal 3
                    :
                    expression_statement
                      call_expression
                        id_expression f
                        argument_list ( )
                      ;
                break_statement break ;
                default_statement
                  default
                  :
                  expression_statement ;
                }
        "#]],
    );
}

#[test]
fn loops() {
    statement(
        "for (int i = 0; i < n; ++i) ; for (;;) { } for (auto &&[a, b] : c) ; for (f(); auto x : y) ;",
        expect![[r#"
            for_statement
              for
              (
              init_statement
                simple_declaration
                  decl_specifier_seq int
                  init_declarator
                    declarator
                      declarator_id i
                    equal_initializer
                      =
                      literal 0
                  ;
              condition
                binary_expression
                  id_expression i
                  <
                  id_expression n
              ;
              for_step
                prefix_expression
                  ++
                  id_expression i
              )
              expression_statement ;
            for_statement
              for
              (
              init_statement
                expression_statement ;
              ;
              )
              compound_statement { }
            range_for_statement
              for
              (
              for_range_declaration
                decl_specifier_seq auto
                declarator
                  pointer_operator &&
                  structured_binding [ a , b ]
              :
              id_expression c
              )
              expression_statement ;
            range_for_statement
              for
              (
              init_statement
                expression_statement
                  call_expression
                    id_expression f
                    argument_list ( )
                  ;
              for_range_declaration
                decl_specifier_seq auto
                declarator
                  declarator_id x
              :
              id_expression y
              )
              expression_statement ;
        "#]],
    );
    statement(
        "while (auto p = next()) continue; do f(); while (0);",
        expect![[r#"
            while_statement
              while
              (
              condition
                condition_declaration
                  decl_specifier_seq auto
                  init_declarator
                    declarator
                      declarator_id p
                    equal_initializer
                      =
                      call_expression
                        id_expression next
                        argument_list ( )
              )
              continue_statement continue ;
            do_statement
              do
              expression_statement
                call_expression
                  id_expression f
                  argument_list ( )
                ;
              while
              (
              literal 0
              )
              ;
        "#]],
    );
}

#[test]
fn jumps() {
    statement(
        "goto x; goto *p; x: return {1}; co_return; __label__ a, b;",
        expect![[r#"
            goto_statement goto x ;
            goto_statement
              goto
              *
              id_expression p
              ;
            labeled_statement
              x
              :
              return_statement
                return
                braced_init_list
                  {
                  literal 1
                  }
                ;
            return_statement co_return ;
            local_label_declaration __label__ a , b ;
        "#]],
    );
}

#[test]
fn asm_statement() {
    statement(
        r#"asm volatile goto("x %0" : "=r"(a), [n] "+m"(b) :: "memory" : out);"#,
        expect![[r#"
            asm_declaration
              asm
              asm_qualifier volatile
              asm_qualifier goto
              (
              string_expression "x %0"
              :
              asm_operand
                string_expression "=r"
                (
                id_expression a
                )
              ,
              asm_operand
                [
                n
                ]
                string_expression "+m"
                (
                id_expression b
                )
              ::
              asm_operand
                string_expression "memory"
              :
              asm_operand out
              )
              ;
        "#]],
    );
}

#[test]
fn attributed() {
    statement(
        "[[fallthrough]]; [[likely]] f(); __attribute__((unused)) int x; [[a]] int y;",
        expect![[r#"
            attribute_declaration
              attribute_specifier
                [
                [
                attribute fallthrough
                ]
                ]
              ;
            attributed_statement
              attribute_specifier
                [
                [
                attribute likely
                ]
                ]
              expression_statement
                call_expression
                  id_expression f
                  argument_list ( )
                ;
            simple_declaration
              decl_specifier_seq
                attribute_specifier
                  __attribute__
                  (
                  (
                  attribute unused
                  )
                  )
                int
              init_declarator
                declarator
                  declarator_id x
              ;
            simple_declaration
              decl_specifier_seq
                attribute_specifier
                  [
                  [
                  attribute a
                  ]
                  ]
                int
              init_declarator
                declarator
                  declarator_id y
              ;
        "#]],
    );
}

#[test]
fn exceptions() {
    statement(
        "try { throw; } catch (const E &e) { } catch (...) { }",
        expect![[r#"
            try_statement
              try
              compound_statement
                {
                expression_statement
                  throw_expression throw
                  ;
                }
              handler
                catch
                (
                parameter_declaration
                  decl_specifier_seq
                    const
                    named_type E
                  declarator
                    pointer_operator &
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
fn errors() {
    statement(
        "int x = ; f(; int y",
        expect![[r#"
            simple_declaration
              decl_specifier_seq int
              init_declarator
                declarator
                  declarator_id x
                equal_initializer =
              ;
            expression_statement
              call_expression
                id_expression f
                argument_list (
              ;
            simple_declaration
              decl_specifier_seq int
              init_declarator
                declarator
                  declarator_id y
            error at ;: ExpectedExpression
            error at ;: ExpectedExpression
            error at ;: Expected(R_PAREN)
            error at : Expected(SEMICOLON)
        "#]],
    );
    statement(
        "if (a b) c; return 1",
        expect![[r#"
            if_statement
              if
              (
              condition
                condition_declaration
                  decl_specifier_seq
                    named_type a
                  init_declarator
                    declarator
                      declarator_id b
              )
              expression_statement
                id_expression c
                ;
            return_statement
              return
              literal 1
            error at b: ExpectedConditionInitializer
            error at : Expected(SEMICOLON)
        "#]],
    );
    statement(
        "a b c; d;",
        expect![[r#"
        simple_declaration
          decl_specifier_seq
            named_type a
          init_declarator
            declarator
              declarator_id b
          error c
          ;
        expression_statement
          id_expression d
          ;
        error at c: Expected(SEMICOLON)
    "#]],
    );
}
