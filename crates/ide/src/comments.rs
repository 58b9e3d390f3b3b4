//! What a text says of a declaration beside its code: the comment above it or behind it, and how a macro is defined.

/// How many lines of a declaration are looked at above its name, and how many of a comment are shown.
const DECLARATION: usize = 8;
const COMMENT: usize = 30;
/// How many lines of a macro are shown.
const MACRO: usize = 20;

/// The comment of what is declared in a line, from 1: that which ends right above the declaration, or stands behind it in its line.
pub fn comment_of(text: &str, line: u32) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let own = (line as usize).checked_sub(1)?;
    let mut above = own;
    while above > 0 && own - above < DECLARATION {
        let before = lines.get(above - 1)?.trim();
        if before.starts_with("//") || before.ends_with("*/") {
            return shown(&comment_above(&lines, above)?);
        }
        // The declaration may begin in lines before: a template's head, a return type.
        let ends = before.is_empty() || before.starts_with('#');
        if ends || before.ends_with([';', '{', '}', ':', ',', '(']) {
            break;
        }
        above -= 1;
    }
    let line = lines.get(own)?;
    let at = line.rfind("//")?;
    let is_code = |s: &str| !s.trim().is_empty() && s.matches('"').count().is_multiple_of(2);
    let behind = is_code(&line[..at]).then(|| vec![line[at..].to_owned()])?;
    shown(&behind)
}

/// The lines of the comment that ends above a line, from 0.
fn comment_above(lines: &[&str], line: usize) -> Option<Vec<String>> {
    let last = line.checked_sub(1)?;
    let mut first = last;
    match lines[last].trim().starts_with("//") {
        true => {
            while first > 0 && lines[first - 1].trim().starts_with("//") {
                first -= 1;
            }
        }
        false => {
            while !lines[first].contains("/*") {
                first = first.checked_sub(1)?;
            }
            // Behind code it is not about what follows.
            if !lines[first].trim().starts_with("/*") {
                return None;
            }
        }
    }
    let all = lines[first..=last].iter();
    Some(all.map(|l| (*l).to_owned()).collect())
}

/// A comment without its marks; nothing of one that says nothing.
fn shown(comment: &[String]) -> Option<String> {
    let mut out: Vec<String> = Vec::new();
    for line in comment {
        let mut own = line.trim().trim_end_matches("*/").trim_end();
        own = own.trim_start_matches(['/', '*', '!', '<']);
        let own = own.strip_prefix(' ').unwrap_or(own).trim_end();
        let brief = ["\\brief ", "@brief "];
        let brief = brief.iter().find_map(|b| own.trim_start().strip_prefix(b));
        let own = brief.unwrap_or(own);
        // Groups of a manual.
        let groups = ["ingroup", "addtogroup", "defgroup", "name "];
        let mark = own.trim_start().strip_prefix(['\\', '@']);
        if mark.is_some_and(|mark| groups.iter().any(|g| mark.starts_with(g))) {
            continue;
        }
        // Lines that only divide.
        let divides = !own.is_empty() && own.chars().all(|c| "-=*/~#_ ".contains(c));
        if !(divides || out.is_empty() && own.is_empty()) {
            out.push(own.to_owned());
        }
    }
    while out.last().is_some_and(String::is_empty) {
        out.pop();
    }
    if out.len() > COMMENT {
        out.truncate(COMMENT);
        out.push("…".to_owned());
    }
    (!out.is_empty()).then(|| out.join("\n"))
}

/// The definition of a macro whose name is in a line, from 1, with its continuations.
pub fn macro_text(text: &str, line: u32) -> Option<String> {
    let mut out = Vec::new();
    for own in text.lines().skip((line as usize).checked_sub(1)?) {
        out.push(own.trim_end());
        if out.len() == MACRO {
            out.push("…");
            break;
        }
        if !own.trim_end().ends_with('\\') {
            break;
        }
    }
    (!out.is_empty()).then(|| out.join("\n").trim_start().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_stands_above_or_behind() {
        let text = "\
// Adds.
// Both.
template <class T>
T add(T a, T b);
int x; // how many

/**
 * \\brief Kernel.
 *
 * More.
 */
__global__ void k();
/* no */ int y;
int z;
//----
int w;
";
        let said: Vec<String> = (1..=16)
            .filter_map(|line| Some(format!("{line}: {}", comment_of(text, line)?)))
            .collect();
        let said: Vec<&String> = said.iter().filter(|s| !s.starts_with("2: ")).collect();
        assert_eq!(
            said,
            [
                "3: Adds.\nBoth.",
                "4: Adds.\nBoth.",
                "5: how many",
                "12: Kernel.\n\nMore."
            ]
        );
    }

    #[test]
    fn a_macro_has_all_its_lines() {
        let text = "int a;\n#define A(x) \\\n  x\nint b;\n";
        assert_eq!(macro_text(text, 2).as_deref(), Some("#define A(x) \\\n  x"));
    }
}
