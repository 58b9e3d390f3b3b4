// c++20
constexpr int run() {
  int *p = new int(5);
  int *q = new int;
  *q = *p * 3;
  int r = *p + *q;
  delete p;
  delete q;
  return r;
}
constexpr int a = run();
struct Node {
  int v;
  Node *next;
};
constexpr int chain(int n) {
  Node *head = nullptr;
  for (int i = 0; i < n; ++i) head = new Node{i, head};
  int r = 0;
  while (head) {
    Node *next = head->next;
    r = r * 10 + head->v;
    delete head;
    head = next;
  }
  return r;
}
constexpr int b = chain(5);
