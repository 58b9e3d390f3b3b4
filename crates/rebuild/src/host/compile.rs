//! The host half becomes an object: an old one that says the same, or a new one. Headers that were compiled before are used where that
//! leaves the same bytes. Wherever a compiler says anything, what it says of the whole text is shown, and nothing is kept.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::IsTerminal;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use cleave_snapshot::Key;

use super::ahead;
use super::assembly::Assembly;
use super::cut::{Cut, cuts};
use super::options::Command as Line;
use super::precompile::{self, Wanted};
use super::reads::{Family, More, asks_for_more, reads, without_places};
use super::unchanged::{Begin, Files};
use super::{Likeness, PRECOMPILED, Preprocess, Preprocessed, Stores, is_silent};
use crate::account::{AHEAD, ON_HEADERS, Outcome, seconds};
use crate::names::{source_name, without_runs};
use crate::original::{Run, file_hash};
use crate::record::{pass_on, write};
use crate::tools;

/// Files with this ending change with every kernel; the part of headers does not include them.
const OF_THE_UNIT: [&str; 2] = [".stub.c", ".fatbin.c"];

fn is_of_the_unit(file: &Path) -> bool {
    let name = file.as_os_str().as_bytes();
    OF_THE_UNIT.iter().any(|end| name.ends_with(end.as_bytes()))
}

/// Compiles, and gives the exit status.
pub(super) fn compile(
    run: Run<'_>,
    line: Line,
    family: Family,
    stores: Stores,
    preprocess: Preprocess<'_>,
) -> i32 {
    let Some(mut reads) = reads(&run.program, family, run.env, &stores.values) else {
        return run.pass("the compiler's programs cannot be read");
    };
    let begin = Begin::now();
    let text = |likeness| preprocess(&run.program, run.args, likeness);
    let likeness = match line.has_places {
        true => Likeness::Lines,
        false => Likeness::Tokens,
    };
    let with_more = |text: Preprocessed| (asks_for_more(&text.bytes), text);
    let first = text(likeness).map(with_more);
    let read = match &first {
        Some((Some(More::Places), _)) if likeness == Likeness::Tokens => {
            text(Likeness::Lines).map(with_more)
        }
        _ => first,
    };
    let Some((more, text)) = read else {
        return run.pass("the text is not understood");
    };
    let files = Files::read_since(begin, &text.files);
    let has_places = line.has_places || more == Some(More::Places);
    for word in &line.words {
        reads.extend_from_slice(&without_runs(word.as_bytes()));
        reads.push(0);
    }
    if has_places {
        let folder = std::env::current_dir().unwrap_or_default();
        reads.extend_from_slice(folder.as_os_str().as_bytes());
    }
    let job = Job {
        run,
        line,
        family,
        stores,
        reads,
        has_places,
        files,
    };
    let counts = match has_places {
        true => without_runs(&text.bytes),
        false => without_places(&text.bytes),
    };
    // What the assembler reads is not known.
    let object = (more != Some(More::Files)).then(|| job.object_key(&counts));
    if let Some(status) = object.and_then(|key| job.reuse(key)) {
        return status;
    }
    let kept = Kept {
        object,
        assembly: object.and_then(|_| job.assembly_of(&counts)),
    };
    if let Some(status) = job.reuse_text(&kept) {
        return status;
    }
    let Ok(source) = fs::read(&job.line.source) else {
        return job.run.pass("the source cannot be read");
    };
    let headers = job.headers(&source, &text);
    let status = match headers.used() {
        Some(place) => job.on_headers(&source, place, &kept),
        None => job.whole(&kept, "nothing is known of this host half").0,
    };
    headers.make(&job, &source);
    if status == 0
        && let Some(place) = headers.used()
    {
        job.wait(place);
    }
    status
}

/// Something is said of a unit.
const YES: &[u8] = b"yes";
/// Nothing is said of it any more.
const NO: &[u8] = b"no";

