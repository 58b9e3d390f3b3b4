use std::os::unix::fs::PermissionsExt;
use std::thread;

use expect_test::{Expect, expect};

use super::*;
use crate::testing::Machine;

struct Fixture {
    machine: Machine,
    executable: PathBuf,
}

impl Fixture {
    fn new() -> Fixture {
        let machine = Machine::new();
        machine.toolkit("cuda");
        let executable = machine.program("usr/bin/cleave", "");
        Fixture {
            machine,
            executable,
        }
    }

    fn frontend(&self) -> Frontend<'_> {
        Frontend {
            executable: &self.executable,
            version: "1.2.3",
        }
    }

    fn toolkit(&self) -> Toolkit {
        Toolkit::at(&self.machine.path("cuda")).unwrap()
    }

    fn ensure(&self) -> Result<Shadow, ShadowError> {
        ensure(
            &self.toolkit(),
            &self.frontend(),
            &self.machine.path("cache/shadow"),
        )
    }

    /// The names in the cache folder.
    fn cache(&self) -> Vec<String> {
        names(&self.machine.path("cache"))
    }

    /// Every file below the shadow with its contents or link.
    fn check(&self, expected: &Expect) {
        let mut out = String::new();
        list(&self.machine.path("cache/shadow"), "", &mut out);
        // The folder of host compilers is the same everywhere.
        let is_compiler = |line: &str| {
            let name = line.trim().split(' ').next().unwrap_or_default();
            crate::original::is_host_compiler(name)
        };
        let lines = out.lines().filter(|line| !is_compiler(line));
        let out: String = lines.map(|line| format!("{line}\n")).collect();
        expected.assert_eq(&out.replace(self.machine.path("").to_str().unwrap(), "/"));
    }
}

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn list(dir: &Path, indent: &str, out: &mut String) {
    for name in names(dir) {
        let path = dir.join(&name);
        let state = path.symlink_metadata().unwrap();
        if state.is_symlink() {
            let target = fs::read_link(&path).unwrap();
            let broken = if path.exists() { "" } else { " (broken)" };
            *out += &format!("{indent}{name} -> {}{broken}\n", target.display());
        } else if state.is_dir() {
            *out += &format!("{indent}{name}/\n");
            list(&path, &format!("{indent}  "), out);
        } else {
            *out += &format!("{indent}{name}\n");
        }
    }
}

