// Worksheets: every number of the page and of its answers is the trace's, and no blank can be read
// off.

#include "core/io/worksheet.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/engine/attend.h"
#include "core/engine/position_arithmetic.h"
#include "core/engine/stages.h"
#include "core/engine/steps.h"
#include "core/explain/explain.h"
#include "core/io/lesson_library.h"
#include "core/io/worksheet_blanks.h"
#include "tests/core/documents.h"
#include "tests/core/said.h"
#include "tests/core/worksheet_pages.h"
#include "tests/strange_numbers.h"

namespace lookback {
namespace {

using test::allBetween;
using test::checkTags;
using test::sheetOf;

constexpr std::string_view kBlankCell = "<td class=\"blank\">";

struct PageOptions {
    std::uint32_t seed = 1;
    std::optional<Index> blanks{};
    std::string_view language = "en";
};

Result<std::string> tryPage(const Document& document, const PageOptions& options = {}) {
    const Trace trace = attend(document);
    return worksheetPage({.report = {document, trace, trace.order},
                          .language = *findLanguage(options.language),
                          .seed = options.seed,
                          .blanks = options.blanks});
}

std::string pageOf(const Document& document, const PageOptions& options = {}) {
    const Result<std::string> page = tryPage(document, options);
    REQUIRE_MESSAGE(page.has_value(), (page ? "" : test::placed(page.error())));
    return *page;
}

/// The numbers of the answers, in order.
std::vector<std::string> answersOf(std::string_view page) {
    return allBetween(page, "<span class=\"result\">", "<");
}

/// The blank that stands in a cell, from 1 on; 0: none.
std::size_t blankIn(std::string_view cell) {
    const std::string_view label = "<b class=\"label\">";
    return cell.starts_with(label) ? std::stoul(std::string(cell.substr(label.size()))) : 0;
}

/// The cells of all tables, in order, each blank with its number from the answers.
std::vector<std::string> filledCells(std::string_view page) {
    const std::vector<std::string> answers = answersOf(page);
    std::vector<std::string> cells = allBetween(sheetOf(page), "<td", "</td>");
    for (std::string& cell : cells) {
        cell = cell.substr(cell.find('>') + 1);
        if (const std::size_t blank = blankIn(cell)) cell = answers.at(blank - 1);
    }
    return cells;
}

/// A number of the page in its place; of the mask, 1 or 0.
struct PlacedNumber {
    StageCell at;
    double value = 0;
};

void addNumbers(const MatrixView& values, StageCell at, std::vector<PlacedNumber>& numbers) {
    for (at.cell.row = 0; at.cell.row < values.rows(); ++at.cell.row) {
        for (at.cell.col = 0; at.cell.col < values.cols(); ++at.cell.col) {
            numbers.push_back({at, values(at.cell)});
        }
    }
}

/// The numbers of a document, in the order of its worksheet.
std::vector<PlacedNumber> numbersOf(const Document& document) {
    const Trace trace = attend(document);
    std::vector<PlacedNumber> numbers;
    const auto add = [&](MatrixId id, Index head = 0) {
        addNumbers(matrixById(document, trace, id, head), {id, head, {}}, numbers);
    };
    add(MatrixId::embeddings);
    if (trace.has(MatrixId::positions)) add(MatrixId::positions);
    for (const MatrixId id :
         {MatrixId::w_query, MatrixId::b_query, MatrixId::w_key, MatrixId::b_key, MatrixId::w_value,
          MatrixId::b_value, MatrixId::w_output, MatrixId::b_output}) {
        add(id);
    }
    add(MatrixId::mask);
    for (const Step& step : documentSteps(document)) {
        for (const MatrixId id : step.stages) {
            if (!isComputedStage(document, id)) continue;
            for (Index head = 0; head < trace.tensor(id).heads(); ++head) add(id, head);
        }
    }
    return numbers;
}

/// The digits of a number with as many decimals as a printed one has.
std::string digitsLike(const std::string& printed, const PlacedNumber& number) {
    if (number.at.id == MatrixId::mask) return number.value != 0 ? "1" : "0";
    const std::size_t point = printed.find('.');
    const bool is_power = printed.find('e') != std::string::npos;
    if (is_power || point == std::string::npos) return formatOperand(number.value, 4);
    return formatNumber(number.value, static_cast<int>(printed.size() - point - 1));
}

void checkCells(std::string_view page, const Document& document) {
    const std::vector<std::string> cells = filledCells(page);
    const std::vector<PlacedNumber> numbers = numbersOf(document);
    REQUIRE(cells.size() == numbers.size());
    for (std::size_t k = 0; k < cells.size(); ++k) {
        REQUIRE(cells[k] == digitsLike(cells[k], numbers[k]));
    }
}

/// A digit string without its sign.
std::string unsignedOf(const std::string& digits) {
    constexpr std::string_view kMinusSign = "\u2212";
    return digits.starts_with(kMinusSign) ? digits.substr(kMinusSign.size()) : digits;
}

TEST_CASE("worksheet: filled in by its answers, every number of the page is the trace's") {
    std::set<Arithmetic> asked;
    std::size_t blanks = 0;
    test::forEveryTable([&](const test::Wanted& wanted) {
        const Document document = test::randomDocument(wanted);
        const Result<std::string> page = tryPage(document, {.seed = wanted.seed, .blanks = {}});
        if (!page) {  // a document whose numbers are all NaN, blocked or repeated
            CHECK(page.error().where.empty());
            return;
        }
        checkTags(*page);
        checkCells(*page, document);
        for (const std::string& answer : answersOf(*page)) {
            CHECK(sheetOf(*page).find(unsignedOf(answer)) == std::string_view::npos);
        }
        blanks += answersOf(*page).size();

        const Trace trace = attend(document);
        const TraceReport report{document, trace, trace.order};
        for (const Blank& blank :
             drawBlanks(report, {std::string(sheetOf(*page))}, wanted.seed, 1000)) {
            asked.insert(stage(blank.place.id).arithmetic(document));
        }
    });
    CHECK(blanks > 500);
    const std::set<Arithmetic> all{Arithmetic::sum,           Arithmetic::dot,
                                   Arithmetic::score,         Arithmetic::rotation,
                                   Arithmetic::quotient,      Arithmetic::capping,
                                   Arithmetic::bias,          Arithmetic::masking,
                                   Arithmetic::softmax,       Arithmetic::column_softmax,
                                   Arithmetic::renormalising, Arithmetic::weighted_sum};
    CHECK(asked == all);
}

/// A student who computes each blank from the printed numbers, and from own answers.
class CarefulStudent {
public:
    CarefulStudent(const Document& document, std::string_view page)
        : document_(document), trace_(attend(document)) {
        const std::vector<std::string> cells = allBetween(sheetOf(page), "<td", "</td>");
        const std::vector<PlacedNumber> numbers = numbersOf(document);
        REQUIRE(cells.size() == numbers.size());
        for (std::size_t k = 0; k < cells.size(); ++k) {
            const std::string text = cells[k].substr(cells[k].find('>') + 1);
            const std::size_t blank = blankIn(text);
            if (blank == 0) {
                read_[numbers[k].at] = numberIn(text);
            } else {
                blanks_[blank].push_back(numbers[k].at);
            }
        }
    }

