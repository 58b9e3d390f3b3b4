//! The report of a run that Cleave did not finish well and the toolkit's cudafe++ did: a folder in the user's cache folder, with
//! what is needed to run it again. Only the user can read it; there are few, and they are small. Knows nothing of why it is made.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use cleave_toolkit::{Env, cache};

use super::reason::Reason;
use crate::cudafe::Refused;

/// The most reports that are kept. The oldest go.
const MOST: usize = 8;
/// The most bytes of a file in a report; a larger one is left out.
const MOST_BYTES: u64 = 24 << 20;
/// The most bytes of all reports together.
const MOST_BYTES_IN_ALL: u64 = 128 << 20;
/// What the names of the folders begin with.
const PREFIX: &str = "report-";

/// What to do with it.
const HOW_TO_SEND: &str = "\
The files in this folder are all that is needed to find out why. They contain your source, preprocessed: send them only
if you may. To send them, pack this folder and add it to a bug report in the issue tracker of the Cleave project.
Nothing is sent by itself.
";

/// What goes into a report.
pub(super) struct Report<'a> {
    pub(super) reason: &'a Reason,
    /// How Cleave was started.
    pub(super) words: &'a [OsString],
    /// The arguments of the toolkit's cudafe++.
    pub(super) args: &'a [OsString],
    /// The toolkit's cudafe++.
    pub(super) program: &'a Path,
    /// Cleave's version.
    pub(super) version: &'a str,
    /// What Cleave said, or would have.
    pub(super) messages: &'a [u8],
    /// The input; nothing for standard input, which can be read again from its start.
    pub(super) input: Option<&'a Path>,
}

impl Report<'_> {
    /// Writes the report and gives its folder. One for the same reason and input is replaced.
    ///
    /// # Errors
    /// Why there is none, for people.
    pub(super) fn write(&self, env: &dyn Env) -> Result<PathBuf, String> {
        let cache = cache::folder(env).ok_or("there is no cache folder")?;
        let reports = cache.join("reports");
        self.write_in(&reports)
            .map_err(|e| format!("{}: {e}", reports.display()))
    }

    fn write_in(&self, reports: &Path) -> io::Result<PathBuf> {
        folder(true).create(reports)?;
        let input = self.input().unwrap_or_default();
        // nvcc's names for its files are others each time. An option that is not known is so in every unit of a project.
        let reason = self.reason.to_string();
        let what = match self.reason {
            Reason::Refused(Refused::CommandLine) => self.messages,
            _ => &input,
        };
        let name = format!("{PREFIX}{:016x}", cache::key(&[reason.as_bytes(), what]));
        prune(reports, &name);
        // Nobody finds half of one.
        let workshop = tempfile::Builder::new()
            .prefix(".new-")
            .permissions(fs::Permissions::from_mode(0o700))
            .tempdir_in(reports)?;
        let made = workshop.path().join("report");
        folder(false).create(&made)?;
        let mut left_out = String::new();
        let mut keep = |name: &str, bytes: &[u8]| {
            if bytes.len() as u64 > MOST_BYTES {
                left_out += &format!("left out: {name}, {} bytes\n", bytes.len());
                return Ok(());
            }
            put(&made.join(name), bytes)
        };
        keep("input.ii", &input)?;
        keep("cleave.txt", self.messages)?;
        let host = cleave_options::parse(self.args, &crate::reporting::lookups());
        let host = host.ok().and_then(|invocation| invocation.host_output());
        if let Some(Ok(text)) = host.map(|path| read(&path)) {
            keep("cudafe++.cpp", &text)?;
        }
        put(&made.join("report.txt"), self.text(&left_out).as_bytes())?;
        let place = reports.join(name);
        let _ = fs::remove_dir_all(&place);
        match fs::rename(&made, &place) {
            // Another run was quicker with the same report.
            Err(e) if !place.is_dir() => Err(e),
            _ => Ok(place),
        }
    }

    fn text(&self, left_out: &str) -> String {
        let folder = std::env::current_dir().unwrap_or_default();
        let theirs = Command::new(self.program)
            .arg("--version")
            .stdin(Stdio::null())
            .output()
            .map(|out| [out.stdout, out.stderr].concat())
            .unwrap_or_default();
        format!(
            "The toolkit's cudafe++ accepts what Cleave did not: {}\n\n{HOW_TO_SEND}\n\
             Cleave: {}\nsystem: {} {}\ncommand line of Cleave: {}\ncommand line of cudafe++: {} {}\nfolder: {}\n{left_out}\
             input.ii: the input\ncleave.txt: what Cleave said\ncudafe++.cpp: the host half that cudafe++ made\n\n\
             version of cudafe++:\n{}",
            self.reason,
            self.version,
            std::env::consts::OS,
            std::env::consts::ARCH,
            quoted(self.words),
            quoted(&[self.program.into()]),
            quoted(self.args),
            folder.display(),
            String::from_utf8_lossy(&theirs),
        )
    }

    fn input(&self) -> io::Result<Vec<u8>> {
        match self.input {
            Some(path) => read(path),
            None => {
                let mut file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
                file.seek(SeekFrom::Start(0))?;
                let mut bytes = Vec::new();
                file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
                Ok(bytes)
            }
        }
    }
}

