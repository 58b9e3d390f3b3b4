//! What becomes of an item, as text: its host half, its device IL, the stub that launches it.

use std::io::{self, Write};

use cleave_base_db::{PieceText, encode};
use cleave_hir::{DeclKind, item_hir};
use cleave_il::c::{Purpose, print};
use cleave_lowering::module;
use cleave_needed::{Emitted, Naming, needed, symbols};
use cleave_typing::function::canonical;
use cleave_typing::{CodeRef, DeclRef, Entity};

use crate::analysis::{Analysis, ItemTokens};
use crate::meaning::Symbol;
use crate::places::FilePosition;

/// How many instances of a kernel are named.
const KERNELS: usize = 8;

/// A preprocessed text as it is, for who reads it elsewhere.
pub struct Whole {
    /// The name of the file.
    pub name: String,
    /// The module id of the unit.
    pub module_id: String,
    pieces: Vec<PieceText>,
}

impl Whole {
    /// Writes its bytes.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut pieces = self.pieces.iter();
        pieces.try_for_each(|piece| out.write_all(&encode(piece)))
    }
}

/// A text that is made of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// What the host compiler reads of it.
    HostHalf,
    /// What the device compiler gets, as device IL.
    DeviceIl,
    /// What launches it.
    Stub,
}

impl Analysis {
    /// What is made of the item at a place, or why there is nothing.
    pub fn made(&self, at: &FilePosition, what: Made) -> Option<String> {
        let db = &self.db;
        let text = self.text();
        let own = self.places.in_file(&at.file)?;
        let behind = own
            .tokens
            .partition_point(|t| (t.line, t.column) <= (at.line, at.column));
        let before = own.tokens[..behind].iter().rev().take(64);
        let token = before
            .filter(|t| t.spelled)
            .find_map(|t| text.token_at(t.offset as usize))?;
        let tokens = ItemTokens::new(&text, token.item)?;
        match what {
            Made::HostHalf => {
                let line = |token: u32| {
                    let (offset, _) = tokens.offset(token)?;
                    self.places.stands(offset as u32)
                };
                let (first, last) = (line(0)?, line((tokens.lexed.len() as u32).checked_sub(1)?)?);
                let mut whole = String::new();
                cleave_host::host_text_in_pieces(db, self.file, self.options, &mut |piece| {
                    whole.push_str(piece)
                });
                Some(lines_of(&whole, &first.file, first.line..=last.line))
            }
            Made::DeviceIl => Some(self.device_il(token.item)),
            Made::Stub => Some(self.stub(token.item)),
        }
    }

    /// The kernels that the name at a place denotes, as the source calls them and as the linker does; of a template its instances.
    pub fn kernels(&self, at: &FilePosition) -> Vec<(String, String)> {
        let db = &self.db;
        let text = self.text();
        let naming = self.naming();
        let mut out = Vec::new();
        for symbol in self.here(&text, at).map_or(Vec::new(), |here| here.symbols) {
            let Symbol::Entity(kernel) = symbol else {
                continue;
            };
            if !kernel.is_function(db) || !self.space_of(kernel).is_kernel() {
                continue;
            }
            let mut all = self.instances(kernel);
            if all.is_empty() || kernel.env(db).is_some() {
                all = vec![kernel];
            }
            for instance in all.into_iter().take(KERNELS) {
                let name = cleave_typing::display::function_text(db, instance, false);
                let symbols = symbols(db, Emitted::of(db, instance), &naming);
                out.extend(symbols.into_iter().map(|symbol| (name.clone(), symbol)));
            }
        }
        out
    }

    /// The device half as C, for a device compiler; nothing where it is not understood.
    pub fn device_code(&self) -> Option<String> {
        let module = module(&self.db, self.file, self.options).ok()?;
        Some(print(&module, Purpose::Compiling))
    }

    /// The preprocessed text. Who holds it holds no database.
    pub fn whole(&self) -> Whole {
        let db = &self.db;
        let pieces = self.file.pieces(db).iter();
        let mut pieces: Vec<PieceText> = pieces.map(|piece| piece.text(db).clone()).collect();
        if pieces.is_empty() {
            let text = self.file.text(db).clone();
            let all = 0..text.len();
            pieces.push(PieceText::of(text, all));
        }
        Whole {
            name: self.file.name(db).to_owned(),
            module_id: cleave_host::module_id(db, self.file, self.options).to_owned(),
            pieces,
        }
    }