    /// The own answers, in order.
    std::vector<double> answers() {
        std::vector<double> all;
        for (const auto& [label, cells] : blanks_) {
            // The first cell of a blank computes it, in the order of the stages.
            const double answer =
                std::strtod(fixedDigits(computed(cells.front()), 4).c_str(), nullptr);
            for (const StageCell& cell : cells) read_[cell] = answer;
            all.push_back(answer);
        }
        return all;
    }

    static double numberIn(std::string text) {
        for (std::size_t at = 0; (at = text.find("\u2212")) != std::string::npos;) {
            text.replace(at, 3, "-");
        }
        if (text.find("\u221e") != std::string::npos) {
            return text.front() == '-' ? -test::kInfinity : test::kInfinity;
        }
        return text == "NaN" ? test::kNaN : std::strtod(text.c_str(), nullptr);
    }

private:
    double read(MatrixId id, Index head, Cell cell) const {
        const auto found = read_.find({id, info(id).per_head ? head : 0, cell});
        REQUIRE(found != read_.end());
        return found->second;
    }

    double computed(const StageCell& at) const {
        Operation op = explainCell(document_, trace_, at.id, at.head, at.cell).operation;
        op.scalar = ScalarKind::float64;
        const Stage& row = stage(at.id);
        const MatrixId left = row.left(document_);
        const MatrixId right = row.right(document_);
        const auto [i, j] = at.cell;
        const Index in_head = info(at.id).per_head ? at.head * trace_.tensor(at.id).cols() + j : j;
        const Rotation turns(document_.positions, document_.dK());
        for (std::size_t k = 0; k < op.left.size(); ++k) {
            const auto place = static_cast<Index>(k);
            switch (op.kind) {
                case Arithmetic::dot:
                    op.left[k] = read(left, at.head, {i, place});
                    op.right[k] = read(right, 0, {place, in_head});
                    break;
                case Arithmetic::score:
                    op.left[k] = read(left, at.head, {i, place});
                    op.right[k] = read(right, at.head, {j, place});
                    break;
                case Arithmetic::weighted_sum: {
                    const Index head = j / document_.dV();
                    op.left[k] = read(left, head, {i, place});
                    op.right[k] = read(right, head, {place, j % document_.dV()});
                    break;
                }
                case Arithmetic::softmax:
                case Arithmetic::renormalising: op.left[k] = read(left, at.head, {i, place}); break;
                case Arithmetic::column_softmax:
                    op.left[k] = read(left, at.head, {place, j});
                    break;
                case Arithmetic::rotation: {
                    const Index pair = turns.dimensionPair(j);
                    op.left[k] =
                        read(left, at.head, {i, k == 0 ? turns.first(pair) : turns.second(pair)});
                    break;
                }
                case Arithmetic::sum: op.right[k] = read(right, at.head, at.cell); [[fallthrough]];
                default: op.left[k] = read(left, at.head, at.cell);
            }
        }
        if (op.bias) op.bias = read(*biasOf(document_, at.id), 0, {0, in_head});
        return redoUnrounded(op, document_.masking);
    }

