// Generate: what it shows is what the engine writes, and it follows the hands.
#include <cmath>
#include <regex>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "core/base/text.h"
#include "core/io/experiment_library.h"
#include "tests/app/generates.h"
#include "tests/app/layout_check.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// A number below a million with a comma between thousands.
std::string withCommas(std::int64_t number) {
    constexpr std::int64_t kThousand = 1000;
    if (number < kThousand) return std::to_string(number);
    return fmt::format("{},{:03}", number / kThousand, number % kThousand);
}

/// Checks that the cells of an item have numbers of at least two decimals. @return how many
std::ptrdiff_t checkNumbers(const LabUnderTest& lab, const char* item) {
    const ImRect cells = lab.ui.find(item).rect;
    std::ptrdiff_t numbers = 0;
    for (const LayoutProbe::Text& text : lab.texts()) {
        if (!cells.Contains(text.drawn.center())) continue;
        ++numbers;
        // A long number may have one fewer.
        const auto point = text.text.find('.');
        const bool is_long = point > std::string("\u22121").size();
        CHECK(text.text.size() - point >= (is_long ? 2 : 3));
    }
    return numbers;
}

}  // namespace

TEST_CASE("tokens, random numbers and probabilities are those of the engine, greedy and drawn") {
    LabUnderTest lab;
    openGenerate(lab);
    checkAgainstEngine(lab);
    for (const bool is_greedy : {true, false}) {
        for (const double temperature : {0.5, 1.0, 2.5}) {
            change(lab, [&](GeneratePlace& place) {
                place.choice = {.temperature = temperature,
                                .top_k = is_greedy ? 0 : 4,
                                .is_greedy = is_greedy,
                                .seed = 7};
                place.written = 12;
            });
            checkAgainstEngine(lab);
        }
    }
}

TEST_CASE("the probability of a written token is beside its token, away from the other model") {
    LabUnderTest lab;
    openGenerate(lab);
    change(lab, [](GeneratePlace& place) { place.written = 4; });
    REQUIRE(lab.shows("WRITTEN, WITH PROBABILITY"));
    const float top =
        std::find_if(lab.texts().begin(), lab.texts().end(), [](const LayoutProbe::Text& text) {
            return text.text == "WRITTEN, WITH PROBABILITY";
        })->drawn.max.y;
    int checked = 0;
    float closest = 1e9f;
    for (const LayoutProbe::Text& number : lab.texts()) {
        const Rect& box = number.drawn;
        if (!number.text.ends_with('%') || box.min.y < top || box.min.x < 1200) continue;
        float left = 1e9f;
        float right = 1e9f;
        for (const LayoutProbe::Text& other : lab.texts()) {
            const bool is_in_line = std::abs(other.drawn.center().y - box.center().y) < 8;
            if (!is_in_line || other.drawn.min.x < 1200 || &other == &number) continue;
            if (other.drawn.max.x <= box.min.x)
                left = std::min(left, box.min.x - other.drawn.max.x);
            if (other.drawn.min.x >= box.max.x)
                right = std::min(right, other.drawn.min.x - box.max.x);
        }
        CAPTURE(number.text);
        CHECK(right > 14);
        closest = std::min(closest, left);
        ++checked;
    }
    CHECK(checked == 8);
    CHECK(closest < 14);
}

TEST_CASE("right goes through the steps of a word until it stands there, left takes it away") {
    LabUnderTest lab;
    openGenerate(lab);
    lab.ui.key(ImGuiKey_Home);
    CHECK(placeOf(lab).written == 0);
    CHECK(placeOf(lab).part == WordPart::word);
    lab.ui.step(2);
    CHECK(lab.shows("No token is written yet."));
    for (std::size_t step = 1; step < kWordParts.size(); ++step) {
        lab.ui.key(ImGuiKey_RightArrow);
        lab.ui.step(2);
        CHECK(placeOf(lab).written == 0);
        CHECK(placeOf(lab).part == kWordParts[step].part);
    }
    const Unit next = momentOf(lab).twins[0].next().unit;
    const WordWritten& word = momentOf(lab).twins[0].next();
    CHECK(lab.shows(fmt::format("u = {} falls on", formatNumber(word.lot.value_or(-1), 4))));
    lab.ui.key(ImGuiKey_RightArrow);
    lab.ui.step(2);
    CHECK(placeOf(lab).written == 1);
    CHECK(placeOf(lab).part == WordPart::word);
    CHECK(momentOf(lab).twins[0].units.back() == next);
    lab.ui.key(ImGuiKey_LeftArrow);
    lab.ui.step(2);
    CHECK(placeOf(lab).written == 0);
    CHECK(placeOf(lab).part == WordPart::choice);
    CHECK(momentOf(lab).twins[0].units.size() == momentOf(lab).given);
}

