#include "app/views/lab/told_cell.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/state/model/app_state.h"
#include "app/state/model/shown_quantity.h"
#include "app/views/lab/arithmetic_box.h"
#include "messages/explain.h"

namespace lookback {
namespace {

constexpr std::string_view kMinusSign = "\u2212";
constexpr std::string_view kInfinity = "\u221e";
constexpr std::string_view kBlankNumber = "0.0000";  ///< as wide as a hidden number is drawn

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// The length of the number with which a text begins, in bytes; 0 where it begins with none.
std::size_t numberLength(std::string_view text) {
    std::size_t at = 0;
    const auto take_sign = [&] {
        if (text.substr(at).starts_with(kMinusSign)) {
            at += kMinusSign.size();
        } else if (at < text.size() && text[at] == '-') {
            ++at;
        }
    };
    take_sign();
    for (const std::string_view name : {kInfinity, std::string_view("NaN")}) {
        if (text.substr(at).starts_with(name)) return at + name.size();
    }
    if (at >= text.size() || !isDigit(text[at])) return 0;
    while (at < text.size() && (isDigit(text[at]) || text[at] == '.')) ++at;
    if (at < text.size() && text[at] == 'e') {
        const std::size_t before = at++;
        take_sign();
        if (at >= text.size() || !isDigit(text[at])) at = before;
        while (at < text.size() && isDigit(text[at])) ++at;
    }
    return at;
}

/// The line with a blank in place of each number.
/// @param is_symbolic names of tokens may have digits: only exponents and decimal fractions are
/// numbers
/// @param is_asked a question mark stands in place of the result
TextLine blanked(const TextLine& line, bool is_symbolic, bool is_asked) {
    TextLine hidden;
    for (const Piece& piece : line) {
        if (piece.ink == Ink::result) {
            hidden.push_back(piece);
            hidden.back().text = is_asked ? std::string_view("?") : kBlankNumber;
            hidden.back().is_hidden = !is_asked;
            hidden.back().words.reset();
            continue;
        }
        if (piece.fold || piece.words) {
            hidden.push_back(piece);
            continue;
        }
        const auto add = [&](std::string_view text, bool is_hidden) {
            if (text.empty()) return;
            hidden.push_back(piece);
            hidden.back().text = is_hidden ? kBlankNumber : text;
            hidden.back().is_hidden = is_hidden;
        };
        const std::string_view text = piece.text;
        std::size_t begin = 0;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t length = numberLength(text.substr(at));
            const bool is_name = is_symbolic && piece.raised <= 0 &&
                                 text.substr(at, length).find('.') == std::string_view::npos;
            if (length == 0 || is_name) {
                at += std::max<std::size_t>(length, 1);
                continue;
            }
            add(text.substr(begin, at - begin), false);
            add(text.substr(at, length), true);
            at += length;
            begin = at;
        }
        add(text.substr(begin), false);
    }
    return hidden;
}

/// The first of several lines is the formula, most often in symbols.
/// @param has_formula otherwise the result alone is left
void blank(std::vector<TextLine>& lines, bool is_asked, bool has_formula) {
    if (!has_formula) lines = {{{.ink = Ink::result}}};
    for (std::size_t k = 0; k < lines.size(); ++k) {
        lines[k] = blanked(lines[k], k == 0 && lines.size() > 1, is_asked);
    }
}

/// True for a cell whose formula says in words whether the mask blocks it, or what takes its place.
bool saysMask(const Scene& scene, const Target& target) {
    if (target.id == MatrixId::mask || target.id == MatrixId::masked_scores) return true;
    return !isShown(scene.state, {.id = MatrixId::mask, .row = target.cell.row});
}

bool isCellShown(const Scene& scene, const Target& target) {
    return isShown(
        scene.state,
        {.id = target.id, .row = target.cell.row, .col = target.cell.col, .head = target.head});
}

bool isAsked(const Scene& scene, const Target& target) {
    return scene.state.lesson.hiding.asked == target;
}

bool isArithmeticHidden(const Scene& scene) {
    return scene.state.lesson.hiding.things.has(LessonPanel::arithmetic);
}

}  // namespace

Explanation toldCell(const Scene& scene, const Target& target, std::size_t most_terms) {
    Explanation told =
        explainCell(scene.document(), scene.trace(), target.id, target.head, target.cell,
                    optionsAbout(scene, target, most_terms), scene.preferences().conventions);
    if (isArithmeticHidden(scene)) {
        told.lines = {{pieceOf(hiddenByLesson(scene.state), Ink::soft)}};
        told.meaning.clear();
    } else if (!isCellShown(scene, target)) {
        blank(told.lines, isAsked(scene, target), !saysMask(scene, target));
        told.meaning = {hiddenByLesson(scene.state)};
    } else if (told.is_approximate && !scene.state.document_work.history.isDragging()) {
        // While a number is dragged the words stay where they are.
        told.meaning.push_back(say::explain::AboutDigits{});
    }
    return told;
}

std::vector<TextLine> toldLines(const Scene& scene, const Target& target, std::size_t most_terms) {
    if (isArithmeticHidden(scene)) return toldCell(scene, target, most_terms).lines;
    std::vector<TextLine> lines =
        explainedLines(scene.document(), scene.trace(), target.id, target.head, target.cell,
                       optionsAbout(scene, target, most_terms), scene.preferences().conventions);
    if (!isCellShown(scene, target)) blank(lines, isAsked(scene, target), !saysMask(scene, target));
    return lines;
}

}  // namespace lookback
