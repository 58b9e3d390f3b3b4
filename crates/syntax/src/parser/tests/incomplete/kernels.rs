//! Unfinished kernels and launches.

use expect_test::expect;

use crate::parser::tests::incomplete::check;

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
            ! ExpectedExpression at }
            ! Expected(R_PAREN) at }
            ! Expected(SEMICOLON) at }
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