TEST_CASE("down writes a whole word, up takes it away, end writes the line to its end") {
    LabUnderTest lab;
    openGenerate(lab);
    lab.ui.key(ImGuiKey_Home);
    lab.ui.key(ImGuiKey_DownArrow);
    lab.ui.key(ImGuiKey_DownArrow);
    CHECK(placeOf(lab).written == 2);
    CHECK(placeOf(lab).part == WordPart::word);
    lab.ui.key(ImGuiKey_UpArrow);
    CHECK(placeOf(lab).written == 1);
    lab.ui.key(ImGuiKey_End);
    lab.ui.step(2);
    CHECK(placeOf(lab).written == 6);  // two words are given, the longest line has eight
    CHECK(placeOf(lab).part == WordPart::choice);
    CHECK(momentOf(lab).twins[0].standing == LineStanding::whole);
    CHECK(momentOf(lab).twins[1].standing == LineStanding::none);
    CHECK(lab.showsLines("The line of A is in the text."));
    CHECK(lab.showsLines("The line of B is not in the text."));
}

TEST_CASE("every step of a word shows its numbers") {
    LabUnderTest lab;
    openGenerate(lab);
    const auto at = [&](WordPart part) {
        change(lab, [&](GeneratePlace& place) { place.part = part; });
    };
    const TwinWriting& mine = momentOf(lab).twins[0];
    const Index last = mine.input.document().n() - 1;
    at(WordPart::query);
    CHECK(lab.shows(formatNumber(mine.input.matrix(MatrixId::query, 0)(last, 0), 4)));
    at(WordPart::weights);
    const MatrixView weights = mine.input.matrix(MatrixId::attention_weights, 0);
    for (Index key = 0; key <= last; ++key) CHECK(lab.shows(formatPercent(weights(last, key))));
    const WordWritten& next = momentOf(lab).twins[0].next();
    const double largest = *std::max_element(next.logits.begin(), next.logits.end());
    at(WordPart::logits);
    CHECK(lab.shows(formatNumber(largest, 4)));
    CHECK_FALSE(lab.shows("p("));
    at(WordPart::chances);
    CHECK(lab.shows("p("));
    CHECK(lab.shows("13 more"));
    CHECK(lab.shows(formatNumber(*std::max_element(next.chances.begin(), next.chances.end()), 4)));
    CHECK(lab.showsLines("The probabilities add up to 1."));
    CHECK(lab.showsLines("The KV cache gives the same as a run without it."));
}

TEST_CASE("Generate speaks of probabilities and a random number u") {
    LabUnderTest lab;
    openGenerate(lab);
    change(lab, [](GeneratePlace& place) { place.part = WordPart::choice; });
    for (const WordPartInfo& row : kWordParts) {
        change(lab, [&](GeneratePlace& place) { place.part = row.part; });
        const bool is_chosen = row.part == WordPart::choice;
        CHECK(lab.shows("probabilities"));
        CHECK(lab.shows("The random number u = ") == is_chosen);
        for (const char* const wrong : {"chance", "Chance", " lot", "word", "Word"}) {
            CAPTURE(wrong);
            CHECK_FALSE(lab.shows(wrong));
        }
    }
    change(lab, [](GeneratePlace& place) { place.choice.is_greedy = true; });
    CHECK(lab.showsLines("The largest probability is taken"));
    CHECK(lab.showsLines("so temperature and top-k have no effect."));
    lab.act(OpenExperiment{"counting"});
    lab.ui.step(2);
    trainToTheEnd(lab);
    CHECK(lab.shows("CHOOSING THE NEXT CHARACTER"));
}

