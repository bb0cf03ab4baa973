//! The numbers of the search as options, for programs that tune them by games.
//!
//! They can always be set, and are announced only if `Tune` is on, so that people do not meet seventy options that are
//! not for them.

use super::{Change, Options};
use helgi_engine::internals::search::Params;
use helgi_protocol::options::{OptionKind, OptionSpec, OptionValue};

/// The option that announces them.
const TUNE: &str = "Tune";

/// True in builds for OpenBench, which starts engines without arguments.
pub const IS_ON: bool = option_env!("HELGI_OPENBENCH").is_some();

/// The options that are announced.
pub fn announced(options: &Options) -> Vec<OptionSpec> {
    if options.tune { all(options) } else { Vec::new() }
}

/// All of them, whether they are announced or not.
pub fn all(options: &Options) -> Vec<OptionSpec> {
    let tune = OptionSpec::new(TUNE, OptionKind::Check { default: options.tune });
    let number = |(name, range): &(&str, std::ops::RangeInclusive<i32>)| {
        let default = options.params.get(name).unwrap_or_default().into();
        let (min, max) = ((*range.start()).into(), (*range.end()).into());
        OptionSpec::new(*name, OptionKind::Spin { default, min, max })
    };
    std::iter::once(tune).chain(Params::RANGES.iter().map(number)).collect()
}

/// Keeps a value that has been checked.
pub fn keep(options: &mut Options, name: &str, value: &OptionValue) -> Change {
    match value {
        OptionValue::Check(value) if name == TUNE => options.tune = *value,
        OptionValue::Spin(value) => {
            // The range is one of smaller numbers.
            let is_set = i32::try_from(*value).is_ok_and(|value| options.params.set(name, value));
            return if is_set { Change::Params } else { Change::Kept };
        }
        _ => {}
    }
    Change::Kept
}

#[cfg(test)]
mod tests {
    use super::super::specs;
    use super::*;

    #[test]
    fn numbers_of_the_search_are_set_and_announced_where_they_are_wanted() {
        let mut options = Options { tune: false, ..Options::default() };
        let announced = |options: &Options| {
            let names = specs(options).into_iter().map(|spec| spec.name);
            names.filter(|name| name == "Tune" || name == "futility_base").collect::<Vec<_>>()
        };
        assert_eq!(announced(&options), Vec::<String>::new());
        assert_eq!(options.set("futility_base", Some("70")), Ok(Change::Params));
        assert_eq!(options.params.get("futility_base"), Some(70));
        let error = options.set("futility_base", Some("201")).unwrap_err().to_string();
        assert!(error.contains("futility_base") && error.contains("200"), "{error}");
        assert_eq!(options.set("Tune", Some("true")), Ok(Change::Kept));
        assert_eq!(announced(&options), ["Tune", "futility_base"]);
        let spec = specs(&options).into_iter().find(|spec| spec.name == "futility_base").unwrap();
        assert_eq!(spec.kind, OptionKind::Spin { default: 70, min: 0, max: 200 });
        assert_eq!(
            specs(&options).len(),
            specs(&Options { tune: false, ..options }).len() + Params::RANGES.len() + 1
        );
    }
}
