//! Values that JavaScript knows by a number.

/// Values by their numbers; the number of one that is gone is given to another.
#[derive(Debug)]
pub struct Slots<T> {
    values: Vec<Option<T>>,
    vacant: Vec<u32>,
}

impl<T> Slots<T> {
    /// No values.
    pub const fn new() -> Self {
        Slots { values: Vec::new(), vacant: Vec::new() }
    }

    /// Keeps a value and returns its number.
    pub fn keep(&mut self, value: T) -> u32 {
        if let Some(number) = self.vacant.pop() {
            self.values[number as usize] = Some(value);
            return number;
        }
        self.values.push(Some(value));
        // Far below 2³²: each value has more than a byte.
        self.values.len() as u32 - 1
    }

    /// The value of a number, if there is one.
    pub fn get(&mut self, number: u32) -> Option<&mut T> {
        self.values.get_mut(number as usize)?.as_mut()
    }

    /// Drops the value of a number, if there is one.
    pub fn free(&mut self, number: u32) {
        // Freed twice, a number would be given to two values.
        if self.values.get_mut(number as usize).and_then(Option::take).is_some() {
            self.vacant.push(number);
        }
    }
}