/// The bytes of an ordinary file, a few more than a report takes if there are more.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Ok(Vec::new());
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MOST_BYTES + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn folder(with_parents: bool) -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.recursive(with_parents).mode(0o700);
    builder
}

fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)?
        .write_all(bytes)
}

/// A command line as a shell takes it.
fn quoted(words: &[OsString]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./,:@%".contains(c);
    let words: Vec<String> = words
        .iter()
        .map(|word| {
            let word = word.to_string_lossy();
            match !word.is_empty() && word.chars().all(plain) {
                true => word.into_owned(),
                false => format!("'{}'", word.replace('\'', r"'\''")),
            }
        })
        .collect();
    words.join(" ")
}

/// Removes the oldest reports until there is room for another, and what killed runs left. `next` is about to be replaced.
fn prune(reports: &Path, next: &str) {
    let mut found: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
    for entry in fs::read_dir(reports).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let modified = entry.metadata().and_then(|state| state.modified());
        let modified = modified.unwrap_or(SystemTime::UNIX_EPOCH);
        if name.starts_with(PREFIX) && name != next {
            found.push((modified, size(&entry.path()), entry.path()));
        } else if name.starts_with(".new-")
            && modified.elapsed().is_ok_and(|age| age.as_secs() > 600)
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    found.sort();
    let mut bytes: u64 = found.iter().map(|(_, bytes, _)| bytes).sum();
    let mut count = found.len();
    for (_, its_bytes, path) in found {
        if count < MOST && bytes + 3 * MOST_BYTES <= MOST_BYTES_IN_ALL {
            break;
        }
        let _ = fs::remove_dir_all(path);
        bytes -= its_bytes;
        count -= 1;
    }
}

/// The bytes of a report.
fn size(report: &Path) -> u64 {
    let entries = fs::read_dir(report).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.metadata().ok())
        .map(|state| state.len())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .expect("folder")
            .map(|e| e.expect("entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    fn mode(path: &Path) -> u32 {
        let state = fs::metadata(path).expect("there");
        state.permissions().mode() & 0o777
    }

    #[test]
    fn a_report_has_what_is_needed_and_is_the_users_alone() {
        let dir = tempfile::tempdir().expect("folder");
        let reports = dir.path().join("cache/reports");
        let input = dir.path().join("a b.ii");
        fs::write(&input, "int a;\n").expect("input");
        let host = dir.path().join("host");
        fs::write(&host, "host half").expect("host");
        let args = vec![
            "--gen_c_file_name".into(),
            host.into_os_string(),
            input.clone().into_os_string(),
        ];
        let report = Report {
            reason: &Reason::Panic,
            words: &["cudafe++".into(), "it's".into()],
            args: &args,
            program: Path::new("true"),
            version: "1.2.3",
            messages: b"what Cleave said",
            input: Some(&input),
        };
        let place = report.write_in(&reports).expect("a report");
        // nvcc calls its files something else the next time.
        let mut other = args.clone();
        other[1] = "other".into();
        let again = Report {
            args: &other,
            ..report
        };
        assert_eq!(again.write_in(&reports).expect("a report"), place);
        assert_eq!(report.write_in(&reports).expect("a report"), place);
        assert_eq!(names(&reports).len(), 1);
        assert_eq!(
            names(&place),
            ["cleave.txt", "cudafe++.cpp", "input.ii", "report.txt"]
        );
        let read = |name: &str| fs::read_to_string(place.join(name)).expect("text");
        assert_eq!(read("input.ii"), "int a;\n");
        assert_eq!(read("cudafe++.cpp"), "host half");
        assert_eq!(read("cleave.txt"), "what Cleave said");
        let text = read("report.txt");
        for part in [
            "did not: panic\n",
            "Cleave: 1.2.3\n",
            r"cudafe++ 'it'\''s'",
            "a b.ii'\n",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert_eq!([mode(&reports), mode(&place)], [0o700, 0o700]);
        for name in names(&place) {
            assert_eq!(mode(&place.join(name)), 0o600);
        }
    }

    #[test]
    fn the_oldest_reports_go() {
        let dir = tempfile::tempdir().expect("folder");
        let make = |name: &str, age: u64, bytes: u64| {
            let folder = dir.path().join(name);
            fs::create_dir(&folder).expect("folder");
            let file = File::create(folder.join("input.ii")).expect("file");
            file.set_len(bytes).expect("length");
            let time = SystemTime::now() - std::time::Duration::from_secs(age);
            File::open(&folder)
                .expect("folder")
                .set_modified(time)
                .expect("time");
        };
        for n in 0..10_u64 {
            make(&format!("report-{n}"), 1000 - n, 1);
        }
        make("other", 5000, 1);
        make(".new-old", 5000, 1);
        make(".new-young", 0, 1);
        prune(dir.path(), "report-9");
        let seven = (3..10).map(|n| format!("report-{n}"));
        let mut want: Vec<String> = [".new-young".to_owned(), "other".to_owned()].into();
        want.extend(seven.filter(|n| n != "report-2"));
        want.insert(2, "report-2".to_owned());
        assert_eq!(names(dir.path()), want);
        // A large one makes those before it go.
        make("report-z", 0, MOST_BYTES_IN_ALL);
        prune(dir.path(), "report-9");
        assert_eq!(names(dir.path()), [".new-young", "other", "report-9"]);
    }
}
