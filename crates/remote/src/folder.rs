//! A folder that machines share, by a network's file system.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::PathBuf;

use crate::worker::{Backend, Trouble};

/// A folder with a file for each name, in folders by the first two letters.
pub(crate) struct Folder {
    pub(crate) root: PathBuf,
    /// How many bytes a value may have.
    pub(crate) most: u64,
}

impl Folder {
    fn place(&self, name: &str) -> PathBuf {
        self.root.join(name.get(..2).unwrap_or("")).join(name)
    }
}

impl Backend for Folder {
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, Trouble> {
        let file = match File::open(self.place(name)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // A folder that is not there at all is not one that others write.
                return match self.root.is_dir() {
                    true => Ok(None),
                    false => Err(Trouble::new("there is no such folder")),
                };
            }
            Err(error) => return Err(trouble(&error)),
        };
        let mut out = Vec::new();
        let read = file.take(self.most + 1).read_to_end(&mut out);
        read.map_err(|error| trouble(&error))?;
        Ok((out.len() as u64 <= self.most).then_some(out))
    }

    fn put(&self, name: &str, value: Vec<u8>) -> Result<(), Trouble> {
        let place = self.place(name);
        let folder = place.parent().unwrap_or(&self.root);
        // Whoever reads at this moment sees all of it or nothing.
        let written = fs::create_dir_all(folder).and_then(|()| {
            let mut file = tempfile::Builder::new()
                .prefix(".new-")
                .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o664))
                .tempfile_in(folder)?;
            file.write_all(&value)?;
            file.persist(&place).map_err(|e| e.error)?;
            Ok(())
        });
        written.map_err(|error| trouble(&error))
    }
}

fn trouble(error: &io::Error) -> Trouble {
    Trouble::new(match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => "it is not allowed",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "it is full",
        _ => "a file operation fails",
    })
}
