//! The shadow: a folder that looks like a toolkit to nvcc and to build systems, but whose `cudafe++`, `cicc` and
//! `ptxas` are Cleave. It must not know how the toolkit was found, nor run anything.
//!
//! Everything is a link to the real thing, except that
//! - `bin` is a real folder, since other programs go there, and so are `nvvm` and `nvvm/bin` where `cicc` is;
//! - `host` is a folder of its own with the host compiler's names, since a user who puts `bin` on PATH wants no other compiler by it;
//! - nvcc and its profile are copies, since nvcc looks around from where it is itself, and a link might
//!   one day be resolved first. Compiler caches know a compiler by the time of its nvcc, and that is new where Cleave is: so nvcc is
//!   no hard link either (a file system that can share the bytes of a copy does);
//! - the profile gets one more line, since a distribution may have written absolute paths into it,
//!   which would come before the shadow's, another, so that nvcc finds the host compiler in `host`, and a third, so that `nvcc -v`
//!   says whose shadow it is;
//! - where all libraries are in `lib`, as in wheels, there is a `lib64` with them, since nvcc links
//!   from there; and since linkers look for `libNAME.so`, that name is added where only
//!   `libNAME.so.13` came with the wheel.
//!
//! Headers are read where the toolkit has them: dependency files, messages and lines of device code name them, and a shadow in a cache
//! folder may go. So do libraries, where the shadow has none to add.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::cache;
use crate::env::Env;
use crate::layout::{NVCC, PROFILE, Toolkit};
use crate::marker::{self, Marker, Stamp};
use crate::original::{HOST_FOLDER, Program, host_compilers};
use crate::shadows::{self, PREFIX, WORKSHOP};

/// Makes nvcc look for programs first in the folder that it is in.
const PROFILE_LINE: &[u8] = b"\nPATH += $(_HERE_):\n";

/// Makes nvcc look for the host compiler in the shadow. What comes later in the profile is looked through first.
const HOST_LINE: &[u8] = b"PATH += $(_HERE_)/../host:\n";

/// Makes nvcc look for `cicc` in the shadow.
const CICC_LINE: &[u8] = b"CICC_PATH = $(_HERE_)/../nvvm/bin\n";

/// How nvcc's own profile says where the toolkit is. One of a distribution may have a path there.
const TOP_LINE: (&str, &str) = ("TOP", "$(_HERE_)/..");

/// The variables of the profile that name folders of the toolkit which are read and not run.
const READ: [&str; 3] = ["INCLUDES", "SYSTEM_INCLUDES", "NVVMIR_LIBRARY_DIR"];

/// The variable in the profile whose value is Cleave's version. nvcc passes it on, and prints it with `-v` and `--dryrun`.
const PROFILE_VARIABLE: &str = "CLEAVE";

/// What stands in for the programs of a toolkit.
#[derive(Clone, Copy, Debug)]
pub struct Frontend<'a> {
    /// An executable that behaves as `cudafe++`, `cicc`, `ptxas` and a host compiler when it is started by their names.
    pub executable: &'a Path,
    /// Its version: shadows made for other versions are left alone.
    pub version: &'a str,
}

/// A shadow on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shadow {
    dir: PathBuf,
    fresh: bool,
}

impl Shadow {
    /// Its root folder: what `CUDA_PATH` may name, and absolute.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Its nvcc.
    pub fn nvcc(&self) -> PathBuf {
        self.dir.join(NVCC)
    }

    /// Whether it was made just now, not found as it should be.
    pub fn is_fresh(&self) -> bool {
        self.fresh
    }
}

/// Why there is no shadow.
#[derive(Debug)]
pub enum ShadowError {
    /// Neither `XDG_CACHE_HOME` nor `HOME` tells where to put one.
    NoCacheFolder,
    /// The folder named for it has something else in it.
    NotAShadow(PathBuf),
    /// The folder named for it lies in the toolkit, which is never changed.
    InToolkit(PathBuf),
    /// A file operation on this path failed.
    Io(PathBuf, io::Error),
}

impl fmt::Display for ShadowError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShadowError::NoCacheFolder => write!(
                out,
                "neither XDG_CACHE_HOME nor HOME is set, so there is no folder for the shadow toolkit"
            ),
            ShadowError::NotAShadow(path) => write!(
                out,
                "{} exists and is not a shadow toolkit; it is left as it is",
                path.display()
            ),
            ShadowError::InToolkit(path) => write!(
                out,
                "{} is in the CUDA toolkit itself; the shadow must be elsewhere",
                path.display()
            ),
            ShadowError::Io(path, error) => {
                write!(out, "shadow toolkit: {}: {error}", path.display())
            }
        }
    }
}

