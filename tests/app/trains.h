#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "app/state/model/training_report.h"
#include "tests/app/lab_under_test.h"

namespace lookback::test {

/// Answers each question that asks for a training.
/// @param reportOf the report of a question @return true where something was asked
template <class ReportOf>
bool answerTraining(LabUnderTest& lab, ReportOf reportOf) {
    bool was_asked = false;
    for (const Effect& effect : lab.takeEffects()) {
        const auto* const asked = std::get_if<Train>(&effect);
        if (asked == nullptr) continue;
        was_asked = true;
        lab.act(TwinsTrained{std::make_shared<const TrainingReport>(reportOf(*asked->question))});
    }
    return was_asked;
}

/// Trains for a moment. @return true where something was asked
inline bool trainForAMoment(LabUnderTest& lab) {
    return answerTraining(
        lab, [](const TrainingQuestion& question) { return trainingReport(question); });
}

/// The report of a question whose training goes on where an earlier test of the same experiment
/// has ended it: its numbers are the same in every test.
inline TrainingReport reportOfEnded(TrainingQuestion question) {
    constexpr std::size_t kMostEnded = 4;  // each holds the parameters after many steps
    static std::vector<TrainingReport> ended;
    const auto known = std::find_if(ended.begin(), ended.end(), [&](const TrainingReport& report) {
        return report.run.experiment() == *question.experiment;
    });
    if (known != ended.end() && question.so_far == nullptr) {
        question.so_far = std::make_shared<const TrainingReport>(*known);
    }
    TrainingReport report = trainingReport(question);
    if (report.run.isFinished() && known == ended.end()) {
        if (ended.size() == kMostEnded) ended.erase(ended.begin());
        ended.push_back({.run = report.run, .floor_crossed = report.floor_crossed});
    }
    return report;
}

/// Trains until nothing is asked any more.
inline void trainToTheEnd(LabUnderTest& lab) {
    for (int moment = 0; moment < 200; ++moment) {
        const bool was_asked = answerTraining(lab, reportOfEnded);
        lab.ui.step();
        if (!was_asked && !lab.state().training.hasQuestion()) break;
    }
    lab.ui.step(2);
}

}  // namespace lookback::test
