//! Functions as the reference's demangler prints them: what the messages about calls of device code name once everything has been read
//! (reference: diagnostics, Names of callees). Its blanks are its own: names of the global namespace and of `std` have four in
//! front, others one, and what repeats the scope of the function itself has none.
//!
//! Knows nothing of the database but how an entity becomes the plain data of a linker's name. What it has not been seen to
//! print has no text here.

use cleave_base_db::Db;
use cleave_lang::{Builtin, Operator, Qualifiers, RefQualifier};
use cleave_mangle::{
    Bound, Expr, Function, Literal, LiteralValue, LocalScope, Name, Scope, TemplateArg,
    TemplateName, TemplateParam, Type, Unqualified,
};
use cleave_typing::class::Special;
use cleave_typing::{Entity, Ty, linkage};

/// How deep names may be nested.
const DEPTH: u32 = 64;

/// A function with its parameters, as a callee: `H::operator +(const H&) const`.
pub(crate) fn callee<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<String> {
    let function = linkage::mangle_function(db, function)?;
    if function.linkage == cleave_mangle::Linkage::C {
        return Speller::of(&function).id(&function.name, DEPTH);
    }
    Speller::of(&function).encoding(&function, true, DEPTH)
}

/// A function without its parameters, but with its qualifiers, as a caller: `visit<    ::HostOnly> `, `A::get const`.
pub(crate) fn caller<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<String> {
    let function = linkage::mangle_function(db, function)?;
    let mut out = Speller::of(&function).path(&function.name, DEPTH)?;
    for (is_there, word) in [
        (function.ty.quals.is_const, " const"),
        (function.ty.quals.is_volatile, " volatile"),
    ] {
        if is_there {
            out.push_str(word);
        }
    }
    Some(out)
}

/// A function without its parameters, but with its qualifiers: what the message says that the device lacks.
pub(crate) fn undefined<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<String> {
    let function = linkage::mangle_function(db, function)?;
    let mut out = Speller::of(&function).path(&function.name, DEPTH)?;
    if function.ty.quals.is_const {
        out.push_str(" const");
    }
    Some(out)
}

/// A special member function of a class that nothing declares, as a caller: `Mem<int> ::~Mem`.
pub(crate) fn implicit<'db>(db: &'db dyn Db, class: Ty<'db>, which: Special) -> Option<String> {
    let Type::Named(name) = linkage::mangle_type(db, class)? else {
        return None;
    };
    let speller = Speller { own: Vec::new() };
    let path = speller.path(&name, DEPTH)?;
    let plain = Name {
        args: None,
        ..(*name).clone()
    };
    let id = speller.id(&plain, DEPTH)?;
    Some(match which {
        Special::Default | Special::Copy | Special::Move => format!("{path}::{id}"),
        Special::CopyAssign | Special::MoveAssign => format!("{path}::operator ="),
        Special::Destructor => format!("{path}::~{id}"),
    })
}

/// Spells what belongs to one function.
struct Speller<'f> {
    /// The scopes of the function itself.
    own: Vec<&'f Name>,
}

/// The streams that a linker's name abbreviates ([Itanium C++ ABI, 5.1.10]) are spelled out in other words than others are.
fn abbreviated(name: &Name) -> Option<&'static str> {
    let (Scope::In(scope), Unqualified::Identifier(id)) = (&name.scope, &name.id) else {
        return None;
    };
    let is_char = |arg: &TemplateArg| *arg == TemplateArg::Type(Type::Builtin(Builtin::Char));
    let is_traits = |arg: &TemplateArg| match arg {
        TemplateArg::Type(Type::Named(traits)) => {
            matches!(&traits.scope, Scope::In(scope) if scope.is_std())
                && matches!(&traits.id, Unqualified::Identifier(id) if id == "char_traits")
                && matches!(traits.args.as_deref(), Some([arg]) if is_char(arg))
        }
        _ => false,
    };
    let [of, traits] = name.args.as_deref()? else {
        return None;
    };
    if !scope.is_std() || !is_char(of) || !is_traits(traits) {
        return None;
    }
    Some(match id.as_str() {
        "basic_istream" => "std::basic_istream<char, std::char_traits<char> >",
        "basic_ostream" => "std::basic_ostream<char, std::char_traits<char> >",
        "basic_iostream" => "std::basic_iostream<char, std::char_traits<char> >",
        _ => return None,
    })
}

/// A type around the place of a declarator.
struct Spelled {
    left: String,
    right: String,
    /// Nothing stands between it and a `*` or `&`.
    tight: bool,
}

impl Spelled {
    fn plain(left: impl Into<String>) -> Spelled {
        Spelled {
            left: left.into(),
            right: String::new(),
            tight: false,
        }
    }