impl std::error::Error for ShadowError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ShadowError::Io(_, error) => Some(error),
            _ => None,
        }
    }
}

/// Adds the path to an error of a file operation.
trait At<T> {
    fn at(self, path: &Path) -> Result<T, ShadowError>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, path: &Path) -> Result<T, ShadowError> {
        self.map_err(|error| ShadowError::Io(path.to_path_buf(), error))
    }
}

/// Where the shadow of a toolkit goes when the user does not say: in the user's cache folder, one
/// folder for each toolkit, executable and version.
///
/// # Errors
/// [`ShadowError::NoCacheFolder`].
pub fn default_dir(
    toolkit: &Toolkit,
    frontend: &Frontend<'_>,
    env: &dyn Env,
) -> Result<PathBuf, ShadowError> {
    let cache = cache::folder(env).ok_or(ShadowError::NoCacheFolder)?;
    let key = [
        toolkit.root().as_os_str().as_bytes(),
        frontend.executable.as_os_str().as_bytes(),
        frontend.version.as_bytes(),
    ];
    Ok(cache.join(format!("{PREFIX}{:016x}", cache::key(&key))))
}

/// Whether there is a shadow of `toolkit` at `dir` that is up to date, so that nothing has to be found out of the toolkit.
pub(crate) fn is_there(toolkit: &Toolkit, frontend: &Frontend<'_>, dir: &Path) -> bool {
    Plan::new(toolkit, frontend).is_ok_and(|plan| plan.is_done(dir))
}

/// Makes sure that there is a shadow of `toolkit` at `dir`, up to date with the toolkit and with the
/// front end. One that is not is replaced as a whole: there is no moment at which another process finds
/// half of one, and nothing is left behind when something fails. Several processes may do this at once.
///
/// # Errors
/// [`ShadowError`]; `dir` is then as it was.
pub fn ensure(
    toolkit: &Toolkit,
    frontend: &Frontend<'_>,
    dir: &Path,
) -> Result<Shadow, ShadowError> {
    let dir = fs::canonicalize(dir)
        .or_else(|_| std::path::absolute(dir))
        .at(dir)?;
    let plan = Plan::new(toolkit, frontend)?;
    let found = |fresh| Shadow {
        dir: dir.clone(),
        fresh,
    };
    // Whoever removes shadows leaves those alone that were used just now.
    if plan.is_done(&dir) && shadows::is_known_as_used(&dir) {
        return Ok(found(false));
    }

    if dir.starts_with(toolkit.root()) {
        return Err(ShadowError::InToolkit(dir));
    }
    let parent = dir.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(parent).at(parent)?;
    // One maker at a time; the lock goes with the file. Where the file system has no locks, two
    // makers make the same thing and the later one stays.
    let lock = fs::File::open(parent).at(parent)?;
    let locked = lock.lock().is_ok();
    if plan.is_done(&dir) {
        shadows::use_now(&dir);
        return Ok(found(false));
    }
    let occupied = fs::read_dir(&dir).is_ok_and(|mut entries| entries.next().is_some());
    if (occupied && !dir.join(marker::FILE).exists()) || dir.is_file() {
        return Err(ShadowError::NotAShadow(dir));
    }

    let mut prefix = OsString::from(".");
    prefix.push(dir.file_name().unwrap_or_default());
    prefix.push(WORKSHOP);
    if locked {
        remove_abandoned(parent, &prefix);
    }
    let workshop = tempfile::Builder::new()
        .prefix(&prefix)
        .tempdir_in(parent)
        .at(parent)?;
    // The temporary folder is the user's alone; what is made in it is as public as any new folder.
    let made = workshop.path().join("toolkit");
    plan.make(&made)?;
    replace(&made, &dir, &workshop.path().join("old")).at(&dir)?;
    Ok(found(true))
}

