//! PTX of several modules put together: taken apart into declarations, variables, functions and kernels, each of which stands in the
//! whole once (PTX ISA, 4 and 5).

mod places;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use cleave_il::Lines;

pub(crate) use self::places::Places;

/// A directive of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    kind: Kind,
    name: String,
    text: String,
    /// Others may see it.
    is_visible: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A function without a body, a variable that is defined elsewhere.
    Declaration,
    Variable,
    Function,
    Entry,
}

/// A module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ptx {
    head: String,
    parts: Vec<Part>,
}

/// Two modules that do not go together: what they define differently, and their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Conflict {
    pub(crate) name: String,
    pub(crate) modules: (usize, usize),
}

impl Ptx {
    /// Reads the text of a module; `None` if there is something in it that is not known. `lines` are those behind its numbers, and `places`
    /// has those of all modules.
    pub(crate) fn read(text: &str, lines: &Lines, places: &mut Places) -> Option<Ptx> {
        if text.contains('\r') {
            return None;
        }
        let rows: Vec<&str> = text.lines().collect();
        let start = rows.iter().position(|l| l.starts_with(".address_size"))? + 1;
        let mut out = Ptx {
            head: rows[..start].join("\n") + "\n",
            parts: Vec::new(),
        };
        let (mut own, mut has_places) = (places::Own::default(), false);
        let mut at = start;
        while let Some(line) = rows.get(at) {
            let line = line.trim();
            if line.is_empty() || line.starts_with("//") {
                at += 1;
                continue;
            }
            if let Some(count) = own.read(&rows[at..]) {
                has_places = true;
                at += count;
                continue;
            }
            let part = part(&rows[at..])?;
            at += part.text.lines().count();
            out.parts.push(part);
        }
        if has_places {
            for part in &mut out.parts {
                part.text = places.rewritten(&part.text, &own, lines)?;
            }
        }
        Some(out)
    }

    /// Several modules as one.
    ///
    /// # Errors
    /// Two modules that define a function, or a variable that others see, in two ways.
    pub(crate) fn join(modules: &[Ptx]) -> Result<String, Conflict> {
        let mut out: Vec<Part> = Vec::new();
        let mut known: HashMap<(bool, String), (usize, usize)> = HashMap::new();
        let taken: HashSet<&str> = modules
            .iter()
            .flat_map(|m| &m.parts)
            .map(|part| &*part.name)
            .collect();
        let mut free = (1..)
            .map(|n| format!("$str${n}"))
            .filter(|name| !taken.contains(&**name));
        for (number, module) in modules.iter().enumerate() {
            let mut names: HashMap<String, String> = HashMap::new();
            for part in &module.parts {
                let declares = part.kind == Kind::Declaration;
                if let Some(&(at, other)) = known.get(&(declares, part.name.clone())) {
                    let same = declares || plain(&out[at].text) == plain(&part.text);
                    let is_made_up = part.kind == Kind::Variable && is_made_up(&part.name);
                    match (same, is_made_up) {
                        (true, _) => continue,
                        (false, true) => {
                            names.extend(free.next().map(|new| (part.name.clone(), new)));
                        }
                        (false, false) => {
                            return Err(Conflict {
                                name: part.name.clone(),
                                modules: (other, number),
                            });
                        }
                    }
                } else {
                    known.insert((declares, part.name.clone()), (out.len(), number));
                }
                let mut part = part.clone();
                if !names.is_empty() {
                    part.text = replaced(&part.text, &names);
                }
                out.push(part);
            }
        }
        out.sort_by_key(|part| part.kind);
        let mut text = modules.first().map_or_else(String::new, |m| m.head.clone());
        for part in &out {
            if part.is_visible && matches!(part.kind, Kind::Function | Kind::Entry) {
                text += &format!("\n\t// .globl\t{}\n", part.name);
            }
            text += &part.text;
            text.push('\n');
        }
        Ok(text)
    }
}

/// Whether the code generator has made a name up.
fn is_made_up(name: &str) -> bool {
    name.starts_with("$str") || name.starts_with("__unnamed_")
}

/// The directive that lines begin with.
fn part(lines: &[&str]) -> Option<Part> {
    let first = lines.first()?;
    let mut words = first.split_whitespace().peekable();
    let linkage = words.next_if(|w| matches!(*w, ".visible" | ".extern" | ".weak" | ".common"));
    let directive = words.next()?;
    let (text, has_body) = match directive {
        ".entry" | ".func" => block(lines)?,
        ".global" | ".const" | ".shared" => (statement(lines)?, true),
        _ => return None,
    };
    let kind = match directive {
        ".entry" => Kind::Entry,
        ".func" if has_body => Kind::Function,
        ".func" => Kind::Declaration,
        _ if linkage == Some(".extern") => Kind::Declaration,
        _ => Kind::Variable,
    };
    let name = match directive {
        ".entry" | ".func" => function_name(&text)?,
        _ => variable_name(&text)?,
    };
    Some(Part {
        kind,
        name,
        text,
        is_visible: linkage.is_some(),
    })
}