    fn with(self, sign: &str, inner: &Type) -> Spelled {
        if matches!(inner, Type::Function(_) | Type::Array(..)) {
            let blank = if self.left.ends_with(['*', '&']) {
                ""
            } else {
                " "
            };
            return Spelled {
                left: format!("{}{blank}({sign}", self.left),
                right: format!("){}", self.right),
                tight: true,
            };
        }
        let blank = !self.tight && !self.left.ends_with(['*', '&']);
        let blank = if blank { " " } else { "" };
        Spelled {
            left: format!("{}{blank}{sign}", self.left),
            right: self.right,
            tight: false,
        }
    }

    fn whole(self) -> String {
        self.left + &self.right
    }
}

impl<'f> Speller<'f> {
    fn of(function: &'f Function) -> Speller<'f> {
        Speller {
            own: function.name.enclosing().collect(),
        }
    }

    /// A function as a callee or as the scope of something local.
    fn encoding(&self, f: &Function, outermost: bool, depth: u32) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        let special = matches!(
            f.name.id,
            Unqualified::Constructor(_) | Unqualified::Destructor(_) | Unqualified::Conversion(_)
        );
        let mut out = String::new();
        if f.name.args.is_some() && !special {
            let ret = self.ty(&f.ty.ret, depth)?;
            if !ret.right.is_empty() {
                return None;
            }
            out = format!("{} ", ret.left.trim_start_matches([' ', ':']));
            if is_rooted(&f.name.scope) && outermost {
                out.push_str(" ::");
            }
        }
        out.push_str(&self.path(&f.name, depth)?);
        out.push('(');
        let mut params = Vec::new();
        for param in &f.ty.params {
            params.push(self.ty(param, depth)?.whole());
        }
        if f.ty.variadic {
            params.push("...".into());
        }
        out.push_str(&params.join(", "));
        out.push(')');
        if f.ty.quals.is_const {
            out.push_str(" const");
        }
        if f.ty.quals.is_volatile {
            out.push_str(" volatile");
        }
        out.push_str(match f.ty.ref_qual {
            RefQualifier::None => "",
            RefQualifier::Lvalue => " &",
            RefQualifier::Rvalue => " &&",
        });
        Some(out)
    }

    /// A name with its scopes, from the outermost, and which of the entities that its function declares under the name it is.
    fn path(&self, name: &Name, depth: u32) -> Option<String> {
        let scopes = std::iter::successors(Some(&name.scope), |scope| {
            scope.as_name().map(|outer| &outer.scope)
        });
        let before = scopes.take(depth as usize).find_map(|scope| match scope {
            Scope::Local(local) => Some(local.discriminator),
            _ => None,
        });
        let path = self.scoped(name, depth)?;
        Some(match before.and_then(|before| before.checked_add(1)) {
            Some(number @ 2..) => format!("{path} (instance {number})"),
            _ => path,
        })
    }

