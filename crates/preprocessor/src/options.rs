//! The arguments of `g++ -E` that a preprocessor must understand. Knows nothing of what follows from them.

use crate::dependencies::quoted;
use crate::dump::Dump;
use crate::settings::Comments;

/// A command line.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The source.
    pub input: Option<String>,
    /// `-o`
    pub output: Option<String>,
    /// `-D` and `-U` in their order, as lines.
    pub macros: Vec<String>,
    /// `-iquote`
    pub quote: Vec<String>,
    /// `-I`
    pub user: Vec<String>,
    /// `-isystem`
    pub system: Vec<String>,
    /// `-idirafter`
    pub after: Vec<String>,
    /// `-include`, and `-imacros` with `true`.
    pub include: Vec<(String, bool)>,
    /// `-std=`
    pub std: Option<String>,
    /// `-trigraphs`
    pub trigraphs: bool,
    /// `-P`
    pub bare: bool,
    /// `-C`, `-CC`
    pub comments: Comments,
    /// `-dD`, `-dN`, `-dM`, `-dU`
    pub dump: Dump,
    /// `-dI`
    pub includes: bool,
    /// The text says in which folder it was made: `-fworking-directory`, or `-g` without its contrary.
    pub working_directory: bool,
    /// `-M`, `-MM`: nothing but dependencies.
    pub dependencies_only: bool,
    /// Dependencies are wanted.
    pub dependencies: bool,
    /// Without those of the system.
    pub user_dependencies: bool,
    /// `-MF`
    pub dependency_file: Option<String>,
    /// `-MT`, `-MQ`
    pub targets: Vec<String>,
    /// `-MG`
    pub generated: bool,
    /// `-MP`
    pub phony: bool,
    /// What the compiler must be told when it is asked.
    pub pass_on: Vec<String>,
}

impl Options {
    /// Reads a command line.
    ///
    /// # Errors
    /// A message, if an argument is missing, does not go with the others, or asks for what is not there.
    pub fn parse(args: &[String]) -> Result<Options, String> {
        let mut o = Options::default();
        let (mut debugs, mut asked) = (false, None);
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let mut value = |name: &str| -> Result<String, String> {
                let joined = arg.strip_prefix(name).unwrap_or_default();
                if !joined.is_empty() {
                    return Ok(joined.to_owned());
                }
                args.next()
                    .cloned()
                    .ok_or_else(|| format!("missing argument to '{name}'"))
            };
            match arg.as_str() {
                "-E" | "-c" => {}
                "-P" => o.bare = true,
                "-M" => (o.dependencies, o.dependencies_only) = (true, true),
                "-MM" => {
                    (o.dependencies, o.dependencies_only, o.user_dependencies) = (true, true, true)
                }
                "-MD" => o.dependencies = true,
                "-MMD" => (o.dependencies, o.user_dependencies) = (true, true),
                "-MP" => o.phony = true,
                "-MG" => o.generated = true,
                a if a.starts_with("-MF") => o.dependency_file = Some(value("-MF")?),
                a if a.starts_with("-MT") => o.targets.push(value("-MT")?),
                a if a.starts_with("-MQ") => o.targets.push(quoted(&value("-MQ")?)),
                a if a.starts_with("-isystem") => o.system.push(value("-isystem")?),
                a if a.starts_with("-iquote") => o.quote.push(value("-iquote")?),
                a if a.starts_with("-idirafter") => o.after.push(value("-idirafter")?),
                a if a.starts_with("-include") => o.include.push((value("-include")?, false)),
                a if a.starts_with("-imacros") => o.include.push((value("-imacros")?, true)),
                a if a.starts_with("-I") => o.user.push(value("-I")?),
                a if a.starts_with("-D") => {
                    let d = value("-D")?;
                    let (name, body) = d.split_once('=').unwrap_or((&d, "1"));
                    o.macros.push(format!("#define {name} {body}\n"));
                }
                a if a.starts_with("-U") => o.macros.push(format!("#undef {}\n", value("-U")?)),
                a if a.starts_with("-o") => o.output = Some(value("-o")?),
                a if a.starts_with("-x") => drop(value("-x")?),
                a if a.starts_with("-std=") => {
                    o.std = Some(a["-std=".len()..].to_owned());
                    o.pass_on.push(arg.clone());
                }
                "-trigraphs" => {
                    o.trigraphs = true;
                    o.pass_on.push(arg.clone());
                }
                "-ansi" => {
                    o.std = Some("c++98".to_owned());
                    o.pass_on.push(arg.clone());
                }
                "-C" => o.comments = Comments::Kept,
                "-CC" => o.comments = Comments::KeptInMacros,
                a if a.starts_with("-d") && !a.starts_with("-dump") => o.dumps(&a[2..]),
                "-fworking-directory" => asked = Some(true),
                "-fno-working-directory" => asked = Some(false),
                a if a.starts_with("-g") => {
                    let level = debug_level(&a[2..]);
                    debugs = level.map_or(debugs, |level| level > 0);
                    if level == Some(3) {
                        o.dump = Dump::Definitions;
                    }
                    o.pass_on.push(arg.clone());
                }
                "-fdirectives-only" | "-traditional" | "-traditional-cpp" => {
                    return Err(format!("'{arg}' is not supported"));
                }
                "-" => o.input = Some("-".into()),
                a if a.starts_with('-') => o.pass_on.push(arg.clone()),
                _ => o.input = Some(arg.clone()),
            }
        }
        o.working_directory = asked.unwrap_or(debugs);
        if o.input.is_none() {
            return Err("no input file".into());
        }
        let of_rules = o.phony || o.dependency_file.is_some() || !o.targets.is_empty();
        if of_rules && !o.dependencies {
            return Err("to generate dependencies you must specify either '-M' or '-MM'".into());
        }
        if o.generated && !o.dependencies_only {
            return Err("'-MG' may only be used with '-M' or '-MM'".into());
        }
        Ok(o)
    }

    /// The letters of `-d`; those that mean nothing to a preprocessor are passed over.
    fn dumps(&mut self, letters: &str) {
        for letter in letters.chars() {
            match letter {
                'D' => self.dump = Dump::Definitions,
                'N' => self.dump = Dump::Names,
                'M' => self.dump = Dump::Everything,
                'U' => self.dump = Dump::Used,
                'I' => self.includes = true,
                _ => {}
            }
        }
    }

    /// Whether what is asked for is the text that a compiler reads, and nothing beside.
    pub fn is_for_compiling(&self) -> bool {
        self.comments == Comments::Dropped && self.dump == Dump::Nothing && !self.includes
    }

    /// The standard's year, and whether GNU's extensions are off.
    pub fn standard(&self) -> (u32, bool) {
        let Some(std) = &self.std else {
            return (2017, false);
        };
        let year = match &std[std.len().saturating_sub(2)..] {
            "98" | "03" => 1998,
            "0x" | "11" => 2011,
            "1y" | "14" => 2014,
            "2a" | "20" => 2020,
            "2b" | "23" => 2023,
            _ => 2017,
        };
        (year, !std.starts_with("gnu"))
    }
}

/// How much there shall be for a debugger by an option that begins with `-g`; nothing if it says something else.
fn debug_level(word: &str) -> Option<u32> {
    let formats = ["gdb", "dwarf-2", "dwarf-3", "dwarf-4", "dwarf-5", "dwarf"];
    let rest = formats.iter().find_map(|format| word.strip_prefix(format));
    match rest.unwrap_or(word) {
        "" => Some(2),
        digit => digit.parse().ok(),
    }
}
