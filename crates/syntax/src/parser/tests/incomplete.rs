//! Unfinished code, as an editor sees it: what is whole stays whole, whatever stands half-typed before or inside of it.

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
fn template_head() {
    check(
        "template<\nint y;\nvoid f() {}\n",
        expect![[r#"
        template_declaration: template < int y ;
        ! ExpectedParameterListEnd at ;
        ! ExpectedDeclaration at ;
        function_definition: void f ( ) { }
    "#]],
    );
}

#[test]
fn template_parameter() {
    check(
        "template<class\nint y;\nvoid f() {}\n",
        expect![[r#"
        template_declaration: template < class int y ;
          error: int y
        ! ExpectedTag at int
        ! ExpectedParameterListEnd at ;
        ! ExpectedDeclaration at ;
        function_definition: void f ( ) { }
    "#]],
    );
}

#[test]
fn template_without_declaration() {
    check(
        "template<class T>\n",
        expect![[r#"
        template_declaration: template < class T >
        ! ExpectedDeclaration at the end
        ! Expected(SEMICOLON) at the end
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
              if_statement: if ( a a = 1 ; return ;
                simple_declaration: a a = 1 ;
                return_statement: return ;
            ! ExpectedExpression at return
            ! Expected(R_PAREN) at }
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
fn declaration_word() {
    check(
        "void f() {\n  int\n}\nint y;\n",
        expect![[r#"
        function_definition: void f ( ) { int }
          simple_declaration: int
        ! ExpectedIdentifier at }
        ! Expected(SEMICOLON) at }
        simple_declaration: int y ;
    "#]],
    );
}

#[test]
fn declaration_initializer() {
    check(
        "void f() {\n  int x =\n  return;\n}\nint y;\n",
        expect![[r#"
            function_definition: void f ( ) { int x = return ; }
              simple_declaration: int x =
              return_statement: return ;
            ! ExpectedExpression at return
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn global_initializer() {
    check(
        "int x =\nvoid f() {}\n",
        expect![[r#"
            simple_declaration: int x =
            function_definition: void f ( ) { }
            ! TypeNotAllowed at void
            ! Expected(SEMICOLON) at f
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
            ! ExpectedLambdaBody at ;
        "#]],
    );
}

#[test]
fn function_body() {
    check(
        "void f() {\n  int x;\nvoid g() { int z; }\nint y;\n",
        expect![[r#"
            function_definition: void f ( ) { int x ;
              simple_declaration: int x ;
            ! Expected(R_BRACE) at the end
            function_definition: void g ( ) { int z ; }
              simple_declaration: int z ;
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn inner_brace() {
    check(
        "void f(int a) {\n  if (a) {\n    a = 1;\n}\nvoid g() { int z; }\nint y;\n",
        expect![[r#"
            function_definition: void f ( int a ) { if ( a ) { a = 1 ; }
              if_statement: if ( a ) { a = 1 ; }
                expression_statement: a = 1 ;
            ! Expected(R_BRACE) at the end
            function_definition: void g ( ) { int z ; }
              simple_declaration: int z ;
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn class_body() {
    check(
        "struct A {\n  int x;\nvoid g() { int z; }\n",
        expect![[r#"
            simple_declaration: struct A { int x ;
              class_specifier: struct A { int x ;
                simple_declaration: int x ;
            ! Expected(R_BRACE) at the end
            ! Expected(SEMICOLON) at the end
            function_definition: void g ( ) { int z ; }
              simple_declaration: int z ;
        "#]],
    );
}

#[test]
fn class_body_and_function() {
    check(
        "struct A {\n  void f() {\n    int x;\n};\nvoid g() { int z; }\n",
        expect![[r#"
            simple_declaration: struct A { void f ( ) { int x ; } ;
              class_specifier: struct A { void f ( ) { int x ; } ;
                function_definition: void f ( ) { int x ; }
                  simple_declaration: int x ;
            ! Expected(R_BRACE) at the end
            ! Expected(SEMICOLON) at the end
            function_definition: void g ( ) { int z ; }
              simple_declaration: int z ;
        "#]],
    );
}

#[test]
fn class_without_semicolon() {
    check(
        "struct A { int x; }\nvoid g() { int z; }\n",
        expect![[r#"
        simple_declaration: struct A { int x ; }
          class_specifier: struct A { int x ; }
            simple_declaration: int x ;
        function_definition: void g ( ) { int z ; }
          simple_declaration: int z ;
        ! Expected(SEMICOLON) at void
    "#]],
    );
}

#[test]
fn member_word() {
    check(
        "struct A {\n  int x;\n  fl\n  int y;\n  void f() { int z; }\n};\n",
        expect![[r#"
            simple_declaration: struct A { int x ; fl int y ; void f ( ) { int z ; } } ;
              class_specifier: struct A { int x ; fl int y ; void f ( ) { int z ; } }
                simple_declaration: int x ;
                simple_declaration: fl
                simple_declaration: int y ;
                function_definition: void f ( ) { int z ; }
                  simple_declaration: int z ;
            ! NoSpecifier at fl
            ! Expected(SEMICOLON) at int
        "#]],
    );
}

#[test]
fn member_type() {
    check(
        "struct A {\n  const\n  void f() { int z; }\n};\n",
        expect![[r#"
            simple_declaration: struct A { const void f ( ) { int z ; } } ;
              class_specifier: struct A { const void f ( ) { int z ; } }
                function_definition: const void f ( ) { int z ; }
                  simple_declaration: int z ;
        "#]],
    );
}

#[test]
fn member_function_head() {
    check(
        "struct A {\n  void f(int\n  int y;\n};\nint z;\n",
        expect![[r#"
            simple_declaration: struct A { void f ( int int y ; } ;
              class_specifier: struct A { void f ( int int y ; }
                simple_declaration: void f ( int int y ;
            ! Expected(R_PAREN) at ;
            simple_declaration: int z ;
        "#]],
    );
}

#[test]
fn access_word() {
    check(
        "struct A {\n  publ\n  int y;\n};\nint z;\n",
        expect![[r#"
        simple_declaration: struct A { publ int y ; } ;
          class_specifier: struct A { publ int y ; }
            simple_declaration: publ
            simple_declaration: int y ;
        ! NoSpecifier at publ
        ! Expected(SEMICOLON) at int
        simple_declaration: int z ;
    "#]],
    );
}

#[test]
fn access_without_colon() {
    check(
        "struct A {\npublic\n  int y;\n};\nint z;\n",
        expect![[r#"
        simple_declaration: struct A { public int y ; } ;
          class_specifier: struct A { public int y ; }
            simple_declaration: int y ;
        ! Expected(COLON) at int
        simple_declaration: int z ;
    "#]],
    );
}

#[test]
fn base() {
    check(
        "struct A : public \n{ int x; };\nint z;\n",
        expect![[r#"
        simple_declaration: struct A : public { int x ; } ;
          class_specifier: struct A : public { int x ; }
            simple_declaration: int x ;
        ! ExpectedIdentifier at {
        simple_declaration: int z ;
    "#]],
    );
}

#[test]
fn enumerators() {
    check(
        "enum E { a, b\nint y;\nvoid f() {}\n",
        expect![[r#"
            simple_declaration: enum E { a , b
              enum_specifier: enum E { a , b
            ! Expected(R_BRACE) at the end
            ! Expected(SEMICOLON) at the end
            simple_declaration: int y ;
            function_definition: void f ( ) { }
        "#]],
    );
}

#[test]
fn enumerator_value() {
    check(
        "enum E { a = , b };\nint y;\n",
        expect![[r#"
        simple_declaration: enum E { a = , b } ;
          enum_specifier: enum E { a = , b }
        ! ExpectedExpression at ,
        simple_declaration: int y ;
    "#]],
    );
}

#[test]
fn namespace_word() {
    check(
        "namespace\nint y;\n",
        expect![[r#"
            namespace_definition: namespace
            ! Expected(L_BRACE) at the end
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn namespace_name() {
    check(
        "namespace n\nint y;\nvoid f() {}\n",
        expect![[r#"
        namespace_definition: namespace n
        ! Expected(L_BRACE) at the end
        simple_declaration: int y ;
        function_definition: void f ( ) { }
    "#]],
    );
}

#[test]
fn namespace_body() {
    check(
        "namespace n {\nint y;\nvoid f() {}\n",
        expect![[r#"
        namespace_definition: namespace n {
        ! Expected(R_BRACE) at the end
        simple_declaration: int y ;
        function_definition: void f ( ) { }
    "#]],
    );
}

#[test]
fn using_word() {
    check(
        "using\nint y;\nvoid f() {}\n",
        expect![[r#"
        using_declaration: using
        simple_declaration: int y ;
        ! ExpectedIdentifier at int
        function_definition: void f ( ) { }
    "#]],
    );
}

#[test]
fn using_namespace() {
    check(
        "using namespace\nint y;\nvoid f() {}\n",
        expect![[r#"
        using_directive: using namespace
        simple_declaration: int y ;
        ! ExpectedIdentifier at int
        function_definition: void f ( ) { }
    "#]],
    );
}

#[test]
fn alias() {
    check(
        "using T =\nvoid f() {}\n",
        expect![[r#"
        alias_declaration: using T = void f ( ) { }
          error: f ( ) { }
        ! Expected(SEMICOLON) at f
    "#]],
    );
}

#[test]
fn parameters() {
    check(
        "void f(int a,\nint y;\nvoid g() {}\n",
        expect![[r#"
        simple_declaration: void f ( int a , int y ;
        ! Expected(R_PAREN) at ;
        function_definition: void g ( ) { }
    "#]],
    );
}

#[test]
fn attribute() {
    check(
        "[[nodis\nint f();\nint y;\n",
        expect![[r#"
            simple_declaration: [ [ nodis int f ( ) ;
            ! Expected(COMMA) at int
            ! Expected(R_BRACK) at int
            ! Expected(R_BRACK) at ;
            simple_declaration: int y ;
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
fn launch_open() {
    check(
        "__attribute__((global)) void k(int);\nvoid f() {\n  k<<<\n}\nint y;\n",
        expect![[r#"
            simple_declaration: __attribute__ ( ( global ) ) void k ( int ) ;
            function_definition: void f ( ) { k <<< }
              expression_statement: k <<<
                launch_expression: k <<<
            ! ExpectedExpression at }
            ! ExpectedLaunchClose at }
            ! Expected(L_PAREN) at }
            ! Expected(SEMICOLON) at }
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn launch_half() {
    check(
        "__attribute__((global)) void k(int);\nvoid f() {\n  k<<<1,\n  return;\n}\nint y;\n",
        expect![[r#"
            simple_declaration: __attribute__ ( ( global ) ) void k ( int ) ;
            function_definition: void f ( ) { k <<< 1 , return ; }
              expression_statement: k <<< 1 ,
                launch_expression: k <<< 1 ,
              return_statement: return ;
            ! ExpectedExpression at return
            ! ExpectedLaunchClose at ;
            ! Expected(L_PAREN) at ;
            ! Expected(R_PAREN) at }
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn launch_closed() {
    check(
        "__attribute__((global)) void k(int);\nvoid f() {\n  k<<<1, 2>>>\n}\nint y;\n",
        expect![[r#"
            simple_declaration: __attribute__ ( ( global ) ) void k ( int ) ;
            function_definition: void f ( ) { k <<< 1 , 2 > > > }
              expression_statement: k <<< 1 , 2 > > >
                launch_expression: k <<< 1 , 2 > > >
            ! Expected(L_PAREN) at }
            ! Expected(SEMICOLON) at }
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn launch_arguments() {
    check(
        "__attribute__((global)) void k(int);\nvoid f() {\n  k<<<1, 2>>>(\n  ;\n  int z;\n}\nint y;\n",
        expect![[r#"
            simple_declaration: __attribute__ ( ( global ) ) void k ( int ) ;
            function_definition: void f ( ) { k <<< 1 , 2 > > > ( ; int z ; }
              expression_statement: k <<< 1 , 2 > > > ( ;
                launch_expression: k <<< 1 , 2 > > > (
              simple_declaration: int z ;
            ! ExpectedExpression at ;
            ! Expected(R_PAREN) at ;
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn kernel_word() {
    check(
        "__attribute__((global)) void\n__attribute__((device)) int d;\nint y;\n",
        expect![[r#"
            simple_declaration: __attribute__ ( ( global ) ) void __attribute__ ( ( device ) ) int d ;
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn kernel_attribute() {
    check(
        "__attribute__((global\nvoid k(int *p) { *p = 1; }\n",
        expect![[r#"
            function_definition: __attribute__ ( ( global void k ( int * p ) { * p = 1 ; }
              expression_statement: * p = 1 ;
            ! Expected(COMMA) at void
            ! Expected(R_PAREN) at void
            ! Expected(R_PAREN) at the end
        "#]],
    );
}

#[test]
fn kernel_body() {
    check(
        "__attribute__((global)) void k(int *p) {\n  int i = threadIdx.\n__attribute__((device)) int g() { return 1; }\n__attribute__((global)) void m() {}\n",
        expect![[r#"
            function_definition: __attribute__ ( ( global ) ) void k ( int * p ) { int i = threadIdx .
              simple_declaration: int i = threadIdx .
                member_expression: threadIdx .
            ! ExpectedMemberName at the end
            ! Expected(SEMICOLON) at the end
            ! Expected(R_BRACE) at the end
            function_definition: __attribute__ ( ( device ) ) int g ( ) { return 1 ; }
              return_statement: return 1 ;
            function_definition: __attribute__ ( ( global ) ) void m ( ) { }
        "#]],
    );
}

#[test]
fn shared_array() {
    check(
        "__attribute__((global)) void k() {\n  __attribute__((shared)) int s[\n  int i;\n}\nint y;\n",
        expect![[r#"
            function_definition: __attribute__ ( ( global ) ) void k ( ) { __attribute__ ( ( shared ) ) int s [ int i ; }
              simple_declaration: __attribute__ ( ( shared ) ) int s [
              simple_declaration: int i ;
            ! TypeNotAllowed at int
            ! Expected(R_BRACK) at i
            simple_declaration: int y ;
        "#]],
    );
}

#[test]
fn device_lambda() {
    check(
        "void f() {\n  auto l = [=] __attribute__((device)) (int i\n  ;\n  int z;\n}\nint y;\n",
        expect![[r#"
            function_definition: void f ( ) { auto l = [ = ] __attribute__ ( ( device ) ) ( int i ; int z ; }
              simple_declaration: auto l = [ = ] __attribute__ ( ( device ) ) ( int i ;
                lambda_expression: [ = ] __attribute__ ( ( device ) ) ( int i
              simple_declaration: int z ;
            ! Expected(R_PAREN) at ;
            ! ExpectedLambdaBody at ;
            simple_declaration: int y ;
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