/// The folder of a file.
fn home(file: &Path) -> PathBuf {
    match file.parent() {
        Some(home) if !home.as_os_str().is_empty() => home.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// What a run leaves is kept under these.
#[derive(Default)]
pub(super) struct Kept {
    /// The key of the object.
    pub(super) object: Option<Key>,
    /// The same of the assembly text, where that is of use.
    pub(super) assembly: Option<Assembly>,
}

/// A compilation that is understood.
pub(super) struct Job<'a> {
    pub(super) run: Run<'a>,
    pub(super) line: Line,
    pub(super) family: Family,
    pub(super) stores: Stores,
    /// What it reads beside its text: all keys have it.
    pub(super) reads: Vec<u8>,
    /// Whether the object depends on where tokens stand.
    pub(super) has_places: bool,
    /// The files that were read; none where somebody has saved one meanwhile.
    files: Option<Files>,
}

impl Job<'_> {
    /// The key of an object, which has the name of its source. `counts` is what counts of its text.
    fn object_key(&self, counts: &[u8]) -> Key {
        let name = source_name(&self.line.source);
        let text = blake3::hash(counts);
        Key::new(
            "an object",
            &[&self.reads, name.as_bytes(), text.as_bytes()],
        )
    }

    /// Writes the object that an earlier run left, and gives the exit status.
    fn reuse(&self, key: Key) -> Option<i32> {
        let value = self.stores.values.get(key)?;
        let (took, object) = value.split_first_chunk::<8>()?;
        let output = self.line.output.as_ref()?;
        // Where it cannot be written the compiler has its own words for that.
        write(output, object).ok()?;
        let took = f64::from_le_bytes(*took);
        self.run
            .note(Outcome::Reused, "the host half says the same", took);
        Some(0)
    }

    /// Whether what the keys were made of is what the compiler has read.
    pub(super) fn is_as_read(&self) -> bool {
        self.files.as_ref().is_some_and(Files::are_unchanged)
    }

    /// Keeps the object that a run has left, if the compiler has read what the key was made of.
    pub(super) fn keep(&self, key: Option<Key>, took: f64) {
        if !self.is_as_read() {
            return;
        }
        let object = self.line.output.as_ref().and_then(|o| fs::read(o).ok());
        if let (Some(key), Some(object)) = (key, object) {
            let value = [&took.to_le_bytes()[..], &object].concat();
            self.stores.values.put(key, &value);
        }
    }

    /// Compiles the text as a whole, and gives the exit status, and whether the compiler was content and silent. `why` says what for.
    fn whole(&self, kept: &Kept, why: &str) -> (i32, bool) {
        let begin = Instant::now();
        let colour = self.is_coloured().then_some("-fdiagnostics-color=always");
        let by_text = kept.assembly.as_ref().and_then(|assembly| {
            let mut command = Command::new(&self.run.program);
            command.args(&self.line.words).args(colour);
            command.args(["-x", "c++"]).arg(&self.line.source);
            self.by_text(&mut command, assembly)
        });
        let output = by_text.map_or_else(
            || {
                let mut command = Command::new(&self.run.program);
                command.args(self.run.args).args(colour);
                tools::output(command.stdin(Stdio::null()))
            },
            Ok,
        );
        let output = match output {
            Ok(output) => output,
            Err(error) => return (self.run.cannot_run(&error), false),
        };
        let is_content = output.status.success();
        let is_silent = is_silent(&output);
        if is_content && is_silent {
            self.keep(kept.object, seconds(begin.elapsed()));
        }
        let why = match (is_content, is_silent) {
            (true, true) => why,
            (true, false) => "the compiler says something",
            (false, _) => "it fails",
        };
        self.run.note(Outcome::Ran, why, 0.0);
        (pass_on(&output), is_content && is_silent)
    }

    /// Whether the compiler would colour what it says, if it wrote to the standard error itself.
    fn is_coloured(&self) -> bool {
        let has_choice = |word: &OsString| word.as_bytes().starts_with(b"-fdiagnostics-");
        let is_plain = self.run.env.var("TERM").is_none_or(|term| term == "dumb")
            || self.run.env.var("GCC_COLORS").is_some_and(|c| c.is_empty());
        std::io::stderr().is_terminal() && !is_plain && !self.line.words.iter().any(has_choice)
    }

    /// Whether a file was found by the folder of the source.
    fn is_beside(&self, file: &Path) -> bool {
        let is_there = match self.line.source.parent() {
            Some(home) if !home.as_os_str().is_empty() => file.starts_with(home),
            _ => file.is_relative(),
        };
        is_there
            && !self
                .line
                .folders
                .iter()
                .any(|folder| file.starts_with(folder))
    }

    /// Where the source can be cut, each place with the key of what stands before it.
    fn headers(&self, source: &[u8], text: &Preprocessed) -> Headers {
        let value = self.run.env.var(PRECOMPILED).unwrap_or_default();
        let is_now = value == "now";
        let mut headers = Headers {
            places: Vec::new(),
            is_now,
        };
        // clang++ says in debug information of which file a header was made. A file that is named without a folder, or by one from here
        // on, cannot be named so from elsewhere.
        let is_elsewhere = self.family == Family::Gnu && self.line.source.is_absolute();
        let names_files = self.line.has_places && !is_elsewhere;
        if value == "off" || self.line.has_headers || names_files {
            return headers;
        }
        let mut hash = blake3::Hasher::new();
        hash.update(&self.reads);
        for file in &text.files[1.min(text.files.len())..] {
            if is_of_the_unit(Path::new(file)) {
                continue;
            }
            // Debug information would call it by another path.
            if self.line.has_places && self.is_beside(Path::new(file)) {
                return headers;
            }
            let Some(content) = file_hash(Path::new(file), &self.stores.values) else {
                return headers;
            };
            hash.update(file.as_bytes()).update(&content);
        }
        let unit = match self.has_places {
            true => None,
            false => unit_name(source),
        };
        let mut at = 0;
        for cut in cuts(source) {
            without_unit(&source[at..cut.marker.start], unit, &mut hash);
            at = cut.marker.start;
            let key = Key::new("precompiled headers", &[hash.finalize().as_bytes()]);
            headers.places.push(Place {
                file: self.stores.headers.get(key),
                cut,
                key,
            });
        }
        headers
    }

    /// Compiles what stands behind headers that were compiled before, and gives the exit status. Where anything is said, the whole is
    /// compiled, and so it is the next times, until there is nothing to say.
    fn on_headers(&self, source: &[u8], place: &Place, kept: &Kept) -> i32 {
        let store = &self.stores.values;
        let name = source_name(&self.line.source);
        let speaks = Key::new(
            "whether something is said of a unit",
            &[place.key.as_bytes(), name.as_bytes()],
        );
        if store.get(speaks).is_some_and(|value| value == YES) {
            let (status, is_silent) = self.whole(kept, "the compiler said something before");
            if is_silent {
                store.put(speaks, NO);
            }
            return status;
        }
        let begin = Instant::now();
        let (output, why) = match self.ahead(source, place, kept) {
            Some(output) => (Some(output), AHEAD),
            None => (self.rest(source, place, kept), ON_HEADERS),
        };
        match output {
            Some(output) if output.status.success() && is_silent(&output) => {
                self.keep(kept.object, seconds(begin.elapsed()));
                self.run.note(Outcome::Ran, why, 0.0);
                0
            }
            output => {
                if output.is_some_and(|output| output.status.success()) {
                    store.put(speaks, YES);
                }
                let why = "on precompiled headers the compiler says something";
                self.whole(kept, why).0
            }
        }
    }

    /// The words with which a compiler reads the headers before a place; the source and the output are missing.
    fn words_for(&self, place: &Place) -> Option<Vec<OsString>> {
        let header = place.file.as_ref()?.to_str()?.strip_suffix(".gch")?;
        let mut words: Vec<OsString> = vec!["-include".into(), header.into()];
        if self.family == Family::Gnu {
            words.push("-Winvalid-pch".into());
        }
        words.extend(self.line.words.iter().cloned());
        Some(words)
    }

    /// Wants a compiler to read the headers before a place, for the next time. Where places count, a text that comes from elsewhere would have
    /// others.
    fn wait(&self, place: &Place) {
        if !tools::stays() || self.has_places || self.family != Family::Gnu {
            return;
        }
        if let Some(words) = self.words_for(place) {
            ahead::want(ahead::Wanted {
                key: self.ahead_key(place),
                program: self.run.program.clone(),
                words,
                source: self.line.source.clone(),
            });
        }
    }

    /// The key of a compiler that waits.
    fn ahead_key(&self, place: &Place) -> Key {
        ahead::key(place.key, &self.run.program, &self.line.source)
    }

    /// Compiles what stands behind a place, by a compiler that has waited for it. `None` where none has.
    fn ahead(&self, source: &[u8], place: &Place, kept: &Kept) -> Option<Output> {
        let begin = Instant::now();
        let rest = beside(&place.cut.rest(source), &home(&self.line.source))?;
        let (output, made) = ahead::compile(self.ahead_key(place), &rest)?;
        if output.status.success() && is_silent(&output) {
            let made = made?;
            write(self.line.output.as_ref()?, &made.object).ok()?;
            if let Some(assembly) = &kept.assembly {
                self.keep_text(assembly, &made.text, seconds(begin.elapsed()));
            }
        }
        Some(output)
    }

    /// Compiles what stands behind a place. `None` where that cannot be tried.
    fn rest(&self, source: &[u8], place: &Place, kept: &Kept) -> Option<Output> {
        let words = self.words_for(place)?;
        let folder = tempfile::Builder::new().prefix("cleave-").tempdir().ok()?;
        // The object has the name of its source.
        let part = folder.path().join(self.line.source.file_name()?);
        let home = home(&self.line.source);
        fs::write(&part, beside(&place.cut.rest(source), &home)?).ok()?;
        let mut command = Command::new(&self.run.program);
        command.args(words);
        if self.line.has_places {
            command.arg(prefix_map(&folder.path().join(""), &home.join(""))?);
        }
        command.args(["-x", "c++"]).arg(&part);
        if let Some(assembly) = &kept.assembly {
            return self.by_text(&mut command, assembly);
        }
        command.arg("-c").arg("-o").arg(self.line.output.as_ref()?);
        tools::output(command.stdin(Stdio::null())).ok()
    }
}

