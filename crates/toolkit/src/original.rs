//! The programs that Cleave stands in for: whether this process was started as one of a shadow, and where the toolkit's own, or the host
//! compiler, is.
//! It must not know when it is asked.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::env::Env;
use crate::layout::Toolkit;
use crate::marker::Marker;
use crate::shadows;

/// The variable that turns the second opinion off, with the value `off`, for every program that nvcc starts.
pub const SECOND_OPINION: &str = "CLEAVE_SECOND_OPINION";

/// A program that a shadow replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// The front end of the host pass.
    Cudafe,
    /// The device compiler.
    Cicc,
    /// The assembler.
    Ptxas,
}

impl Program {
    /// All of them.
    pub const ALL: [Program; 3] = [Program::Cudafe, Program::Cicc, Program::Ptxas];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Program::Cudafe => "cudafe++",
            Program::Cicc => "cicc",
            Program::Ptxas => "ptxas",
        }
    }

    /// The folders of a toolkit that it may be in, relative to its root.
    pub fn folders(self) -> &'static [&'static str] {
        match self {
            Program::Cicc => &["nvvm/bin", "bin"],
            _ => &["bin"],
        }
    }
}

/// The names by which nvcc runs a host compiler: those that it takes itself, and those that users give it.
const HOST_COMPILERS: [&str; 4] = ["gcc", "g++", "clang", "clang++"];

/// The releases whose numbers stand behind these names.
const RELEASES: std::ops::RangeInclusive<u32> = 9..=22;

/// All names of host compilers, with and without a release.
pub(crate) fn host_compilers() -> impl Iterator<Item = String> {
    HOST_COMPILERS.into_iter().flat_map(|name| {
        let releases = RELEASES.map(move |release| format!("{name}-{release}"));
        std::iter::once(name.to_owned()).chain(releases)
    })
}

/// Whether a program's name is that of a host compiler.
pub fn is_host_compiler(name: &str) -> bool {
    host_compilers().any(|known| known == name)
}

/// The folder of a shadow that has them.
pub(crate) const HOST_FOLDER: &str = "host";

/// The most links that a path to a shadow's program may go through, as the system allows.
const MOST_LINKS: usize = 40;

/// The toolkit's own program, if this process was started as one of a shadow. `None` when it was not, or when the toolkit has none.
pub fn of_this_process(program: Program, env: &dyn Env) -> Option<PathBuf> {
    let shadow = own_shadow(env)?;
    of_toolkit(program, &Toolkit::at(&shadow).ok()?, env)
}

/// A program of a toolkit. Distributions have it on PATH.
pub fn of_toolkit(program: Program, toolkit: &Toolkit, env: &dyn Env) -> Option<PathBuf> {
    let own = program.folders().iter().map(|f| toolkit.root().join(f));
    own.chain(folders_on_path(env))
        .map(|folder| folder.join(program.name()))
        .find(|program| is_own(program))
}

/// The host compiler of a name that this process stands in for: the first on PATH that is no other stand-in, or nothing. `None` where this
/// process was started as nobody's stand-in.
pub fn host_compiler(name: &str, env: &dyn Env) -> Option<Option<PathBuf>> {
    own_shadow(env)?;
    Some(on_path(name, env))
}

/// The shadow that this process was started in. It is used.
fn own_shadow(env: &dyn Env) -> Option<PathBuf> {
    let shadow = shadow_of(&started_as(env)?)?;
    shadows::use_now(&shadow);
    Some(shadow)
}

/// Whether a path leads to Cleave, or to a program of a shadow.
pub fn is_stand_in(program: &Path) -> bool {
    is_this_program(program) || shadow_of(program).is_some()
}

/// The first program of a name on PATH that is no stand-in.
fn on_path(name: &str, env: &dyn Env) -> Option<PathBuf> {
    folders_on_path(env)
        .map(|folder| folder.join(name))
        .find(|program| is_own(program))
}

