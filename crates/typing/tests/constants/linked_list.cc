// c++14
struct Node { int v; const Node *next; };
constexpr Node n3{3, nullptr}, n2{20, &n3}, n1{100, &n2};
constexpr int sum(const Node *n) { return n ? n->v + sum(n->next) : 0; }
constexpr int a = sum(&n1);
constexpr int local() {
  Node a{1, nullptr}, b{2, &a}, c{3, &b};
  return sum(&c);
}
constexpr int b = local();
