//! What `nvcc --dryrun` prints: variables and commands, a line each behind `#$ `, quoted as a shell wants them.

use std::collections::BTreeMap;

/// What nvcc would run.
#[derive(Clone, Debug, Default)]
pub struct DryRun {
    /// The variables that nvcc sets for its tools, and some of its own.
    pub variables: BTreeMap<String, String>,
    /// The words of each command.
    pub commands: Vec<Vec<String>>,
}

/// Commands that only tidy up.
const TIDY: [&str; 2] = ["rm ", "erase "];
/// What stands in the place of a command where nvcc does something itself: it makes one dependency file of several.
const OWN: &str = "-- Filter Dependencies --";

/// Asks what a command prints that stands in backquotes.
pub(crate) type Ask<'a> = &'a dyn Fn(&[String]) -> Option<String>;

impl DryRun {
    /// Reads it.
    ///
    /// # Errors
    /// A line that is not understood.
    pub fn read(text: &str, ask: Ask<'_>) -> Result<DryRun, String> {
        let mut run = DryRun::default();
        for line in text.lines().filter_map(|l| l.strip_prefix("#$ ")) {
            if let Some((name, value)) = variable(line) {
                run.variables.insert(name.to_owned(), value.to_owned());
            } else if !line.starts_with(OWN) && !TIDY.iter().any(|t| line.starts_with(t)) {
                let not_understood = || format!("a line of nvcc is not understood: {line}");
                let line = run.expand(line, ask).ok_or_else(not_understood)?;
                let words = shlex::split(&line).filter(|words| !words.is_empty());
                run.commands.push(words.ok_or_else(not_understood)?);
            }
        }
        Ok(run)
    }

    /// A line without variables and backquotes. `None` where one is not understood, or where a shell would do more than run a program.
    fn expand(&self, line: &str, ask: Ask<'_>) -> Option<String> {
        let mut out = String::with_capacity(line.len());
        let mut rest = line.chars();
        let mut quoted = false;
        while let Some(c) = rest.next() {
            match c {
                '\\' => {
                    out.push(c);
                    out.extend(rest.next());
                }
                '"' => {
                    quoted = !quoted;
                    out.push(c);
                }
                '$' => {
                    let text = rest.as_str();
                    let length = text
                        .find(|c: char| c != '_' && !c.is_ascii_alphanumeric())
                        .unwrap_or(text.len());
                    match self.variables.get(&text[..length]) {
                        Some(value) => {
                            out.push_str(value);
                            rest = text[length..].chars();
                        }
                        None => out.push(c),
                    }
                }
                '`' => {
                    let text = rest.as_str();
                    let end = text.find('`')?;
                    out.push_str(&ask(&shlex::split(&text[..end])?)?);
                    rest = text[end + 1..].chars();
                }
                ';' | '|' | '&' | '<' | '>' if !quoted => return None,
                _ => out.push(c),
            }
        }
        Some(out)
    }
}

/// The name and the value of a variable, if a line is one.
fn variable(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once('=')?;
    let is_name = |c: char| c == '_' || c.is_ascii_alphanumeric();
    (!name.is_empty() && name.chars().all(is_name)).then_some((name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<DryRun, String> {
        DryRun::read(text, &|words| {
            (words == ["gcc", "-print-prog-name=ar"]).then(|| "/usr/bin/ar".to_owned())
        })
    }

    #[test]
    fn variables_and_commands_are_read() {
        let text = r#"nvcc warning : careful
#$ CICC_PATH=/cuda/nvvm/bin
#$ INCLUDES="-I/x"
#$ "$CICC_PATH/cicc" -arch compute_80 "two words.ii" -o "a\$b.ptx"
#$ rm /tmp/x.fatbin
#$ -- Filter Dependencies -- > a.d
#$ gcc -DX="\"a;b\"" -c "a.cpp"
#$ "`gcc -print-prog-name=ar`" cr "lib.a"
"#;
        let run = read(text).unwrap();
        assert_eq!(run.variables["CICC_PATH"], "/cuda/nvvm/bin");
        assert_eq!(
            run.commands,
            [
                &[
                    "/cuda/nvvm/bin/cicc",
                    "-arch",
                    "compute_80",
                    "two words.ii",
                    "-o",
                    "a$b.ptx"
                ][..],
                &["gcc", "-DX=\"a;b\"", "-c", "a.cpp"],
                &["/usr/bin/ar", "cr", "lib.a"],
            ]
        );
    }

    #[test]
    fn what_a_shell_would_do_is_not_understood() {
        for line in [
            "gcc a.c > b",
            "gcc a.c; gcc b.c",
            "gcc \"a.c",
            "`rm -r x`",
            "a `b",
        ] {
            assert!(read(&format!("#$ {line}\n")).is_err(), "{line}");
        }
    }
}