/// A function: to its closing brace, or to the semicolon if it has no body. A brace in assembler code that somebody has written counts
/// as any other; one in a string or a comment does not.
fn block(lines: &[&str]) -> Option<(String, bool)> {
    let (mut depth, mut opened, mut in_asm) = (0i64, false, false);
    for (i, line) in lines.iter().enumerate() {
        match line.trim() {
            "// begin inline asm" => in_asm = true,
            "// end inline asm" => in_asm = false,
            _ => {}
        }
        let code = without_strings(line);
        let braces = |brace: char| code.matches(brace).count() as i64;
        depth += braces('{') - braces('}');
        opened |= braces('{') > 0;
        let ends = match opened {
            true => depth == 0 && !in_asm,
            false => code.trim_end().ends_with(';'),
        };
        if ends {
            return Some((lines[..=i].join("\n"), opened));
        }
    }
    None
}

/// A variable: to the semicolon behind its value.
fn statement(lines: &[&str]) -> Option<String> {
    let end = lines
        .iter()
        .position(|line| line.trim_end().ends_with(';'))?;
    Some(lines[..=end].join("\n"))
}

fn without_strings(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut quoted = false;
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' => quoted = !quoted,
            '/' if !quoted && rest.peek() == Some(&'/') => break,
            _ if quoted => {}
            _ => out.push(c),
        }
    }
    out
}

/// Where a word of PTX begins and ends ([identifiers], PTX ISA 4.4).
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let is_word = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'%');
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() && !is_word(bytes[at]) {
            at += 1;
        }
        let start = at;
        while at < bytes.len() && is_word(bytes[at]) {
            at += 1;
        }
        (start < at).then_some(start..at)
    })
}

/// The name in front of the parameters, which stand in parentheses; what a function returns stands in parentheses too.
fn function_name(text: &str) -> Option<String> {
    let behind = text
        .find(".entry")
        .map(|at| at + 6)
        .or_else(|| text.find(".func").map(|at| at + 5))?;
    let mut rest = text[behind..].trim_start();
    if rest.starts_with('(') {
        rest = &rest[rest.find(')')? + 1..];
    }
    Some(rest[words(rest).next()?].to_owned())
}

/// The last word in front of the bounds or the value.
fn variable_name(text: &str) -> Option<String> {
    let head = text.split(['[', '=', ';']).next()?;
    Some(head[words(head).last()?].to_owned())
}

/// A text with other names.
fn replaced(text: &str, names: &HashMap<String, String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for word in words(text) {
        if let Some(new) = names.get(&text[word.clone()]) {
            out += &text[at..word.start];
            out += new;
            at = word.end;
        }
    }
    out + &text[at..]
}

/// A text without what depends on the place of a function in its module: numbers of labels, of stack frames and of calls, and comments.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let line = without_comment(line);
        let mut at = 0;
        for word in words(line) {
            let spelled = &line[word.clone()];
            let stem = ["$L__BB", "__local_depot", "prototype_", "callseq"]
                .into_iter()
                .find(|stem| spelled.starts_with(stem));
            if let Some(stem) = stem {
                let number = spelled[stem.len()..]
                    .bytes()
                    .take_while(u8::is_ascii_digit)
                    .count();
                out += &line[at..word.start + stem.len()];
                at = word.start + stem.len() + number;
            }
        }
        out += line[at..].trim_end();
        out.push('\n');
    }
    out
}

