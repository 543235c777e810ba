#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/language/experiment.h"
#include "core/language/unit_text.h"
#include "messages/expected.h"
#include "messages/faults.h"

namespace lookback {
namespace {

Verbatim digits(double number) { return {shortestDigits(number, ScalarKind::float64)}; }

Verbatim memory(double bytes) { return {memoryText(bytes)}; }
Verbatim memory(double bytes, double most) { return {memoryText(bytes, most)}; }

class ExperimentFaults {
public:
    explicit ExperimentFaults(const Experiment& experiment) : e_(experiment) {}

    std::vector<Error> find() {
        checkWhole("context", e_.context, 1, kMaxTokens);
        check("held_out", e_.held_out >= 0 && e_.held_out < 1, e_.held_out, say::expected::Share{});
        const bool can_be_cut = faults_.empty();
        checkWhole("model.d_model", e_.model.d_model, 1, kMaxWidth);
        checkWhole("model.heads", e_.model.heads, 1, kMaxHeads);
        checkWhole("model.d_k", e_.model.d_k, 1, kMaxWidth);
        checkWhole("model.d_v", e_.model.d_v, 1, kMaxWidth);
        if (e_.model.positions != PositionKind::none && !info(e_.model.positions).is_added) {
            addName("model.positions", info(e_.model.positions).name,
                    say::expected::AddablePositions{});
        }
        if (e_.dtype != DType::float32 && e_.dtype != DType::float64) {
            addName("dtype", info(e_.dtype).name, say::expected::WideDtype{});
        }
        checkOptimizer();
        checkWhole("batch", e_.batch, 1, kMaxBatch);
        checkWhole("steps", e_.steps, 0, kMaxSteps);
        if (e_.twins.empty() || e_.twins.size() > kMaxTwins) {
            add("twins", say::faults::Twins{.n = std::ssize(e_.twins)});
        }
        // The checks below allocate memory by these numbers.
        const bool is_sound = faults_.empty();
        if (is_sound) checkTwins();
        if (is_sound) checkMemory();
        checkText(can_be_cut, is_sound);
        return std::move(faults_);
    }

private:
    void add(std::string where, Message message) {
        faults_.push_back({std::move(where), std::move(message)});
    }

    void addWrong(std::string where, const Verbatim& value, const Message& expected) {
        add(std::move(where), say::faults::Wrong{.value = value, .expected = expected});
    }

    void addName(std::string where, std::string_view name, const Message& expected) {
        addWrong(std::move(where), Verbatim{std::string(name)}, expected);
    }

    void check(std::string where, bool is_right, double number, const Message& expected) {
        if (!is_right) addWrong(std::move(where), digits(number), expected);
    }

    void checkWhole(std::string where, Index number, Index least, Index most) {
        if (number >= least && number <= most) return;
        addWrong(std::move(where), Verbatim{std::to_string(number)},
                 say::expected::WholeBetween{.least = Verbatim{std::to_string(least)},
                                             .most = Verbatim{std::to_string(most)}});
    }

    void checkOptimizer() {
        const Optimizer& o = e_.optimizer;
        const OptimizerInfo& kind = info(o.kind);
        const auto is_number = [](double number) { return number >= 0 && std::isfinite(number); };
        const auto is_share = [](double number) { return number >= 0 && number < 1; };
        const Message number = say::expected::ZeroOrMore{};
        const Message share = say::expected::BelowOne{};
        check("optimizer.learning_rate", is_number(o.learning_rate), o.learning_rate, number);
        if (kind.has_momentum) {
            check("optimizer.momentum", is_number(o.momentum), o.momentum, number);
        }
        if (kind.has_moments) {
            check("optimizer.beta1", is_share(o.beta1), o.beta1, share);
            check("optimizer.beta2", is_share(o.beta2), o.beta2, share);
            check("optimizer.epsilon", is_number(o.epsilon), o.epsilon, number);
        }
        if (kind.has_decay) {
            check("optimizer.weight_decay", is_number(o.weight_decay), o.weight_decay, number);
        }
    }