TEST_CASE("a full context says what has gone, and nothing is kept where every place moved") {
    LabUnderTest lab;
    openGenerate(lab);
    change(lab, [](GeneratePlace& place) {
        place.written = 9;
        place.part = WordPart::choice;
    });
    const WordWritten& word = momentOf(lab).twins[0].next();
    CHECK(word.first == 4);
    CHECK(word.kept == 0);
    CHECK(word.nothing_kept == NothingKept::places_moved);
    CHECK(lab.showsLines("the context length is reached"));
    CHECK(lab.showsLines("0 tokens cached, 7 computed"));
}

TEST_CASE("multiplications are those with the KV cache only where rows are cached") {
    LabUnderTest lab;
    openGenerate(lab);
    // Without cached rows at the first token and where the context is full.
    for (const Index written : {0, 3, 9}) {
        CAPTURE(written);
        change(lab, [&](GeneratePlace& place) {
            place.written = written;
            place.part = WordPart::choice;
        });
        const WordWritten& word = momentOf(lab).twins[0].next();
        CHECK((word.kept > 0) == (written == 3));
        CHECK(lab.showsLines(
            fmt::format("{} {} cached, ", word.kept, word.kept == 1 ? "token" : "tokens")));
        const auto counts = [&](std::string_view how, std::string_view otherwise) {
            return fmt::format("multiplications for this token: {} {}, {} {}",
                               withCommas(word.products), how, withCommas(word.products_without),
                               otherwise);
        };
        CHECK(lab.showsLines(counts("with the KV cache", "without")) == (word.kept > 0));
        CHECK(lab.showsLines(counts("with the last query alone", "with all")) == (word.kept == 0));
    }
}

TEST_CASE("play writes to the end of the line and stops there") {
    LabUnderTest lab;
    openGenerate(lab);
    lab.ui.key(ImGuiKey_Home);
    lab.ui.key(ImGuiKey_Space);
    CHECK(lab.place().playing);
    Index most = 0;
    for (int frame = 0; frame < 20000 && lab.place().playing; ++frame) {
        lab.ui.step();
        most = std::max(most, placeOf(lab).written);
    }
    CHECK_FALSE(lab.place().playing);
    CHECK(most == momentOf(lab).to_end);
}

