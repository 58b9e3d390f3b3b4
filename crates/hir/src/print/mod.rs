//! HIR as text, for tests and for looking at it: declarations and statements one a line, types and expressions as terms in
//! parentheses. Nobody may read this text but people.

mod exprs;
mod literals;
mod stmts;
mod types;

use std::fmt::Write as _;

use cleave_base_db::Db;
use cleave_names::ItemId;
use cleave_names::decl::{Body, Spec, Special};

use crate::*;

/// An item with its bodies.
pub fn print_item<'db>(db: &'db dyn Db, item: ItemId<'db>) -> String {
    let hir = item_hir(db, item);
    let body = |decl: DeclId| body_hir(db, item, decl.into_raw().into());
    let mut printer = Printer {
        code: &hir.code,
        bodies: Some(&body),
        out: String::new(),
        indent: 0,
    };
    printer.decls(&hir.roots);
    printer.out
}

/// A type.
pub fn print_type(code: &Code, ty: TypeId) -> String {
    Printer::new(code, 0).type_text(ty)
}

/// An expression.
pub fn print_expr(code: &Code, expr: ExprId) -> String {
    Printer::new(code, 0).expr_text(expr)
}

type Bodies<'a> = &'a dyn Fn(DeclId) -> Option<&'a BodyHir>;

struct Printer<'a> {
    code: &'a Code,
    /// The bodies of the declarations that the code leaves elsewhere.
    bodies: Option<Bodies<'a>>,
    out: String,
    indent: usize,
}

/// Names of the flags in a [`Spec`].
const SPECS: [(Spec, &str); 12] = [
    (Spec::STATIC, "static"),
    (Spec::EXTERN, "extern"),
    (Spec::INLINE, "inline"),
    (Spec::CONSTEXPR, "constexpr"),
    (Spec::CONSTEVAL, "consteval"),
    (Spec::CONSTINIT, "constinit"),
    (Spec::FRIEND, "friend"),
    (Spec::TYPEDEF, "typedef"),
    (Spec::VIRTUAL, "virtual"),
    (Spec::AUTO, "placeholder"),
    (Spec::THREAD, "thread_local"),
    (Spec::EXPLICIT, "explicit"),
];