/// Removes the temporary folders of makers that were killed.
fn remove_abandoned(parent: &Path, prefix: &OsStr) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        if entry.file_name().as_bytes().starts_with(prefix.as_bytes()) {
            // Not ours to fail about: it is only in the way of tidiness.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Puts the folder `new` at `dir`. What was at `dir` ends up at `new` or at `old`.
fn replace(new: &Path, dir: &Path, old: &Path) -> io::Result<()> {
    match fs::rename(new, dir) {
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {}
        // Some systems say "exists" of a folder that is not empty.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        done => return done,
    }
    #[cfg(target_os = "linux")]
    if rustix::fs::renameat_with(
        rustix::fs::CWD,
        new,
        rustix::fs::CWD,
        dir,
        rustix::fs::RenameFlags::EXCHANGE,
    )
    .is_ok()
    {
        return Ok(());
    }
    // The file system cannot swap two names at once.
    fs::rename(dir, old)?;
    fs::rename(new, dir)
}

/// What a shadow is made from.
struct Plan<'a> {
    root: &'a Path,
    executable: &'a Path,
    /// The folder of the libraries, when `lib` and `lib64` are to be made of it.
    libraries: Option<PathBuf>,
    marker: Marker,
}

impl<'a> Plan<'a> {
    /// Looks at the toolkit before anything is copied, so that a change while copying is seen later.
    fn new(toolkit: &'a Toolkit, frontend: &Frontend<'a>) -> Result<Plan<'a>, ShadowError> {
        let root = toolkit.root();
        let libraries = own_libraries(root);
        // nvcc and the profile are copied, the folders are listed. Cleave is only linked to, but caches
        // such as ccache know a compiler by its nvcc alone: it must look new when Cleave is.
        let mut sources = vec![
            root.join(NVCC),
            root.join(PROFILE),
            root.to_path_buf(),
            root.join("bin"),
            frontend.executable.to_path_buf(),
        ];
        sources.extend(libraries.clone());
        let nvvm = ["nvvm", "nvvm/bin"].map(|folder| root.join(folder));
        sources.extend(nvvm.into_iter().filter(|folder| folder.exists()));
        let stamps = sources
            .iter()
            .map(|path| Stamp::of(path).at(path))
            .collect::<Result<_, _>>()?;
        Ok(Plan {
            root,
            executable: frontend.executable,
            libraries,
            marker: Marker {
                format: marker::FORMAT,
                toolkit: root.to_path_buf(),
                frontend: frontend.executable.to_path_buf(),
                version: frontend.version.to_owned(),
                stamps,
            },
        })
    }

    fn is_done(&self, dir: &Path) -> bool {
        Marker::read(dir).as_ref() == Some(&self.marker)
    }

    fn make(&self, to: &Path) -> Result<(), ShadowError> {
        let bin = to.join("bin");
        fs::create_dir_all(&bin).at(&bin)?;
        // Where nvcc takes cicc from.
        let nvvm = Path::new("nvvm");
        let has_nvvm = self.root.join("nvvm/bin/cicc").exists();
        let own: &[&str] = match has_nvvm {
            true => &["bin", HOST_FOLDER, "lib", "lib64", "nvvm"],
            false => &["bin", HOST_FOLDER, "lib", "lib64"],
        };
        link_entries(self.root, to, own)?;
        let host = to.join(HOST_FOLDER);
        fs::create_dir(&host).at(&host)?;
        for name in host_compilers() {
            link(self.executable, &host.join(name))?;
        }
        if has_nvvm {
            let folder = to.join(nvvm).join("bin");
            fs::create_dir_all(&folder).at(&folder)?;
            link_entries(&self.root.join(nvvm), &to.join(nvvm), &["bin"])?;
            link_entries(&self.root.join("nvvm/bin"), &folder, &["cicc"])?;
            link(self.executable, &folder.join("cicc"))?;
        }
        link_entries(
            &self.root.join("bin"),
            &bin,
            &["nvcc", "nvcc.profile", "cudafe++", "cicc", "ptxas"],
        )?;
        fs::copy(self.root.join(NVCC), to.join(NVCC)).at(&self.root.join(NVCC))?;
        let profile = fs::read(self.root.join(PROFILE)).at(&self.root.join(PROFILE))?;
        let mut profile = self.profile(&profile);
        profile.extend_from_slice(PROFILE_LINE);
        profile.extend_from_slice(HOST_LINE);
        if has_nvvm {
            profile.extend_from_slice(CICC_LINE);
        }
        let version = format!("{PROFILE_VARIABLE} = {}\n", self.marker.version);
        profile.extend_from_slice(version.as_bytes());
        fs::write(to.join(PROFILE), profile).at(&to.join(PROFILE))?;
        for program in Program::ALL {
            let name = program.name();
            // A program that the toolkit lacks is not made up, but for cudafe++: without it there is nothing to stand in for.
            if program == Program::Cudafe || self.root.join("bin").join(name).exists() {
                link(self.executable, &bin.join(name))?;
            }
        }

        match &self.libraries {
            Some(libraries) => {
                let lib64 = to.join("lib64");
                fs::create_dir(&lib64).at(&lib64)?;
                link_entries(libraries, &lib64, &[])?;
                link_development_names(libraries, &lib64)?;
                link(Path::new("lib64"), &to.join("lib"))?;
            }
            None => {
                for name in ["lib", "lib64"] {
                    if self.root.join(name).exists() {
                        link(&self.root.join(name), &to.join(name))?;
                    }
                }
            }
        }
        // Last: with it the folder is a shadow.
        self.marker.write(to).at(to)
    }
}

