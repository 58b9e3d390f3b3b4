//! The host side of variables that live on the device: a shadow to register, or a pointer for a managed one (reference: host-text,
//! Device variables; host-text, Managed variables).

use cleave_cuda::MemorySpace;
use cleave_names::decl::{Decl, Shape, Spec, Tokens};
use cleave_syntax::SyntaxKind;

use crate::Linkage;
use crate::boilerplate::{HIDDEN, MANAGED_SECTION, UNUSED};
use crate::edit::Edit;
use crate::item::type_name;
use crate::source::Source;

pub(crate) struct VariableEdits<'a> {
    pub(crate) source: &'a Source<'a>,
    pub(crate) decl: &'a Decl,
    pub(crate) space: MemorySpace,
    pub(crate) linkage: Linkage,
    pub(crate) facts: VariableFacts,
}

/// What other declarations say about a variable.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct VariableFacts {
    /// Its type, as written, is the name of a const type.
    pub(crate) const_alias: bool,
    /// Its type is a class that cannot be made of nothing.
    pub(crate) needs_value: bool,
    /// It is declared `extern` and again, in one namespace.
    pub(crate) redeclared: bool,
    /// A block declares it.
    pub(crate) in_block: bool,
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
            || self.facts.const_alias
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
        self.open_linkage(out);
        let dynamic_shared = self.space.has(MemorySpace::SHARED)
            && d.spec.any(Spec::EXTERN)
            && matches!(d.shape.first(), Some(Shape::Array { unbounded: true }));
        if d.place.index == 0 {
            let front = self.front() as usize;
            if self.space.has(MemorySpace::SHARED) {
                out.push(Edit::insert(front, UNUSED));
            }
            if !dynamic_shared {
                self.storage(front, out);
            }
        }
        let keeps = self.is_reference()
            || d.is_template()
            || d.is_specialization()
            || self.facts.needs_value
            || d.spec.any(Spec::CONSTINIT)
            || self.is_const();
        if dynamic_shared || d.initializer.is_empty() || keeps {
            return;
        }
        self.deduce(out);
        out.push(Edit::replace(d.initializer.range(), ""));
    }

    /// Whether it is `extern "C" T x;` without braces, and stays a declaration.
    fn is_declared_c(&self) -> bool {
        self.decl.linkage_c && self.linkage.relocatable && self.decl.initializer.is_empty()
    }

    /// `extern "C" T x;` without braces declares and nothing more ([dcl.link]/7), where a definition is wanted.
    fn open_linkage(&self, out: &mut Vec<Edit>) {
        let d = self.decl;
        if d.linkage_c && d.place.index == 0 && !self.is_declared_c() {
            out.push(Edit::insert(d.specifiers.start as usize, "{ "));
            out.push(Edit::insert(d.tokens.end as usize, " }"));
        }
    }

    /// Storage class and visibility: what the stub registers has to be found, and found by nobody else.
    fn storage(&self, front: usize, out: &mut Vec<Edit>) {
        let d = self.decl;
        let specialization = d.is_specialization();
        if self.linkage.known && !self.linkage.relocatable {
            return;
        }
        if self.linkage.relocatable || specialization {
            // `extern` gives even a const variable external linkage ([basic.link]/3).
            let external = (!self.is_const() || d.spec.any(Spec::EXTERN.with(Spec::VOLATILE)))
                && !d.spec.any(Spec::STATIC)
                && !self.linkage.internal_scope;
            let hidden = self.linkage.hidden_visibility
                && !self.is_declared_c()
                && !d.has_attribute("visibility")
                && !self.space.has(MemorySpace::SHARED);
            if external && hidden {
                out.push(Edit::insert(front, HIDDEN));
            }
            return;
        }
        if d.spec.any(Spec::STATIC) {
            return;
        }
        if self.facts.redeclared {
            self.enclose("namespace { ", out);
            return;
        }
        self.drop_keyword(SyntaxKind::EXTERN_KW, out);
        out.push(Edit::insert(front, "static "));
    }

    /// Puts the whole declaration in braces. A static variable cannot be declared before its definition, but one in an unnamed
    /// namespace can.
    fn enclose(&self, open: &str, out: &mut Vec<Edit>) {
        out.push(Edit::insert(self.decl.tokens.start as usize, open));
        out.push(Edit::insert(self.decl.tokens.end as usize, " }"));
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
            && let Some(n) = self.bound().or_else(|| self.computed_bound())
        {
            let open = (d.name_tokens.end..d.declarator.end)
                .find(|&i| self.source.kind(i) == SyntaxKind::L_BRACK);
            if let Some(open) = open {
                out.push(Edit::insert(open as usize + 1, n));
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

    /// The bound that the host compiler finds for a nameless array of the same initializer.
    fn computed_bound(&self) -> Option<String> {
        let d = self.decl;
        if d.initializer.is_empty() {
            return None;
        }
        let mut value = d.initializer;
        if self.source.kind(value.start) == SyntaxKind::EQ {
            value.start += 1;
        }
        let value = self.source.render(value);
        let edits: Vec<Edit> = (d.specifiers.start..d.specifiers.end)
            .filter(|&i| {
                matches!(
                    self.source.kind(i),
                    SyntaxKind::STATIC_KW | SyntaxKind::EXTERN_KW | SyntaxKind::INLINE_KW
                )
            })
            .map(|i| Edit::replace(i as usize..i as usize + 1, ""))
            .collect();
        let specifiers = self.source.render_with(d.specifiers, &edits);
        let name = d.name_tokens.range();
        let array = self
            .source
            .render_with(d.declarator, &[Edit::replace(name, "")]);
        let open = d.name_tokens.end;
        let unbound = Edit::replace(
            d.name_tokens.start as usize..self.source.group_end(open) as usize,
            "",
        );
        let element = self.source.render_with(d.declarator, &[unbound]);
        let value = match value.starts_with('{') {
            true => value,
            false => format!("{{{value}}}"),
        };
        Some(format!(
            "sizeof(({specifiers} {array}){value}) / sizeof({specifiers} {element})"
        ))
    }

    /// Whether an element of the array can be no aggregate, so that each value in the initializer is one.
    fn has_scalar_elements(&self) -> bool {
        let d = self.decl;
        match d.shape.get(1) {
            Some(Shape::Array { .. }) => false,
            Some(_) => true,
            None => type_name(self.source, d).is_none() && !d.spec.any(Spec::AUTO),
        }
    }

    /// How many elements the initializer of an array without a bound has, if counting tells.
    fn bound(&self) -> Option<String> {
        let mut i = self.decl.initializer.start;
        if self.source.kind(i) == SyntaxKind::EQ {
            i += 1;
        }
        match self.source.kind(i) {
            SyntaxKind::STRING_LITERAL if i + 1 == self.decl.initializer.end => {
                Some((string_length(self.source.word(i)) + 1).to_string())
            }
            SyntaxKind::L_BRACE => {
                let end = self.source.group_end(i) - 1;
                i += 1;
                if self.source.kind(i) == SyntaxKind::STRING_LITERAL && i + 1 == end {
                    let scalar = matches!(self.decl.shape.get(1), Some(Shape::Pointer));
                    let n = string_length(self.source.word(i)) + 1;
                    return Some(if scalar { 1 } else { n }.to_string());
                }
                let scalar = self.has_scalar_elements();
                let (mut n, mut most) = (0usize, 0usize);
                let mut empty = true;
                while i < end {
                    if empty && !scalar && self.source.kind(i) != SyntaxKind::L_BRACE {
                        return None;
                    }
                    match self.source.kind(i) {
                        // `[n] = …`; any but a plain number is left to the host compiler.
                        SyntaxKind::L_BRACK if empty => {
                            n = self.source.word(i + 1).parse().ok()?;
                            i = self.source.group_end(i);
                            empty = false;
                            continue;
                        }
                        SyntaxKind::L_PAREN | SyntaxKind::L_BRACE | SyntaxKind::L_BRACK => {
                            i = self.source.group_end(i);
                            empty = false;
                            continue;
                        }
                        SyntaxKind::COMMA => {
                            n += 1;
                            most = most.max(n);
                            empty = true;
                        }
                        _ => empty = false,
                    }
                    i += 1;
                }
                Some(most.max(n + usize::from(!empty)).to_string())
            }
            _ => None,
        }
    }

    /// A managed variable: a pointer that the runtime sets when the module is loaded.
    fn managed(&self, out: &mut Vec<Edit>) {
        let d = self.decl;
        self.open_linkage(out);
        let external = d.spec.any(Spec::EXTERN) && d.initializer.is_empty() || self.is_declared_c();
        if self.linkage.known && !self.linkage.relocatable {
            // The declaration at namespace scope says the rest.
        } else if d.place.index == 0 {
            let front = self.front() as usize;
            if self.facts.redeclared && !self.linkage.relocatable {
                self.enclose("namespace { ", out);
            }
            let declared = self.linkage.relocatable || self.facts.redeclared || self.facts.in_block;
            // The reference leaves an inline one where the linker puts it.
            let inline = self.linkage.relocatable && d.spec.any(Spec::INLINE);
            if (!external || !declared) && !inline {
                out.push(Edit::insert(front, MANAGED_SECTION));
            }
            if self.linkage.relocatable {
                if !d.spec.any(Spec::STATIC)
                    && !self.linkage.internal_scope
                    && !self.is_declared_c()
                    && !d.has_attribute("visibility")
                    && self.linkage.hidden_visibility
                {
                    out.push(Edit::insert(front, HIDDEN));
                }
            } else if !d.spec.any(Spec::STATIC) && !self.facts.redeclared {
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
            // The initializer follows the declarator's attributes.
            let mut end = d.declarator.end;
            while matches!(
                self.source.kind(end),
                SyntaxKind::ATTRIBUTE_KW | SyntaxKind::ASM_KW
            ) {
                end = self.source.group_end(end + 1);
            }
            out.push(Edit::insert(end as usize, " = 0"));
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
