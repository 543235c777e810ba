#include <ostream>

#include "core/io/generation_formats.h"
#include "core/io/json_text.h"

namespace lookback {
namespace {

std::string numbersJson(const std::vector<double>& numbers) {
    return jsonList(jsonItems(numbers, [](double number) { return jsonNumber(number); }), 6);
}

}  // namespace

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