impl Plan<'_> {
    /// The profile of the toolkit, with the toolkit's own path for what is read there. nvcc writes it the same way.
    fn profile(&self, text: &[u8]) -> Vec<u8> {
        let (top, here) = TOP_LINE;
        let line = |line: &[u8]| -> Option<(String, String)> {
            let (name, value) = std::str::from_utf8(line).ok()?.split_once('=')?;
            let name = name.trim().trim_end_matches(['+', '-', '?']);
            Some((name.trim().to_owned(), value.trim().to_owned()))
        };
        let is_top = |bytes: &[u8]| line(bytes).is_some_and(|(n, value)| n == top && value == here);
        let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
        let Some(root) = self.root.to_str() else {
            return text.to_vec();
        };
        if !lines.iter().any(|bytes| is_top(bytes)) {
            return text.to_vec();
        }
        let real = format!("{root}/bin/..");
        let own = lines.into_iter().map(|bytes| {
            let is_read = line(bytes).is_some_and(|(name, _)| READ.contains(&&*name));
            let text = || String::from_utf8_lossy(bytes);
            match (&self.libraries, is_top(bytes), is_read) {
                (None, true, _) => text().replace(here, &real).into_bytes(),
                // Build systems look for the libraries there.
                (Some(_), _, true) => text().replace(&format!("$({top})"), &real).into_bytes(),
                _ => bytes.to_vec(),
            }
        });
        own.flatten().collect()
    }
}

/// The `lib` of a toolkit that has its libraries there alone: no `lib64` but perhaps a link to it, and
/// no `targets`, where NVIDIA's installer and conda put them. `None` where nothing has to be added.
fn own_libraries(root: &Path) -> Option<PathBuf> {
    let lib = fs::canonicalize(root.join("lib")).ok()?;
    let lib64 = fs::canonicalize(root.join("lib64"));
    let is_complete = || development_names(&lib).is_ok_and(|names| names.is_empty());
    let only = match &lib64 {
        Ok(lib64) => *lib64 == lib && !is_complete(),
        Err(_) => true,
    };
    (only && !root.join("targets").exists() && lib.is_dir()).then_some(lib)
}

/// Links every entry of `from` into `to` but those named.
fn link_entries(from: &Path, to: &Path, except: &[&str]) -> Result<(), ShadowError> {
    for entry in fs::read_dir(from).at(from)? {
        let name = entry.at(from)?.file_name();
        if !except.iter().any(|&other| name == *other) {
            link(&from.join(&name), &to.join(&name))?;
        }
    }
    Ok(())
}

/// The names `libNAME.so` that a folder lacks, each with the `libNAME.so.VERSION` that it has.
fn development_names(folder: &Path) -> io::Result<Vec<(String, OsString)>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name());
    }
    // In order, so that of several versions the choice is the same every time.
    names.sort();
    let mut out: Vec<(String, OsString)> = Vec::new();
    for name in names {
        let Some((start, _)) = name.to_str().and_then(|name| name.split_once(".so.")) else {
            continue;
        };
        let plain = format!("{start}.so");
        if !folder.join(&plain).exists() && out.iter().all(|(known, _)| *known != plain) {
            out.push((plain, name));
        }
    }
    Ok(out)
}

/// Links the names that the folder `from` lacks in `to`.
fn link_development_names(from: &Path, to: &Path) -> Result<(), ShadowError> {
    for (plain, name) in development_names(from).at(from)? {
        link(Path::new(&name), &to.join(plain))?;
    }
    Ok(())
}

fn link(target: &Path, at: &Path) -> Result<(), ShadowError> {
    symlink(target, at).at(at)
}

#[cfg(test)]
mod tests;