/// The absolute folders on PATH.
fn folders_on_path(env: &dyn Env) -> impl Iterator<Item = PathBuf> {
    let path = env.var("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .collect();
    folders.into_iter()
}

/// Whether a path leads to a program that is not Cleave.
fn is_own(program: &Path) -> bool {
    is_executable(program) && !is_stand_in(program)
}

/// The path that this process was started by. The system knows it, whatever the first argument says.
fn started_as(env: &dyn Env) -> Option<PathBuf> {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::ffi::OsStrExt;
        let path = OsStr::from_bytes(rustix::param::linux_execfn().to_bytes());
        if !path.is_empty() && is_this_program(Path::new(path)) {
            return Some(PathBuf::from(path));
        }
    }
    let name = PathBuf::from(std::env::args_os().next()?);
    if name.components().count() > 1 {
        return Some(name);
    }
    let path = env.var("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(&name))
        .find(|program| is_executable(program))
}

/// The shadow that a program belongs to: it or what it links to lies in a folder of one where programs are.
fn shadow_of(program: &Path) -> Option<PathBuf> {
    let mut program = program.to_path_buf();
    for _ in 0..MOST_LINKS {
        // `bin` itself may be reached by a link.
        let bin = program
            .parent()
            .map(|bin| match bin.as_os_str().is_empty() {
                true => Path::new("."),
                false => bin,
            })?;
        let bin_folder = fs::canonicalize(bin).unwrap_or_default();
        // `bin`, `host`, or `nvvm/bin`.
        let root = (bin_folder.ancestors().skip(1).take(2)).find(|r| Marker::read(r).is_some());
        if let Some(root) = root {
            return Some(root.to_path_buf());
        }
        program = bin.join(fs::read_link(&program).ok()?);
    }
    None
}

fn is_executable(program: &Path) -> bool {
    fs::metadata(program)
        .is_ok_and(|state| state.is_file() && state.permissions().mode() & 0o111 != 0)
}

/// Whether a path leads to the executable of this process.
fn is_this_program(program: &Path) -> bool {
    let identity = |path: &Path| -> io::Result<(u64, u64)> {
        let state = fs::metadata(path)?;
        Ok((state.dev(), state.ino()))
    };
    let this = std::env::current_exe().and_then(|path| identity(&path));
    matches!((identity(program), this), (Ok(a), Ok(b)) if a == b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shadow::{Frontend, ensure};
    use crate::testing::Machine;

    fn shadow(machine: &Machine) -> PathBuf {
        let toolkit = Toolkit::at(&machine.toolkit("cuda")).unwrap();
        let executable = machine.program("usr/bin/cleave", "");
        let frontend = Frontend {
            executable: &executable,
            version: "1.2.3",
        };
        let dir = machine.path("cache/shadow");
        ensure(&toolkit, &frontend, &dir).unwrap();
        dir
    }

    #[test]
    fn a_program_of_a_shadow_is_known_through_links() {
        let machine = Machine::new();
        let shadow = shadow(&machine);
        let program = shadow.join("bin/cudafe++");
        let link = machine.link(&program, "home/bin/front");
        let links = [
            machine.link("front", "home/bin/cudafe++"),
            machine.link(&shadow, "home/cuda").join("bin/cudafe++"),
            machine
                .link(shadow.join("bin"), "home/tools")
                .join("cudafe++"),
        ];
        for path in [program, link].into_iter().chain(links) {
            assert_eq!(shadow_of(&path), Some(shadow.clone()), "{}", path.display());
        }
    }

    #[test]
    fn other_programs_belong_to_no_shadow() {
        let machine = Machine::new();
        shadow(&machine);
        let alone = machine.link(machine.path("usr/bin/cleave"), "home/bin/cudafe++");
        let lost = machine.link("lost", "home/bin/lost");
        for path in [
            alone,
            lost,
            machine.path("usr/bin/cleave"),
            machine.path("cuda/bin/cudafe++"),
            machine.path("none"),
        ] {
            assert_eq!(shadow_of(&path), None, "{}", path.display());
        }
    }

    #[test]
    fn a_toolkit_may_have_its_program_on_path() {
        let mut machine = Machine::new();
        let toolkit = Toolkit::at(&machine.toolkit("usr/lib/cuda")).unwrap();
        let own = machine.path("usr/lib/cuda/bin/cudafe++");
        assert_eq!(
            of_toolkit(Program::Cudafe, &toolkit, &machine),
            Some(own.clone())
        );
        fs::remove_file(&own).unwrap();
        assert_eq!(of_toolkit(Program::Cudafe, &toolkit, &machine), None);
        // This very program is nobody's second opinion.
        let this = std::env::current_exe().unwrap();
        machine.link(&this, "first/cudafe++");
        machine.write("second/cudafe++", "no program");
        let third = machine.program("third/cudafe++", "#!/bin/sh\n");
        let folders = ["first", "second", "third"].map(|name| machine.path(name));
        machine.set("PATH", std::env::join_paths(folders).unwrap());
        assert_eq!(of_toolkit(Program::Cudafe, &toolkit, &machine), Some(third));
        machine.link(&this, "first/gcc");
        let compiler = machine.program("third/gcc", "#!/bin/sh\n");
        assert_eq!(on_path("gcc", &machine), Some(compiler));
    }
}