    const Document& document_;
    Trace trace_;
    std::map<StageCell, double> read_;
    std::map<std::size_t, std::vector<StageCell>> blanks_;  ///< by label, from 1 on
};

/// How far the key lets the answers be from its own.
std::vector<double> tolerancesOf(std::string_view page) {
    std::vector<double> all;
    for (const std::string& text : allBetween(page, "<span class=\"soft\"> \u00b1 ", "<")) {
        all.push_back(CarefulStudent::numberIn(text));
    }
    return all;
}

/// Checks a page against the student. @return the number of answers that are not the key's digits
int checkStudent(const Document& document, std::string_view page) {
    const std::vector<double> own = CarefulStudent(document, page).answers();
    const std::vector<std::string> key = answersOf(page);
    const std::vector<double> within = tolerancesOf(page);
    REQUIRE(own.size() == key.size());
    REQUIRE(within.size() == key.size());
    int differ = 0;
    for (std::size_t k = 0; k < key.size(); ++k) {
        CAPTURE(k + 1);
        CAPTURE(key[k]);
        const double off = std::abs(own[k] - CarefulStudent::numberIn(key[k]));
        REQUIRE(off <= within[k] + 1e-9);
        if (off > 1e-9) ++differ;
    }
    return differ;
}

TEST_CASE("worksheet: whoever computes with the printed digits is right by the key") {
    for (const LessonEntry& lesson : lessons()) {
        CAPTURE(lesson.id);
        const Document document = *openLesson(lesson.id);
        for (std::uint32_t seed = 1; seed <= 6; ++seed) {
            CAPTURE(seed);
            const std::string page = pageOf(document, {.seed = seed, .blanks = {}});
            checkStudent(document, page);
            // Outside 16 bits, an answer is off by a few units of its last digit at most.
            for (const double within : tolerancesOf(page)) CHECK(within < 2e-3);
        }
    }
    unsigned seed = 0;
    test::forEveryTable([&](test::Wanted wanted) {
        wanted.seed = ++seed;
        Document document = test::randomDocument(wanted);
        for (const MatrixId id : kEditableMatrices) {
            if (!isEditable(document, id)) continue;
            Matrix<double> numbers = editable(document, id).get();
            numbers *= 0.6180339887498949;
            setMatrix(document, id, std::move(numbers));
        }
        const Result<std::string> page = tryPage(document, {.seed = seed, .blanks = {}});
        if (page) checkStudent(document, *page);
    });
}

TEST_CASE("worksheet: in every lesson and language, blanks come from all steps") {
    for (const LessonEntry& lesson : lessons()) {
        const Document document = *openLesson(lesson.id);
        for (const Language& language : kLanguages) {
            CAPTURE(lesson.id);
            const std::string page =
                pageOf(document, {.seed = 7, .blanks = {}, .language = language.id});
            checkTags(page);
            CHECK(answersOf(page).size() == static_cast<std::size_t>(kUsualBlanks));
            checkCells(page, document);
            CHECK(page.find("<html lang=\"" + std::string(language.id)) != std::string::npos);
            const std::size_t lines =
                allBetween(sheetOf(page), "<span class=\"answer\">", "<").size();
            CHECK(lines == answersOf(page).size());  // a question for each blank
            // A step is left without a blank only where its numbers repeat others.
            std::map<std::string, std::size_t> of_step;
            for (const std::string& step :
                 allBetween(sheetOf(page), "<section class=\"step\">", "</section>")) {
                const std::string title = step.substr(0, step.find("</h2>"));
                of_step[title] = allBetween(step, kBlankCell, "<").size();
            }
            CHECK(std::count_if(of_step.begin(), of_step.end(),
                                [](const auto& row) { return row.second == 0; }) <= 1);
        }
    }
    CHECK(pageOf(*openLesson("write-a-poem"), {.seed = 1, .blanks = {}, .language = "id"})
              .find("Kunci jawaban") != std::string::npos);
}

TEST_CASE("worksheet: a seed is one sheet, and other seeds leave out other numbers") {
    const Document document = *openLesson("write-a-poem");
    std::set<std::vector<std::string>> answers;
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        const std::string page = pageOf(document, {.seed = seed, .blanks = {}});
        CHECK(page == pageOf(document, {.seed = seed, .blanks = {}}));
        CHECK(allBetween(page, "<footer>Lookback worksheet, seed ", "<") ==
              std::vector<std::string>(2, std::to_string(seed)));
        answers.insert(answersOf(page));
    }
    CHECK(answers.size() >= 19);
}

TEST_CASE("worksheet: a number that later stages repeat is left out there too") {
    const Document document = *openLesson("write-a-poem");
    const std::string page = pageOf(document, {.seed = 1, .blanks = 20});
    std::map<std::size_t, std::size_t> cells;
    for (const std::string& cell : allBetween(sheetOf(page), kBlankCell, "</td>")) {
        ++cells[blankIn(cell)];
    }
    CHECK(cells.size() == 20);
    // A scaled score of an allowed pair is its masked score; the first token's value is its
    // context.
    CHECK(std::any_of(cells.begin(), cells.end(), [](const auto& row) { return row.second == 2; }));
    CHECK(page.find("Blanks with the same label hold the same number.") != std::string::npos);
}

TEST_CASE("worksheet: what cannot be left out is refused in one line") {
    const Document document = *openLesson("write-a-poem");
    const auto refusal = [](const Document& of, std::optional<Index> blanks) {
        const auto page = tryPage(of, {.seed = 1, .blanks = blanks});
        REQUIRE(!page);
        return test::placed(page.error());
    };
    const std::string most = refusal(document, 1000);
    const std::string_view begin = "blanks: is 1000, expected a whole number from 1 to ";
    REQUIRE(most.starts_with(begin));
    const Index all = std::stol(most.substr(begin.size()));
    CHECK(answersOf(pageOf(document, {.seed = 3, .blanks = all})).size() ==
          static_cast<std::size_t>(all));
    CHECK(refusal(document, all + 1).ends_with(" from 1 to " + std::to_string(all)));

    Document alike = document;
    alike.embeddings = SharedMatrix(Matrix<double>::Zero(3, 2));
    alike.mask.rules = {newRule(MaskKind::none, 3)};
    const char* const none =
        ": no number can be left out of a worksheet: each is blocked, not finite or shown in "
        "another "
        "cell, too";
    CHECK(refusal(alike, std::nullopt) == none);
    CHECK(refusal(test::randomDocument({.tokens = 0}), std::nullopt) == none);
}

TEST_CASE("worksheet: a document of too many numbers is refused before it is computed") {
    CHECK(!worksheetFault(*openLesson("numpy-from-scratch")));
    const auto fault = worksheetFault(test::randomDocument({.tokens = 40}));
    REQUIRE(fault);
    CHECK(test::said(*fault).starts_with("a worksheet would have "));
    CHECK(test::said(*fault).ends_with(" numbers, expected at most 4,096"));
    // The count is that of the page.
    const Document document = test::randomDocument({.tokens = 5, .heads = 2, .output = true});
    CHECK(filledCells(pageOf(document)).size() == numbersOf(document).size());
}

TEST_CASE("worksheet: tokens and titles are text, whatever they hold") {
    Document document = *openLesson("write-a-poem");
    document.lesson = nullptr;
    document.title = "<b>&\n";
    document.tokens = {"</td>", "a&b", "\x01\"q\""};
    const std::string page = pageOf(document);
    checkTags(page);
    CHECK(page.find("<h1>&lt;b&gt;&amp;?</h1>") != std::string::npos);
    CHECK(page.find("<th class=\"row\">&lt;/td&gt;</th>") != std::string::npos);
    CHECK(page.find('\x01') == std::string::npos);
    document.title.clear();
    CHECK(pageOf(document).find("<h1>Untitled</h1>") != std::string::npos);
}

TEST_CASE("worksheet: digits that a token or the title shows are no blank") {
    Document document = *openLesson("write-a-poem");
    document.lesson = nullptr;
    const std::string digits = unsignedOf(answersOf(pageOf(document)).front());
    document.title = "x" + digits + "1";
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        for (const std::string& answer :
             answersOf(pageOf(document, {.seed = seed, .blanks = {}}))) {
            CHECK(unsignedOf(answer) != digits);
        }
    }
}

TEST_CASE("worksheet: blocked cells are hatched, those that still have weight otherwise") {
    Document document = *openLesson("write-a-poem");
    CHECK(pageOf(document).find("class=\"leak\"") == std::string::npos);
    CHECK(pageOf(document).find("<td class=\"blocked\">\u22121e9</td>") != std::string::npos);
    document.masking.method = MaskingMethod::multiply;
    CHECK(pageOf(document).find("<td class=\"leak\">0.") != std::string::npos);
    document.mask.rules = {newRule(MaskKind::none, document.n())};
    CHECK(pageOf(document).find("class=\"blocked\"") == std::string::npos);
    CHECK(pageOf(document).find("hatched") == std::string::npos);
}

}  // namespace
}  // namespace lookback
