#include "core/lesson/lesson_facts.h"

#include <algorithm>

#include "core/document/edit.h"
#include "core/engine/attend.h"
#include "messages/faults.h"
#include "messages/lesson.h"

namespace lookback {
namespace {

/// The fault of a mask that does not fit the tokens.
std::optional<Error> misfit(Document document, const Mask& mask) {
    document.mask = mask;
    std::vector<Error> found = faults(document);
    return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

}  // namespace

LessonFacts::OfVariant& LessonFacts::of(DocumentVariant variant) const {
    OfVariant& made = variants_[static_cast<std::size_t>(variant)];
    if (made.document != nullptr) return made;
    if (variant == DocumentVariant::present) {
        made.document = moment_.document;
        made.trace = moment_.trace;
    } else if (variant == DocumentVariant::opened) {
        made.document = moment_.opened != nullptr ? moment_.opened : moment_.document;
    } else {
        Document changed = *moment_.document;
        info(variant).change(changed);
        std::vector<Error> found = faults(changed);
        if (!found.empty()) made.fault = std::move(found.front());
        made.document = std::make_shared<const Document>(std::move(changed));
    }
    return made;
}

Result<const Document*> LessonFacts::document(DocumentVariant variant) const {
    const OfVariant& made = of(variant);
    if (made.fault) return tl::unexpected(*made.fault);
    return made.document.get();
}

Result<const Trace*> LessonFacts::trace(DocumentVariant variant) const {
    OfVariant& made = of(variant);
    if (made.fault) return tl::unexpected(*made.fault);
    if (made.trace == nullptr) made.trace = std::make_shared<const Trace>(attend(*made.document));
    return made.trace.get();
}

Result<const Influence*> LessonFacts::influence(DocumentVariant variant) const {
    return trace(variant).and_then([&](const Trace* trace) -> Result<const Influence*> {
        OfVariant& made = of(variant);
        if (!made.influence) made.influence = lookback::influence(*made.document, *trace);
        if (!*made.influence) return tl::unexpected(made.influence->error());
        return &**made.influence;
    });
}

Result<const LeakVerdict*> LessonFacts::leaks(DocumentVariant variant,
                                              const std::optional<Mask>& promised) const {
    return trace(variant).and_then([&](const Trace* trace) -> Result<const LeakVerdict*> {
        OfVariant& made = of(variant);
        auto known = std::find_if(made.leaks.begin(), made.leaks.end(),
                                  [&](const auto& one) { return one.first == promised; });
        if (known == made.leaks.end()) {
            const Mask& mask = promised ? *promised : made.document->mask;
            if (auto fault = misfit(*made.document, mask)) return tl::unexpected(*fault);
            made.leaks.emplace_back(
                promised,
                lookback::influence(*made.document, *trace, mask).map([&](const Influence& found) {
                    return leakVerdict(*made.document, found, mask);
                }));
            known = made.leaks.end() - 1;
        }
        if (!known->second) return tl::unexpected(known->second.error());
        return &*known->second;
    });
}

Result<MatrixView> LessonFacts::matrix(DocumentVariant variant, MatrixId id, Index head) const {
    return trace(variant).and_then([&](const Trace* trace) -> Result<MatrixView> {
        const Document& document = *of(variant).document;
        const bool exists = isParameter(id) ? isEditable(document, id) : trace->has(id);
        const Index heads = info(id).per_head ? document.heads : 1;
        if (!exists) {
            return tl::unexpected(
                Error{"", say::faults::NoMatrix{.matrix = Verbatim{std::string(info(id).name)}}});
        }
        if (head < 0 || head >= heads) {
            return tl::unexpected(
                Error{"", say::lesson::NoHead{.head = Count{head}, .last = Count{heads - 1}}});
        }
        return matrixById(document, *trace, id, head);
    });
}

}  // namespace lookback
