//! A small notation for the data of the crate, so that a table of names stays readable. It mirrors the
//! data, not C++: types read from left to right and templates are given by their own signature.
//!
//! Types `*T &T &&T const T [3]T fn(T)->R mem(C, T) ...T $0 N::C<T>`; template arguments also
//! `#T:value`, `{expr}`, `pack(..)`, `tmpl N::C`; name components also `@C1 @D0 op:Plus conv(T) lit(s)
//! @anon @ut0 @lambda(T)#0 @local{function}#1d0`, each with tags `~t`; expressions as in [`Parser::expr`].

mod expressions;

use std::sync::Arc;

use cleave_lang::{Builtin, Operator, Qualifiers, RefQualifier};
use cleave_mangle::*;

pub(crate) enum Item {
    Function(Function),
    Variable(Variable),
    Special(SpecialName),
}

pub(crate) fn parse(text: &str) -> Item {
    let mut parser = Parser { text, at: 0 };
    let item = parser.item();
    parser.blanks();
    assert_eq!(parser.rest(), "", "trailing text in {text:?}");
    item
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

const BUILTINS: &[(&str, Builtin)] = &[
    ("void", Builtin::Void),
    ("bool", Builtin::Bool),
    ("char", Builtin::Char),
    ("schar", Builtin::SignedChar),
    ("uchar", Builtin::UnsignedChar),
    ("short", Builtin::Short),
    ("ushort", Builtin::UnsignedShort),
    ("int", Builtin::Int),
    ("uint", Builtin::UnsignedInt),
    ("long", Builtin::Long),
    ("ulong", Builtin::UnsignedLong),
    ("llong", Builtin::LongLong),
    ("ullong", Builtin::UnsignedLongLong),
    ("i128", Builtin::Int128),
    ("u128", Builtin::UnsignedInt128),
    ("float", Builtin::Float),
    ("double", Builtin::Double),
    ("ldouble", Builtin::LongDouble),
    ("f128", Builtin::Float128),
    ("f16", Builtin::Float16),
    ("wchar", Builtin::WChar),
    ("char8", Builtin::Char8),
    ("char16", Builtin::Char16),
    ("char32", Builtin::Char32),
    ("nullptr", Builtin::Nullptr),
];

impl Parser<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, token: &str) -> bool {
        self.blanks();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    /// Takes a word only if it is not the beginning of a longer one.
    fn eat_word(&mut self, word: &str) -> bool {
        self.blanks();
        let after = self.rest().strip_prefix(word);
        let found = after.is_some_and(|after| !after.starts_with(is_word));
        if found {
            self.at += word.len();
        }
        found
    }

    fn expect(&mut self, token: &str) {
        assert!(
            self.eat(token),
            "expected {token:?} at {:?} of {:?}",
            self.rest(),
            self.text
        );
    }

    fn word(&mut self) -> String {
        self.blanks();
        let length = self
            .rest()
            .find(|c| !is_word(c))
            .unwrap_or(self.rest().len());
        assert!(length > 0, "word at {:?} of {:?}", self.rest(), self.text);
        let word = self.rest()[..length].to_owned();
        self.at += length;
        word
    }

    fn number(&mut self) -> u32 {
        self.word().parse().expect("number")
    }

    /// `open` has been eaten; items up to `close`.
    fn list<T>(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let mut items = Vec::new();
        while !self.eat(close) {
            items.push(item(self));
            if !self.eat(",") {
                self.expect(close);
                break;
            }
        }
        items
    }

    fn item(&mut self) -> Item {
        let special = |s: &mut Self, make: fn(Type) -> SpecialName| Item::Special(make(s.ty()));
        if self.eat_word("vtable") {
            special(self, SpecialName::Vtable)
        } else if self.eat_word("vtt") {
            special(self, SpecialName::Vtt)
        } else if self.eat_word("typeinfo") {
            special(self, SpecialName::Typeinfo)
        } else if self.eat_word("typename") {
            special(self, SpecialName::TypeinfoName)
        } else if self.eat_word("guard") {
            Item::Special(SpecialName::Guard(self.variable()))
        } else if self.eat_word("reftemp") {
            let number = self.number();
            Item::Special(SpecialName::ReferenceTemporary(self.variable(), number))
        } else if self.eat_word("tlsinit") {
            Item::Special(SpecialName::ThreadInit(self.variable()))
        } else if self.eat_word("tlswrap") {
            Item::Special(SpecialName::ThreadWrapper(self.variable()))
        } else if self.eat_word("thunk") {
            let this = self.call_offset();
            let ret = self.eat("/").then(|| self.call_offset());
            Item::Special(SpecialName::Thunk {
                this,
                ret,
                target: Box::new(self.function()),
            })
        } else if self.eat_word("var") {
            Item::Variable(self.variable())
        } else {
            Item::Function(self.function())
        }
    }

    fn call_offset(&mut self) -> CallOffset {
        let offset = self.signed();
        if self.eat(":") {
            CallOffset::Virtual(offset, self.signed())
        } else {
            CallOffset::Fixed(offset)
        }
    }

