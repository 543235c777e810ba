#include "app/state/model/leak_report.h"

#include "core/engine/attend.h"
#include "core/io/system_memory.h"

namespace lookback {

LeakAnswer influenceAnswer(const Document& document, const Trace& trace, const Mask& promised,
                           const GivesUp& gives_up) {
    if (auto fault = leakFault(document, allowedMemory())) return {.fault = std::move(fault)};
    Result<Influence> found = influence(document, trace, promised, gives_up);
    if (!found) return {.fault = std::move(found.error())};
    return {.influence = *std::move(found)};
}

LeakReport leakReport(const LeakQuestion& question, const GivesUp& gives_up) {
    LeakReport report{.number = question.number};
    for (const Side side : {Side::a, Side::b}) {
        const Document& document = question.documents.of(side);
        LeakAnswer& answer = report.answers.of(side);
        answer = influenceAnswer(document, attend(document), question.promised(), gives_up);
        if (!answer.influence) continue;
        answer.verdict = leakVerdict(document, *answer.influence, question.promised(), gives_up);
    }
    return report;
}

}  // namespace lookback