impl<'a> Printer<'a> {
    fn new(code: &'a Code, indent: usize) -> Self {
        Printer {
            code,
            bodies: None,
            out: String::new(),
            indent,
        }
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn indented(&mut self, print: impl FnOnce(&mut Self)) {
        self.indent += 1;
        print(self);
        self.indent -= 1;
    }

    fn decls(&mut self, decls: &[DeclId]) {
        for &decl in decls {
            self.decl(decl);
        }
    }

    /// What every declaration may have: `[private static] template<T>`, …
    fn prefix(&self, decl: &Decl) -> String {
        let mut words = Vec::new();
        match decl.access {
            Access::Public => {}
            Access::Protected => words.push("protected"),
            Access::Private => words.push("private"),
        }
        if decl.linkage_c {
            words.push("\"C\"");
        }
        for (flag, word) in SPECS {
            if decl.spec.any(flag) {
                words.push(word);
            }
        }
        let mut out = String::new();
        for head in &decl.heads {
            let _ = write!(out, "{} ", self.head_text(head));
        }
        if !words.is_empty() {
            let _ = write!(out, "[{}] ", words.join(" "));
        }
        if let Some(condition) = decl.explicit_if {
            let _ = write!(out, "[explicit {}] ", self.expr_text(condition));
        }
        for attr in &decl.attrs {
            let _ = write!(out, "{} ", self.attr_text(attr));
        }
        out
    }

    fn declared_name(&self, decl: &Decl) -> String {
        match &decl.path {
            Some(path) => self.path_text(path),
            None => self.name_text(&decl.name),
        }
    }

    fn decl(&mut self, id: DeclId) {
        let code = self.code;
        let decl = &code[id];
        let prefix = self.prefix(decl);
        let name = self.declared_name(decl);
        let head = |what: &str| format!("{prefix}{what} {name}").trim_end().to_owned();
        match &decl.kind {
            DeclKind::Function(f) => self.function(id, f, &head(special_word(f.special))),
            DeclKind::DeductionGuide(f) => self.function(id, f, &head("guide")),
            DeclKind::Variable(v) => {
                let mut text = format!("{}: {}", head("var"), self.type_text(v.ty));
                if v.is_mutable {
                    text.push_str(" mutable");
                }
                if let Some(width) = v.width {
                    let _ = write!(text, " width {}", self.expr_text(width));
                }
                text.push_str(&self.init_of(id, &v.init));
                self.line(&text);
            }
            DeclKind::StructuredBinding { ty, bindings, init } => {
                let names: Vec<String> = bindings
                    .iter()
                    .map(|&b| self.name_text(&code[b].name))
                    .collect();
                let init = self.init_of(id, init);
                let ty = self.type_text(*ty);
                self.line(&format!(
                    "{}[{}]: {ty}{init}",
                    head("bindings"),
                    names.join(" ")
                ));
            }
            DeclKind::Binding(number) => self.line(&format!("{} #{number}", head("binding"))),
            DeclKind::Class(class) => self.class(class, &head(key_word(class.key))),
            DeclKind::Enum(own) => self.enumeration(own, &head("enum")),
            DeclKind::Enumerator(value) => {
                let value = value.map_or(String::new(), |v| format!(" = {}", self.expr_text(v)));
                self.line(&format!("{prefix}{name}{value}"));
            }
            DeclKind::Alias(ty) => {
                let ty = self.type_text(*ty);
                self.line(&format!("{} = {ty}", head("alias")));
            }
            DeclKind::NamespaceAlias(path) => {
                let path = self.path_text(path);
                self.line(&format!("{} = {path}", head("namespace")));
            }
            DeclKind::UsingDirective(path) => {
                let path = self.path_text(path);
                self.line(&format!("{prefix}using namespace {path}"));
            }
            DeclKind::Using { target, pack } => {
                let target = self.path_text(target);
                let dots = if *pack { "..." } else { "" };
                self.line(&format!("{prefix}using {target}{dots}"));
            }
            DeclKind::UsingEnum(path) => {
                let path = self.path_text(path);
                self.line(&format!("{prefix}using enum {path}"));
            }
            DeclKind::Concept(e) => {
                let e = self.expr_text(*e);
                self.line(&format!("{} = {e}", head("concept")));
            }
            DeclKind::StaticAssert(e) => {
                let e = self.expr_text(*e);
                self.line(&format!("{prefix}static_assert {e}"));
            }
            DeclKind::Instantiation { is_extern, decl } => {
                let word = if *is_extern { " extern" } else { "" };
                self.line(&format!("instantiation{word}"));
                self.indented(|p| p.decl(*decl));
            }
            DeclKind::FriendType(ty) => {
                let ty = self.type_text(*ty);
                self.line(&format!("{prefix}friend {ty}"));
            }
            DeclKind::Namespace { inline } => {
                let word = if *inline {
                    "inline namespace"
                } else {
                    "namespace"
                };
                self.line(&head(word));
            }
        }
    }

    fn function(&mut self, id: DeclId, f: &Function, head: &str) {
        let mut text = format!("{head}: {}", self.type_text(f.ty));
        for (is, word) in [
            (f.is_virtual, " virtual"),
            (f.is_override, " override"),
            (f.is_final, " final"),
            (f.is_pure, " = 0"),
        ] {
            if is {
                text.push_str(word);
            }
        }
        match f.body {
            Body::Default => text.push_str(" = default"),
            Body::Delete => text.push_str(" = delete"),
            _ => {}
        }
        self.line(&text);
        if let Some(block) = f.inline_body {
            self.body(&f.inline_inits, block);
        } else if let Some(body) = self.bodies.and_then(|bodies| bodies(id))
            && let BodyRoot::Function { block, inits } = &body.root
        {
            let mut inner = Printer::new(&body.code, self.indent);
            inner.body(inits, *block);
            self.out.push_str(&inner.out);
        }
    }

    fn body(&mut self, inits: &[MemInit], block: StmtId) {
        self.indented(|p| {
            for init in inits {
                let dots = if init.pack { "..." } else { "" };
                let target = p.path_text(&init.target);
                let value = p.init_text(&init.init);
                p.line(&format!("init {target}{value}{dots}"));
            }
            p.stmt(block);
        });
    }

    /// An initializer, here or elsewhere.
    fn init_of(&self, id: DeclId, init: &Init) -> String {
        if *init != Init::Elsewhere {
            return self.init_text(init);
        }
        match self.bodies.and_then(|bodies| bodies(id)) {
            Some(BodyHir {
                code,
                root: BodyRoot::Init(init),
            }) => Printer::new(code, self.indent).init_text(init),
            _ => " = elsewhere".to_owned(),
        }
    }

    fn class(&mut self, class: &Class, head: &str) {
        let mut text = head.to_owned();
        if class.is_final {
            text.push_str(" final");
        }
        if let Some(name) = &class.typedef_name {
            let _ = write!(text, " known as {name}");
        }
        for base in &class.bases {
            let access = match base.access {
                Access::Public => "public",
                Access::Protected => "protected",
                Access::Private => "private",
            };
            let is_virtual = if base.is_virtual { "virtual " } else { "" };
            let ty = self.type_text(base.ty);
            let _ = write!(text, " : {is_virtual}{access} {ty}");
        }
        if !class.defined {
            text.push(';');
        }
        self.line(&text);
        self.indented(|p| p.decls(&class.members));
    }

    fn enumeration(&mut self, own: &Enum, head: &str) {
        let mut text = head.to_owned();
        if own.scoped {
            text.push_str(" scoped");
        }
        if let Some(name) = &own.typedef_name {
            let _ = write!(text, " known as {name}");
        }
        if let Some(base) = own.base {
            let _ = write!(text, " : {}", self.type_text(base));
        }
        if own.enumerators.is_none() {
            text.push(';');
        }
        self.line(&text);
        self.indented(|p| p.decls(own.enumerators.as_deref().unwrap_or_default()));
    }
}

fn special_word(special: Special) -> &'static str {
    match special {
        Special::None => "fn",
        Special::Constructor => "constructor",
        Special::Destructor => "destructor",
        Special::Conversion => "conversion",
        Special::Operator => "fn",
        Special::Literal => "fn",
    }
}

fn key_word(key: ClassKey) -> &'static str {
    match key {
        ClassKey::Struct => "struct",
        ClassKey::Class => "class",
        ClassKey::Union => "union",
        ClassKey::Enum => "enum",
    }
}