    fn signed(&mut self) -> i64 {
        let sign = if self.eat("-") { -1 } else { 1 };
        sign * i64::from(self.number())
    }

    fn linkage(&mut self) -> Linkage {
        if self.eat_word("static") {
            Linkage::Internal
        } else if self.eat_word("externC") {
            Linkage::C
        } else {
            Linkage::External
        }
    }

    fn variable(&mut self) -> Variable {
        let linkage = self.linkage();
        let name = self.name();
        Variable { name, linkage }
    }

    fn function(&mut self) -> Function {
        let linkage = self.linkage();
        let name = self.name();
        let ty = self.function_type();
        Function {
            name,
            ty,
            linkage,
            template: None,
        }
    }

    /// `(params) quals -> ret`; the return type defaults to `void`.
    fn function_type(&mut self) -> FunctionType {
        self.expect("(");
        let (params, variadic) = self.params();
        let mut ty = FunctionType::new(Type::VOID, params);
        ty.variadic = variadic;
        loop {
            if self.eat_word("const") {
                ty.quals.is_const = true;
            } else if self.eat_word("volatile") {
                ty.quals.is_volatile = true;
            } else if self.eat("&&") {
                ty.ref_qual = RefQualifier::Rvalue;
            } else if self.eat("&") {
                ty.ref_qual = RefQualifier::Lvalue;
            } else if self.eat_word("noexcept") {
                ty.exceptions = if self.eat("{") {
                    ExceptionSpec::Dependent(Arc::new(self.expr_to_brace()))
                } else {
                    ExceptionSpec::Noexcept
                };
            } else {
                break;
            }
        }
        if self.eat("->") {
            ty.ret = self.ty();
        }
        ty
    }

    /// Parameters up to `)`; `..` stands for the ellipsis.
    fn params(&mut self) -> (Vec<Type>, bool) {
        let mut variadic = false;
        let params = self.list(")", |s| {
            if !s.rest().trim_start().starts_with("...") && s.eat("..") {
                variadic = true;
                None
            } else {
                Some(s.ty())
            }
        });
        (params.into_iter().flatten().collect(), variadic)
    }

    fn ty(&mut self) -> Type {
        if self.eat("*") {
            self.ty().pointer()
        } else if self.eat("&&") {
            self.ty().rvalue_reference()
        } else if self.eat("&") {
            self.ty().lvalue_reference()
        } else if self.eat("...") {
            Type::PackExpansion(Arc::new(self.ty()))
        } else if self.eat("[") {
            let bound = self.bound("]");
            Type::Array(bound, Arc::new(self.ty()))
        } else if self.eat_word("const") {
            self.ty().constant()
        } else if self.eat_word("volatile") {
            self.ty().qualified(Qualifiers::VOLATILE)
        } else if self.eat_word("restrict") {
            self.ty().qualified(Qualifiers::RESTRICT)
        } else if self.eat_word("fn") {
            Type::Function(Arc::new(self.function_type()))
        } else if self.eat("mem(") {
            let class = Arc::new(self.ty());
            self.expect(",");
            let member = Arc::new(self.ty());
            self.expect(")");
            Type::MemberPointer { class, member }
        } else if self.eat("vec(") {
            let bound = self.bound(",");
            let element = self.ty();
            self.expect(")");
            Type::Vector(bound, Arc::new(element))
        } else if self.eat_word("complex") {
            Type::Complex(Arc::new(self.ty()))
        } else if self.eat_word("imaginary") {
            Type::Imaginary(Arc::new(self.ty()))
        } else if self.eat_word("vendor") {
            let name = self.word();
            let args = self.eat("<").then(|| self.args());
            Type::Vendor { name, args }
        } else if self.eat("decltype{") {
            self.decltype(false)
        } else if self.eat("declid{") {
            self.decltype(true)
        } else if self.eat_word("auto") {
            Type::Auto
        } else if self.eat_word("decltype_auto") {
            Type::DecltypeAuto
        } else if self.eat("$") {
            self.param_type()
        } else {
            let start = self.at;
            if let Some((_, builtin)) = BUILTINS.iter().find(|(word, _)| self.eat_word(word)) {
                return Type::Builtin(*builtin);
            }
            self.at = start;
            Type::named(self.name())
        }
    }

    fn decltype(&mut self, id_expression: bool) -> Type {
        Type::Decltype {
            id_expression,
            expr: Arc::new(self.expr_to_brace()),
        }
    }

    fn bound(&mut self, close: &str) -> Bound {
        let bound = if self.rest().trim_start().starts_with(close) {
            Bound::Unknown
        } else if self.eat("{") {
            Bound::Dependent(Arc::new(self.expr_to_brace()))
        } else {
            Bound::Known(self.number().into())
        };
        self.expect(close);
        bound
    }

    /// After `$`: `index` or `level.index`.
    fn template_param(&mut self) -> TemplateParam {
        let first = self.number();
        if self.eat(".") {
            TemplateParam {
                level: first,
                index: self.number(),
            }
        } else {
            TemplateParam::new(first)
        }
    }

