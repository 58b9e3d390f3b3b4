//! Unfinished declarations.

use expect_test::expect;

use crate::parser::tests::incomplete::check;

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
                simple_declaration: fl int y ;
                  error: int y ;
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
                simple_declaration: publ int y ;
                  error: int y ;
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
            using_declaration: using int y ;
              error: int y ;
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
            using_directive: using namespace int y ;
              error: int y ;
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

/// What stands behind the missing `;` is no declaration either, and ends with the braces around.
#[test]
fn behind_a_missing_semicolon() {
    check(
        "struct A {\n  enum { a = b(T{},\n  int: 1,\n  U: 3) };\n};\nint z;\n",
        expect![[r#"
            simple_declaration: struct A { enum { a = b ( T { } , int : 1 , U : 3 ) } ;
              class_specifier: struct A { enum { a = b ( T { } , int : 1 , U : 3 ) }
                simple_declaration: enum { a = b ( T { } , int : 1 , U : 3 )
                  enum_specifier: enum { a = b ( T { } , int : 1 , U
                    error: : 1
                  error: )
            error: }
            ! TypeNotAllowed at int
            ! Expected(R_PAREN) at :
            ! Expected(R_BRACE) at :
            ! ExpectedDeclaration at }
            simple_declaration: int z ;
        "#]],
    );
}
