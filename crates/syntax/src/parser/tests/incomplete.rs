//! Unfinished code, as an editor sees it: what is whole stays whole, whatever stands half-typed before or inside of it.

mod declarations;
mod kernels;

use std::fmt::Write;

use expect_test::{Expect, expect};

use crate::{
    Bodies, Dialect, Entry, Lexed, NoNames, ParseMode, SyntaxKind, parse_item, skeleton::Skeleton,
    tree::SyntaxNode,
};

/// The outline of a file: its items, in them the nodes that matter to somebody who edits, and the errors.
fn check(text: &str, expected: Expect) {
    let skeleton = Skeleton::new(text);
    let mut out = String::new();
    for item in &skeleton.items {
        let text = item.span.of(text);
        let lexed = Lexed::new(text);
        let mode = ParseMode {
            bodies: Bodies::Full,
        };
        let parse = parse_item(
            text,
            &lexed,
            Entry::Declaration,
            &Dialect::default(),
            &NoNames,
            mode,
        );
        let root = parse.syntax();
        assert_eq!(root.text().to_string(), text);
        outline(&root, 0, &mut out);
        for error in &parse.errors {
            let at = error.token as usize;
            let token = if at < lexed.len() {
                lexed.text(text, at)
            } else {
                "the end"
            };
            writeln!(out, "! {:?} at {token}", error.kind).unwrap();
        }
    }
    expected.assert_eq(&out);
}

fn outline(node: &SyntaxNode, depth: usize, out: &mut String) {
    for child in node.children() {
        let shown = matches!(
            child.kind(),
            SyntaxKind::FUNCTION_DEFINITION
                | SyntaxKind::SIMPLE_DECLARATION
                | SyntaxKind::CLASS_SPECIFIER
                | SyntaxKind::ENUM_SPECIFIER
                | SyntaxKind::NAMESPACE_DEFINITION
                | SyntaxKind::TEMPLATE_DECLARATION
                | SyntaxKind::ALIAS_DECLARATION
                | SyntaxKind::USING_DECLARATION
                | SyntaxKind::USING_DIRECTIVE
                | SyntaxKind::EXPRESSION_STATEMENT
                | SyntaxKind::RETURN_STATEMENT
                | SyntaxKind::IF_STATEMENT
                | SyntaxKind::FOR_STATEMENT
                | SyntaxKind::WHILE_STATEMENT
                | SyntaxKind::SWITCH_STATEMENT
                | SyntaxKind::LAUNCH_EXPRESSION
                | SyntaxKind::LAMBDA_EXPRESSION
                | SyntaxKind::MEMBER_EXPRESSION
                | SyntaxKind::ERROR
        );
        if shown {
            let words: Vec<String> = child
                .descendants_with_tokens()
                .filter_map(|e| e.into_token())
                .filter(|t| !t.kind().is_trivia())
                .map(|t| t.to_string())
                .collect();
            let kind = format!("{:?}", child.kind()).to_lowercase();
            writeln!(out, "{}{kind}: {}", "  ".repeat(depth), words.join(" ")).unwrap();
        }
        // What stands inside of an error is no code yet.
        if child.kind() != SyntaxKind::ERROR {
            outline(&child, depth + usize::from(shown), out);
        }
    }
}

#[test]
fn member_access() {
    check(
        "void f(S s) {\n  s.\n}\nint y;\n",
        expect![[r#"
        function_definition: void f ( S s ) { s . }
          expression_statement: s .
            member_expression: s .
        ! ExpectedMemberName at }
        ! Expected(SEMICOLON) at }
        simple_declaration: int y ;
    "#]],
    );
}

