//! The host side of variables that live on the device: a shadow to register, or a pointer for a managed one (spec 6-host C9
//! to C16).

use cleave_cuda::MemorySpace;
use cleave_names::decl::{Decl, Shape, Spec, Tokens};
use cleave_syntax::SyntaxKind;

use crate::Linkage;
use crate::edit::Edit;
use crate::source::Source;

pub(crate) struct VariableEdits<'a> {
    pub(crate) source: &'a Source<'a>,
    pub(crate) decl: &'a Decl,
    pub(crate) space: MemorySpace,
    pub(crate) linkage: Linkage,
    /// The declared type is a class by its name.
    pub(crate) class_type: bool,
}

impl VariableEdits<'_> {
    pub(crate) fn edits(&self, out: &mut Vec<Edit>) {
        if self.decl.instantiation {
            return;
        }
        if self.space.has(MemorySpace::MANAGED) {
            self.managed(out);
        } else {
            self.shadow(out);
        }
    }

    fn front(&self) -> u32 {
        self.source.after_standard_attributes(self.decl.specifiers)
    }

    /// Whether the variable itself is const, so that it has internal linkage and may keep its value.
    fn is_const(&self) -> bool {
        let d = self.decl;
        let outermost = d.shape.iter().find(|s| !matches!(s, Shape::Array { .. }));
        d.spec.any(Spec::CONSTEXPR)
            || match outermost {
                None => d.spec.any(Spec::CONST),
                Some(Shape::Pointer | Shape::MemberPointer) => {
                    self.source.kind(d.name_tokens.start.wrapping_sub(1)) == SyntaxKind::CONST_KW
                }
                Some(_) => false,
            }
    }

    fn is_reference(&self) -> bool {
        matches!(
            self.decl.shape.first(),
            Some(Shape::LvalueReference | Shape::RvalueReference)
        )
    }

    fn shadow(&self, out: &mut Vec<Edit>) {
        let d = self.decl;
        let dynamic_shared = self.space.has(MemorySpace::SHARED)
            && d.spec.any(Spec::EXTERN)
            && matches!(d.shape.first(), Some(Shape::Array { unbounded: true }));
        if d.place.index == 0 {
            let front = self.front() as usize;
            if self.space.has(MemorySpace::SHARED) {
                out.push(Edit::insert(front, "__attribute__((unused)) "));
            }
            if !dynamic_shared {
                self.storage(front, out);
            }
        }
        let keeps = self.is_reference()
            || d.is_template()
            || self.is_const() && (!self.class_type || d.spec.any(Spec::CONSTEXPR));
        if dynamic_shared || d.initializer.is_empty() || keeps {
            return;
        }
        self.deduce(out);
        out.push(Edit::replace(d.initializer.range(), ""));
    }

    /// Storage class and visibility: what the stub registers has to be found, and found by nobody else.
    fn storage(&self, front: usize, out: &mut Vec<Edit>) {
        let d = self.decl;
        let specialization = d.is_specialization();
        if self.linkage.relocatable || specialization {
            // `extern` gives even a const variable external linkage.
            let external = (!self.is_const() || d.spec.any(Spec::EXTERN))
                && !d.spec.any(Spec::STATIC)
                && !self.linkage.internal_scope;
            if external && self.linkage.hidden_visibility && !d.has_attribute("visibility") {
                out.push(Edit::insert(
                    front,
                    "__attribute__((visibility(\"hidden\"))) ",
                ));
            }
            return;
        }
        if d.linkage_c || d.spec.any(Spec::STATIC) {
            return;
        }
        self.drop_keyword(SyntaxKind::EXTERN_KW, out);
        out.push(Edit::insert(front, "static "));
    }

    fn drop_keyword(&self, kind: SyntaxKind, out: &mut Vec<Edit>) {
        let s = self.decl.specifiers;
        if let Some(i) = (s.start..s.end).find(|&i| self.source.kind(i) == kind) {
            out.push(Edit::replace(i as usize..i as usize + 1, ""));
        }
    }

    /// What only the initializer said: an array's bound, or the type behind `auto`.
    fn deduce(&self, out: &mut Vec<Edit>) {
        let d = self.decl;
        if matches!(d.shape.first(), Some(Shape::Array { unbounded: true }))
            && let Some(n) = self.bound()
        {
            let open = (d.name_tokens.end..d.declarator.end)
                .find(|&i| self.source.kind(i) == SyntaxKind::L_BRACK);
            if let Some(open) = open {
                out.push(Edit::insert(open as usize + 1, n.to_string()));
            }
        }
        if d.spec.any(Spec::AUTO) && d.place.index == 0 {
            let s = d.specifiers;
            if let Some(auto) =
                (s.start..s.end).find(|&i| self.source.kind(i) == SyntaxKind::AUTO_KW)
            {
                let value = Tokens {
                    start: d.initializer.start + 1,
                    end: d.initializer.end,
                };
                out.push(Edit::replace(
                    auto as usize..auto as usize + 1,
                    format!("__typeof__({})", self.source.render(value)),
                ));
            }
        }
    }

    /// How many elements the initializer of an array without a bound has.
    fn bound(&self) -> Option<usize> {
        let mut i = self.decl.initializer.start;
        if self.source.kind(i) == SyntaxKind::EQ {
            i += 1;
        }
        match self.source.kind(i) {
            SyntaxKind::STRING_LITERAL => Some(string_length(self.source.word(i)) + 1),
            SyntaxKind::L_BRACE => {
                let end = self.source.group_end(i) - 1;
                i += 1;
                if self.source.kind(i) == SyntaxKind::STRING_LITERAL && i + 1 == end {
                    return Some(string_length(self.source.word(i)) + 1);
                }
                let mut n = 0;
                let mut empty = true;
                while i < end {
                    match self.source.kind(i) {
                        SyntaxKind::L_PAREN | SyntaxKind::L_BRACE | SyntaxKind::L_BRACK => {
                            i = self.source.group_end(i);
                            empty = false;
                            continue;
                        }
                        SyntaxKind::COMMA => {
                            n += 1;
                            empty = true;
                        }
                        _ => empty = false,
                    }
                    i += 1;
                }
                Some(n + usize::from(!empty))
            }
            _ => None,
        }
    }

    /// A managed variable: a pointer that the runtime sets when the module is loaded.
    fn managed(&self, out: &mut Vec<Edit>) {
        let d = self.decl;
        let external = d.spec.any(Spec::EXTERN) && d.initializer.is_empty();
        if d.place.index == 0 && (!external || self.linkage.relocatable) {
            let front = self.front() as usize;
            out.push(Edit::insert(
                front,
                "__attribute__((section(\"__nv_managed_data__\"))) ",
            ));
            if self.linkage.relocatable {
                if !d.spec.any(Spec::STATIC)
                    && !self.linkage.internal_scope
                    && self.linkage.hidden_visibility
                {
                    out.push(Edit::insert(
                        front,
                        "__attribute__((visibility(\"hidden\"))) ",
                    ));
                }
            } else if !d.spec.any(Spec::STATIC) {
                self.drop_keyword(SyntaxKind::EXTERN_KW, out);
                out.push(Edit::insert(front, "static "));
            }
        }
        let suffixed = matches!(d.shape.first(), Some(Shape::Array { .. } | Shape::Function));
        let (open, close) = if suffixed { ("(*", ")") } else { ("*", "") };
        out.push(Edit::insert(d.name_tokens.start as usize, open));
        self.deduce(out);
        if suffixed {
            out.push(Edit::insert(d.name_tokens.end as usize, close));
        }
        if external {
            return;
        }
        if d.initializer.is_empty() {
            out.push(Edit::insert(d.declarator.end as usize, " = 0"));
        } else {
            out.push(Edit::replace(d.initializer.range(), "= 0"));
        }
    }
}

/// How many characters a string literal stands for, as far as its spelling tells.
fn string_length(literal: &str) -> usize {
    let Some(start) = literal.find('"') else {
        return 0;
    };
    let body = &literal[start + 1..literal.rfind('"').unwrap_or(literal.len()).max(start + 1)];
    if literal[..start].ends_with('R') {
        let open = body.find('(').map_or(0, |p| p + 1);
        return body.len().saturating_sub(2 * open);
    }
    let wide = !matches!(&literal[..start], "" | "u8");
    let mut n = 0;
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        n += if wide { 1 } else { c.len_utf8() };
        if c != '\\' {
            continue;
        }
        match chars.next() {
            Some('x') => while chars.next_if(char::is_ascii_hexdigit).is_some() {},
            Some('0'..='7') => {
                for _ in 0..2 {
                    chars.next_if(|c| matches!(c, '0'..='7'));
                }
            }
            _ => {}
        }
    }
    n
}
