#include "core/io/generation_formats.h"

#include <algorithm>
#include <cmath>
#include <ostream>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/io/json_text.h"
#include "core/language/unit_text.h"
#include "core/words/say.h"

namespace lookback {
namespace {

constexpr std::size_t kLongestUnit = 24;

void writeUnits(std::ostream& out, const GenerationReport& report, const Written& written) {
    const std::span<const Unit> units = written.units;
    std::vector<std::string> names;
    std::size_t width = 0;
    for (const Unit unit : units.subspan(report.prompt)) {
        const std::string& name = report.text.vocabulary[static_cast<std::size_t>(unit)];
        names.push_back(shortenedTo(shownUnit(name), kLongestUnit));
        width = std::max(width, names.back().size());
    }
    for (std::size_t k = 0; k < names.size(); ++k) {
        out << fmt::format("  {:>4}  {:{}}  {:>8}", report.prompt + k + 1, names[k], width,
                           formatPercent(written.chances[k]));
        if (!written.uniforms.empty()) {
            const Message number =
                say::reports::RandomNumber{.number = Decimal{written.uniforms[k], 4}};
            out << "   " << english().text(number);
        }
        out << '\n';
    }
}

std::string numbersJson(const std::vector<double>& numbers) {
    return jsonList(jsonItems(numbers, [](double number) { return jsonNumber(number); }), 6);
}

}  // namespace

void writeGenerationText(std::ostream& out, const GenerationReport& report) {
    bool is_first = true;
    for (const WrittenByTwin& twin : report.twins) {
        out << fmt::format("{}{}: {}\n", is_first ? "" : "\n", oneLine(twin.name),
                           unitLine(report.experiment, report.text, twin.written.units));
        const std::vector<double>& chances = twin.written.chances;
        if (std::any_of(chances.begin(), chances.end(), [](double p) { return std::isnan(p); })) {
            out << "  " << english().text(say::reports::NoProbabilities{}) << '\n';
        } else {
            writeUnits(out, report, twin.written);
        }
        is_first = false;
    }
}

void writeGenerationJson(std::ostream& out, const GenerationReport& report) {
    const auto twins = jsonItems(report.twins, [&](const WrittenByTwin& twin) {
        const auto units = jsonItems(twin.written.units, [&](Unit unit) {
            return jsonString(report.text.vocabulary[static_cast<std::size_t>(unit)]);
        });
        return jsonObject({{"name", jsonString(twin.name)},
                           {"units", jsonList(units, 6)},
                           {"uniforms", numbersJson(twin.written.uniforms)},
                           {"chances", numbersJson(twin.written.chances)}},
                          4);
    });
    out << jsonObject({{"lookback_generation", "1"}, {"twins", jsonLines(twins, 2)}}, 0) << '\n';
}

}  // namespace lookback