fn without_comment(line: &str) -> &str {
    match line.find("//") {
        Some(at) if !line[..at].contains('"') => &line[..at],
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "//\n// Generated\n//\n\n.version 9.0\n.target sm_80\n.address_size 64\n";

    fn try_read(text: &str) -> Option<Ptx> {
        let text = format!("{HEAD}{text}");
        Ptx::read(&text, &Lines::default(), &mut Places::default())
    }

    fn read(text: &str) -> Ptx {
        try_read(text).expect("it is PTX")
    }

    #[test]
    fn modules_are_joined() {
        let print = ".extern .func  (.param .b32 func_retval0) vprintf
(
	.param .b64 vprintf_param_0
)
;
";
        let a = read(&format!(
            "
	// .globl	a
{print}.visible .global .align 4 .u32 x;
.global .align 1 .b8 $str[3] = {{104, 105}};

.visible .entry a(
	.param .u64 a_param_0
)
{{
	.reg .b64 	%rd<2>;
$L__BB0_1:
	mov.u64 %rd1, $str;
	// begin inline asm
	{{ bar; }}
	// end inline asm
	ret;

}}
"
        ));
        let b = read(&format!(
            "
{print}.visible .global .align 4 .u32 x;
.global .align 1 .b8 $str[3] = {{104, 111}};

.visible .entry b()
{{
$L__BB0_1:
	mov.u64 %rd1, $str;
	ret;
}}
"
        ));
        expect_test::expect![[r#"
            //
            // Generated
            //

            .version 9.0
            .target sm_80
            .address_size 64
            .extern .func  (.param .b32 func_retval0) vprintf
            (
            	.param .b64 vprintf_param_0
            )
            ;
            .visible .global .align 4 .u32 x;
            .global .align 1 .b8 $str[3] = {104, 105};
            .global .align 1 .b8 $str$1[3] = {104, 111};

            	// .globl	a
            .visible .entry a(
            	.param .u64 a_param_0
            )
            {
            	.reg .b64 	%rd<2>;
            $L__BB0_1:
            	mov.u64 %rd1, $str;
            	// begin inline asm
            	{ bar; }
            	// end inline asm
            	ret;

            }

            	// .globl	b
            .visible .entry b()
            {
            $L__BB0_1:
            	mov.u64 %rd1, $str$1;
            	ret;
            }
        "#]]
        .assert_eq(&Ptx::join(&[a, b]).unwrap());
    }

    #[test]
    fn functions_agree_or_conflict() {
        let module = |number: u32, value: u32| {
            read(&format!(
                ".func  (.param .b32 r) f(\n\t.param .b32 p\n)\n{{\n$L__BB{number}_1:\n\tmov.u32 %r1, {value};\n\tret;\n}}\n"
            ))
        };
        let joined = Ptx::join(&[module(0, 1), module(3, 1)]).unwrap();
        assert_eq!(joined.matches("mov").count(), 1);
        let conflict = Ptx::join(&[module(0, 1), module(0, 1), module(0, 2)]);
        let expected = Conflict {
            name: "f".to_owned(),
            modules: (0, 2),
        };
        assert_eq!(conflict, Err(expected));
    }

    #[test]
    fn lines_of_parts_are_lines_of_the_whole() {
        let module = |first: u32| {
            let text = format!(
                "cleave-il 1
function @a() -> void device external at \"sub/a.cu\":{first} {{
  return !2
}}
function @b() -> void device external at \"/b.h\":{} {{
  return !1
}}
",
                first + 20
            );
            cleave_il::parse(&text).unwrap().with_lines_in_order().1
        };
        let text = |entry: &str, label: u32| {
            format!(
                "
.visible .entry {entry}()
{{
	.loc	1 8 0
	.loc	2 16 3, function_name $L__info_string{label}, inlined_at 1 16 2
	// begin inline asm
	.loc	1 8 0
	// end inline asm
	.loc	1 0 2
	ret;
}}
	.file	1 \"/0\"
	.file	2 \"/1\"
	.section	.debug_str
	{{
$L__info_string{label}:
.b8 95,90
.b8 49,0

	}}
"
            )
        };
        let mut places = Places::default();
        let mut read = |entry, label, lines| {
            let text = format!("{HEAD}{}", text(entry, label));
            Ptx::read(&text, &lines, &mut places)
        };
        let modules = [read("a", 0, module(3)), read("b", 1, module(10))];
        let modules = modules.map(|m| m.expect("it is PTX"));
        let whole = Ptx::join(&modules).unwrap() + &places.text("/folder".as_ref());
        expect_test::expect![[r#"

            	// .globl	a
            .visible .entry a()
            {
            	.loc	1 3 0
            	.loc	2 24 3, function_name $L__info_string0, inlined_at 1 5 2
            	// begin inline asm
            	.loc	1 8 0
            	// end inline asm
            	.loc	1 0 2
            	ret;
            }

            	// .globl	b
            .visible .entry b()
            {
            	.loc	1 10 0
            	.loc	2 31 3, function_name $L__info_string0, inlined_at 1 12 2
            	// begin inline asm
            	.loc	1 8 0
            	// end inline asm
            	.loc	1 0 2
            	ret;
            }
            	.file	1 "/folder/sub/a.cu"
            	.file	2 "/b.h"
            	.section	.debug_str
            	{
            $L__info_string0:
            .b8 95,90
            .b8 49,0

            	}
        "#]]
        .assert_eq(&whole[HEAD.len()..]);
        // A line that no part has.
        let other = format!("{HEAD}{}", text("c", 2).replace("1 16 2", "1 80 2"));
        assert_eq!(Ptx::read(&other, &module(3), &mut places), None);
        // What is not known.
        let is_read = |text: &str| Ptx::read(text, &module(3), &mut Places::default()).is_some();
        let good = format!("{HEAD}{}", text("c", 2));
        assert!(is_read(&good));
        assert!(!is_read(&good.replace(".debug_str", ".debug_info")));
        assert!(!is_read(&good.replace(".b8 49,0", ".b32 49")));
        assert!(!is_read(&good.replace("info_string2,", "info_string3,")));
        assert!(!is_read(&good.replace("/1", "/2")));
    }

    #[test]
    fn what_is_not_known_is_not_read() {
        for text in [
            ".section .debug_info\n{\n}\n",
            ".visible .entry a()\n{\n",
            ".pragma \"x\";\n",
        ] {
            assert_eq!(try_read(text), None, "{text}");
        }
        let nothing = Ptx::read("nothing", &Lines::default(), &mut Places::default());
        assert_eq!(nothing, None);
    }
}