#[test]
fn contents() {
    let fixture = Fixture::new();
    let shadow = fixture.ensure().unwrap();
    assert!(shadow.is_fresh());
    assert_eq!(shadow.dir(), fixture.machine.path("cache/shadow"));
    fixture.check(&expect![[r#"
        .cleave-toolkit.json
        bin/
          cudafe++ -> /usr/bin/cleave
          nvcc
          nvcc.profile
          ptxas -> /usr/bin/cleave
        host/
        include -> /cuda/include
        nvvm/
          bin/
            cicc -> /usr/bin/cleave
          libdevice -> /cuda/nvvm/libdevice
    "#]]);
    let compilers = names(&shadow.dir().join("host"));
    for name in ["gcc", "g++-12", "clang++-22"] {
        assert!(compilers.iter().any(|known| known == name), "{name}");
        let link = fs::read_link(shadow.dir().join("host").join(name)).unwrap();
        assert_eq!(link, fixture.executable);
    }
    let mode = fs::metadata(shadow.nvcc()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o755);
    // What is read has the toolkit's own path, spelled as its own nvcc would.
    let root = fixture.machine.path("cuda");
    let top = format!("TOP = {}/bin/..\n", root.display());
    assert_eq!(
        fs::read_to_string(shadow.dir().join(PROFILE)).unwrap(),
        top + "PATH += $(_HERE_):\nPATH += $(_HERE_)/../host:\nCICC_PATH = $(_HERE_)/../nvvm/bin\nCLEAVE = 1.2.3\n"
    );
    assert_eq!(fixture.cache(), ["shadow"]);
}

#[test]
fn libraries_of_a_wheel() {
    let fixture = Fixture::new();
    for name in [
        "libcudart.so.13",
        "libcudart_static.a",
        "libx.so",
        "libx.so.2",
    ] {
        fixture.machine.write(&format!("cuda/lib/{name}"), "");
    }
    fixture.ensure().unwrap();
    let expected = expect![[r#"
        .cleave-toolkit.json
        bin/
          cudafe++ -> /usr/bin/cleave
          nvcc
          nvcc.profile
          ptxas -> /usr/bin/cleave
        host/
        include -> /cuda/include
        lib -> lib64
        lib64/
          libcudart.so -> libcudart.so.13
          libcudart.so.13 -> /cuda/lib/libcudart.so.13
          libcudart_static.a -> /cuda/lib/libcudart_static.a
          libx.so -> /cuda/lib/libx.so
          libx.so.2 -> /cuda/lib/libx.so.2
        nvvm/
          bin/
            cicc -> /usr/bin/cleave
          libdevice -> /cuda/nvvm/libdevice
    "#]];
    fixture.check(&expected);
    // The same when somebody has put a `lib64` there that is the same folder.
    fixture.machine.link("lib", "cuda/lib64");
    assert!(fixture.ensure().unwrap().is_fresh());
    fixture.check(&expected);
    // With the names that linkers look for there is nothing to add.
    fixture
        .machine
        .link("libcudart.so.13", "cuda/lib/libcudart.so");
    assert!(fixture.ensure().unwrap().is_fresh());
    let link = |name: &str| fs::read_link(fixture.machine.path("cache/shadow").join(name)).unwrap();
    assert_eq!(link("lib64"), fixture.machine.path("cuda/lib64"));
}

/// Build systems look for libraries in the shadow where it has some to add, but headers are the toolkit's.
#[test]
fn profile_of_a_wheel() {
    let fixture = Fixture::new();
    fixture.machine.write("cuda/lib/libcudart.so.13", "");
    let text = "TOP = $(_HERE_)/..\nINCLUDES += \"-I$(TOP)/include\" $(_SPACE_)\nLIBRARIES =+ \"-L$(TOP)/lib64\"\n";
    fixture.machine.write("cuda/bin/nvcc.profile", text);
    let shadow = fixture.ensure().unwrap();
    let profile = fs::read_to_string(shadow.dir().join(PROFILE)).unwrap();
    let root = fixture.machine.path("cuda").display().to_string();
    expect![[r#"
        TOP = $(_HERE_)/..
        INCLUDES += "-I/cuda/bin/../include" $(_SPACE_)
        LIBRARIES =+ "-L$(TOP)/lib64"

        PATH += $(_HERE_):
        PATH += $(_HERE_)/../host:
        CICC_PATH = $(_HERE_)/../nvvm/bin
        CLEAVE = 1.2.3
    "#]]
    .assert_eq(&profile.replace(&root, "/cuda"));
    // A distribution that knows better keeps its words.
    fixture.machine.write(
        "cuda/bin/nvcc.profile",
        "TOP = /usr/lib/cuda\nINCLUDES += -I$(TOP)\n",
    );
    let shadow = fixture.ensure().unwrap();
    let profile = fs::read_to_string(shadow.dir().join(PROFILE)).unwrap();
    assert!(profile.starts_with("TOP = /usr/lib/cuda\nINCLUDES += -I$(TOP)\n"));
}

#[test]
fn libraries_of_an_installer() {
    let fixture = Fixture::new();
    fixture
        .machine
        .write("cuda/targets/x86/lib/libcudart.so.13", "");
    fixture.machine.link("targets/x86/lib", "cuda/lib64");
    fixture.machine.write("cuda/lib/other.so.1", "");
    fixture.ensure().unwrap();
    fixture.check(&expect![[r#"
        .cleave-toolkit.json
        bin/
          cudafe++ -> /usr/bin/cleave
          nvcc
          nvcc.profile
          ptxas -> /usr/bin/cleave
        host/
        include -> /cuda/include
        lib -> /cuda/lib
        lib64 -> /cuda/lib64
        nvvm/
          bin/
            cicc -> /usr/bin/cleave
          libdevice -> /cuda/nvvm/libdevice
        targets -> /cuda/targets
    "#]]);
}

#[test]
fn made_anew_only_when_something_changed() {
    let fixture = Fixture::new();
    assert!(fixture.ensure().unwrap().is_fresh());
    assert!(!fixture.ensure().unwrap().is_fresh());
    let changes: [(&str, &dyn Fn()); 5] = [
        ("nvcc", &|| {
            fixture.machine.program("cuda/bin/nvcc", "another");
        }),
        ("the profile", &|| {
            fixture.machine.write("cuda/bin/nvcc.profile", "A = b");
        }),
        ("a new tool", &|| {
            fixture.machine.program("cuda/bin/nvlink", "");
        }),
        ("a new folder", &|| {
            fixture.machine.write("cuda/extras/a", "");
        }),
        ("the front end", &|| {
            fixture.machine.program("usr/bin/cleave", "rebuilt");
        }),
    ];
    for (what, change) in changes {
        change();
        assert!(fixture.ensure().unwrap().is_fresh(), "{what}");
        assert!(!fixture.ensure().unwrap().is_fresh(), "{what}");
    }
    fixture.check(&expect![[r#"
        .cleave-toolkit.json
        bin/
          cudafe++ -> /usr/bin/cleave
          nvcc
          nvcc.profile
          nvlink -> /cuda/bin/nvlink
          ptxas -> /usr/bin/cleave
        extras -> /cuda/extras
        host/
        include -> /cuda/include
        nvvm/
          bin/
            cicc -> /usr/bin/cleave
          libdevice -> /cuda/nvvm/libdevice
    "#]]);
    let shadow = fixture.ensure().unwrap();
    assert_eq!(fs::read_to_string(shadow.nvcc()).unwrap(), "another");
    assert_eq!(fixture.cache(), ["shadow"]);
}

#[test]
fn another_front_end_or_version_is_another_state() {
    let fixture = Fixture::new();
    fixture.ensure().unwrap();
    let elsewhere = fixture.machine.program("opt/cleave", "");
    let dir = fixture.machine.path("cache/shadow");
    let moved = Frontend {
        executable: &elsewhere,
        version: "1.2.3",
    };
    assert!(ensure(&fixture.toolkit(), &moved, &dir).unwrap().is_fresh());
    assert_eq!(fs::read_link(dir.join("bin/cudafe++")).unwrap(), elsewhere);
    let newer = Frontend {
        executable: &elsewhere,
        version: "1.2.4",
    };
    assert!(ensure(&fixture.toolkit(), &newer, &dir).unwrap().is_fresh());
}

#[test]
fn default_folder() {
    let mut fixture = Fixture::new();
    let toolkit = fixture.toolkit();
    let dir = |fixture: &Fixture, version| {
        let frontend = Frontend {
            version,
            ..fixture.frontend()
        };
        default_dir(&toolkit, &frontend, &fixture.machine)
    };
    assert!(matches!(
        dir(&fixture, "1"),
        Err(ShadowError::NoCacheFolder)
    ));
    fixture.machine.set("HOME", "/home/me");
    let home = dir(&fixture, "1").unwrap();
    assert!(home.starts_with("/home/me/.cache/cleave"), "{home:?}");
    fixture.machine.set("XDG_CACHE_HOME", "relative");
    assert_eq!(dir(&fixture, "1").unwrap(), home);
    fixture.machine.set("XDG_CACHE_HOME", "/cache");
    let cache = dir(&fixture, "1").unwrap();
    assert_eq!(cache.parent(), Some(Path::new("/cache/cleave")));
    assert_eq!(cache.file_name(), home.file_name());
    assert_ne!(dir(&fixture, "2").unwrap(), cache);
    // A part does not run into the next one.
    assert_ne!(cache::key(&[b"ab", b"c"]), cache::key(&[b"a", b"bc"]));
}

#[test]
fn many_at_once() {
    let fixture = Fixture::new();
    for round in 0..3 {
        fixture
            .machine
            .program("cuda/bin/nvcc", &"x".repeat(round + 1));
        let fresh: usize = thread::scope(|scope| {
            let makers: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| fixture.ensure().unwrap().is_fresh()))
                .collect();
            makers
                .into_iter()
                .map(|maker| usize::from(maker.join().unwrap()))
                .sum()
        });
        assert_eq!(fresh, 1);
        assert_eq!(fixture.cache(), ["shadow"]);
    }
}

#[test]
fn readers_never_miss_it() {
    let fixture = Fixture::new();
    let shadow = fixture.ensure().unwrap();
    let done = std::sync::atomic::AtomicBool::new(false);
    thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut looks = 0;
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                assert!(shadow.nvcc().is_file() && shadow.dir().join("bin/cudafe++").exists());
                looks += 1;
            }
            looks
        });
        for round in 0..20 {
            fixture
                .machine
                .program("cuda/bin/nvcc", &"x".repeat(round + 1));
            assert!(fixture.ensure().unwrap().is_fresh());
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(reader.join().unwrap() > 0);
    });
}

#[test]
fn leftovers_of_killed_makers_go() {
    let fixture = Fixture::new();
    fixture
        .machine
        .write("cache/.shadow.new-abc/toolkit/bin/nvcc", "");
    fixture.machine.write("cache/.other.new-abc/x", "");
    fixture.ensure().unwrap();
    assert_eq!(fixture.cache(), [".other.new-abc", "shadow"]);
}

#[test]
fn strangers_are_left_alone() {
    let fixture = Fixture::new();
    fixture.machine.write("cache/shadow/precious", "");
    let error = fixture.ensure().unwrap_err();
    assert!(matches!(error, ShadowError::NotAShadow(_)), "{error}");
    assert_eq!(names(&fixture.machine.path("cache/shadow")), ["precious"]);
    fs::remove_file(fixture.machine.path("cache/shadow/precious")).unwrap();
    assert!(fixture.ensure().unwrap().is_fresh());
    assert_eq!(fixture.cache(), ["shadow"]);

    let inside = fixture.machine.path("cuda/shadow");
    let error = ensure(&fixture.toolkit(), &fixture.frontend(), &inside).unwrap_err();
    assert!(matches!(error, ShadowError::InToolkit(_)), "{error}");
    assert!(!inside.exists());

    let file = fixture.machine.write("cache/file", "");
    let error = ensure(&fixture.toolkit(), &fixture.frontend(), &file).unwrap_err();
    assert!(matches!(error, ShadowError::NotAShadow(_)), "{error}");
}

#[test]
fn a_damaged_marker_is_mended() {
    let fixture = Fixture::new();
    fixture.ensure().unwrap();
    fixture
        .machine
        .write("cache/shadow/.cleave-toolkit.json", "{");
    assert!(fixture.ensure().unwrap().is_fresh());
    assert!(!fixture.ensure().unwrap().is_fresh());
}

#[test]
fn failures_leave_nothing() {
    let fixture = Fixture::new();
    fixture.ensure().unwrap();
    let toolkit = fixture.toolkit();
    // A profile that turned into a folder after the toolkit was looked at cannot be copied.
    let profile = fixture.machine.path("cuda/bin/nvcc.profile");
    fs::remove_file(&profile).unwrap();
    fs::create_dir(&profile).unwrap();
    let dir = fixture.machine.path("cache/shadow");
    let error = ensure(&toolkit, &fixture.frontend(), &dir).unwrap_err();
    assert!(matches!(error, ShadowError::Io(path, _) if path == profile));
    assert_eq!(fixture.cache(), ["shadow"]);
    assert!(dir.join("bin/cudafe++").exists());

    let gone = Frontend {
        executable: Path::new("/no/such/cleave"),
        version: "1",
    };
    let error = ensure(&toolkit, &gone, &dir).unwrap_err().to_string();
    assert!(error.contains("/no/such/cleave"), "{error}");
}