    fn scoped(&self, name: &Name, depth: u32) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        if let Some(text) = abbreviated(name) {
            return Some(text.to_owned());
        }
        let scope = match &name.scope {
            Scope::Global => None,
            Scope::In(scope) => Some(self.scoped(scope, depth)?),
            Scope::Local(local) => Some(self.local(local, true, depth)?),
            Scope::Dependent(ty) => Some(self.ty(ty, depth)?.whole()),
            Scope::Initializer(_) => return None,
        };
        let id = self.id(name, depth)?;
        Some(match scope {
            Some(scope) => format!("{scope}::{id}"),
            None => id,
        })
    }

    /// The function that something is local to. `outermost`: nothing stands in front of it.
    fn local(&self, local: &LocalScope, outermost: bool, depth: u32) -> Option<String> {
        if local.default_argument.is_some() {
            return None;
        }
        if crate::cuda::spaces::mangled::is_c(&local.function) {
            return self.id(&local.function.name, depth);
        }
        self.encoding(&local.function, outermost, depth)
    }

    /// The last component of a name with its arguments.
    fn id(&self, name: &Name, depth: u32) -> Option<String> {
        let last = |scope: &Scope| match scope.as_name().map(|n| &n.id) {
            Some(Unqualified::Identifier(id)) => Some(id.clone()),
            _ => None,
        };
        let mut out = match &name.id {
            Unqualified::Identifier(id) | Unqualified::InlineNamespace { name: id, .. } => {
                id.clone()
            }
            Unqualified::UnnamedNamespace => "_NV_ANON_NAMESPACE".into(),
            Unqualified::Constructor(_) | Unqualified::InheritedConstructor(..) => {
                last(&name.scope)?
            }
            Unqualified::Destructor(_) => format!("~{}", last(&name.scope)?),
            Unqualified::Operator(op) => match op {
                Operator::New | Operator::NewArray | Operator::Delete | Operator::DeleteArray => {
                    format!("operator {} ", op.spelling())
                }
                _ => format!("operator {}", op.spelling()),
            },
            Unqualified::Conversion(to) => format!("operator {}", self.ty(to, depth)?.whole()),
            Unqualified::Lambda(lambda) => {
                if lambda.variadic {
                    return None;
                }
                let mut params = Vec::new();
                for param in &lambda.params {
                    params.push(self.ty(param, depth)?.whole());
                }
                let number = lambda.number.checked_add(1)?;
                format!("[lambda({}) (instance {number})]", params.join(", "))
            }
            Unqualified::LiteralOperator(suffix) => format!("operator \"\"{suffix}"),
            Unqualified::UnnamedType(_) | Unqualified::StructuredBinding(_) => return None,
        };
        if let Some(args) = &name.args {
            out.push_str(&self.args(args, depth)?);
        }
        Some(out)
    }

    fn args(&self, args: &[TemplateArg], depth: u32) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        let mut all = Vec::new();
        let mut pack = "";
        for arg in args {
            match arg {
                TemplateArg::Pack(elements) => {
                    pack = " ";
                    for element in elements {
                        all.push(self.arg(element, depth)?);
                    }
                }
                other => {
                    if matches!(other, TemplateArg::Type(Type::PackExpansion(_))) {
                        pack = " ";
                    }
                    all.push(self.arg(other, depth)?);
                }
            }
        }
        Some(format!("<{}{pack}> ", all.join(", ")))
    }

    fn arg(&self, arg: &TemplateArg, depth: u32) -> Option<String> {
        match arg {
            TemplateArg::Type(ty) => Some(self.ty(ty, depth)?.whole()),
            TemplateArg::Literal(literal) => self.literal(literal, depth),
            TemplateArg::Expr(expr) => self.expr(expr, depth),
            TemplateArg::Template(TemplateName::Template(name)) => self.class(name, depth),
            _ => None,
        }
    }

    /// An expression that depends on template parameters.
    fn expr(&self, expr: &Expr, depth: u32) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        // An operand that is an operation itself stands in parentheses.
        let operand = |e: &Expr| {
            let text = self.expr(e, depth)?;
            Some(match e {
                Expr::Binary(..) => format!("({text})"),
                _ => text,
            })
        };
        match expr {
            Expr::TemplateParam(param) => parameter(param),
            Expr::Literal(literal) => self.literal(literal, depth),
            Expr::FunctionParam { index, .. } => Some(format!("param#{}", index.checked_add(1)?)),
            Expr::Binary(op, a, b) => {
                Some(format!("{}{}{}", operand(a)?, op.spelling(), operand(b)?))
            }
            Expr::Conversion(ty, args) if args.is_empty() => {
                Some(format!("{}()", self.ty(ty, depth)?.whole()))
            }
            Expr::SizeofType(ty) => Some(format!("sizeof({})", self.ty(ty, depth)?.whole())),
            _ => None,
        }
    }

    fn literal(&self, literal: &Literal, depth: u32) -> Option<String> {
        let LiteralValue::Integer {
            negative,
            magnitude,
        } = &literal.value
        else {
            return None;
        };
        let Type::Builtin(builtin) = literal.ty else {
            return None;
        };
        let suffix = match builtin {
            Builtin::UnsignedInt => "u",
            Builtin::Long => "l",
            Builtin::UnsignedLong => "ul",
            Builtin::LongLong => "ll",
            Builtin::UnsignedLongLong => "ull",
            _ => "",
        };
        let ty = self.ty(&literal.ty, depth)?.whole();
        let sign = if *negative { "-" } else { "" };
        Some(format!("({ty}){sign}{magnitude}{suffix}"))
    }

    /// A class or enumeration that is no scope of the function.
    fn class(&self, name: &Name, depth: u32) -> Option<String> {
        let path = self.path(name, depth)?;
        Some(match &name.scope {
            Scope::Local(local) => {
                let around = self.local(local, false, depth)?;
                format!("    ::{around}   ::{}", self.id(name, depth)?)
            }
            Scope::Global => format!("    ::{path}"),
            Scope::In(scope) if scope.is_std() => match &name.id {
                Unqualified::Identifier(id) if id == "allocator" => format!("::{path}"),
                _ => format!("    ::{path}"),
            },
            _ if name.enclosing().last().is_some_and(Name::is_std) => format!("   ::{path}"),
            _ => format!(" ::{path}"),
        })
    }

    fn ty(&self, ty: &Type, depth: u32) -> Option<Spelled> {
        let depth = depth.checked_sub(1)?;
        Some(match ty {
            Type::Builtin(builtin) => Spelled::plain(fundamental(*builtin)?),
            Type::Named(name) if abbreviated(name).is_some() => Spelled {
                tight: true,
                ..Spelled::plain(format!("::{}", abbreviated(name)?))
            },
            Type::Named(name) if self.own.contains(&&**name) => Spelled {
                tight: true,
                ..Spelled::plain(match name.scope {
                    Scope::Local(_) => self.id(name, depth)?,
                    _ => self.path(name, depth)?,
                })
            },
            Type::Named(name) => Spelled::plain(self.class(name, depth)?),
            Type::Decltype { expr, .. } => {
                let text = self.expr(expr, depth)?;
                let text = match **expr {
                    Expr::Binary(..) => format!("({text})"),
                    _ => text,
                };
                Spelled::plain(format!("decltype({text})"))
            }
            Type::Auto => Spelled::plain("auto"),
            Type::DecltypeAuto => Spelled::plain("decltype(auto)"),
            Type::TemplateParam(param) => Spelled::plain(parameter(param)?),
            Type::PackExpansion(inner) => {
                let inner = self.ty(inner, depth)?;
                Spelled {
                    right: format!("{}...", inner.right),
                    ..inner
                }
            }
            Type::Pointer(inner) => self.ty(inner, depth)?.with("*", inner),
            Type::LvalueReference(inner) => self.ty(inner, depth)?.with("&", inner),
            Type::RvalueReference(inner) => self.ty(inner, depth)?.with("&&", inner),
            Type::Qualified(quals, inner) => {
                let spelled = self.ty(inner, depth)?;
                let words = words(*quals)?;
                match **inner {
                    Type::Pointer(_) => Spelled {
                        left: format!("{}{}", spelled.left, words.trim_end()),
                        ..spelled
                    },
                    _ => Spelled {
                        left: format!("{words}{}", spelled.left),
                        ..spelled
                    },
                }
            }
            Type::Array(bound, element) => {
                let element = self.ty(element, depth)?;
                let bound = match bound {
                    Bound::Known(n) => n.to_string(),
                    Bound::Unknown => String::new(),
                    Bound::Dependent(_) => return None,
                };
                Spelled {
                    right: format!("[{bound}]{}", element.right),
                    ..element
                }
            }
            Type::Function(f) => {
                let ret = self.ty(&f.ret, depth)?;
                let mut params = Vec::new();
                for param in &f.params {
                    params.push(self.ty(param, depth)?.whole());
                }
                if f.variadic {
                    params.push("...".into());
                }
                Spelled {
                    right: format!("({}){}", params.join(", "), ret.right),
                    ..ret
                }
            }
            _ => return None,
        })
    }
}

