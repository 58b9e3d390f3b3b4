//! PTX of several modules put together: taken apart into declarations, variables, functions and kernels, each of which stands in the
//! whole once (PTX ISA, 4 and 5).

use std::collections::{HashMap, HashSet};
use std::ops::Range;

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
    /// Reads the text of a module; `None` if there is something in it that is not known.
    pub(crate) fn read(text: &str) -> Option<Ptx> {
        let lines: Vec<&str> = text.lines().collect();
        let start = lines.iter().position(|l| l.starts_with(".address_size"))? + 1;
        let mut out = Ptx {
            head: lines[..start].join("\n") + "\n",
            parts: Vec::new(),
        };
        let mut at = start;
        while let Some(line) = lines.get(at) {
            let line = line.trim();
            if line.is_empty() || line.starts_with("//") {
                at += 1;
                continue;
            }
            let part = part(&lines[at..])?;
            at += part.text.lines().count();
            out.parts.push(part);
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

    fn read(text: &str) -> Ptx {
        Ptx::read(&format!("{HEAD}{text}")).expect("it is PTX")
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
    fn what_is_not_known_is_not_read() {
        for text in [
            ".file 1 \"a.cu\"\n",
            ".visible .entry a()\n{\n",
            ".pragma \"x\";\n",
        ] {
            assert_eq!(Ptx::read(&format!("{HEAD}{text}")), None, "{text}");
        }
        assert_eq!(Ptx::read("nothing"), None);
    }
}