    fn param_type(&mut self) -> Type {
        let param = self.template_param();
        let ty = if self.eat("<") {
            Type::TemplateTemplate(param, self.args())
        } else {
            Type::TemplateParam(param)
        };
        if self.eat("::") {
            Type::named(self.name_in(Scope::Dependent(Arc::new(ty))))
        } else {
            ty
        }
    }

    fn name(&mut self) -> Name {
        if self.eat("@local{") {
            let function = self.function();
            self.expect("}");
            let discriminator = if self.eat("#") { self.number() } else { 0 };
            let default_argument = self.eat("arg ").then(|| self.number());
            self.expect("::");
            return self.name_in(Scope::Local(Arc::new(LocalScope {
                function,
                default_argument,
                discriminator,
            })));
        }
        self.name_in(Scope::Global)
    }

    fn name_in(&mut self, scope: Scope) -> Name {
        let mut name = self.component(scope);
        while self.eat("::") {
            let scope = Arc::new(name);
            let scope = if self.eat("@init::") {
                Scope::Initializer(scope)
            } else {
                Scope::In(scope)
            };
            name = self.component(scope);
        }
        name
    }

    fn component(&mut self, scope: Scope) -> Name {
        let id = self.unqualified();
        let mut name = Name::new(scope, id);
        while self.eat("~") {
            name.abi_tags.push(self.word());
        }
        if self.eat("<") {
            name.args = Some(self.args());
        }
        name
    }

    fn unqualified(&mut self) -> Unqualified {
        if self.eat("op:") {
            Unqualified::Operator(self.operator())
        } else if self.eat("conv(") {
            let ty = self.ty();
            self.expect(")");
            Unqualified::Conversion(Box::new(ty))
        } else if self.eat("lit(") {
            let suffix = self.word();
            self.expect(")");
            Unqualified::LiteralOperator(suffix)
        } else if self.eat("@anon") {
            Unqualified::UnnamedNamespace
        } else if self.eat("@ut") {
            Unqualified::UnnamedType(self.number())
        } else if self.eat("@bind(") {
            Unqualified::StructuredBinding(self.list(")", Self::word))
        } else if self.eat("@lambda(") {
            let (params, variadic) = self.params();
            self.expect("#");
            Unqualified::Lambda(Box::new(Lambda {
                params,
                variadic,
                number: self.number(),
            }))
        } else if self.eat("@CI1(") {
            let base = self.ty();
            self.expect(")");
            Unqualified::InheritedConstructor(ConstructorVariant::Complete, Box::new(base))
        } else if self.eat("@") {
            match &self.word()[..] {
                "C1" => Unqualified::Constructor(ConstructorVariant::Complete),
                "C2" => Unqualified::Constructor(ConstructorVariant::Base),
                "D0" => Unqualified::Destructor(DestructorVariant::Deleting),
                "D1" => Unqualified::Destructor(DestructorVariant::Complete),
                "D2" => Unqualified::Destructor(DestructorVariant::Base),
                other => panic!("component {other:?} in {:?}", self.text),
            }
        } else {
            Unqualified::Identifier(self.word())
        }
    }

    fn operator(&mut self) -> Operator {
        let word = self.word();
        operator(&word).unwrap_or_else(|| panic!("operator {word:?} in {:?}", self.text))
    }

    /// Template arguments up to `>`.
    fn args(&mut self) -> Vec<TemplateArg> {
        self.list(">", Self::arg)
    }

    fn arg(&mut self) -> TemplateArg {
        if self.eat("#") {
            TemplateArg::Literal(self.literal())
        } else if self.eat("{") {
            TemplateArg::Expr(Box::new(self.expr_to_brace()))
        } else if self.eat("pack(") {
            TemplateArg::Pack(self.list(")", Self::arg))
        } else if self.eat("tmpl $") {
            TemplateArg::Template(TemplateName::Param(self.template_param()))
        } else if self.eat("tmpl ") {
            TemplateArg::Template(TemplateName::Template(Arc::new(self.name())))
        } else {
            TemplateArg::Type(self.ty())
        }
    }

    /// After `#`: `type:value`, the value being `nullptr`, `x<float bits>`, `"text"` or an integer.
    fn literal(&mut self) -> Literal {
        let ty = self.ty();
        self.expect(":");
        if self.eat_word("nullptr") {
            let value = LiteralValue::Nullptr;
            return Literal { ty, value };
        }
        if self.eat("\"") {
            let end = self.rest().find('"').expect("closing quote");
            let units = self.rest()[..end].chars().map(u32::from).collect();
            self.at += end + 1;
            let value = LiteralValue::String(units);
            return Literal { ty, value };
        }
        let negative = self.eat("-");
        let word = self.word();
        let value = if let Some(bits) = word.strip_prefix('x') {
            let byte = |at: usize| u8::from_str_radix(&bits[at..at + 2], 16).expect("bits");
            LiteralValue::Float((0..bits.len()).step_by(2).map(byte).collect())
        } else {
            LiteralValue::Integer {
                negative,
                magnitude: word.parse().expect("integer"),
            }
        };
        Literal { ty, value }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn operator(word: &str) -> Option<Operator> {
    Operator::ALL
        .iter()
        .copied()
        .find(|operator| format!("{operator:?}") == word)
}
