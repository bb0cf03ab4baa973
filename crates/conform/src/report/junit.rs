//! The report as JUnit's XML, which build servers read: a suite for each engine.

use super::text::transcript;
use super::{ConformReport, ConformVerdict};
use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};
use std::time::Duration;

/// Writes the report. A failure of a MUST is a failure; of a SHOULD or NOTE, too, with its weight as the type.
///
/// # Errors
///
/// If a text cannot be written as XML.
pub fn junit(report: &ConformReport) -> Result<String, SerializeError> {
    let mut xml = Report::new("helgi conform");
    for (number, engine) in report.engines.iter().enumerate() {
        let mut suite = TestSuite::new(engine.name.clone());
        suite.add_property(("protocol", engine.protocol));
        suite.add_property(("name", engine.own_name.as_str()));
        if let Some(fault) = &engine.fault {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(fault.clone());
            suite.add_test_case(TestCase::new("handshake", status));
        }
        for check in &report.checks {
            let Some(result) = check.result(number) else { continue };
            let status = match &result.verdict {
                ConformVerdict::Passed => TestCaseStatus::success(),
                ConformVerdict::Skipped { reason } => {
                    let mut status = TestCaseStatus::skipped();
                    status.set_message(reason.clone());
                    status
                }
                ConformVerdict::Unfinished => {
                    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
                    status.set_message("the time of the run was over");
                    status
                }
                ConformVerdict::Failed { reason, .. } => {
                    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                    status.set_message(reason.clone()).set_type(check.level.name());
                    status.set_description(format!(
                        "{}\n{}\n\n{}",
                        check.title,
                        check.source,
                        transcript(result, usize::MAX)
                    ));
                    status
                }
            };
            let (group, name) = check.name.split_once('/').unwrap_or(("", &check.name));
            let mut case = TestCase::new(name, status);
            case.set_classname(group).set_time(Duration::from_secs_f64(result.seconds.max(0.0)));
            suite.add_test_case(case);
        }
        xml.add_test_suite(suite);
    }
    xml.to_string()
}
