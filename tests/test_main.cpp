#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <iostream>

namespace {

/// Writes the name of each test case before it begins: whatever ends the process, the last name is
/// the case that did not come back. ctest asks for it, since it runs all cases of a file in one
/// process.
class CaseNames : public doctest::IReporter {
public:
    explicit CaseNames(const doctest::ContextOptions& /*options*/) {}

    void test_case_start(const doctest::TestCaseData& test) override {
        std::cout << "case: " << test.m_name << std::endl;
    }

    void report_query(const doctest::QueryData& /*query*/) override {}
    void test_run_start() override {}
    void test_run_end(const doctest::TestRunStats& /*stats*/) override {}
    void test_case_reenter(const doctest::TestCaseData& /*test*/) override {}
    void test_case_end(const doctest::CurrentTestCaseStats& /*stats*/) override {}
    void test_case_exception(const doctest::TestCaseException& /*exception*/) override {}
    void subcase_start(const doctest::SubcaseSignature& /*subcase*/) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData& /*data*/) override {}
    void log_message(const doctest::MessageData& /*message*/) override {}
    void test_case_skipped(const doctest::TestCaseData& /*test*/) override {}
};

}  // namespace

DOCTEST_REGISTER_REPORTER("case_names", 1, CaseNames);
