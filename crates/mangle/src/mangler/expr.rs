//! `<expression>` and `<expr-primary>`.

use std::fmt::Write as _;

use super::{Result_, State};
use crate::codes::Coded as _;
use crate::{
    Expr, Literal, LiteralValue, Name, NewExpr, Type, Unqualified, UnresolvedName, UnresolvedScope,
    WrittenScope,
};
use cleave_lang::Operator;

impl State<'_> {
    /// `<expression>`
    pub(super) fn expr(&mut self, expr: &Expr) -> Result_ {
        self.nested(|s| s.expr_inner(expr))
    }

    fn expr_inner(&mut self, expr: &Expr) -> Result_ {
        match expr {
            Expr::Literal(literal) => self.literal(literal)?,
            Expr::TemplateParam(param) => self.template_param(*param),
            Expr::FunctionParam {
                level,
                index,
                quals,
            } => {
                self.put("f");
                if let Some(level) = level.checked_sub(1) {
                    self.put("L");
                    self.put_number(level);
                }
                self.put("p");
                if !self.is_gcc() {
                    self.put(quals.code());
                }
                self.seq_from_zero(*index);
            }
            Expr::This => self.put("fpT"),
            Expr::Unary(operator, operand) => {
                self.put(operator.code());
                // The prefix forms are told from the postfix ones by the `_`.
                if matches!(operator, Operator::Increment | Operator::Decrement) {
                    self.put("_");
                }
                self.expr(operand)?;
            }
            Expr::Postfix(operator, operand) => self.coded(operator.code(), operand)?,
            Expr::Binary(operator, left, right) => {
                self.put(operator.code());
                self.expr(left)?;
                self.expr(right)?;
            }
            Expr::Conditional(condition, yes, no) => {
                self.put(Operator::Question.code());
                self.expr(condition)?;
                self.expr(yes)?;
                self.expr(no)?;
            }
            Expr::Call(callee, args) => {
                self.put(Operator::Call.code());
                match &**callee {
                    Expr::Unresolved(name) => self.unresolved(name)?,
                    callee => self.expr(callee)?,
                }
                self.exprs_to_end(args)?;
            }
            Expr::Conversion(ty, args) => {
                self.put("cv");
                self.ty(ty)?;
                match &args[..] {
                    [arg] => self.expr(arg)?,
                    _ => {
                        self.put("_");
                        self.exprs_to_end(args)?;
                    }
                }
            }
            Expr::Cast(kind, ty, operand) => {
                self.put(kind.code());
                self.ty(ty)?;
                self.expr(operand)?;
            }
            Expr::InitList(ty, elements) => {
                match ty {
                    Some(ty) => self.coded_type("tl", ty)?,
                    None => self.put("il"),
                }
                self.exprs_to_end(elements)?;
            }
            Expr::ClassValue(ty, elements) => self.class_value(ty, elements)?,
            Expr::ActiveMember(member, value) => {
                if self.is_gcc() {
                    self.put("di");
                    self.source_name(member);
                }
                self.expr(value)?;
            }
            Expr::SizeofType(ty) => self.coded_type("st", ty)?,
            Expr::SizeofExpr(operand) => self.coded("sz", operand)?,
            Expr::AlignofType(ty) => self.coded_type("at", ty)?,
            Expr::AlignofExpr(operand) => self.coded("az", operand)?,
            Expr::Noexcept(operand) => self.coded("nx", operand)?,
            Expr::TypeidType(ty) => self.coded_type("ti", ty)?,
            Expr::TypeidExpr(operand) => self.coded("te", operand)?,
            Expr::Member {
                object,
                arrow,
                name,
            } => {
                self.put(if *arrow { "pt" } else { "dt" });
                self.expr(object)?;
                self.unresolved(name)?;
            }
            Expr::SizeofPack(pack) => self.coded("sZ", pack)?,
            Expr::SizeofCaptured(args) => {
                self.put("sP");
                for arg in args {
                    self.template_arg(arg)?;
                }
                self.put("E");
            }
            Expr::PackExpansion(pattern) => self.coded("sp", pattern)?,
            Expr::Fold(kind, operator, operands) => {
                self.put(kind.code());
                self.put(operator.code());
                for operand in operands {
                    self.expr(operand)?;
                }
            }
            Expr::New(new) => self.new_expr(new)?,
            Expr::Delete {
                global,
                array,
                operand,
            } => {
                self.put(if *global { "gs" } else { "" });
                self.coded(if *array { "da" } else { "dl" }, operand)?;
            }
            Expr::Throw(operand) => self.coded("tw", operand)?,
            Expr::Rethrow => self.put("tr"),
            Expr::Constant(name, value) => match self.is_gcc() {
                true => self.expr(name)?,
                false => self.literal(value)?,
            },
            Expr::Entity(entity) => self.external_name(entity)?,
            Expr::Unresolved(name) => self.unresolved_value(name)?,
        }
        Ok(())
    }

    fn coded(&mut self, code: &str, operand: &Expr) -> Result_ {
        self.put(code);
        self.expr(operand)
    }

    fn coded_type(&mut self, code: &str, ty: &Type) -> Result_ {
        self.put(code);
        self.ty(ty)
    }

    fn exprs_to_end(&mut self, exprs: &[Expr]) -> Result_ {
        for expr in exprs {
            self.expr(expr)?;
        }
        self.put("E");
        Ok(())
    }

    /// g++ stops before the zeros that end a class or array value.
    fn class_value(&mut self, ty: &Type, elements: &[Expr]) -> Result_ {
        self.coded_type("tl", ty)?;
        let used = if self.is_gcc() {
            elements
                .iter()
                .rposition(|element| !is_zero(element, 0))
                .map_or(0, |last| last + 1)
        } else {
            elements.len()
        };
        self.exprs_to_end(&elements[..used])
    }

    fn new_expr(&mut self, new: &NewExpr) -> Result_ {
        self.put(if new.global { "gs" } else { "" });
        self.put(if new.array { "na" } else { "nw" });
        for arg in &new.placement {
            self.expr(arg)?;
        }
        self.put("_");
        self.ty(&new.ty)?;
        match &new.init {
            Some(args) => {
                self.put("pi");
                self.exprs_to_end(args)
            }
            None => {
                self.put("E");
                Ok(())
            }
        }
    }

    /// `L <type> <value> E`
    pub(super) fn literal(&mut self, literal: &Literal) -> Result_ {
        if let (LiteralValue::String(units), true) = (&literal.value, self.is_gcc()) {
            return self.string_elements(&literal.ty, units);
        }
        self.put("L");
        self.ty(&literal.ty)?;
        match &literal.value {
            LiteralValue::Integer {
                negative,
                magnitude,
            } => {
                if *negative {
                    self.put("n");
                }
                self.put_number(magnitude);
            }
            LiteralValue::Float(bits) => self.bits(bits),
            LiteralValue::Complex(real, imaginary) => {
                self.bits(real);
                self.put("_");
                self.bits(imaginary);
            }
            LiteralValue::Nullptr | LiteralValue::String(_) => {}
        }
        self.put("E");
        Ok(())
    }

    fn bits(&mut self, bits: &[u8]) {
        let mut text = String::new();
        for byte in bits {
            let _ = write!(text, "{byte:02x}");
        }
        self.put(&text);
    }

    /// g++ spells a string out as an array value.
    fn string_elements(&mut self, array: &Type, units: &[u32]) -> Result_ {
        self.coded_type("tl", array)?;
        let element = match array.unqualified() {
            Type::Array(_, element) => element,
            other => other,
        };
        let used = units
            .iter()
            .rposition(|&unit| unit != 0)
            .map_or(0, |last| last + 1);
        for &unit in &units[..used] {
            self.literal(&Literal::integer(element.clone(), unit.into()))?;
        }
        self.put("E");
        Ok(())
    }

    /// The same of what is not called: the reference forgets that a member of a class is named from the global namespace on.
    fn unresolved_value(&mut self, name: &UnresolvedName) -> Result_ {
        let is_member = matches!(name.scope, UnresolvedScope::Class { .. });
        match name.global && is_member && !self.is_gcc() {
            true => self.unresolved(&UnresolvedName {
                global: false,
                ..name.clone()
            }),
            false => self.unresolved(name),
        }
    }

    /// `<unresolved-name>`
    fn unresolved(&mut self, name: &UnresolvedName) -> Result_ {
        if name.global && !self.is_gcc() {
            self.put("gs");
        }
        let dependent = match &name.scope {
            UnresolvedScope::None | UnresolvedScope::Namespace(_) => false,
            UnresolvedScope::Class { dependent, .. } => *dependent,
            UnresolvedScope::Type(_) | UnresolvedScope::Nested(..) => true,
        };
        match &name.scope {
            UnresolvedScope::None => {}
            _ if dependent && name.args.is_some() && !self.is_gcc() => {}
            UnresolvedScope::Namespace(namespace) => {
                if !self.is_gcc() {
                    self.put("sr");
                    match &name.written {
                        Some(written) => self.namespaces(written),
                        None => self.levels(namespace, usize::MAX)?,
                    }
                    self.put("E");
                }
            }
            UnresolvedScope::Class { name: class, .. } => {
                self.put("sr");
                if self.is_gcc() {
                    self.class_name(class)?;
                } else {
                    let classes = match &name.written {
                        Some(written) => {
                            self.namespaces(written);
                            written.classes
                        }
                        None => usize::MAX,
                    };
                    self.levels(class, classes)?;
                    self.put("E");
                }
            }
            UnresolvedScope::Type(ty) => self.coded_type("sr", ty)?,
            UnresolvedScope::Nested(ty, levels) => {
                self.coded_type("srN", ty)?;
                for (id, args) in levels {
                    self.source_name(id);
                    if let Some(args) = args {
                        self.template_args(args)?;
                    }
                }
                self.put("E");
            }
        }
        match (&name.destroyed, &name.id) {
            (Some(ty), _) => return self.coded_type("dn", ty),
            (
                None,
                Unqualified::Operator(_)
                | Unqualified::Conversion(_)
                | Unqualified::LiteralOperator(_),
            ) => self.put("on"),
            (None, _) => {}
        }
        self.unqualified(&name.id)?;
        if let Some(args) = &name.args {
            self.template_args(args)?;
        }
        Ok(())
    }

    fn namespaces(&mut self, written: &WrittenScope) {
        for name in &written.namespaces {
            self.source_name(name);
        }
    }

    /// `<unresolved-qualifier-level>+`: plain names, none of them substitutable. At most so many, the innermost ones.
    fn levels(&mut self, name: &Name, most: usize) -> Result_ {
        self.nested(|s| {
            if most > 1
                && let Some(outer) = name.scope.as_name()
            {
                s.levels(outer, most - 1)?;
            }
            s.unqualified(&name.id)?;
            if let Some(args) = &name.args {
                s.template_args(args)?;
            }
            Ok(())
        })
    }
}

/// Whether a value is what zero-initialisation gives.
fn is_zero(expr: &Expr, depth: u32) -> bool {
    if depth > super::MAX_DEPTH {
        return false;
    }
    match expr {
        Expr::Literal(literal) => match &literal.value {
            LiteralValue::Integer { magnitude, .. } => *magnitude == 0,
            LiteralValue::Float(bits) => bits.iter().all(|&byte| byte == 0),
            LiteralValue::Complex(real, imaginary) => {
                real.iter().chain(imaginary).all(|&byte| byte == 0)
            }
            LiteralValue::Nullptr => true,
            LiteralValue::String(_) => false,
        },
        Expr::ClassValue(_, elements) => elements.iter().all(|element| is_zero(element, depth + 1)),
        _ => false,
    }
}