#[test]
fn member_access_before_a_statement() {
    check(
        "void f(S s) {\n  s.\n  return;\n}\n",
        expect![[r#"
        function_definition: void f ( S s ) { s . return ; }
          expression_statement: s .
            member_expression: s .
          return_statement: return ;
        ! ExpectedMemberName at return
    "#]],
    );
}

#[test]
fn arrow_before_a_declaration() {
    check(
        "void f(S *s) {\n  s->\n  int y = 1;\n}\n",
        expect![[r#"
            function_definition: void f ( S * s ) { s -> int y = 1 ; }
              expression_statement: s ->
                member_expression: s ->
              simple_declaration: int y = 1 ;
            ! ExpectedMemberName at int
        "#]],
    );
}

#[test]
fn scope() {
    check(
        "void f() {\n  std::\n}\nint y;\n",
        expect![[r#"
        function_definition: void f ( ) { std :: }
          expression_statement: std ::
        ! ExpectedIdentifier at }
        ! Expected(SEMICOLON) at }
        simple_declaration: int y ;
    "#]],
    );
}

#[test]
fn scope_before_a_statement() {
    check(
        "void f() {\n  std::;\n  int y;\n}\n",
        expect![[r#"
        function_definition: void f ( ) { std :: ; int y ; }
          expression_statement: std :: ;
          simple_declaration: int y ;
        ! ExpectedIdentifier at ;
    "#]],
    );
}

#[test]
fn if_head() {
    check(
        "void f(int a) {\n  if (\n  a = 1;\n}\nint y;\n",
        expect![[r#"
            function_definition: void f ( int a ) { if ( a = 1 ; }
              if_statement: if ( a = 1 ;
                expression_statement: a = 1 ;
            ! ExpectedExpression at }
            ! Expected(R_PAREN) at }
            ! ExpectedStatement at }
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn if_condition() {
    check(
        "void f(int a) {\n  if (a\n  a = 1;\n  return;\n}\nint y;\n",
        expect![[r#"
            function_definition: void f ( int a ) { if ( a a = 1 ; return ; }
              if_statement: if ( a a = 1 ;
                expression_statement: a = 1 ;
              return_statement: return ;
            ! Expected(R_PAREN) at a
            ! ExpectedStatement at }
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn if_word() {
    check(
        "void f(int a) {\n  if\n}\nint y;\n",
        expect![[r#"
        function_definition: void f ( int a ) { if }
          if_statement: if
        ! Expected(L_PAREN) at }
        ! ExpectedExpression at }
        ! Expected(R_PAREN) at }
        ! ExpectedStatement at }
        simple_declaration: int y ;
    "#]],
    );
}

#[test]
fn if_without_statement() {
    check(
        "void f(int a) {\n  if (a)\n}\nint y;\n",
        expect![[r#"
        function_definition: void f ( int a ) { if ( a ) }
          if_statement: if ( a )
        ! ExpectedStatement at }
        simple_declaration: int y ;
    "#]],
    );
}

#[test]
fn else_alone() {
    check(
        "void f(int a) {\n  else\n  a = 1;\n}\nint y;\n",
        expect![[r#"
            function_definition: void f ( int a ) { else a = 1 ; }
              error: else
              expression_statement: a = 1 ;
            ! ExpectedStatement at else
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn for_head() {
    check(
        "void f() {\n  for (\n}\nint y;\n",
        expect![[r#"
        function_definition: void f ( ) { for ( }
          for_statement: for (
            expression_statement: 
        ! ExpectedExpression at }
        ! Expected(SEMICOLON) at }
        ! Expected(R_PAREN) at }
        ! ExpectedStatement at }
        simple_declaration: int y ;
    "#]],
    );
}

#[test]
fn for_half() {
    check(
        "void f() {\n  for (int i = 0; i <\n  int z = 1;\n}\nint y;\n",
        expect![[r#"
            function_definition: void f ( ) { for ( int i = 0 ; i < int z = 1 ; }
              for_statement: for ( int i = 0 ; i < int z = 1 ;
                simple_declaration: int i = 0 ;
                error: int z = 1
            ! TypeNotAllowed at int
            ! Expected(SEMICOLON) at z
            ! ExpectedExpression at }
            ! Expected(R_PAREN) at }
            ! ExpectedStatement at }
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn while_head() {
    check(
        "void f(int a) {\n  while (\n  return;\n}\nint y;\n",
        expect![[r#"
            function_definition: void f ( int a ) { while ( return ; }
              while_statement: while ( return ;
                return_statement: return ;
            ! ExpectedExpression at return
            ! Expected(R_PAREN) at }
            ! ExpectedStatement at }
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn switch_half() {
    check(
        "void f(int a) {\n  switch (a) {\n  case\n  }\n}\nint y;\n",
        expect![[r#"
            function_definition: void f ( int a ) { switch ( a ) { case } }
              switch_statement: switch ( a ) { case }
            ! ExpectedExpression at }
            ! Expected(COLON) at }
            ! LabelAtEnd at }
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn call() {
    check(
        "int g(int);\nvoid f() {\n  g(\n}\nint y;\n",
        expect![[r#"
        simple_declaration: int g ( int ) ;
        function_definition: void f ( ) { g ( }
          expression_statement: g (
        ! ExpectedExpression at }
        ! Expected(R_PAREN) at }
        ! Expected(SEMICOLON) at }
        simple_declaration: int y ;
    "#]],
    );
}

#[test]
fn call_argument() {
    check(
        "int g(int, int);\nvoid f() {\n  g(1,\n  int x = 2;\n}\nint y;\n",
        expect![[r#"
            simple_declaration: int g ( int , int ) ;
            function_definition: void f ( ) { g ( 1 , int x = 2 ; }
              expression_statement: g ( 1 ,
              simple_declaration: int x = 2 ;
            ! TypeNotAllowed at int
            ! Expected(R_PAREN) at x
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn subscript() {
    check(
        "void f(int *a) {\n  a[\n  a[1] = 2;\n}\nint y;\n",
        expect![[r#"
            function_definition: void f ( int * a ) { a [ a [ 1 ] = 2 ; }
              expression_statement: a [ a [ 1 ] = 2 ;
            ! Expected(R_BRACK) at ;
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn assignment() {
    check(
        "void f(int a) {\n  a =\n}\nint y;\n",
        expect![[r#"
        function_definition: void f ( int a ) { a = }
          expression_statement: a =
        ! ExpectedExpression at }
        ! Expected(SEMICOLON) at }
        simple_declaration: int y ;
    "#]],
    );
}

#[test]
fn assignment_before_return() {
    check(
        "int f(int a) {\n  a =\n  return a;\n}\n",
        expect![[r#"
        function_definition: int f ( int a ) { a = return a ; }
          expression_statement: a =
          return_statement: return a ;
        ! ExpectedExpression at return
    "#]],
    );
}

#[test]
fn return_half() {
    check(
        "int f(int a) {\n  return a +\n}\nint y;\n",
        expect![[r#"
        function_definition: int f ( int a ) { return a + }
          return_statement: return a +
        ! ExpectedExpression at }
        ! Expected(SEMICOLON) at }
        simple_declaration: int y ;
    "#]],
    );
}

#[test]
fn lambda_captures() {
    check(
        "void f() {\n  auto l = [\n}\nint y;\n",
        expect![[r#"
            function_definition: void f ( ) { auto l = [ }
              simple_declaration: auto l = [
                lambda_expression: [
            ! ExpectedIdentifier at }
            ! Expected(R_BRACK) at }
            ! LambdaWithoutParentheses at }
            ! ExpectedLambdaBody at }
            ! Expected(SEMICOLON) at }
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn lambda_parameters() {
    check(
        "void f() {\n  auto l = [](int\n  ;\n  int z;\n}\nint y;\n",
        expect![[r#"
            function_definition: void f ( ) { auto l = [ ] ( int ; int z ; }
              simple_declaration: auto l = [ ] ( int ;
                lambda_expression: [ ] ( int
              simple_declaration: int z ;
            ! Expected(R_PAREN) at ;
            ! ExpectedLambdaBody at ;
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn lambda_without_body() {
    check(
        "void f() {\n  auto l = [] \n  ;\n  int z;\n}\n",
        expect![[r#"
            function_definition: void f ( ) { auto l = [ ] ; int z ; }
              simple_declaration: auto l = [ ] ;
                lambda_expression: [ ]
              simple_declaration: int z ;
            ! LambdaWithoutParentheses at ;
            ! ExpectedLambdaBody at ;
        "#]],
    );
}

#[test]
fn string() {
    check(
        "void f() {\n  const char *s = \"abc;\n  int y;\n}\nint z;\n",
        expect![[r#"
            function_definition: void f ( ) { const char * s = "abc; int y ; }
              simple_declaration: const char * s = "abc;
              simple_declaration: int y ;
            ! Expected(SEMICOLON) at int
            simple_declaration: int z ;
        "#]],
    );
}

#[test]
fn stray_brace() {
    check(
        "void f() { } }\nint y;\n",
        expect![[r#"
        function_definition: void f ( ) { }
        error: }
        ! ExpectedDeclaration at }
        simple_declaration: int y ;
    "#]],
    );
}

#[test]
fn stray_parenthesis() {
    check(
        "void f() {\n  int a; )\n  int b;\n}\nint y;\n",
        expect![[r#"
            function_definition: void f ( ) { int a ; ) int b ; }
              simple_declaration: int a ;
              expression_statement: )
                error: )
              simple_declaration: int b ;
            ! ExpectedExpression at )
            simple_declaration: int y ;
        "#]],
    );
}
