//! Types, names, template heads.

use std::fmt::Write as _;

use cleave_lang::{Builtin, Qualifiers, RefQualifier};

use super::{Printer, key_word};
use crate::*;

impl Printer<'_> {
    pub(super) fn type_text(&self, ty: TypeId) -> String {
        match &self.code[ty] {
            TypeRef::Missing => "_".to_owned(),
            TypeRef::Builtin(builtin) => builtin_text(*builtin),
            TypeRef::Complex(builtin) => format!("(complex {})", builtin_text(*builtin)),
            TypeRef::Path {
                path, elaborated, ..
            } => match elaborated {
                Some(key) => format!("({} {})", key_word(*key), self.path_text(path)),
                None => self.path_text(path),
            },
            TypeRef::Defined(decl) => {
                let name = self.name_text(&self.code[*decl].name);
                format!("(defined {name})")
            }
            TypeRef::Decltype(e) => format!("(decltype {})", self.expr_text(*e)),
            TypeRef::DecltypeAuto(c) => self.placeholder("decltype(auto)", c.as_ref()),
            TypeRef::Auto(c) => self.placeholder("auto", c.as_ref()),
            TypeRef::TypeofExpr(e) => format!("(typeof {})", self.expr_text(*e)),
            TypeRef::TypeofType(t) => format!("(typeof-type {})", self.type_text(*t)),
            TypeRef::Transform(name, t) => format!("({name} {})", self.type_text(*t)),
            TypeRef::Qualified(quals, t) => {
                format!("({}{})", quals_text(*quals), self.type_text(*t))
            }
            TypeRef::Pointer(t) => format!("(* {})", self.type_text(*t)),
            TypeRef::LvalueReference(t) => format!("(& {})", self.type_text(*t)),
            TypeRef::RvalueReference(t) => format!("(&& {})", self.type_text(*t)),
            TypeRef::MemberPointer { class, member } => {
                format!("({}::* {})", self.path_text(class), self.type_text(*member))
            }
            TypeRef::Array { element, bound } => {
                let bound = bound.map_or(String::new(), |b| format!(" {}", self.expr_text(b)));
                format!("([] {}{bound})", self.type_text(*element))
            }
            TypeRef::Function(f) => self.function_text(f),
            TypeRef::Pack(t) => format!("(... {})", self.type_text(*t)),
            TypeRef::Attributed(t, attrs) => {
                let attrs: Vec<String> = attrs.iter().map(|a| self.attr_text(a)).collect();
                format!("({} {})", attrs.join(" "), self.type_text(*t))
            }
        }
    }

    fn placeholder(&self, word: &str, constraint: Option<&Path>) -> String {
        match constraint {
            Some(path) => format!("({word} : {})", self.path_text(path)),
            None => word.to_owned(),
        }
    }

    fn function_text(&self, f: &FunctionRef) -> String {
        let mut out = format!("({}", self.params_text(&f.params));
        if f.variadic {
            out.push_str(" ...");
        }
        let arrow = if f.trailing { "->>" } else { "->" };
        let _ = write!(out, " {arrow} {}", self.type_text(f.ret));
        let quals = quals_text(f.quals);
        if !quals.is_empty() {
            let _ = write!(out, " {}", quals.trim_end());
        }
        match f.ref_qualifier {
            Some(RefQualifier::Lvalue) => out.push_str(" &"),
            Some(RefQualifier::Rvalue) => out.push_str(" &&"),
            _ => {}
        }
        match &f.exception {
            Exception::None => {}
            Exception::Noexcept => out.push_str(" noexcept"),
            Exception::Computed(e) => {
                let _ = write!(out, " (noexcept {})", self.expr_text(*e));
            }
            Exception::ThrowNothing => out.push_str(" throw()"),
            Exception::Throws => out.push_str(" throw(...)"),
        }
        if let Some(e) = f.requires {
            let _ = write!(out, " (requires {})", self.expr_text(e));
        }
        out.push(')');
        out
    }

    pub(super) fn params_text(&self, params: &[ParamId]) -> String {
        let params: Vec<String> = params.iter().map(|&p| self.param_text(p)).collect();
        format!("[{}]", params.join(", "))
    }

    pub(super) fn param_text(&self, param: ParamId) -> String {
        let p = &self.code[param];
        let mut out = String::new();
        for attr in &p.attrs {
            let _ = write!(out, "{} ", self.attr_text(attr));
        }
        if p.explicit_object {
            out.push_str("this ");
        }
        if let Some(name) = &p.name {
            let _ = write!(out, "{name}: ");
        }
        out.push_str(&self.type_text(p.ty));
        if let Some(default) = p.default {
            let _ = write!(out, " = {}", self.expr_text(default));
        }
        out
    }

    pub(super) fn attr_text(&self, attr: &Attr) -> String {
        if attr.args.is_empty() {
            return format!("@{}", attr.name);
        }
        format!("@{}({})", attr.name, self.exprs_text(&attr.args))
    }

    pub(super) fn head_text(&self, head: &TemplateHead) -> String {
        let mut out = format!("template{}", self.template_params_text(&head.params));
        if let Some(e) = head.requires {
            let _ = write!(out, " (requires {})", self.expr_text(e));
        }
        out
    }

    fn template_params_text(&self, params: &[TemplateParam]) -> String {
        let params: Vec<String> = params.iter().map(|p| self.template_param_text(p)).collect();
        format!("<{}>", params.join(", "))
    }

    fn template_param_text(&self, p: &TemplateParam) -> String {
        let name = p.name.as_ref().map_or("", Name::as_str);
        let dots = if p.pack { "..." } else { "" };
        let named = format!("{dots}{name}");
        match &p.kind {
            TemplateParamKind::Type {
                constraint,
                default,
            } => {
                let kind = match constraint {
                    Some(path) => self.path_text(path),
                    None => "type".to_owned(),
                };
                let default =
                    default.map_or(String::new(), |d| format!(" = {}", self.type_text(d)));
                format!("{named}: {kind}{default}")
            }
            TemplateParamKind::Value { ty, default } => {
                let default =
                    default.map_or(String::new(), |d| format!(" = {}", self.expr_text(d)));
                format!("{named}: value {}{default}", self.type_text(*ty))
            }
            TemplateParamKind::Template { params, default } => {
                let default =
                    default.map_or(String::new(), |d| format!(" = {}", self.type_text(d)));
                format!(
                    "{named}: template{}{default}",
                    self.template_params_text(params)
                )
            }
        }
    }

    pub(super) fn name_text(&self, name: &NameId) -> String {
        match name {
            NameId::Conversion(ty) => format!("operator({})", self.type_text(*ty)),
            NameId::Destructor(ty) => format!("~{}", self.type_text(*ty)),
            name => name.text().unwrap_or_default(),
        }
    }

    pub(super) fn path_text(&self, path: &Path) -> String {
        let mut out = String::new();
        if let Some(ty) = path.decltype {
            let _ = write!(out, "{}::", self.type_text(ty));
        }
        if path.global {
            out.push_str("::");
        }
        for segment in &path.qualifiers {
            let _ = write!(out, "{}{}::", segment.name, self.args_text(&segment.args));
        }
        let _ = write!(
            out,
            "{}{}",
            self.name_text(&path.name),
            self.args_text(&path.args)
        );
        out
    }

    fn args_text(&self, args: &Option<Box<[TemplateArgRef]>>) -> String {
        let Some(args) = args else {
            return String::new();
        };
        let args: Vec<String> = args.iter().map(|a| self.arg_text(a)).collect();
        format!("<{}>", args.join(", "))
    }

    fn arg_text(&self, arg: &TemplateArgRef) -> String {
        match arg {
            TemplateArgRef::Type(ty) => self.type_text(*ty),
            TemplateArgRef::Expr(e) => format!("={}", self.expr_text(*e)),
            TemplateArgRef::Pack(inner) => format!("{}...", self.arg_text(inner)),
        }
    }
}

fn quals_text(quals: Qualifiers) -> String {
    let mut out = String::new();
    for (is, word) in [
        (quals.is_const, "const "),
        (quals.is_volatile, "volatile "),
        (quals.is_restrict, "restrict "),
    ] {
        if is {
            out.push_str(word);
        }
    }
    out
}

/// The type's name in the table of builtins, in lower case.
fn builtin_text(builtin: Builtin) -> String {
    let mut out = String::new();
    for c in format!("{builtin:?}").chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push('-');
        }
        out.extend(c.to_lowercase());
    }
    out
}