    /// Adds the faults of each twin's attention as a document.
    void checkTwins() {
        for (std::size_t k = 0; k < e_.twins.size(); ++k) {
            const Document document =
                attentionDocument(e_.model, e_.twins[k], e_.dtype, e_.context);
            for (Error& fault : faults(document)) {
                const bool is_of_model = fault.where == "scale" || fault.where == "softcap";
                if (is_of_model && k > 0 && e_.twins[k].masking == e_.twins[0].masking) continue;
                const std::string before = is_of_model ? "model." : fmt::format("twins[{}].", k);
                add(before + fault.where, std::move(fault.message));
            }
            if (isOverColumns(e_.twins[k].masking)) {
                addName(fmt::format("twins[{}].masking.softmax", k), "columns",
                        say::expected::SoftmaxRows{});
            }
        }
    }

    /// The number of twins, which take their steps at the same time.
    [[nodiscard]] double twins() const { return static_cast<double>(e_.twins.size()); }

    /// Checks the memory of the numbers that a step computes, each with its gradient.
    void checkMemory() {
        const auto places = static_cast<double>(e_.batch * e_.context);
        const ModelShape& m = e_.model;
        const auto widths = static_cast<double>(5 * m.d_model + m.heads * (4 * m.d_k + 3 * m.d_v));
        const auto pairs = 7.0 * static_cast<double>(m.heads * e_.context);
        const double bytes = twins() * 2 * sizeof(double) * places * (widths + pairs);
        if (bytes <= kMaxMemory) return;
        add("batch", say::faults::BatchMemory{.n = e_.batch,
                                              .units = e_.context,
                                              .memory = memory(bytes, kMaxMemory),
                                              .most = memory(kMaxMemory)});
    }

    void checkText(bool can_be_cut, bool is_sound) {
        if (e_.text.size() > kMaxTextBytes) {
            constexpr auto kMost = static_cast<double>(kMaxTextBytes);
            const auto bytes = static_cast<double>(e_.text.size());
            add("text",
                say::faults::TextSize{.memory = memory(bytes, kMost), .most = memory(kMost)});
            return;
        }
        if (!isUtf8(e_.text)) return add("text", say::faults::TextNotUtf8{});
        if (!can_be_cut) return;
        const TextSize text = sizeOfText(e_);
        if (text.units == 0) {
            using Said = say::faults::NoUnits;
            add("text",
                Said{.unit = e_.unit == TextUnit::words ? Said::Unit::words : Said::Unit::other});
        } else if (!text.has_training_window) {
            add("text",
                say::faults::NoWindow{
                    .length = e_.context + 1, .n = text.units, .share = digits(e_.held_out)});
        } else if (text.vocabulary > kMaxVocabulary) {
            add("text",
                say::faults::Vocabulary{.n = text.vocabulary, .most = Count{kMaxVocabulary}});
        } else if (is_sound) {
            checkModelMemory(static_cast<double>(text.vocabulary));
        }
    }

    /// Checks the memory of the parameters, each with its gradient, two moments, its first value
    /// and a copy of the last state; and of the logits of a step, or of held-out windows.
    void checkModelMemory(double vocabulary) {
        constexpr double kCopies = 8;
        constexpr double kWindowsAtOnce = 64;
        const ModelShape& m = e_.model;
        const auto width = static_cast<double>(m.d_model);
        const auto context = static_cast<double>(e_.context);
        const auto heads = static_cast<double>(m.heads * (2 * m.d_k + 2 * m.d_v));
        const double parameters = width * (2 * vocabulary + context + heads);
        const double logits =
            2 * std::max(static_cast<double>(e_.batch), kWindowsAtOnce) * context * vocabulary;
        const double bytes = twins() * sizeof(double) * (kCopies * parameters + logits);
        if (bytes <= kMaxMemory) return;
        add("model", say::faults::ModelMemory{.parameters = static_cast<Index>(parameters),
                                              .n = e_.batch,
                                              .vocabulary = Count{static_cast<Index>(vocabulary)},
                                              .memory = memory(bytes, kMaxMemory),
                                              .most = memory(kMaxMemory)});
    }

    const Experiment& e_;
    std::vector<Error> faults_;
};

}  // namespace

std::vector<Error> faults(const Experiment& experiment) {
    return ExperimentFaults(experiment).find();
}

}  // namespace lookback