/// A text whose inclusions of files that lie in a folder name them with it, as the compiler does where the text lies there too. `None`
/// where the folder's name cannot stand in quotes.
fn beside(text: &[u8], home: &Path) -> Option<Vec<u8>> {
    const INCLUDE: &[u8] = b"\n#include \"";
    let home = std::path::absolute(home).ok()?;
    let name = home.as_os_str().as_bytes();
    if name.iter().any(|b| matches!(b, b'"' | b'\\' | b'\n')) {
        return None;
    }
    let mut out = Vec::with_capacity(text.len() + 1024);
    let mut from = 0;
    for at in memchr::memmem::find_iter(text, INCLUDE) {
        let start = at + INCLUDE.len();
        let length = memchr::memchr(b'"', &text[start..])?;
        let file = Path::new(OsStr::from_bytes(&text[start..start + length]));
        if home.join(file).is_file() {
            out.extend_from_slice(&text[from..start]);
            out.extend_from_slice(name);
            out.push(b'/');
            from = start;
        }
    }
    out.extend_from_slice(&text[from..]);
    Some(out)
}

/// Has debug information name a file or folder as another one.
fn prefix_map(from: &Path, to: &Path) -> Option<OsString> {
    // The compiler splits the word there.
    if from.as_os_str().as_bytes().contains(&b'=') {
        return None;
    }
    let mut word = OsString::from("-fdebug-prefix-map=");
    word.push(from);
    word.push("=");
    word.push(to);
    Some(word)
}

