//! Where the tokens stand that count: so that a line of one text is found in another that has the same.

/// The lines that kernels begin and end on, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    files: Vec<Box<str>>,
    /// The number of a token, the file as an index, and the line.
    all: Vec<(u32, u32, u32)>,
}

impl Lines {
    /// Notes that a token stands on a line. One that does not stand in a fixed distance from the one before is noted even if that
    /// stands on the same line.
    pub(crate) fn add(&mut self, token: u32, is_free: bool, file: &str, line: u32) {
        let last = self.all.last().copied();
        let known = last.filter(|l| &*self.files[l.1 as usize] == file);
        if !is_free && known.is_some_and(|l| l.2 == line) {
            return;
        }
        let file = match known {
            Some(last) => last.1,
            None => match self.files.iter().position(|f| **f == *file) {
                Some(known) => known as u32,
                None => {
                    self.files.push(file.into());
                    self.files.len() as u32 - 1
                }
            },
        };
        self.all.push((token, file, line));
    }

    /// The token that was noted of a line, if it is the only one.
    pub fn token(&self, file: &str, line: u32) -> Option<u32> {
        let of_line = |l: &&(u32, u32, u32)| l.2 == line && *self.files[l.1 as usize] == *file;
        let mut found = self.all.iter().filter(of_line);
        let token = found.next()?.0;
        found.next().is_none().then_some(token)
    }

    /// The place of a token, by its file and line.
    pub fn place(&self, token: u32) -> Option<(&str, u32)> {
        let behind = self.all.partition_point(|l| l.0 <= token);
        let (_, file, line) = *self.all.get(behind.checked_sub(1)?)?;
        Some((&self.files[file as usize], line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_by_its_token() {
        let mut lines = Lines::default();
        let all = [
            (0, true, "a.cu", 3),
            (1, false, "a.cu", 3),
            (4, false, "b.h", 1),
            (6, true, "a.cu", 9),
            (8, true, "b.h", 1),
            (9, true, "a.cu", 12),
            (12, true, "a.cu", 12),
        ];
        for (token, is_free, file, line) in all {
            lines.add(token, is_free, file, line);
        }
        assert_eq!(lines.token("a.cu", 3), Some(0));
        assert_eq!(lines.token("a.cu", 9), Some(6));
        assert_eq!(lines.token("a.cu", 4), None);
        // A file that is included twice.
        assert_eq!(lines.token("b.h", 1), None);
        // The end of one kernel and the beginning of another.
        assert_eq!(lines.token("a.cu", 12), None);
        assert_eq!(lines.place(1), Some(("a.cu", 3)));
        assert_eq!(lines.place(7), Some(("a.cu", 9)));
    }
}