/// A template parameter.
fn parameter(param: &TemplateParam) -> Option<String> {
    Some(format!("T{}", param.index.checked_add(1)?))
}

/// Whether a scope is the global namespace's or `std`: that itself, or what is local to a function there.
fn is_rooted(scope: &Scope) -> bool {
    let mut scope = scope;
    loop {
        scope = match scope {
            Scope::Global => return true,
            Scope::In(name) if name.is_std() => return true,
            Scope::Local(local) => &local.function.name.scope,
            // Of a class that is local.
            Scope::In(name) => match &name.scope {
                scope @ (Scope::Local(_) | Scope::In(_)) => scope,
                _ => return false,
            },
            _ => return false,
        }
    }
}

fn words(quals: Qualifiers) -> Option<String> {
    if quals.is_restrict {
        return None;
    }
    let mut out = String::new();
    if quals.is_const {
        out.push_str("const ");
    }
    if quals.is_volatile {
        out.push_str("volatile ");
    }
    Some(out)
}

fn fundamental(builtin: Builtin) -> Option<&'static str> {
    Some(match builtin {
        Builtin::Void => "void",
        Builtin::Bool => "bool",
        Builtin::Char => "char",
        Builtin::SignedChar => "signed char",
        Builtin::UnsignedChar => "unsigned char",
        Builtin::Short => "short",
        Builtin::UnsignedShort => "unsigned short",
        Builtin::Int => "int",
        Builtin::UnsignedInt => "unsigned int",
        Builtin::Long => "long",
        Builtin::UnsignedLong => "unsigned long",
        Builtin::LongLong => "long long",
        Builtin::UnsignedLongLong => "unsigned long long",
        Builtin::Int128 => "__int128",
        Builtin::Float => "float",
        Builtin::Double => "double",
        Builtin::LongDouble => "long double",
        Builtin::WChar => "wchar_t",
        Builtin::Char16 => "char16_t",
        Builtin::Nullptr => "::std::nullptr_t",
        _ => return None,
    })
}