/// A place, and the headers before it if they are there.
struct Place {
    cut: Cut,
    key: Key,
    file: Option<PathBuf>,
}

/// The places of a source, in order.
struct Headers {
    places: Vec<Place>,
    /// They are made when they are needed first.
    is_now: bool,
}

/// New headers must be so much longer than those that are there, in parts of these.
const WORTH: f64 = 1.2;

impl Headers {
    /// The last place whose headers are there.
    fn used(&self) -> Option<&Place> {
        self.places.iter().rev().find(|place| place.file.is_some())
    }

    /// Has the headers made that another run could use: those before the last place that an earlier run has had too. Where they are made at
    /// once and that one is not worth it, it is the last of all.
    fn make(&self, job: &Job<'_>, source: &[u8]) {
        let store = &job.stores.values;
        let seen = |place: &Place| Key::new("headers were seen", &[place.key.as_bytes()]);
        let used = self.used().map_or(0, |place| place.cut.marker.start);
        let is_worth = |place: &&Place| {
            place.file.is_none() && place.cut.marker.start as f64 > used as f64 * WORTH
        };
        let mut known = self.places.iter().rev();
        let known = known.find(|place| store.get(seen(place)).is_some());
        // After an edit of a header the last place is a new one, and will be a new one after the next edit.
        let last = self.places.last().filter(|_| self.is_now);
        let mut wanted = [known, last].into_iter().flatten().filter(is_worth);
        if let Some(place) = wanted.next()
            && let Some(files) = &job.files
        {
            let is_of_headers =
                |file: &str| !is_of_the_unit(Path::new(file)) && Path::new(file) != job.line.source;
            precompile::start(&Wanted {
                program: &job.run.program,
                words: &job.line.words,
                family: job.family,
                home: home(&job.line.source),
                text: &source[..place.cut.marker.start],
                files: files.only(is_of_headers),
                key: place.key,
                stores: &job.stores,
            });
        }
        for place in &self.places {
            store.put(seen(place), b"");
        }
    }
}