    fn naming(&self) -> Naming {
        let db = &self.db;
        Naming::new(
            cleave_host::module_id(db, self.file, self.options),
            self.options.settings(db).relocatable,
        )
    }

    /// The linker's names of what an item's functions and variables are emitted as.
    fn names_of<'db>(&'db self, item: cleave_names::ItemId<'db>) -> Vec<String> {
        let db = &self.db;
        let naming = self.naming();
        let code = CodeRef::signature(item);
        let own: Vec<DeclRef<'_>> = item_hir(db, item)
            .declarations()
            .filter(|(_, d)| matches!(d.kind, DeclKind::Function(_) | DeclKind::Variable(_)))
            .map(|(id, _)| canonical(db, DeclRef::at(db, code, id)))
            .collect();
        let is_own = |e: Entity<'_>| own.contains(&canonical(db, e.decl(db)));
        let all = needed(db, self.file).all.iter().map(|n| n.what);
        let of_item: Vec<Emitted<'_>> = all.filter(|w| w.entity().is_some_and(is_own)).collect();
        of_item
            .iter()
            .flat_map(|&what| symbols(db, what, &naming))
            .collect()
    }

    fn device_il<'db>(&'db self, item: cleave_names::ItemId<'db>) -> String {
        let db = &self.db;
        let module = match module(db, self.file, self.options) {
            Ok(module) => module,
            Err(refused) => {
                let reasons: Vec<String> = refused
                    .iter()
                    .map(|r| {
                        let name = r.what.and_then(Emitted::entity);
                        let name = name.map_or(String::new(), |e| {
                            cleave_typing::display::function_text(db, e, false) + ": "
                        });
                        format!("; {name}{}\n", r.why.what)
                    })
                    .collect();
                return format!(
                    "; the device half goes to NVIDIA's front end:\n{}",
                    reasons.concat()
                );
            }
        };
        let names = self.names_of(item);
        let mut out = String::new();
        for definition in module.definitions() {
            let text = cleave_il::print_definition(definition);
            let head = text.lines().next().unwrap_or("");
            if names.iter().any(|n| has_word(head, n)) {
                out.push_str(&text);
                out.push('\n');
            }
        }
        match out.is_empty() {
            true => "; nothing of it is on the device\n".to_owned(),
            false => out,
        }
    }

    fn stub<'db>(&'db self, item: cleave_names::ItemId<'db>) -> String {
        let db = &self.db;
        let files = cleave_stub::Files {
            stub: "stub.c".to_owned(),
            fatbin: "fatbin.c".to_owned(),
        };
        let module_id = cleave_host::module_id(db, self.file, self.options);
        let whole = match cleave_stub::stub(db, self.file, self.options, &files, module_id) {
            Ok(text) => text,
            Err(name) => return format!("// the launch of {name} cannot be spelled\n"),
        };
        let mut names = self.names_of(item);
        names.extend(item_hir(db, item).declarations().filter_map(|(_, d)| {
            let name = d.name.ident()?;
            (!name.as_str().is_empty()).then(|| name.as_str().to_owned())
        }));
        let own = whole
            .lines()
            .filter(|line| names.iter().any(|n| line.contains(n.as_str())));
        let out: String = own.map(|line| format!("{line}\n")).collect();
        match out.is_empty() {
            true => "// nothing of it is launched or registered\n".to_owned(),
            false => out,
        }
    }
}

fn has_word(line: &str, word: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        !line[..at].ends_with(is_word) && !line[at + word.len()..].starts_with(is_word)
    })
}

/// The lines of a text with line markers that come from some lines of a file.
fn lines_of(text: &str, file: &str, lines: std::ops::RangeInclusive<u32>) -> String {
    let (mut here, mut number) = (String::new(), 0u32);
    let mut out = String::new();
    for line in text.lines() {
        let marker = line
            .strip_prefix("# ")
            .or_else(|| line.strip_prefix("#line "));
        if let Some(marker) = marker
            && let Some((digits, name)) = marker.split_once(' ')
            && let Ok(to) = digits.parse::<u32>()
        {
            number = to;
            here = name
                .trim()
                .trim_start_matches('"')
                .split('"')
                .next()
                .unwrap_or("")
                .to_owned();
            continue;
        }
        // What stands at the beginning of the host half is no line of the file.
        let is_own = !line.trim().is_empty() && !line.starts_with("#pragma GCC diagnostic");
        if here == file && lines.contains(&number) && is_own {
            out.push_str(line);
            out.push('\n');
        }
        number += 1;
    }
    out
}