TEST_CASE("the layout of Generate is sound at every size, in both themes and presented") {
    LayoutReport report;
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
        for (const ExperimentEntry& one : experiments()) {
            LabUnderTest lab("write-a-poem", size);
            lab.act(OpenExperiment{one.id});
            openGenerate(lab);
            for (const bool presenting : {false, true}) {
                if (presenting) lab.ui.key(ImGuiKey_F5);
                for (const ThemeId theme_id : kThemes) {
                    lab.act(Change(&Preferences::theme, theme_id));
                    for (const WordPartInfo& row : kWordParts) {
                        for (const Index written : {Index{0}, Index{3}, Index{30}}) {
                            change(lab, [&](GeneratePlace& place) {
                                place.part = row.part;
                                place.written = written;
                            });
                            report.add(fmt::format("{}, {}, {}, {}, {} written", one.id,
                                                   theme(theme_id).name, size.x,
                                                   static_cast<int>(row.part), written),
                                       layoutFaults(lab));
                        }
                    }
                }
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("Generate opens with the experiment's prompt and three tokens, after undo as well") {
    LabUnderTest lab;
    openGenerate(lab);
    const auto read = [&](std::size_t twin) {
        return typedUnits(runOf(lab), momentOf(lab).twins[twin].units);
    };
    CHECK(read(0) == "hal meets bob . bob");
    CHECK(read(1) == "hal meets hal . hal");
    change(lab, [](GeneratePlace& place) {
        place.prompt = "ann calls";
        place.written = 5;
        place.part = WordPart::query;
    });
    lab.act(OpenExperiment{"peeking-by-one-word"});
    trainToTheEnd(lab);
    CHECK(read(0) == "tom buys clay . tom");
    CHECK(read(1) == "tom buys buys buys eva");
    CHECK(placeOf(lab).part == WordPart::choice);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    trainToTheEnd(lab);
    CHECK(read(0) == "hal meets bob . bob");
}

TEST_CASE("Generate fills its page at every size") {
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
        LabUnderTest lab("write-a-poem", size);
        openGenerate(lab);
        for (const Index written : {Index{1}, Index{3}, Index{5}}) {
            CAPTURE(size.x);
            CAPTURE(written);
            change(lab, [&](GeneratePlace& place) { place.written = written; });
            const ImRect keys = lab.ui.find("Centre/kept-keys").rect;
            const float timeline = lab.ui.find("Steps/##word 3").rect.Min.y;
            // Values stand beside the keys, or below them.
            CHECK(lab.ui.find("Centre/kept-values").rect.Max.y > 0.86f * (timeline - 60));
            CHECK(keys.GetWidth() / 8 >= 37);
            const auto texts = std::ranges::count_if(
                lab.texts(), [&](const auto& text) { return keys.Contains(text.drawn.center()); });
            const float gap = size.y < 800 ? 1 : 2;
            const float rows = static_cast<float>(texts) / 8;
            CHECK((keys.GetHeight() + gap) / rows >= (size.y < 800 ? 14 : 20));
        }
    }
}

TEST_CASE("the state of a cached row stands apart from the words beside it") {
    for (const ImVec2 size : windows({kLaptop, kUsual})) {
        LabUnderTest lab("write-a-poem", size);
        openGenerate(lab);
        for (int part = 0; part < 40; ++part) lab.ui.key(ImGuiKey_RightArrow);
        lab.ui.step(2);
        const ImRect values = lab.ui.find("Centre/kept-values").rect;
        float states_end = 0;
        float words_start = size.x;
        for (const LayoutProbe::Text& text : lab.texts()) {
            const Rect& box = text.drawn;
            const bool is_beside = box.min.x >= values.Max.x && box.center().y > values.Min.y &&
                                   box.center().y < values.Max.y && box.max.x < size.x - 300;
            if (!is_beside) continue;
            const bool is_state = text.text == "cached" || text.text == "new";
            if (is_state) states_end = std::max(states_end, box.max.x);
            if (!is_state) words_start = std::min(words_start, box.min.x);
        }
        CAPTURE(size.x);
        REQUIRE(states_end > 0);
        CHECK(words_start - states_end >= 12);
    }
}

TEST_CASE("the rows of the query, of scores and of weights have digits in every window") {
    for (const ExperimentEntry& one : experiments()) {
        for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
            LabUnderTest lab("write-a-poem", size);
            lab.act(OpenExperiment{one.id});
            openGenerate(lab);
            for (const bool is_presented : {false, true}) {
                if (is_presented) lab.ui.key(ImGuiKey_F5);
                for (const WordPart part : {WordPart::query, WordPart::scores, WordPart::weights}) {
                    change(lab, [&](GeneratePlace& place) {
                        place.part = part;
                        place.written = 5;
                    });
                    CAPTURE(one.id);
                    CAPTURE(size.x);
                    CAPTURE(is_presented);
                    CAPTURE(static_cast<int>(part));
                    const auto read = std::ssize(momentOf(lab).twins[0].read());
                    const bool is_query = part == WordPart::query;
                    const Index columns = is_query ? runOf(lab).experiment().model.d_k : read;
                    CHECK(checkNumbers(lab, "Centre/row-a") == columns);
                    CHECK(checkNumbers(lab, "Centre/row-b") == columns);
                }
            }
        }
    }
}

TEST_CASE("keys and values of every experiment have digits with two decimals in every window") {
    for (const ExperimentEntry& one : experiments()) {
        for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
            LabUnderTest lab("write-a-poem", size);
            lab.act(OpenExperiment{one.id});
            openGenerate(lab);
            for (const bool is_presented : {false, true}) {
                if (is_presented) lab.ui.key(ImGuiKey_F5);
                for (const Index written : {Index{0}, Index{3}, Index{30}}) {
                    change(lab, [&](GeneratePlace& place) {
                        place.part = WordPart::choice;
                        place.written = written;
                    });
                    CAPTURE(one.id);
                    CAPTURE(size.x);
                    CAPTURE(is_presented);
                    CAPTURE(written);
                    const ModelShape& model = runOf(lab).experiment().model;
                    const auto read = std::ssize(momentOf(lab).twins[0].read());
                    for (const auto& [name, columns] :
                         {std::pair("Centre/kept-keys", model.d_k),
                          std::pair("Centre/kept-values", model.d_v)}) {
                        const std::ptrdiff_t numbers = checkNumbers(lab, name);
                        // Of many rows the last ones are shown.
                        CHECK(numbers >= std::min<std::ptrdiff_t>(read, 4) * columns);
                        CHECK(numbers % columns == 0);
                    }
                }
            }
        }
    }
}