/// The name of a unit's source, as its first marker spells it.
fn unit_name(source: &[u8]) -> Option<&[u8]> {
    let line = source.strip_prefix(b"# 1 ")?;
    let end = memchr::memchr(b'\n', line)?;
    line[..end].starts_with(b"\"").then_some(&line[..end])
}

/// Adds a text to a hash without the markers that name the unit and without empty lines: units that begin with the same headers share
/// them, and so do versions of a unit with more lines or fewer.
fn without_unit(text: &[u8], unit: Option<&[u8]>, hash: &mut blake3::Hasher) {
    let Some(unit) = unit else {
        hash.update(text);
        return;
    };
    // The lines of a raw string are no layout.
    let is_raw = memchr::memmem::find(text, b"R\"").is_some();
    // Few large pieces are hashed many times as fast as many small ones.
    let mut counts: Vec<u8> = Vec::with_capacity(text.len());
    let mut add = |text: &[u8]| match is_raw {
        true => counts.extend_from_slice(text),
        false => add_lines(text, &mut counts),
    };
    let mut from = 0;
    for at in memchr::memmem::find_iter(text, unit) {
        let line = memchr::memrchr(b'\n', &text[..at]).map_or(0, |i| i + 1);
        let is_number = |b: &u8| b.is_ascii_digit() || *b == b' ';
        if text[line..at].starts_with(b"# ") && text[line + 2..at].iter().all(is_number) {
            add(&text[from..line]);
            from = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |i| at + i);
        }
    }
    add(&text[from.min(text.len())..]);
    hash.update(&counts);
}

/// A text without the ends of lines that it begins with.
fn without_ends(text: &[u8]) -> &[u8] {
    let ends = text.iter().take_while(|b| **b == b'\n').count();
    &text[ends..]
}

/// Adds the lines of a text that are not empty.
fn add_lines(text: &[u8], counts: &mut Vec<u8>) {
    let mut rest = without_ends(text);
    while let Some(found) = memchr::memmem::find(rest, b"\n\n") {
        let (lines, behind) = rest.split_at(found + 1);
        counts.extend_from_slice(lines);
        rest = without_ends(behind);
    }
    counts.extend_from_slice(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(text: &str, unit: Option<&str>) -> blake3::Hash {
        let mut hash = blake3::Hasher::new();
        without_unit(text.as_bytes(), unit.map(str::as_bytes), &mut hash);
        hash.finalize()
    }

    #[test]
    fn units_share_what_they_begin_with() {
        let a = "# 1 \"a.cu\"\n# 1 \"h\" 1\nint x;\n# 2 \"a.cu\" 2\n";
        let b = "# 1 \"b.cu\"\n# 1 \"h\" 1\nint x;\n# 14 \"b.cu\" 2\n";
        assert_eq!(unit_name(a.as_bytes()), Some(&b"\"a.cu\""[..]));
        assert_eq!(hash(a, Some("\"a.cu\"")), hash(b, Some("\"b.cu\"")));
        assert_ne!(hash(a, None), hash(b, None));
        // A comment in front of an include leaves empty lines.
        let more =
            |lines: &str| format!("# 1 \"a.cu\"\n{lines}# 1 \"h\" 1\nint x;\n{lines}int y;\n");
        for lines in ["\n", "\n\n", "\n\n\n"] {
            assert_eq!(
                hash(&more(lines), Some("\"a.cu\"")),
                hash(&more(""), Some("\"a.cu\""))
            );
            assert_ne!(hash(&more(lines), None), hash(&more(""), None));
        }
        let raw = |lines: &str| more("") + "const char *r = R\"(" + lines + ")\";\n";
        assert_ne!(
            hash(&raw("\n"), Some("\"a.cu\"")),
            hash(&raw("\n\n"), Some("\"a.cu\""))
        );
        let named = |s: &str| format!("{s}const char *f = \"{}\";\n", &s[5..9]);
        assert_ne!(
            hash(&named(a), Some("\"a.cu\"")),
            hash(&named(b), Some("\"b.cu\""))
        );
    }
}
