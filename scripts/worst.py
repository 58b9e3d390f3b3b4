#!/usr/bin/env python3
"""Hostile shapes of programs beside the reference's cudafe++: processor time and peak memory at n and at 2n.

Each shape is a program made of one thing many times: enumerators, locals, overloads, nested templates. No header is read, so that what
is measured is the shape alone. `growth` is how much longer the program of twice the size takes, less what an empty program takes. A
shape is missed if Cleave needs more than twice the reference's time, or if its time grows faster than n log n, or if the two
disagree whether the program is right. The goal is a fifth of the reference's time.
Usage: worst.py --toolkit ROOT [--cleave PATH] [--runs N] [--scale F] [--limit S] [--json OUT] [--list] [--keep DIR] [SHAPE]...
"""
import argparse, json, os, resource, subprocess, sys, tempfile, threading, time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHAPES = {}
def shape(n):
    def add(f): SHAPES[f.__name__] = (n, f); return f
    return add

def lines(n, f): return "\n".join(f(i) for i in range(n))
def inside(body, head="void f()"): return f"{head} {{\n{body}\n}}\n"

# Declarations.
@shape(20000)
def enumerators(n): return "enum e {\n" + lines(n, lambda i: f"  e{i},") + "\n};\nint x = e7;\n"
@shape(20000)
def enumerators_with_values(n): return "enum e {\n" + lines(n, lambda i: f"  e{i} = {i} * 2 + 1," if i % 2 else f"  e{i} = {'e%d + 1' % (i - 1) if i else '0'},") + "\n};\n"
@shape(5000)
def enumerators_in_class(n): return "struct s { enum e {\n" + lines(n, lambda i: f"  e{i},") + "\n}; };\nint x = s::e7;\n"
@shape(5000)
def enums(n): return lines(n, lambda i: f"enum class e{i} : int {{ a, b, c }};") + "\n"
@shape(50000)
def functions(n): return lines(n, lambda i: f"int f{i}(int a) {{ return a + {i}; }}") + "\n"
@shape(50000)
def function_declarations(n): return lines(n, lambda i: f"int f{i}(int a, char const *b);") + "\n"
@shape(20000)
def functions_calling_the_last(n): return "int f0(int a) { return a; }\n" + lines(n, lambda i: f"int f{i + 1}(int a) {{ return f{i}(a) + {i}; }}") + "\n"
@shape(20000)
def variables(n): return lines(n, lambda i: f"int v{i} = {i};") + "\n"
@shape(20000)
def constants_of_the_last(n): return "constexpr int v0 = 0;\n" + lines(n, lambda i: f"constexpr int v{i + 1} = v{i} % 1000 + 1;") + "\n"
@shape(5000)
def typedefs_of_the_last(n): return "typedef int t0;\n" + lines(n, lambda i: f"typedef t{i} t{i + 1};") + f"\nt{n} x;\n"
@shape(5000)
def pointers_of_the_last(n): return "typedef int t0;\n" + lines(n // 10, lambda i: f"typedef t{i} *t{i + 1};") + f"\nt{n // 10} x;\n"
@shape(5000)
def redeclarations(n): return "\n".join("int f(int a, char b);" for _ in range(n)) + "\nint f(int a, char b) { return a; }\n"
@shape(5000)
def redeclared_variables(n): return "\n".join("extern int v;" for _ in range(n)) + "\nint v;\n"
@shape(5000)
def declarators(n): return "int " + ", ".join(f"a{i} = {i}" for i in range(n)) + ";\n"
@shape(200)
def parameters(n): return f"int f({', '.join(f'int a{i}' for i in range(n))}) {{ return {' + '.join(f'a{i}' for i in range(n))}; }}\nint x = f({', '.join('1' for _ in range(n))});\n"
@shape(5000)
def static_assertions(n): return lines(n, lambda i: f"static_assert({i} + 1 == {i + 1}, \"no\");") + "\n"

# Namespaces.
@shape(2000)
def namespaces_of_one_class(n): return lines(n, lambda i: f"namespace n{i} {{ struct s {{ s(); ~s(); operator int() const; int g(int); }}; inline s::~s() {{}} inline int s::g(int a) {{ return a; }} }}") + "\n"
@shape(5000)
def namespaces(n): return lines(n, lambda i: f"namespace n{i} {{ int v; }}\nint x{i} = n{i}::v;") + "\n"
@shape(5000)
def namespace_reopened(n): return lines(n, lambda i: f"namespace n {{ int v{i}; inline int f{i}() {{ return v{i}; }} }}") + "\n"
@shape(200)
def namespaces_nested(n): return lines(n, lambda i: f"namespace n{i} {{ int v{i};") + f"\nint f() {{ return v0 + v{n - 1}; }}\n" + "}" * n + "\n"
@shape(1000)
def using_directives(n): return lines(n, lambda i: f"namespace n{i} {{ int v{i}; }}\nusing namespace n{i};") + "\n" + inside(lines(n, lambda i: f"  v{i} = 1;"))
@shape(200)
def using_directives_in_chain(n): return "namespace n0 { int v; }\n" + lines(n, lambda i: f"namespace n{i + 1} {{ using namespace n{i}; }}") + f"\nint x = n{n}::v;\nusing namespace n{n};\nint y = v;\n"
@shape(5000)
def using_declarations(n): return "namespace n {\n" + lines(n, lambda i: f"int v{i}; void f{i}(int);") + "\n}\n" + lines(n, lambda i: f"using n::v{i}; using n::f{i};") + "\n" + inside(lines(n, lambda i: f"  f{i}(v{i});"))
@shape(500)
def inline_namespaces(n): return lines(n, lambda i: f"inline namespace n{i} {{ int v{i};") + "}" * n + "\n" + inside(lines(n, lambda i: f"  v{i} = 1;"))
@shape(1000)
def names_by_argument(n): return lines(n, lambda i: f"namespace n{i} {{ struct s {{}}; void f(s); }}") + "\n" + inside(lines(n, lambda i: f"  f(n{i}::s());"))

# Statements.
@shape(8000)
def locals(n): return inside(lines(n, lambda i: f"  int v{i} = {i};"))
@shape(8000)
def locals_of_the_last(n): return inside("  int v0 = 0;\n" + lines(n, lambda i: f"  int v{i + 1} = v{i} + 1;"))
@shape(2000)
def local_constants_of_the_last(n): return inside("  const int v0 = 0;\n" + lines(n, lambda i: f"  const int v{i + 1} = v{i} % 100 + 1; static_assert(v{i + 1} > 0, \"\");"))
@shape(2000)
def statement_expressions(n): return inside(lines(n, lambda i: f"  int v{i} = ({{ int a = {i}; a + 1; }});"))
@shape(5000)
def structured_bindings(n): return "struct s { int a, b; };\n" + inside(lines(n, lambda i: f"  auto [a{i}, b{i}] = x;"), "void f(s x)")
@shape(2000)
def locals_of_classes(n): return "struct s { s(int); ~s(); int a; };\n" + inside(lines(n, lambda i: f"  s v{i}({i});"))
@shape(2000)
def shared_variables_of_classes(n): return "struct s { int a; };\n" + inside(lines(n, lambda i: f"  __attribute__((shared)) s v{i};"), "__attribute__((global)) void f()")
@shape(2000)
def device_members_of_classes(n): return "struct s { int a; };\nstruct t {\n" + lines(n, lambda i: f"  static __attribute__((device)) s v{i};") + "\n};\n"
@shape(2000)
def local_classes(n): return inside(lines(n, lambda i: f"  struct s{i} {{ int a; int get() {{ return a; }} }} v{i}; v{i}.get();"))
@shape(2000)
def members_of_a_local_class(n): return inside("  struct s {\n" + lines(n, lambda i: f"    int m{i}; int f{i}() {{ return m{i}; }}") + "\n  };")
@shape(4000)
def local_classes_of_local_types(n): return "struct v {};\n" + inside(lines(n, lambda i: f"  typedef v t{i}; struct s{i} {{ t{i} m; }};"))
@shape(4000)
def declarators_of_a_function_type(n): return "typedef void F();\n__attribute__((global)) F " + ", ".join(f"k{i}" for i in range(n)) + ";\n"
@shape(8000)
def labels_nobody_names(n): return inside(lines(n, lambda i: f"  l{i}:;"))
@shape(20000)
def statements(n): return inside(lines(n, lambda i: f"  a = a * {i} + b;"), "void f(int a, int b)")
@shape(10000)
def calls(n): return "int g(int, double);\n" + inside(lines(n, lambda i: f"  g({i}, 1);"))
@shape(10000)
def case_labels(n): return inside("  switch (a) {\n" + lines(n, lambda i: f"  case {i}: b += {i}; break;") + "\n  }", "void f(int a, int b)")
@shape(10000)
def case_labels_in_chain(n): return inside("  switch (a) {\n" + lines(n, lambda i: f"  case {i}:") + "\n  b = 1; }", "void f(int a, int b)")
@shape(5000)
def case_labels_of_enumerators(n): return "enum e {" + ",".join(f"e{i}" for i in range(n)) + "};\n" + inside("  switch (a) {\n" + lines(n, lambda i: f"  case e{i}: return {i};") + "\n  }\n  return 0;", "int f(e a)")
@shape(25000)
def else_if(n): return inside("  if (a == 0) b = 1;\n" + lines(n, lambda i: f"  else if (a == {i + 1}) b = {i};"), "void f(int a, int b)")
@shape(5000)
def ifs(n): return inside(lines(n, lambda i: f"  if (a == {i}) {{ b = {i}; return b; }}") + "\n  return 0;", "int f(int a, int b)")
@shape(200)
def blocks_nested(n): return inside("  int v0 = 0;\n" + lines(n, lambda i: f"  {{ int v{i + 1} = v{i} + v0;") + "}" * n)
@shape(100)
def loops_nested(n): return inside("  int v0 = 0;\n" + lines(n, lambda i: f"  for (int v{i + 1} = 0; v{i + 1} < 10; ++v{i + 1}) {{ v0 += v{i};") + "}" * n)
@shape(5000)
def labels(n): return inside(lines(n, lambda i: f"  goto l{i}; l{i}:;"))
@shape(1000)
def try_blocks(n): return inside(lines(n, lambda i: "  try { throw 1; } catch (int &) { } catch (...) { }"))

# Expressions.
@shape(5000)
def terms(n): return f"int f(int a) {{ return {' + '.join(f'a * {i}' for i in range(n))}; }}\n"
@shape(5000)
def conditions(n): return f"int f(int a) {{ return {' : '.join(f'a == {i} ? {i}' for i in range(n))} : 0; }}\n"
@shape(5000)
def disjunction(n): return f"bool f(int a) {{ return {' || '.join(f'a == {i}' for i in range(n))}; }}\n"
@shape(500)
def parentheses(n): return f"int f(int a) {{ return {'(' * n}a{')' * n}; }}\n"
@shape(500)
def parenthesized_terms(n): return f"int f(int a) {{ return {'(1 + ' * n}a{')' * n}; }}\n"
@shape(500)
def calls_nested(n): return f"int g(int); int g(double);\nint f(int a) {{ return {'g(' * n}a{')' * n}; }}\n"
@shape(200)
def member_calls_in_chain(n): return "struct s { s &g(int); s &g(double); int a; };\n" + f"int f(s a) {{ return a{'.g(1)' * n}.a; }}\n"
@shape(500)
def shifts_of_overloaded(n): return "struct o {}; o &operator<<(o &, int); o &operator<<(o &, char const *); o &operator<<(o &, double);\n" + "void f(o &a) { a" + "".join(f' << {i} << "x"' for i in range(n)) + "; }\n"
@shape(500)
def casts(n): return f"int f(int a) {{ return {'(int)(long)' * n}a; }}\n"
@shape(5000)
def commas(n): return f"void f(int a) {{ {', '.join(f'a = {i}' for i in range(n))}; }}\n"
@shape(2000)
def unary(n): return f"int f(int a) {{ return {'- ' * n}a; }}\n"
@shape(10000)
def subscripts(n): return inside(lines(n, lambda i: f"  a[{i}] = b[{i}][a[{i}]];"), "void f(int *a, int (*b)[100])")
@shape(2000)
def string_literals(n): return "char const *s = " + "\n".join(f'"line {i} of the text"' for i in range(n)) + ";\n"
@shape(200000)
def one_long_string(n): return 'char const s[] = "' + "x" * n + '";\n'
@shape(2000)
def new_and_delete(n): return "struct s { s(int); ~s(); };\n" + inside(lines(n, lambda i: f"  delete new s({i});"))
@shape(2000)
def lambdas(n): return inside(lines(n, lambda i: f"  auto l{i} = [=](int x) {{ return x + a + {i}; }}; l{i}(1);"), "void f(int a)")
@shape(20)
def lambdas_nested(n): return inside("  auto l = " + "".join(f"[&](int x{i}) {{ return " for i in range(n)) + "a + x0" + "".join(f"; }}({i})" if i else "; }" for i in reversed(range(n))) + ";", "void f(int a)")
@shape(500)
def generic_lambdas(n): return inside(lines(n, lambda i: f"  auto l{i} = [=](auto x) {{ return x + a; }}; l{i}(1); l{i}(1.0);"), "void f(int a)")

# Initialisers.
@shape(100000)
def array_of_numbers(n): return "int const a[] = {" + ",\n".join(str(i) for i in range(n)) + "};\n"
@shape(10000)
def array_of_classes(n): return "struct s { int a; double b; };\ns const a[] = {" + ",\n".join(f"{{{i}, {i}.5}}" for i in range(n)) + "};\n"
@shape(10000)
def array_without_braces(n): return "struct s { int a; double b; };\ns const a[] = {" + ",\n".join(f"{i}, {i}.5" for i in range(n)) + "};\n"
@shape(10000)
def array_of_strings(n): return "char const *const a[] = {" + ",\n".join(f'"text {i}"' for i in range(n)) + "};\n"
@shape(5000)
def array_of_functions(n): return lines(n, lambda i: f"void f{i}();") + "\nvoid (*const a[])() = {" + ", ".join(f"f{i}" for i in range(n)) + "};\n"
@shape(10000)
def constant_array(n): return "constexpr int a[] = {" + ",\n".join(f"{i} * 2" for i in range(n)) + f"}};\nstatic_assert(a[{n - 1}] == {2 * n - 2}, \"\");\n"
@shape(2000)
def constant_array_read(n): return "constexpr int a[] = {" + ", ".join(f"{i}" for i in range(n)) + "};\n" + lines(n, lambda i: f"static_assert(a[{i}] == {i}, \"\");") + "\n"
@shape(10000)
def local_array(n): return inside("  int a[] = {" + ", ".join(f"b + {i}" for i in range(n)) + "};", "void f(int b)")
@shape(200)
def braces_nested(n): return "struct s0 { int a; };\n" + lines(n, lambda i: f"struct s{i + 1} {{ s{i} a; }};") + f"\ns{n} x = {'{' * (n + 1)}1{'}' * (n + 1)};\n"

# Classes.
@shape(4000)
def inline_methods(n): return "struct s {\n  int a;\n" + lines(n, lambda i: f"  int m{i}() {{ return a + {i}; }}") + "\n};\n"
@shape(2000)
def inline_methods_calling(n): return "struct s {\n  int a;\n" + lines(n, lambda i: f"  int m{i}(int b) {{ return m{(i * 7 + 1) % n}(b) + a; }}") + "\n};\n"
@shape(2000)
def methods_outside(n): return "struct s {\n  int a;\n" + lines(n, lambda i: f"  int m{i}();") + "\n};\n" + lines(n, lambda i: f"int s::m{i}() {{ return a + {i}; }}") + "\n"
@shape(4000)
def fields(n): return "struct s {\n" + lines(n, lambda i: f"  int a{i};") + "\n};\n" + inside(lines(n, lambda i: f"  x.a{i} = {i};"), "void f(s &x)") + f"static_assert(sizeof(s) == {4 * n}, \"\");\n"
@shape(2000)
def fields_of_classes(n): return "struct p { p(); ~p(); p(p const &); p &operator=(p const &); };\nstruct s {\n" + lines(n, lambda i: f"  p a{i};") + "\n};\nvoid f(s &x) { s y(x); y = x; }\n"
@shape(2000)
def member_initializers(n): return "struct s {\n" + lines(n, lambda i: f"  int a{i};") + "\n  s() : " + ", ".join(f"a{i}({i})" for i in range(n)) + " {}\n};\ns x;\n"
@shape(10000)
def classes(n): return lines(n, lambda i: f"struct s{i} {{ int a; int get() const {{ return a; }} }};") + "\n"
@shape(500)
def class_chain(n): return "struct s0 { int a; void f(); };\n" + lines(n, lambda i: f"struct s{i + 1} : s{i} {{ int a{i}; }};") + f"\nvoid f(s{n} &x) {{ x.a = 1; x.f(); }}\n"
@shape(200)
def virtual_chain(n): return "struct s0 { int a; virtual void f(); virtual ~s0(); };\n" + lines(n, lambda i: f"struct s{i + 1} : s{i} {{ void f() override; virtual void g{i}(); }};") + f"\nvoid f(s{n} &x) {{ x.f(); s0 &y = x; }}\n"
@shape(500)
def virtual_functions(n): return "struct a {\n" + lines(n, lambda i: f"  virtual void f{i}(int) = 0;") + "\n};\nstruct b : a {\n" + lines(n, lambda i: f"  void f{i}(int) override {{}}") + "\n};\nb x;\n"
@shape(500)
def bases(n): return lines(n, lambda i: f"struct b{i} {{ int v{i}; void f{i}(); }};") + "\nstruct s : " + ", ".join(f"b{i}" for i in range(n)) + " {};\n" + inside(lines(n, lambda i: f"  x.v{i} = 1; x.f{i}();"), "void f(s &x)")
@shape(12)
def diamonds(n): return "struct s0 { int a; };\n" + lines(n, lambda i: f"struct a{i} : virtual s{i} {{}}; struct b{i} : virtual s{i} {{}}; struct s{i + 1} : a{i}, b{i} {{}};") + f"\nvoid f(s{n} &x) {{ x.a = 1; }}\n"
@shape(200)
def classes_nested(n): return lines(n, lambda i: f"struct s{i} {{ int a{i};") + "};" * n + "\n" + f"{'::'.join(f's{i}' for i in range(n))} x;\n"
@shape(1000)
def friends(n): return lines(n, lambda i: f"class s{i};") + "\nclass t { int a;\n" + lines(n, lambda i: f"  friend class s{i};") + "\n};\n" + lines(n, lambda i: f"class s{i} {{ int f(t &x) {{ return x.a; }} }};") + "\n"
@shape(1000)
def operators(n): return lines(n, lambda i: f"struct s{i} {{}}; s{i} operator+(s{i}, s{i});") + "\n" + inside(lines(n, lambda i: f"  s{i} x{i}; x{i} + x{i};"))

# Overloads.
@shape(1000)
def overloads(n): return lines(n, lambda i: f"struct s{i} {{}}; void f(s{i});") + "\n" + inside(lines(n, lambda i: f"  f(s{i}());"))
@shape(2000)
def overloads_called_once(n): return lines(n, lambda i: f"struct s{i} {{}}; void f(s{i});") + "\n" + inside("  f(s7());")
@shape(1000)
def overloads_of_pointers(n): return lines(n, lambda i: f"struct s{i}; void f(s{i} *);") + "\n" + inside(lines(n, lambda i: f"  f((s{i} *)0);"))
@shape(500)
def overloaded_templates(n): return lines(n, lambda i: f"template <class T> struct s{i} {{}}; template <class T> void f(s{i}<T>);") + "\n" + inside(lines(n, lambda i: f"  f(s{i}<int>());"))
@shape(500)
def constructors(n): return lines(n, lambda i: f"struct s{i} {{}};") + "\nstruct t {\n" + lines(n, lambda i: f"  t(s{i}) {{}}") + "\n};\n" + inside(lines(n, lambda i: f"  t x{i}{{s{i}()}};"))
@shape(500)
def overloaded_methods(n): return lines(n, lambda i: f"struct s{i} {{}};") + "\nstruct t {\n" + lines(n, lambda i: f"  void f(s{i}) {{}}") + "\n};\n" + inside(lines(n, lambda i: f"  x.f(s{i}());"), "void f(t x)")
@shape(200)
def conversions(n): return lines(n, lambda i: f"struct s{i} {{}};") + "\nstruct t {\n" + lines(n, lambda i: f"  operator s{i}() const;") + "\n};\n" + inside(lines(n, lambda i: f"  s{i} x{i} = x;"), "void f(t x)")
@shape(12)
def overloads_in_template(n):
    # Of gcc's non-dependent16.C: each call has one template for an argument whose type is a call.
    return ("template <class T> struct w {};\n" + lines(n, lambda i: f"template <class T> w<T> g(T, char (*)[{i + 1}]);") + "\n"
            + "template <class T> void f(T) {\n" + lines(n, lambda i: f"  g(1, (char (*)[{i + 1}])0);") + "\n}\nvoid h() { f(1); }\n")
@shape(12)
def calls_in_trailing_types(n): return "int f0(int);\n" + lines(n, lambda i: f"template <class T> auto f{i + 1}(T x) -> decltype(f{i}(x) + f{i}(x));") + f"\nint x = sizeof(f{n}(1));\n"

# Templates.
@shape(1000)
def instances(n): return "template <int N> struct s { enum { v = N * 2 }; int a[N + 1]; };\n" + lines(n, lambda i: f"static_assert(s<{i}>::v == {2 * i}, \"\"); s<{i}> x{i};") + "\n"
@shape(200)
def instances_in_chain(n): return "template <int N> struct s { static const int v = s<N - 1>::v + 1; };\ntemplate <> struct s<0> { static const int v = 0; };\n" + lines(max(1, n // 150), lambda i: f"static_assert(s<{min(n, 150 * (i + 1))}>::v == {min(n, 150 * (i + 1))}, \"\");") + "\n"
@shape(20)
def instances_in_tree(n): return "template <int N> struct s { static const long v = s<N - 1>::v + s<N - 2>::v; };\ntemplate <> struct s<0> { static const long v = 0; };\ntemplate <> struct s<1> { static const long v = 1; };\n" + f"static_assert(s<{n}>::v > 0, \"\");\n"
@shape(1000)
def function_templates_called(n): return "template <int N> int f(int a) { return a + N; }\n" + inside(lines(n, lambda i: f"  a += f<{i}>(a);"), "void g(int a)")
@shape(1000)
def templates(n): return lines(n, lambda i: f"template <class T> T f{i}(T a) {{ return a + {i}; }}") + "\n" + inside(lines(n, lambda i: f"  f{i}(1);"))
@shape(1000)
def class_templates(n): return lines(n, lambda i: f"template <class T> struct s{i} {{ T a; T get() {{ return a; }} }};") + "\n" + inside(lines(n, lambda i: f"  s{i}<int> x{i}; x{i}.get();"))
@shape(500)
def specializations(n): return "template <int N> struct s;\n" + lines(n, lambda i: f"template <> struct s<{i}> {{ int a{i}; }};") + "\n" + inside(lines(n, lambda i: f"  s<{i}>().a{i} = 1;"))
@shape(100)
def partial_specializations(n): return lines(n, lambda i: f"template <class T> struct t{i};") + "\ntemplate <class T> struct s;\n" + lines(n, lambda i: f"template <class T> struct s<t{i}<T>> {{ int a{i}; }};") + "\n" + inside(lines(n, lambda i: f"  s<t{i}<int>>().a{i} = 1;"))
@shape(100)
def greater_nested(n): return "template <bool B> struct A { static const bool v = B; };\nbool x = " + "A<(" * n + "1>0" + ")>::v" * n + ";\n"
@shape(25)
def arguments_nested(n): return "template <class T> struct s {};\n" + "s<" * n + "int" + ">" * n + " x;\n"
@shape(50)
def arguments_nested_values(n): return "template <int N> struct s { enum { v = N }; };\nint x = " + "s<" * n + "1" + ">::v" * n + ";\n"
@shape(12)
def less_nested(n): return f"int a, b; template <class T> struct s {{ static int v; }};\nint f() {{ return {'(a < ' * n}b{')' * n}; }}\n"
@shape(500)
def pack(n): return "template <class... T> struct s { enum { v = sizeof...(T) }; };\nstatic_assert(s<" + ", ".join("int" for _ in range(n)) + f">::v == {n}, \"\");\n"
@shape(100)
def pack_recursive(n): return "template <class... T> struct s; template <> struct s<> { enum { v = 0 }; }; template <class T, class... U> struct s<T, U...> { enum { v = s<U...>::v + 1 }; };\nstatic_assert(s<" + ", ".join("int" for _ in range(n)) + f">::v == {n}, \"\");\n"
@shape(100)
def pack_call(n): return "template <class T> int f(T a) { return a; } template <class T, class... U> int f(T a, U... b) { return a + f(b...); }\nint x = f(" + ", ".join(str(i) for i in range(n)) + ");\n"
@shape(200)
def fold(n): return "template <class... T> constexpr int f(T... a) { return (a + ... + 0); }\nconstexpr int x = f(" + ", ".join(str(i) for i in range(n)) + ");\n"
@shape(200)
def aliases(n): return "template <class T> using a0 = T;\n" + lines(n, lambda i: f"template <class T> using a{i + 1} = a{i}<T>;") + f"\na{n}<int> x;\n"
@shape(16)
def pairs_nested(n): return "template <class A, class B> struct p {};\ntypedef int t0;\n" + lines(n, lambda i: f"typedef p<t{i}, t{i}> t{i + 1};") + f"\nt{n} *x; void f(t{n} *y) {{ x = y; }}\n"
@shape(100)
def inherited_templates(n): return "template <int N> struct s : s<N - 1> { int a; }; template <> struct s<0> { int b; };\n" + f"void f(s<{n}> &x) {{ x.b = 1; }}\n"
@shape(500)
def member_templates(n): return "struct s { template <class T> int f(T a) { return (int)a; } };\n" + lines(n, lambda i: f"struct t{i} {{ operator int(); }};") + "\n" + inside(lines(n, lambda i: f"  x.f(t{i}());"), "void f(s x)")

# Constants.
@shape(500)
def constexpr_calls(n): return "constexpr int f(int a) { return a * 2 + 1; }\n" + lines(n, lambda i: f"static_assert(f({i}) == {2 * i + 1}, \"\");") + "\n"
@shape(200)
def constexpr_recursion(n): return "constexpr int f(int a) { return a ? f(a - 1) + 1 : 0; }\n" + f"static_assert(f({n}) == {n}, \"\");\n"
@shape(100000)
def constexpr_loop(n): return f"constexpr int f() {{ int s = 0; for (int i = 0; i < {n}; ++i) s = (s + i) % 1000; return s; }}\nstatic_assert(f() >= 0, \"\");\n"
@shape(500)
def constexpr_ifs(n): return "constexpr int f(int a, int b) {\n" + lines(n, lambda i: f"  if (a == {i} && b == {i % 7}) {{ return {i}; }}") + "\n  return -1; }\n" + lines(n, lambda i: f"static_assert(f({i}, {i % 7}) == {i}, \"\");") + "\n"
@shape(200)
def constexpr_array(n): return f"struct t {{ int a[{n}]; }};\nconstexpr t f() {{ t x{{}}; for (int i = 0; i < {n}; ++i) for (int j = 0; j < i; ++j) x.a[i] += x.a[j] + 1 - x.a[j]; return x; }}\nconstexpr t x = f();\nstatic_assert(x.a[{n - 1}] == {n - 1}, \"\");\n"
@shape(16)
def constexpr_tree(n): return "constexpr int f(int a) { return a < 2 ? a : f(a - 1) + f(a - 2); }\n" + f"static_assert(f({n}) > 0, \"\");\n"
@shape(50000)
def constexpr_references(n): return f"struct s {{ int a; constexpr s(int x) : a(x) {{}} }};\nconstexpr int f() {{ int r = 0; for (int i = 0; i < {n}; ++i) {{ const s &p = s(i); r += p.a & 1; }} return r; }}\nstatic_assert(f() >= 0, \"\");\n"
@shape(20000)
def constexpr_members(n): return f"struct b {{ unsigned w[4]; constexpr bool at(unsigned i) const {{ return (w[i / 32 % 4] >> (i % 32)) & 1; }} }};\nstruct r {{ const b *p; unsigned i; constexpr r(const b *q, unsigned k) : p(q), i(k) {{}} constexpr operator bool() const {{ return p->at(i); }} }};\nstruct s : b {{ constexpr r operator[](unsigned i) const {{ return r(this, i); }} }};\nconstexpr int f() {{ s x{{}}; int n = 0; for (unsigned i = 0; i < {n}; ++i) n += x[i] == x[i + 1]; return n; }}\nstatic_assert(f() > 0, \"\");\n"

# Text.
@shape(5000)
def attributes(n): return lines(n, lambda i: f"__attribute__((unused)) static __attribute__((always_inline)) inline int f{i}(int a) {{ return a; }}") + "\n"
@shape(5000)
def cuda_functions(n): return lines(n, lambda i: f"__attribute__((host)) __attribute__((device)) int f{i}(int a) {{ return a + {i}; }}") + "\n"
@shape(2000)
def device_variables(n): return lines(n, lambda i: f"__attribute__((device)) int v{i};") + "\n"
@shape(20000)
def empty_declarations(n): return ";\n" * n
@shape(20000)
def line_markers(n): return lines(n, lambda i: f"# {i + 1} \"file{i % 100}.h\"\nint v{i};") + "\n"
@shape(10000)
def line_markers_of_many_files(n): return lines(n, lambda i: f"# 1 \"file{i}.h\"\nint v{i};") + "\n"
@shape(10000)
def headers_in_turn(n): return lines(n, lambda i: f"# 1 \"/usr/include/a.h\" 1 3\nint u{i};\n# {i + 1} \"x.cu\" 2\nint v{i};") + "\n"
@shape(20000)
def names_like_directives(n): return inside("  int module = 0; " + " ".join("module = 1;" for _ in range(n)))
@shape(5000)
def pragmas(n): return lines(n, lambda i: f"#pragma nv_diag_suppress {i % 300 + 1}\nint v{i};") + "\n"
@shape(10000)
def comments(n): return "/* a comment */ // and another\n" * n
@shape(50000)
def one_line(n): return " ".join(f"int v{i};" for i in range(n)) + "\n"
@shape(1000)
def assemblies(n): return inside(lines(n, lambda i: f"  asm volatile(\"nop\" : \"+r\"(a) : \"r\"({i}) : \"memory\");"), "void f(int a)")

@shape(2000)
def kernels_launched(n): return "__attribute__((global)) void k(int a);\n" + inside(lines(n, lambda i: f"  k<<<1, {i}>>>({i});"))

# What is wrong.
@shape(1000)
def members_of_one_name_outside(n): return lines(n, lambda i: f"struct s{i} {{ void f(); static int m; }};") + "\n" + lines(n, lambda i: f"void s{i}::f() {{}}\nint s{i}::m = {i};") + "\n"
@shape(500)
def functions_beside_members(n): return lines(n, lambda i: f"struct s{i} {{ void f(); }};") + "\n" + lines(n, lambda i: f"void s{i}::f() {{}}\nvoid f(s{i} *) {{}}") + "\n"
@shape(300)
def partial_specializations_used(n): return "template <class T, int N> struct p { T t; };\n" + lines(n, lambda i: f"template <class T> struct p<T, {i}> {{ T t{i}; }};\np<int, {i}> v{i};") + "\n"
@shape(500)
def partial_specializations_of_classes(n): return "template <class T> struct p { static const int v = 0; };\n" + lines(n, lambda i: f"template <class T> struct a{i} {{}};\ntemplate <class T> struct p<a{i}<T>> {{ static const int v = {i}; }};\nint v{i} = p<a{i}<int>>::v;") + "\n"
@shape(1000)
def explicit_instantiations(n): return lines(n, lambda i: f"template <class T> struct s{i} {{ T a; T f() {{ return a; }} }};\ntemplate struct s{i}<int>;") + "\n"
@shape(500)
def instantiations_of_one(n): return "template <int N> struct s { int a[N + 1]; int f() { return a[N]; } };\n" + lines(n, lambda i: f"template struct s<{i}>;") + "\n"
@shape(500)
def function_specializations(n): return "template <int N> int f() { return N; }\n" + lines(n, lambda i: f"template <> int f<{i}>() {{ return {i} + 1; }}") + "\n" + lines(n, lambda i: f"int v{i} = f<{i}>();") + "\n"
@shape(500)
def variable_templates(n): return "template <int N> constexpr int v = N * 2;\n" + lines(n, lambda i: f"static_assert(v<{i}> == {2 * i}, \"\");") + "\n"
@shape(40)
def variable_templates_in_chain(n): return "template <int N> constexpr int v = v<N - 1> + 1;\ntemplate <> constexpr int v<0> = 0;\n" + f"static_assert(v<{n}> == {n}, \"\");\n"
@shape(500)
def deduced_results_in_chain(n): return "inline auto f0() { return 1; }\n" + lines(n, lambda i: f"inline auto f{i + 1}() {{ return f{i}(); }}") + f"\nint x = f{n}();\n"
@shape(500)
def exception_specifications_in_chain(n): return "int f0() noexcept;\n" + lines(n, lambda i: f"int f{i + 1}() noexcept(noexcept(f{i}()));") + f"\nstatic_assert(noexcept(f{n}()), \"\");\n"
@shape(500)
def default_arguments(n): return lines(n, lambda i: f"int f{i}(int a = {i}, int b = {f'f{i - 1}()' if i else 1});") + "\n" + inside(lines(n, lambda i: f"  f{i}();"))
@shape(60)
def default_template_arguments(n): return lines(n, lambda i: f"template <class T = int, class U = {f's{i - 1}<T>' if i else 'T'} *> struct s{i} {{ T a; }};") + f"\ns{n - 1}<> x;\n"
@shape(200)
def using_declarations_in_class(n): return lines(n, lambda i: f"struct b{i} {{ void f(int (*)[{i + 1}]); }};") + "\nstruct d : " + ", ".join(f"b{i}" for i in range(n)) + " {\n" + lines(n, lambda i: f"  using b{i}::f;") + "\n};\n"
@shape(150)
def overload_set_of_bases(n): return "template <class... B> struct d : B... { using B::operator()...; };\n" + lines(n, lambda i: f"struct b{i} {{ int operator()(int (*)[{i + 1}]) {{ return {i}; }} }};") + "\n" + inside(f"  d<{', '.join(f'b{i}' for i in range(n))}> x;\n  int (*p)[7] = 0;\n  x(p);")
@shape(200)
def virtual_bases(n): return "struct v { int a; };\n" + lines(n, lambda i: f"struct b{i} : virtual v {{ int m{i}; }};") + "\nstruct d : " + ", ".join(f"b{i}" for i in range(n)) + " {};\nd x;\nint y = x.a;\n"
@shape(80)
def overriders_in_chain(n): return "struct s0 { virtual void f(); virtual ~s0(); };\n" + lines(n, lambda i: f"struct s{i + 1} : s{i} {{ void f() override; virtual void g{i}(); }};") + f"\ns{n} x;\n"
@shape(500)
def guides(n): return "template <class T> struct s { s(T); };\n" + lines(n, lambda i: f"template <class T> s(T (*)[{i + 1}]) -> s<T[{i + 1}]>;") + "\n" + inside("  s x(1);")
@shape(1000)
def constexpr_if(n): return "template <int N> int f() {\n" + lines(n, lambda i: f"  if constexpr (N == {i}) return {i}; else") + "\n  return -1;\n}\nint x = f<7>();\n"
@shape(500)
def nested_lists(n): return "struct s { int a; s const *next; };\nstruct t { int a[4]; struct { int b, c; } d; };\nt const x[] = {\n" + lines(n, lambda i: f"  {{{{1, 2, 3, {i}}}, {{{i}, 2}}}},") + "\n};\n"
@shape(500)
def designators(n): return "struct s {\n" + lines(n, lambda i: f"  int m{i};") + "\n};\ns x = {\n" + lines(n, lambda i: f"  .m{i} = {i},") + "\n};\n"
@shape(500)
def comparisons_of_pointers_to_members(n): return "struct s {\n" + lines(n, lambda i: f"  int m{i}; void f{i}();") + "\n};\n" + inside(lines(n, lambda i: f"  int s::*p{i} = &s::m{i}; void (s::*q{i})() = &s::f{i};"))
@shape(500)
def kernels_of_one_template(n): return "template <int N> __attribute__((global)) void k(int *p) { p[N] = N; }\n" + lines(n, lambda i: f"template __attribute__((global)) void k<{i}>(int *);") + "\n"
@shape(500)
def device_lambdas(n): return "template <class F> __attribute__((global)) void k(F f) { f(); }\n" + inside(lines(n, lambda i: f"  auto l{i} = [=] {{ return a + {i}; }}; (void)l{i};"), "void f(int a)")
@shape(1000)
def constants(n): return lines(n, lambda i: f"__attribute__((constant)) int c{i}[4] = {{{i}}};") + "\n__attribute__((global)) void k(int *p) {\n" + lines(n, lambda i: f"  p[{i}] = c{i}[1];") + "\n}\n"
@shape(1000)
def typedefs_of_one_class(n): return "struct s { int a; };\n" + lines(n, lambda i: f"typedef s t{i}; typedef s t{i};") + "\n" + inside(lines(n, lambda i: f"  t{i} v{i}; v{i}.a = 1;"))
@shape(1000)
def namespace_aliases(n): return "namespace m { int v; }\nnamespace a0 = m;\n" + lines(n, lambda i: f"namespace a{i + 1} = a{i};") + f"\nint x = a{n}::v;\n"
@shape(1000)
def local_declarations(n): return inside(lines(n, lambda i: f"  extern int v{i}; int f{i}(int); v{i} = f{i}({i});"))
@shape(1000)
def friends_of_namespaces(n): return lines(n, lambda i: f"struct s{i} {{ friend void f(s{i} &) {{}} int a; }};") + "\n" + inside(lines(n, lambda i: f"  s{i} v{i}; f(v{i});"))
@shape(300)
def friends_of_templates(n): return "template <int N> struct s { friend int f(s) { return N; } friend bool operator==(s, s) { return true; } };\n" + inside(lines(n, lambda i: f"  s<{i}> v{i}; f(v{i}); (void)(v{i} == v{i});"))
@shape(500)
def unions(n): return lines(n, lambda i: f"union u{i} {{ int a; float b; struct {{ char c, d; }}; }};\nint f{i}(u{i} x) {{ return x.a + x.c; }}") + "\n"
@shape(1000)
def bit_fields(n): return "struct s {\n" + lines(n, lambda i: f"  unsigned m{i} : {i % 31 + 1};") + "\n};\n" + inside(lines(n, lambda i: f"  x.m{i} = {i % 2};"), "void f(s x)")
@shape(200)
def aliases_in_chain(n): return "template <class T> using a0 = T;\n" + lines(n, lambda i: f"template <class T> using a{i + 1} = a{i}<T>;") + f"\na{n}<int> x;\n"
@shape(300)
def template_template_arguments(n): return "template <template <class> class C> struct h { C<int> a; };\n" + lines(n, lambda i: f"template <class T> struct c{i} {{ T a; }};\nh<c{i}> v{i};") + "\n"
@shape(100)
def inherited_constructors_in_chain(n): return "struct s0 { s0(int); s0(double); };\n" + lines(n, lambda i: f"struct s{i + 1} : s{i} {{ using s{i}::s{i}; }};") + f"\ns{n} x(1);\n"
@shape(1000)
def assignments_of_classes(n): return "struct s { s &operator=(s const &); s operator+(s const &) const; s(); s(s const &); };\n" + inside(lines(n, lambda i: "  a = a + b;"), "void f(s a, s b)")
@shape(500)
def static_locals(n): return inside(lines(n, lambda i: f"  static int v{i} = {i}; ++v{i};"))
@shape(1000)
def deleted_functions(n): return lines(n, lambda i: f"void f(int (*)[{i + 1}]) = delete;") + "\nvoid f(int);\n" + inside("  f(1);", "void g()")
@shape(500)
def range_loops(n): return inside(lines(n, lambda i: f"  for (int v{i} : a) b += v{i};"), "void f(int (&a)[4], int b)")
@shape(500)
def literals_of_the_user(n): return "constexpr int operator\"\"_k(unsigned long long x) { return x * 2; }\n" + lines(n, lambda i: f"static_assert({i}_k == {2 * i}, \"\");") + "\n"
@shape(300)
def enable_if_overloads(n): return "template <bool B, class T = void> struct e {}; template <class T> struct e<true, T> { typedef T type; };\n" + lines(n, lambda i: f"template <int N> typename e<N == {i}, int>::type f() {{ return {i}; }}") + "\n" + inside("  f<3>();\n  f<4>();", "void g()")
@shape(1000)
def sizes_of_classes(n): return lines(n, lambda i: f"struct s{i} {{ {f's{i - 1} *p;' if i else ''} char c; double d; }};\nstatic_assert(sizeof(s{i}) >= 9, \"\");") + "\n"
@shape(1000)
def undeclared_names(n): return inside(lines(n, lambda i: f"  u{i} = 1;"))
@shape(1000)
def unused_variables(n): return inside(lines(n, lambda i: f"  int v{i};"))
@shape(1000)
def wrong_calls(n): return "void g(int *);\n" + inside(lines(n, lambda i: "  g(1.5);"))
@shape(1000)
def syntax_errors(n): return lines(n, lambda i: f"int v{i} = ;") + "\n"
@shape(1000)
def scopes_that_nobody_declares(n): return "template <class T> " + inside(lines(n, lambda i: f"  none::A<T> v{i}; typedef none::B<T> t{i};"))
@shape(1000)
def values_as_types(n): return "int q;\n" + inside(lines(n, lambda i: f"  q v{i};"))

def measure(cmd, cwd, runs, limit):
    """Processor time in seconds, peak memory in MB, exit status; `None` for what the limit stopped."""
    best, memory, rc = float("inf"), 0, 0
    for _ in range(runs):
        p = subprocess.Popen(cmd, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
        timer = threading.Timer(limit * 10, p.kill); timer.start()
        _, status, usage = os.wait4(p.pid, 0); timer.cancel()
        rc = os.waitstatus_to_exitcode(status); p.returncode = rc
        best, memory = min(best, usage.ru_utime + usage.ru_stime), max(memory, usage.ru_maxrss / 1024)
        if rc < 0 or best > 2: break
    return best, memory, rc

def verdict(rc): return "crash" if rc < 0 else "error" if rc else "ok"

def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--toolkit", type=Path); a.add_argument("--cleave", type=Path, default=ROOT / "target/release/cleave")
    a.add_argument("--runs", type=int, default=2); a.add_argument("--scale", type=float, default=1); a.add_argument("--limit", type=int, default=60)
    a.add_argument("--json", type=Path); a.add_argument("--list", action="store_true"); a.add_argument("--keep", type=Path)
    a.add_argument("--reference", type=Path, help="a file that keeps the reference's figures from run to run")
    a.add_argument("shapes", nargs="*")
    a = a.parse_args()
    if a.list: print("\n".join(SHAPES)); return
    chosen = [s for s in SHAPES if not a.shapes or any(w in s for w in a.shapes)]
    kept = json.loads(a.reference.read_text()) if a.reference and a.reference.exists() else {}
    os.environ["CLEAVE_SECOND_OPINION"] = "off"
    results, missed, fifth = {}, [], 0
    with tempfile.TemporaryDirectory() as t:
        t = Path(t)
        def both(name, n, text):
            ii = t / "x.cpp4.ii"; ii.write_text('# 1 "x.cu"\n' + text)
            if a.keep: a.keep.mkdir(parents=True, exist_ok=True); (a.keep / f"{name}-{n}.ii").write_text(ii.read_text())
            args = ("--c++17 --gnu_version=120200 --static-host-stub --device-hidden-visibility --orig_src_file_name x.cu --orig_src_path_name /tmp/x.cu --allow_managed --m64 --parse_templates "
                    "--gen_c_file_name o.cpp --stub_file_name x.stub.c --gen_module_id_file --module_id_file_name x.id x.cpp4.ii").split()
            key = f"{name}/{n}"
            if key not in kept and a.toolkit: kept[key] = measure([str(a.toolkit / "bin/cudafe++"), *args], t, a.runs, a.limit)
            return kept.get(key), measure([str(a.cleave.resolve()), "cudafe++", *args], t, a.runs, a.limit)
        base_ref, base = both("nothing", 0, "\n")
        print(f"an empty program: cudafe++ {base_ref[0] if base_ref else 0:.3f} s, Cleave {base[0]:.3f} s; load {os.getloadavg()[0]:.1f}")
        print(f"{'shape':<28}{'2n':>8} {'cudafe++':>10} {'Cleave':>9} {'faster':>8} {'growth':>7} {'theirs':>7} {'MB':>7} {'theirs':>7}")
        for name in chosen:
            n, make = SHAPES[name]; n = max(2, int(n * a.scale))
            (r1, o1), (r2, o2) = (both(name, m, make(m)) for m in (n, 2 * n))
            grow = lambda one, two, zero: (two[0] - zero[0]) / max(one[0] - zero[0], 0.002)
            growth, theirs = grow(o1, o2, base), grow(r1, r2, base_ref) if r1 else 0
            faster = r2[0] / o2[0] if r2 else 0
            # n log n of these sizes is 2.2 times longer at most; below 0.05 s the clock says nothing.
            slow = [w for w, is_so in (("GROWS", growth > 2.6 and o2[0] > base[0] + 0.05), ("SLOW", r2 and faster < 0.5 and r2[2] >= 0),
                                       ("CRASH", o1[2] < 0 or o2[2] < 0), (f"{verdict(o2[2])}, theirs {verdict(r2[2])}" if r2 else "", r2 and r2[2] >= 0 and o2[2] >= 0 and (r2[2] == 0) != (o2[2] == 0))) if is_so]
            print(f"{name:<28}{2 * n:>8} {f'{r2[0]:.3f}' if r2 else '-':>10} {o2[0]:>9.3f} {faster:>8.1f} {growth:>7.1f} {theirs:>7.1f} {o2[1]:>7.0f} {r2[1] if r2 else 0:>7.0f}  {' '.join(slow)}", flush=True)
            results[name] = dict(n=n, reference=[r1, r2], cleave=[o1, o2], growth=growth, faster=faster, missed=slow)
            if slow: missed.append(name)
            fifth += faster >= 5
    print(f"{len(chosen)} shapes: {len(chosen) - len(missed)} met, {fifth} at least five times faster" + (f"; missed: {', '.join(missed)}" if missed else ""))
    if a.reference: a.reference.write_text(json.dumps(kept))
    if a.json: a.json.write_text(json.dumps(results, indent=1))
    sys.exit(1 if missed else 0)

main()
