//! The way from a complete object to one of its subobjects, as pointers carry it. It must not know values and types.

use crate::Step;

/// So many steps are held without an allocation, if their numbers are small. Nearly all are.
const SHORT: usize = 5;
/// The bits of a number in a packed step.
const NUMBER: u32 = (1 << 30) - 1;

/// The steps to a subobject, outermost first.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SubobjectPath(Steps);

/// Equal paths have one form: the short one wherever it is possible.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Steps {
    /// What is behind `len` is zero.
    Short { len: u8, steps: [u32; SHORT] },
    /// Many steps, or such with large numbers.
    Long(Box<[Step]>),
}

impl SubobjectPath {
    /// The whole object.
    pub const WHOLE: SubobjectPath = SubobjectPath(Steps::Short {
        len: 0,
        steps: [0; SHORT],
    });

    /// The number of steps.
    pub fn len(&self) -> usize {
        match &self.0 {
            Steps::Short { len, .. } => usize::from(*len),
            Steps::Long(steps) => steps.len(),
        }
    }

    /// Whether it is the whole object.
    pub fn is_empty(&self) -> bool {
        matches!(self.0, Steps::Short { len: 0, .. })
    }

    /// A step by number.
    pub fn get(&self, n: usize) -> Option<Step> {
        match &self.0 {
            Steps::Short { len, steps } => match n < usize::from(*len) {
                true => steps.get(n).map(|&packed| unpack(packed)),
                false => None,
            },
            Steps::Long(steps) => steps.get(n).copied(),
        }
    }

    /// The steps in order.
    pub fn iter(&self) -> impl Iterator<Item = Step> + '_ {
        (0..self.len()).filter_map(|n| self.get(n))
    }

    /// The last step.
    pub fn last(&self) -> Option<Step> {
        self.get(self.len().checked_sub(1)?)
    }

    /// The step, if it is only one.
    pub fn only(&self) -> Option<Step> {
        match self.len() {
            1 => self.get(0),
            _ => None,
        }
    }

    /// One step further.
    pub fn join(&self, step: Step) -> SubobjectPath {
        if let Steps::Short { len, steps } = self.0
            && let Some(packed) = pack(step)
            && let Some(free) = usize::from(len).checked_rem(SHORT + 1)
            && free < SHORT
        {
            let mut steps = steps;
            steps[free] = packed;
            return SubobjectPath(Steps::Short {
                len: len + 1,
                steps,
            });
        }
        self.iter().chain([step]).collect()
    }

    /// The first `n` steps, all of them if there are no more.
    pub fn prefix(&self, n: usize) -> SubobjectPath {
        match self.0 {
            Steps::Short { len, mut steps } if n < usize::from(len) => {
                steps.iter_mut().skip(n).for_each(|step| *step = 0);
                SubobjectPath(Steps::Short {
                    len: n as u8,
                    steps,
                })
            }
            Steps::Short { .. } => self.clone(),
            Steps::Long(_) => self.iter().take(n).collect(),
        }
    }

    /// The path without its last step, and that step.
    pub fn split_last(&self) -> Option<(SubobjectPath, Step)> {
        let rest = self.len().checked_sub(1)?;
        Some((self.prefix(rest), self.get(rest)?))
    }

    /// Whether it begins with all steps of another one.
    pub fn starts_with(&self, other: &SubobjectPath) -> bool {
        self.len() >= other.len() && self.iter().zip(other.iter()).all(|(a, b)| a == b)
    }

    /// What is left of it in front of `steps`, if it ends with those.
    pub fn strip_suffix(&self, steps: &[Step]) -> Option<SubobjectPath> {
        let rest = self.len().checked_sub(steps.len())?;
        (self.iter().skip(rest).eq(steps.iter().copied())).then(|| self.prefix(rest))
    }
}

impl Default for SubobjectPath {
    fn default() -> Self {
        SubobjectPath::WHOLE
    }
}

impl FromIterator<Step> for SubobjectPath {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        let steps: Vec<Step> = steps.into_iter().collect();
        let mut short = [0; SHORT];
        if steps.len() <= SHORT
            && (short.iter_mut().zip(&steps)).all(|(to, &step)| match pack(step) {
                Some(packed) => {
                    *to = packed;
                    true
                }
                None => false,
            })
        {
            return SubobjectPath(Steps::Short {
                len: steps.len() as u8,
                steps: short,
            });
        }
        SubobjectPath(Steps::Long(steps.into()))
    }
}

impl std::fmt::Debug for SubobjectPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// A step in 32 bits: its kind above, its number below. `None` where the number is too large.
fn pack(step: Step) -> Option<u32> {
    let (kind, number) = match step {
        Step::Element(n) => (1, u32::try_from(n).ok()?),
        Step::Field(n) => (2, n),
        Step::Base(n) => (3, n),
    };
    (number <= NUMBER).then_some(kind << 30 | number)
}

fn unpack(packed: u32) -> Step {
    let number = packed & NUMBER;
    match packed >> 30 {
        1 => Step::Element(number.into()),
        2 => Step::Field(number),
        _ => Step::Base(number),
    }
}

#[cfg(test)]
mod tests {
    use super::{NUMBER, SubobjectPath};
    use crate::Step;

    const LARGE: Step = Step::Element(NUMBER as u64 + 1);

    /// Paths that are made in all ways are the steps that they were made of, and equal where those are.
    #[test]
    fn one_form() {
        let steps = [
            Step::Base(0),
            Step::Field(NUMBER),
            Step::Element(0),
            Step::Field(3),
            LARGE,
            Step::Base(7),
            Step::Element(u64::MAX),
        ];
        for from in 0..steps.len() {
            let mut joined = SubobjectPath::WHOLE;
            for to in from..=steps.len() {
                let expected = &steps[from..to];
                let collected: SubobjectPath = expected.iter().copied().collect();
                assert_eq!(joined, collected);
                assert_eq!(joined.iter().collect::<Vec<_>>(), expected);
                assert_eq!(joined.len(), expected.len());
                assert_eq!(joined.is_empty(), expected.is_empty());
                assert_eq!(joined.last(), expected.last().copied());
                for n in 0..=expected.len() {
                    let prefix: SubobjectPath = expected[..n].iter().copied().collect();
                    assert_eq!(joined.prefix(n), prefix);
                    assert!(joined.starts_with(&prefix));
                    assert_eq!(joined.strip_suffix(&expected[n..]), Some(prefix));
                }
                if let Some(&step) = steps.get(to) {
                    let longer = joined.join(step);
                    assert_eq!(longer.split_last(), Some((joined, step)));
                    joined = longer;
                }
            }
        }
    }

    #[test]
    fn different_steps() {
        let short: SubobjectPath = [Step::Field(1)].into_iter().collect();
        assert_eq!(short.only(), Some(Step::Field(1)));
        assert_eq!(short.join(Step::Base(1)).only(), None);
        assert_ne!(short, [Step::Base(1)].into_iter().collect());
        assert_eq!(short.strip_suffix(&[Step::Base(1)]), None);
        assert!(!short.starts_with(&short.join(LARGE)));
    }
}
