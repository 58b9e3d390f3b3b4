//! `<type>` and its parts.

use std::sync::Arc;

use super::{FIRST_COMPONENT, NodeKey, Result_, State};
use crate::codes::Coded as _;
use crate::{Bound, ExceptionSpec, FunctionType, TemplateParam, Type};
use cleave_lang::Qualifiers;

impl State<'_> {
    /// `<type>`
    pub(super) fn ty(&mut self, ty: &Type) -> Result_ {
        self.nested(|s| s.type_inner(ty))
    }

    /// A type behind a pointer that other terms may share.
    fn shared_type(&mut self, ty: &Arc<Type>) -> Result_ {
        let node = (Arc::as_ptr(ty) as usize, false);
        let mark = self.mark();
        if self.recall(node, mark) {
            return Ok(());
        }
        self.ty(ty)?;
        self.remember(node, mark.stream);
        Ok(())
    }

    /// Notes that the node was written as the single component that the stream holds since `start`.
    pub(super) fn remember(&mut self, node: NodeKey, start: usize) {
        if let [component] = self.stream[start..]
            && component >= FIRST_COMPONENT
        {
            self.nodes.insert(node, component);
        }
    }

    fn type_inner(&mut self, ty: &Type) -> Result_ {
        let mark = self.mark();
        match ty {
            Type::Builtin(builtin) => {
                self.put(builtin.code());
                return Ok(());
            }
            Type::Auto => {
                self.put("Da");
                return Ok(());
            }
            Type::DecltypeAuto => {
                self.put("Dc");
                return Ok(());
            }
            Type::Vendor { name, args } => {
                self.put("u");
                self.source_name(name);
                if let Some(args) = args {
                    self.template_args(args)?;
                }
            }
            Type::Qualified(quals, inner) => return self.qualified(*quals, inner),
            Type::Pointer(inner) => self.prefixed("P", inner)?,
            Type::LvalueReference(inner) => self.prefixed("R", inner)?,
            Type::RvalueReference(inner) => self.prefixed("O", inner)?,
            Type::Complex(inner) => self.prefixed("C", inner)?,
            Type::Imaginary(inner) => self.prefixed("G", inner)?,
            Type::PackExpansion(inner) => self.prefixed("Dp", inner)?,
            Type::Array(bound, element) => {
                self.put("A");
                self.bound(bound, false)?;
                self.shared_type(element)?;
            }
            Type::Vector(bound, element) => {
                self.put("Dv");
                self.bound(bound, true)?;
                self.shared_type(element)?;
            }
            Type::Function(function) => self.function_type(function)?,
            Type::MemberPointer { class, member } => {
                self.put("M");
                self.shared_type(class)?;
                match &**member {
                    Type::Function(function) => self.method_type(function)?,
                    _ => self.shared_type(member)?,
                }
            }
            Type::Named(name) => return self.class_name(name),
            Type::TemplateParam(param) => self.template_param(*param),
            Type::TemplateTemplate(param, args) => {
                self.template_param(*param);
                self.template_key();
                self.finish(mark);
                self.template_args(args)?;
            }
            Type::Decltype {
                id_expression,
                expr,
            } => {
                self.put(if *id_expression { "Dt" } else { "DT" });
                self.expr(expr)?;
                self.put("E");
            }
        }
        self.finish(mark);
        Ok(())
    }

    fn prefixed(&mut self, code: &str, inner: &Arc<Type>) -> Result_ {
        self.put(code);
        self.shared_type(inner)
    }

    /// Qualifiers form one component with the type below, except that an array hands them down to its
    /// elements and a function type or reference ignores them.
    fn qualified(&mut self, quals: Qualifiers, ty: &Arc<Type>) -> Result_ {
        let (mut quals, mut ty) = (quals, ty);
        while let Type::Qualified(more, inner) = &**ty {
            quals = quals.union(*more);
            ty = inner;
        }
        match &**ty {
            Type::Array(bound, element) if !quals.is_empty() => {
                let mark = self.mark();
                self.put("A");
                self.bound(bound, false)?;
                self.nested(|s| s.qualified(quals, element))?;
                self.finish(mark);
            }
            Type::Function(_) | Type::LvalueReference(_) | Type::RvalueReference(_) => {
                self.shared_type(ty)?;
            }
            _ => {
                let mark = self.mark();
                self.put(quals.code());
                self.shared_type(ty)?;
                if !quals.is_empty() {
                    self.finish(mark);
                }
            }
        }
        Ok(())
    }

    /// The bound with its closing `_`. A vector marks an expression with a leading `_`.
    fn bound(&mut self, bound: &Bound, vector: bool) -> Result_ {
        match bound {
            Bound::Known(count) => self.put_number(count),
            Bound::Unknown => {}
            Bound::Dependent(expr) => {
                if vector {
                    self.put("_");
                }
                self.expr(expr)?;
            }
        }
        self.put("_");
        Ok(())
    }

    /// The type of a member function behind a pointer to member, whose class was just written: compilers take it for another type
    /// than that of a free function, or of another class's member.
    fn method_type(&mut self, function: &FunctionType) -> Result_ {
        let class = self.stream.last().copied();
        let mark = self.mark();
        self.key("M");
        self.stream.extend(class);
        self.nested(|s| s.function_type(function))?;
        self.finish(mark);
        Ok(())
    }

    /// `<function-type>`: qualifiers and exception specification belong to the component.
    fn function_type(&mut self, function: &FunctionType) -> Result_ {
        self.put(function.quals.code());
        match &function.exceptions {
            ExceptionSpec::None => {}
            ExceptionSpec::Noexcept => self.put("Do"),
            ExceptionSpec::Dependent(expr) => {
                self.put("DO");
                self.expr(expr)?;
                self.put("E");
            }
        }
        self.put("F");
        self.ty(&function.ret)?;
        self.params(&function.params, function.variadic)?;
        self.put(function.ref_qual.code());
        self.put("E");
        Ok(())
    }

    /// Parameter types, without the qualifiers at their tops.
    pub(super) fn params(&mut self, params: &[Type], variadic: bool) -> Result_ {
        for param in params {
            let param = match param.unqualified() {
                // An array keeps them: they are its elements'.
                Type::Array(..) => param,
                bare => bare,
            };
            self.ty(param)?;
        }
        if variadic {
            self.put("z");
        } else if params.is_empty() {
            self.put("v");
        }
        Ok(())
    }

    /// Tells a template template parameter from a type parameter of the same number.
    pub(super) fn template_key(&mut self) {
        if !self.is_gcc() {
            self.key("template");
        }
    }

    /// `<template-param>`, not as a component.
    pub(super) fn template_param(&mut self, param: TemplateParam) {
        self.put("T");
        if let Some(level) = param.level.checked_sub(1) {
            self.put("L");
            self.put_number(level);
            self.put("_");
        }
        self.seq_from_zero(param.index);
        if self.templates_around > 0 && !self.is_gcc() {
            self.key("inner");
            self.key(&self.templates_around.to_string());
        }
    }
}
