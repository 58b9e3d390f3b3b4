//! The host side of functions: kernels become stubs, device functions lose their bodies (reference: host-text, Kernels; host-text,
//! Kernel templates; host-text, Device functions; host-text, Redeclarations).

use cleave_cuda::{Merged, is_abbreviated};
use cleave_names::decl::{Body, Decl, Function, Param, Shape, Spec, Special, Tokens};
use cleave_syntax::SyntaxKind;

use crate::Linkage;
use crate::boilerplate::{
    DEVICE_BODY, DEVICE_STRUCTOR_BODY, HIDDEN, NOINLINE, SPECIALIZATION, UNUSED, WRAPPER,
    WRAPPER_BODY,
};
use crate::edit::Edit;
use crate::source::Source;

pub(crate) struct FunctionEdits<'a> {
    pub(crate) source: &'a Source<'a>,
    pub(crate) decl: &'a Decl,
    pub(crate) function: &'a Function,
    pub(crate) merged: Merged,
    pub(crate) linkage: Linkage,
    /// The namespace that the item stands in, with `::` before and after every name; none if one has no name.
    pub(crate) namespace: Option<&'a str>,
}

impl FunctionEdits<'_> {
    pub(crate) fn edits(&self, out: &mut Vec<Edit>) {
        let decl = self.decl;
        if decl.instantiation {
            if self.merged.space.is_kernel() && self.linkage.clang {
                self.instantiated_kernel(out);
            }
            return;
        }
        if self.merged.space.is_kernel() {
            match decl.heads.is_empty() && !is_abbreviated(self.function, self.source.lexed) {
                true => self.kernel(out),
                false => self.kernel_template(out),
            }
            return;
        }
        let constexpr = decl.spec.any(Spec::CONSTEXPR.with(Spec::CONSTEVAL));
        if self.merged.constexpr
            && decl.parent.is_none()
            && !constexpr
            && !decl.is_specialization()
            && !decl.spec.any(Spec::FRIEND)
        {
            out.push(Edit::insert(self.front() as usize, "constexpr "));
        }
        if self.merged.inline && !decl.spec.any(Spec::INLINE) && self.may_be_key_function() {
            out.push(Edit::insert(self.front() as usize, "inline "));
        }
        if self.merged.space.is_device_only() {
            self.device(out, constexpr || self.merged.constexpr);
        }
    }

    /// Whether the function is declared in a class, and may be the one whose definition takes the class's vtable with it (Itanium
    /// C++ ABI 5.2.3): `inline` on the definition alone does not keep g++ from that, while NVIDIA's front end repeats it here
    /// (not that of a function defaulted there).
    fn may_be_key_function(&self) -> bool {
        let d = self.decl;
        let special = self.function.special;
        d.parent.is_some()
            && d.heads.is_empty()
            && !d.spec.any(Spec::STATIC.with(Spec::FRIEND))
            && matches!(self.function.body, Body::None)
            && special != Special::Constructor
    }

    /// Where an attribute or specifier may be put in front of the declaration.
    fn front(&self) -> u32 {
        let d = self.decl;
        let range = if d.specifiers.is_empty() {
            d.declarator
        } else {
            d.specifiers
        };
        self.source.after_standard_attributes(range)
    }

    /// The same behind `friend`.
    fn after_friend(&self) -> u32 {
        let s = self.decl.specifiers;
        (s.start..s.end)
            .find(|&i| self.source.kind(i) == SyntaxKind::FRIEND_KW)
            .map_or(self.front(), |i| i + 1)
    }

    /// Whether the function has hidden visibility in the host half.
    fn hidden(&self) -> bool {
        self.linkage.hidden_visibility
            && !self.linkage.internal_scope
            && !self.decl.has_attribute("visibility")
    }

    /// Clang instantiates the function behind a kernel where the kernel is, before the stub specialises it: the specialisation is
    /// declared first ([temp.expl.spec]/7).
    fn instantiated_kernel(&self, out: &mut Vec<Edit>) {
        let d = self.decl;
        if self.source.kind(d.tokens.start) != SyntaxKind::TEMPLATE_KW {
            return;
        }
        let specifiers = self.plain_specifiers();
        let prefix = self.source.render(Tokens {
            start: d.declarator.start,
            end: self.name_start(),
        });
        let (name, arguments) = (&d.name, self.source.render(d.arguments));
        let wrapped = self.parameters(|p, _| self.by_reference(p));
        out.push(Edit::insert(
            d.tokens.start as usize,
            format!("template <> {specifiers} {prefix}{WRAPPER}{name}{arguments}({wrapped}); "),
        ));
    }

    /// A kernel that is no template: the stub file defines it.
    fn kernel(&self, out: &mut Vec<Edit>) {
        let d = self.decl;
        let front = self.after_friend();
        if self.hidden() && !self.merged.is_static && !d.spec.any(Spec::STATIC) {
            out.push(Edit::insert(front as usize, HIDDEN));
        }
        if self.linkage.debug {
            // Behind the user's own attributes: of `always_inline` and `noinline`, the host compiler takes the first.
            let at = d.declarator.start as usize;
            out.push(Edit::insert(at, format!(" {NOINLINE} ")));
        }
        if let Some(body) = self.function.body.tokens() {
            out.push(Edit::replace(body.range(), ";"));
        }
    }

    /// A kernel template, or a specialisation of one: the function that the stub file specialises for every instance, and the
    /// one that users launch, which calls it.
    fn kernel_template(&self, out: &mut Vec<Edit>) {
        let d = self.decl;
        if d.spec.any(Spec::FRIEND) {
            if self.hidden() {
                out.push(Edit::insert(self.after_friend() as usize, HIDDEN));
            }
            return;
        }
        let specialization = d.is_specialization();
        let defined = self.function.body.tokens().is_some();
        let public = match (specialization, self.linkage.internal_scope) {
            (true, _) if self.linkage.static_stubs => SPECIALIZATION,
            (false, _) if self.linkage.static_stubs && self.merged.defined => "static ",
            _ if self.merged.is_static && !specialization => "static ",
            (_, true) => "",
            _ if self.hidden() => HIDDEN,
            _ => "",
        };
        let private = if specialization {
            SPECIALIZATION
        } else {
            "static "
        };
        let noinline = if self.linkage.debug {
            format!("{NOINLINE} ")
        } else {
            String::new()
        };
        let attributes = self.leading_attributes();
        let specifiers = self.plain_specifiers();
        let prefix = self.source.render(Tokens {
            start: d.declarator.start,
            end: self.name_start(),
        });
        let name = &d.name;
        let arguments = self.source.render(d.arguments);
        let suffix = self.source.render(self.function.suffix);
        let (heads, names) = self.named_heads();
        let wrapped = self.parameters(|p, _| self.by_reference(p));
        let declared = self.parameters(|p, i| self.with_name(p, i));
        let body = if defined { WRAPPER_BODY } else { ";" };
        let body = if specialization { ";" } else { body };
        let mut text = format!(
            "{heads} {attributes}{private}{specifiers} {prefix}{WRAPPER}{name}{arguments}({wrapped}) {suffix} {body} "
        );
        let call = if specialization {
            arguments.clone()
        } else {
            template_arguments(&names)
        };
        let values: Vec<String> = self
            .function
            .params
            .iter()
            .enumerate()
            .map(|(i, p)| value(p, i))
            .collect();
        let values = values.join(",");
        let wrapper = self.wrapper(&format!("{name}{call}"));
        let definition = format!("{{{wrapper}({values});");
        text += &format!(
            "{heads} {attributes}{public}{specifiers} {noinline}{prefix}{name}{arguments}({declared}) {suffix} "
        );
        // Everything stands on the line of what it takes the place of, as a debugger wants it.
        let declarator = d.declarator.start as usize;
        out.push(Edit::replace(d.tokens.start as usize..declarator, ""));
        match self.function.body.tokens() {
            Some(body) => {
                let (open, close) = (body.start as usize, body.end as usize - 1);
                out.push(Edit::replace(declarator..open, text));
                out.push(Edit::replace(open..close, definition));
                out.push(Edit::insert(close, "return;"));
            }
            None => out.push(Edit::replace(declarator..d.tokens.end as usize, text + ";")),
        }
    }

    /// The wrapper's name such that argument-dependent lookup does not find somebody else's: qualified, or in parentheses where
    /// there is no name to qualify it with. (Parentheses make clang instantiate it too early, before the stub specialises it.)
    fn wrapper(&self, name: &str) -> String {
        let qualifier = self.source.render(self.decl.qualifier);
        match self.namespace {
            Some(_) if qualifier.starts_with("::") => format!("{qualifier}{WRAPPER}{name}"),
            Some(namespace) => format!("{namespace}{qualifier}{WRAPPER}{name}"),
            None => format!("({qualifier}{WRAPPER}{name})"),
        }
    }

    fn name_start(&self) -> u32 {
        self.decl.name_tokens.start
    }

    /// The standard attributes that begin the declaration: nothing may stand before them ([dcl.pre]/4).
    fn leading_attributes(&self) -> String {
        let s = self.decl.specifiers;
        let end = self.source.after_standard_attributes(s);
        let mut attributes = self.source.render(Tokens { end, ..s });
        if !attributes.is_empty() {
            attributes.push(' ');
        }
        attributes
    }

    /// The decl-specifiers behind [`Self::leading_attributes`], without storage class and `constexpr`.
    fn plain_specifiers(&self) -> String {
        let start = self.source.after_standard_attributes(self.decl.specifiers);
        let s = Tokens {
            start,
            ..self.decl.specifiers
        };
        let drop: Vec<Edit> = (s.start..s.end)
            .filter(|&i| {
                matches!(
                    self.source.kind(i),
                    SyntaxKind::STATIC_KW
                        | SyntaxKind::EXTERN_KW
                        | SyntaxKind::CONSTEXPR_KW
                        | SyntaxKind::CONSTEVAL_KW
                )
            })
            .map(|i| Edit::replace(i as usize..i as usize + 1, ""))
            .collect();
        self.source.render_with(s, &drop)
    }

    /// The template heads with every parameter named, and the arguments that name them all.
    fn named_heads(&self) -> (String, String) {
        let mut heads = String::new();
        let mut names = Vec::new();
        for (n, head) in self.decl.heads.iter().enumerate() {
            let mut edits = Vec::new();
            for (i, p) in head.params.iter().enumerate() {
                let name = p.name.clone().unwrap_or_else(|| {
                    let made = format!("__T{n}_{i}");
                    edits.push(Edit::insert(p.name_at as usize, format!(" {made} ")));
                    made
                });
                names.push(if p.pack { format!("{name}...") } else { name });
            }
            heads.push_str(&self.source.render_with(head.tokens, &edits));
        }
        (heads, names.join(","))
    }

    fn parameters(&self, f: impl Fn(&Param, usize) -> String) -> String {
        let mut all: Vec<String> = self
            .function
            .params
            .iter()
            .enumerate()
            .map(|(i, p)| f(p, i))
            .collect();
        if self.function.variadic {
            all.push("...".into());
        }
        all.join(", ")
    }

    /// A parameter without a default that refers to what was passed (reference: host-text, Kernel templates). Its name is left out,
    /// for nobody uses it, unless something else in the declarator does.
    fn by_reference(&self, p: &Param) -> String {
        let end = if p.default.is_empty() {
            p.tokens.end
        } else {
            p.default.start
        };
        let range = Tokens {
            start: p.tokens.start,
            end,
        };
        let mut edits = Vec::new();
        let name = p.name.as_ref().map(|_| p.name_end - 1);
        let (before, after) = match p.shape.first() {
            Some(Shape::LvalueReference | Shape::RvalueReference | Shape::Array { .. }) => ("", ""),
            Some(Shape::Function) => ("(*&", ")"),
            _ => ("&", ""),
        };
        edits.push(Edit::insert(p.name_at as usize, before));
        if let Some(name) = name.filter(|_| !self.is_mentioned(p)) {
            edits.push(Edit::replace(name as usize..name as usize + 1, ""));
        }
        edits.push(Edit::insert(p.name_end as usize, after));
        self.source.render_with(range, &edits)
    }

    /// Whether another parameter or what follows the parameters names this one.
    fn is_mentioned(&self, p: &Param) -> bool {
        let declarator = Tokens {
            start: self.function.clause.start,
            end: self.function.suffix.end,
        };
        let own = p.name_end.saturating_sub(1);
        p.name.as_ref().is_some_and(|name| {
            (declarator.start..declarator.end).any(|i| {
                i != own && self.source.kind(i) == SyntaxKind::IDENT && self.source.word(i) == name
            })
        })
    }

    /// A parameter as it stands, with a name.
    fn with_name(&self, p: &Param, index: usize) -> String {
        let edits = match p.name {
            Some(_) => vec![],
            // A pack's name follows its dots.
            None => vec![Edit::insert(
                p.name_at as usize + usize::from(p.pack),
                format!(" {} ", parameter_name(p, index)),
            )],
        };
        self.source.render_with(p.tokens, &edits)
    }

    /// A function for the device only: whoever calls it on the host ends there.
    fn device(&self, out: &mut Vec<Edit>, constexpr: bool) {
        let d = self.decl;
        if d.parent.is_none() || d.spec.any(Spec::FRIEND) && self.function.body.tokens().is_some() {
            out.push(Edit::insert(self.front() as usize, UNUSED));
        }
        let Some(body) = self.function.body.tokens() else {
            return;
        };
        if constexpr {
            return;
        }
        if d.has_deduced_return() {
            self.return_nothing(out);
        }
        let special = matches!(
            self.function.special,
            Special::Constructor | Special::Destructor
        );
        if !self.linkage.shadow_functions && !special {
            out.push(Edit::replace(body.range(), ";"));
            return;
        }
        let (open, end) = if special {
            DEVICE_STRUCTOR_BODY
        } else {
            DEVICE_BODY
        };
        let mut text = String::from(open);
        for p in self.function.params.iter().filter(|p| !p.pack) {
            if let Some(name) = &p.name {
                text += &format!("(void){name};");
            }
        }
        if let (Body::Try(_), Special::Constructor) = (self.function.body, self.function.special) {
            text.insert_str(0, &self.try_initializers(body));
        }
        // The closing brace stays, and with it the line that the function ends on.
        let close = body.end as usize - 1;
        out.push(Edit::replace(body.start as usize..close, text));
        out.push(Edit::insert(close, end));
    }

    /// The member initializers of a constructor's function-try-block.
    fn try_initializers(&self, body: Tokens) -> String {
        let mut i = body.start + 1;
        if self.source.kind(i) != SyntaxKind::COLON {
            return String::new();
        }
        let start = i;
        let mut prev = SyntaxKind::COLON;
        while i < body.end {
            match self.source.kind(i) {
                SyntaxKind::L_BRACE if !matches!(prev, SyntaxKind::IDENT | SyntaxKind::GT) => break,
                SyntaxKind::L_PAREN | SyntaxKind::L_BRACE => {
                    i = self.source.group_end(i);
                    prev = SyntaxKind::R_PAREN;
                }
                kind => {
                    prev = kind;
                    i += 1;
                }
            }
        }
        self.source.render(Tokens { start, end: i })
    }

    /// A placeholder return type cannot be deduced from a body that is gone (reference: host-text, Deduced results).
    fn return_nothing(&self, out: &mut Vec<Edit>) {
        let d = self.decl;
        let mut i = d.specifiers.start;
        while i < d.name_tokens.start.min(if d.qualifier.is_empty() {
            u32::MAX
        } else {
            d.qualifier.start
        }) {
            let one = i as usize..i as usize + 1;
            match self.source.kind(i) {
                SyntaxKind::AUTO_KW => out.push(Edit::replace(one, "void")),
                SyntaxKind::DECLTYPE_KW => {
                    let end = self.source.group_end(i + 1);
                    out.push(Edit::replace(i as usize..end as usize, "void"));
                    i = end;
                    continue;
                }
                SyntaxKind::CONST_KW
                | SyntaxKind::VOLATILE_KW
                | SyntaxKind::STAR
                | SyntaxKind::AMP
                | SyntaxKind::AMP2 => {
                    out.push(Edit::replace(one, ""));
                }
                SyntaxKind::ATTRIBUTE_KW => {
                    i = self.source.group_end(i + 1);
                    continue;
                }
                _ => {}
            }
            i += 1;
        }
    }
}

/// A template argument list; none at all when everything is deduced.
fn template_arguments(names: &str) -> String {
    if names.is_empty() {
        String::new()
    } else {
        format!("<{names}>")
    }
}

fn parameter_name(p: &Param, index: usize) -> String {
    p.name.clone().unwrap_or_else(|| format!("__p{index}"))
}

/// The argument that hands a parameter on.
fn value(p: &Param, index: usize) -> String {
    let name = parameter_name(p, index);
    if p.pack { format!("{name}...") } else { name }
}