TEST_CASE("the chosen token has a bar of its own, with its rank where that is low") {
    int are_low = 0;
    for (const bool presents : {false, true}) {
        for (const ExperimentEntry& one : experiments()) {
            LabUnderTest lab("write-a-poem", presents ? kProjector : kLaptop);
            lab.act(OpenExperiment{one.id});
            openGenerate(lab);
            if (presents) lab.ui.key(ImGuiKey_F5);
            for (Index written = 0; written < 4; ++written) {
                change(lab, [&](GeneratePlace& place) {
                    place.part = WordPart::choice;
                    place.written = written;
                });
                for (const TwinWriting& twin : momentOf(lab).twins) {
                    const Unit unit = twin.next().unit;
                    const UnitText& text = runOf(lab).text();
                    const std::string name =
                        shownUnit(text.vocabulary[static_cast<std::size_t>(unit)]);
                    const std::vector<double>& chances = twin.next().chances;
                    const double chance = chances[static_cast<std::size_t>(unit)];
                    const auto better = std::ranges::count_if(
                        chances, [chance](double other) { return other > chance; });
                    // Presented, there are three bars.
                    const bool is_low = presents && better >= 3;
                    are_low += is_low ? 1 : 0;
                    const std::string share = formatPercent(chance) +
                                              (is_low ? fmt::format(", rank {}", better + 1) : "");
                    const auto has_bar = [&] {
                        for (const LayoutProbe::Text& label : lab.texts()) {
                            if (label.text != name) continue;
                            for (const LayoutProbe::Text& number : lab.texts()) {
                                const bool is_beside =
                                    number.drawn.min.x > label.drawn.max.x &&
                                    std::abs(number.drawn.center().y - label.drawn.center().y) < 4;
                                if (is_beside && number.text.starts_with(share)) return true;
                            }
                        }
                        return false;
                    };
                    CAPTURE(one.id);
                    CAPTURE(presents);
                    CAPTURE(written);
                    CAPTURE(name);
                    CHECK(has_bar());
                }
            }
        }
    }
    CHECK(are_low > 0);
}

TEST_CASE("the shown logits give the shown probability, or the sign is ≈") {
    LabUnderTest lab;
    openGenerate(lab);
    const std::regex line("p\\([^)]*\\) = e([^ ]*) / \\( e([^ ]*) \\+ e([^ ]*) \\) (=|≈) ([^ ]*)");
    const auto number = [](std::string digits) {
        for (std::size_t at = digits.find("\u2212"); at != std::string::npos;
             at = digits.find("\u2212")) {
            digits.replace(at, 3, "-");
        }
        const std::size_t by = digits.find('/');
        const double divisor = by == std::string::npos ? 1 : std::stod(digits.substr(by + 1));
        return std::stod(digits) / divisor;
    };
    int sums = 0;
    for (const double temperature : {0.2, 0.7, 1.0, 2.5}) {
        for (Index written = 0; written < 6; ++written) {
            change(lab, [&](GeneratePlace& place) {
                place.choice = {.temperature = temperature, .top_k = 2, .seed = 7};
                place.written = written;
                place.part = WordPart::chances;
            });
            std::string all;
            for (const LayoutProbe::Text& text : lab.texts()) all += text.text;
            std::smatch found;
            if (!std::regex_search(all, found, line)) continue;
            CAPTURE(found.str());
            const double own = std::exp(number(found[2]));
            const double chance = own / (own + std::exp(number(found[3])));
            const std::string digits = found[5];
            const bool holds = digits.starts_with(formatOperand(chance, 4)) ||
                               digits.starts_with(formatOperand(chance + 1e-12, 4)) ||
                               digits.starts_with(formatOperand(chance - 1e-12, 4));
            CHECK(holds == (found[4] == "="));
            ++sums;
        }
    }
    CHECK(sums > 12);
}
