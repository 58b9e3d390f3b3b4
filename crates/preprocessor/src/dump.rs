//! Definitions and inclusions as `-dD`, `-dN`, `-dM`, `-dU` and `-dI` have them written. Knows nothing of how macros are expanded.

use crate::engine::{BUILT_IN, NO_MACRO, Preprocessor};
use crate::intern::Sym;
use crate::macros::Macro;
use crate::print::Place;
use crate::token::{Kind, Token};

/// What is written of macros.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Dump {
    /// Nothing.
    #[default]
    Nothing,
    /// `-dD`: definitions where they are made, beside the text.
    Definitions,
    /// `-dN`: the same with the names alone.
    Names,
    /// `-dM`: what is defined at the end, and no text.
    Everything,
    /// `-dU`: definitions where they are used for the first time, beside the text.
    Used,
}

impl Preprocessor<'_> {
    /// Where the directive is that is being read.
    fn directive_place(&self) -> Place {
        let line = match self.sources.texts.get(self.b.text as usize) {
            // The compiler's and the command line's own.
            Some(text) if matches!(&text.path[..], "<built-in>" | "<command-line>") => 0,
            _ => self.directive_line,
        };
        Place {
            line,
            ..self.here()
        }
    }

    /// A macro was defined.
    pub(crate) fn dump_define(&mut self, name: &Token, id: u32) {
        let text = match self.settings.dump {
            Dump::Definitions => self.definition_text(Sym(name.val), id),
            Dump::Names => self.spelling(name).to_vec(),
            _ => return,
        };
        self.dump_line(&[b"#define ", &text[..]].concat());
    }

    /// A macro's definition was taken away, if there was one.
    pub(crate) fn dump_undef(&mut self, sym: Sym) {
        if matches!(self.settings.dump, Dump::Definitions | Dump::Names) {
            let line = [b"#undef ", self.names.name(sym)].concat();
            self.dump_line(&line);
        }
    }

    /// An inclusion.
    pub(crate) fn dump_include(&mut self, directive: &str, name: &[u8], angled: bool) {
        if !self.settings.includes {
            return;
        }
        let (open, close): (&[u8], &[u8]) = match angled {
            true => (b"<", b">"),
            false => (b"\"", b"\""),
        };
        let line = [b"#", directive.as_bytes(), b" ", open, name, close].concat();
        self.dump_line(&line);
    }

    fn dump_line(&mut self, line: &[u8]) {
        let place = self.directive_place();
        if !self.p.quiet {
            self.p.whole_line(place, line);
        }
    }

    /// A name's definition, or that it has none, is asked for.
    #[inline(always)]
    pub(crate) fn dump_use(&mut self, sym: Sym) {
        if self.settings.dump == Dump::Used {
            self.note_use(sym);
        }
    }

    #[cold]
    fn note_use(&mut self, sym: Sym) {
        let node = self.node(sym);
        if node.used {
            return;
        }
        self.node_mut(sym).used = true;
        if node.makro == NO_MACRO {
            let name = self.names.name(sym).to_vec();
            self.used.1.push(name);
        } else if node.makro < BUILT_IN {
            let text = self.definition_text(sym, node.makro);
            self.used.0.push(text);
        }
    }

    /// Writes what was asked for since the last time.
    pub(crate) fn dump_used(&mut self) {
        if self.settings.dump != Dump::Used {
            return;
        }
        let (defined, undefined) = std::mem::take(&mut self.used);
        if self.p.quiet || defined.is_empty() && undefined.is_empty() {
            return;
        }
        self.p.end_line();
        let defined = defined.iter().rev().map(|text| (&b"#define "[..], text));
        let undefined = undefined.iter().rev().map(|text| (&b"#undef "[..], text));
        for (directive, text) in defined.chain(undefined) {
            self.p.out.extend_from_slice(directive);
            self.p.out.extend_from_slice(text);
            self.p.out.push(b'\n');
            self.p.line = self.p.line.wrapping_add(1);
        }
    }

    /// All that is defined, by name. GNU's cpp has no order of its own: it follows its hash table.
    pub(crate) fn dump_everything(&mut self) {
        let mut defined: Vec<(Vec<u8>, Sym, u32)> = (0..self.nodes.len() as u32)
            .map(|at| (Sym(at), self.node(Sym(at)).makro))
            .filter(|&(_, makro)| makro < BUILT_IN)
            .map(|(sym, makro)| (self.names.name(sym).to_vec(), sym, makro))
            .collect();
        defined.sort();
        for (_, sym, makro) in defined {
            let text = self.definition_text(sym, makro);
            self.p.out.extend_from_slice(b"#define ");
            self.p.out.extend_from_slice(&text);
            self.p.out.push(b'\n');
        }
    }

    /// Name, parameters and body, with a blank behind the name even if there is no body.
    fn definition_text(&mut self, sym: Sym, id: u32) -> Vec<u8> {
        let m = self.macros[id as usize];
        let mut out = self.names.name(sym).to_vec();
        if m.function {
            out.push(b'(');
            self.parameters_text(&m, &mut out);
            out.push(b')');
        }
        out.push(b' ');
        // What stands behind `#` touches it, and what stands behind `##` does not.
        let (mut touches, mut apart) = (false, false);
        for (kind, white, text) in self.written(&m) {
            if kind == Kind::Paste {
                if !std::mem::replace(&mut apart, true) {
                    out.extend_from_slice(b" ##");
                }
                continue;
            }
            if (white | std::mem::take(&mut apart)) && !touches {
                out.push(b' ');
            }
            touches = kind == Kind::Hash && m.function;
            match touches {
                true => out.push(b'#'),
                false => out.extend_from_slice(&text),
            }
        }
        out
    }

    fn parameters_text(&self, m: &Macro, out: &mut Vec<u8>) {
        let parameters = m.parameters(&self.parameters);
        for (i, &parameter) in parameters.iter().enumerate() {
            if parameter != self.known.va_args {
                out.extend_from_slice(self.names.name(parameter));
            }
            if i + 1 < parameters.len() {
                out.push(b',');
            } else if m.variadic {
                out.extend_from_slice(b"...");
            }
        }
    }
}
