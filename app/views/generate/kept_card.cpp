#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/look/theme.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/generate/generate_views.h"
#include "app/views/generate/writing_scene.h"
#include "app/views/shared/card.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/formula.h"
#include "app/widgets/grid_labels.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/explain/matrix_words.h"
#include "core/explain/text_line.h"
#include "core/words/say.h"
#include "messages/generate.h"

namespace lookback {
namespace {

/// Words beside the rows, about the explained twin: how many rows are cached, whether the result is
/// exact, and how many multiplications it takes.
class KeptWords {
public:
    /// @param width that the words may take @param says_why also say which rows are kept and why
    KeptWords(const WritingScene& writing, Painter& painter, float width, bool says_why);

    /// The height of all sentences.
    [[nodiscard]] float height() const;
    /// Draws the sentences from the first on, as far as they fit.
    void draw(ImVec2 at, float room) const;

private:
    struct Sentence {
        std::string_view sign;  ///< a tick or a cross; none: empty
        TextLine words;
    };
    float put(const Sentence& one, ImVec2 at, bool draw) const;

    const WritingScene& writing_;
    Painter& painter_;
    float width_;
    std::vector<Sentence> sentences_;
};

constexpr std::string_view kHolds = "\u2713";
constexpr std::string_view kFails = "\u2717";
constexpr float kKeptWordsSign = 18;  ///< width of a tick

/// Returns which keys and values are computed, and why.
Message whatIsKept(const WordWritten& word) {
    switch (word.nothing_kept) {
        case NothingKept::first_word: return say::generate::CacheFirst{};
        case NothingKept::places_moved: return say::generate::CacheMoved{};
        case NothingKept::no: break;
    }
    return say::generate::CacheWhy{};
}

/// Returns the multiplications with and without cached rows.
Message multiplications(const WordWritten& word, TextUnit unit) {
    const Count n{static_cast<Index>(word.products)};
    const Count full{static_cast<Index>(word.products_without)};
    if (word.length == 1) {
        using All = say::generate::Multiplications;
        return All{.unit = unitIn<All>(unit), .n = n};
    }
    if (word.kept > 0) {
        using Cached = say::generate::MultiplicationsCached;
        return Cached{.unit = unitIn<Cached>(unit), .n = n, .full = full};
    }
    // Without cached rows, only the queries that are not computed save any.
    using Last = say::generate::MultiplicationsLast;
    return Last{.unit = unitIn<Last>(unit), .n = n, .full = full};
}

KeptWords::KeptWords(const WritingScene& writing, Painter& painter, float width, bool says_why)
    : writing_(writing), painter_(painter), width_(width) {
    const WordWritten& word = writing.toldTwin().next();
    const Wording wording = writing.scene.wording();
    if (says_why) sentences_.push_back({"", {{writing.said(whatIsKept(word)), Ink::soft}}});
    using Counts = say::generate::CacheCounts;
    sentences_.push_back(
        {kHolds, wording.line(Counts{.n = word.kept,
                                     .unit = unitIn<Counts>(writing.unit()),
                                     .computed = Count{word.length - word.kept}})});
    if (word.equals_full_run) {
        sentences_.push_back({kHolds, wording.line(say::generate::CacheEqual{})});
    } else {
        sentences_.push_back({kFails, wording.line(say::generate::CacheDiffers{})});
    }
    sentences_.push_back({"", wording.line(multiplications(word, writing.unit()))});
}

float KeptWords::height() const {
    float height = 0;
    for (const Sentence& one : sentences_) height += put(one, {0, 0}, false);
    return height;
}

void KeptWords::draw(ImVec2 at, float room) const {
    const float bottom = at.y + room + 1;
    for (const Sentence& one : sentences_) {
        const float height = put(one, at, false);
        if (at.y + height > bottom) break;
        put(one, at, true);
        at.y += height;
    }
}

float KeptWords::put(const Sentence& one, ImVec2 at, bool draw) const {
    const Look& look = writing_.look;
    const Theme& c = look.colors();
    const LineFonts fonts = writing_.scene.compact ? smallSentenceFonts(look) : sentenceFonts(look);
    const float sign = one.sign.empty() ? 0 : look.px(kKeptWordsSign);
    if (draw && sign > 0) {
        painter_.text(fonts.bold, one.sign == kHolds ? c.good : c.bad,
                      Rect::at(at, {sign, lineHeight(fonts)}), one.sign);
    }
    const ImVec2 from{at.x + sign, at.y};
    return setLine(painter_, fonts, from, width_ - sign, one.words, 0, draw).height + look.px(3);
}

constexpr float kKeptCardHeading = 24;
constexpr float kKeptCardChip = 18;
constexpr int kKeptCardTooltipDecimals = 6;
constexpr float kKeptCardName = 22;    ///< "Keys K"
constexpr float kWords = 196;          ///< width of the words beside the rows
constexpr float kStateGap = 8;         ///< between a row and its state
constexpr float kBehindState = 12;     ///< to the right of the states
constexpr float kKeptCardBetween = 8;  ///< to the right of a matrix without states
constexpr float kKeptCardLeastRow = 14;
constexpr float kKeptCardMostRow = 48;
constexpr float kKeptCardLeastCell = 4;
constexpr double kOneDigit = 9;        ///< a number with one digit before its point
constexpr float kBesideLabel = 8;      ///< between a label and its row
constexpr float kBesideDigits = 1.5f;  ///< on both sides of the longest number
constexpr float kLeastOfType = 0.83f;  ///< height of a cell with digits, in lines of their type
constexpr float kKeptCardMostCell = 90;

/// The card with the keys and values of the tokens read so far, and which rows were cached.
class KeptCard {
public:
    KeptCard(const Scene& scene, Painter& painter, const Rect& rest)
        : scene_(scene),
          look_(scene.look),
          painter_(painter),
          writing_(scene),
          mine_(writing_.toldTwin()),
          word_(mine_.next()),
          rest_(rest) {}

    /// Draws the card; nothing where two rows do not fit. @return its height
    float draw() {
        const float pad = experimentPad(scene_);
        const float fixed = 2 * pad + headingHeight() + nameHeight();
        const float room = rest_.height() - fixed;
        const auto fitting = static_cast<Index>(room / leastRow());
        if (fitting < 2) return 0;
        // Where not all rows fit, the last one shows how many there are.
        shown_ = word_.length <= fitting ? word_.length : fitting - 1;
        row_ = std::clamp(std::floor(room / static_cast<float>(std::max(lines(), Index{1}))),
                          leastRow(), look_.px(scene_.compact ? 24 : kKeptCardMostRow));
        const KeptWords words(writing_, painter_, wordsWidth(), !saysWhyAbove());
        const float rows = nameHeight() + static_cast<float>(lines()) * row_;
        const float height = 2 * pad + headingHeight() +
                             std::min(std::max(rows, words.height()), room + nameHeight());
        const Rect card = rest_.top(height);
        drawPageCard(scene_, painter_, card);
        left_ = card.min.x + cardSide(scene_);
        const float right = card.max.x - cardSide(scene_);
        const float y = card.min.y + pad;
        heading(y, right);
        const float beside = right - wordsWidth();
        chooseDigits(beside - left_);
        const float keys = labelBeside(MatrixId::key) + room_ + besideKeys();
        const float top = y + headingHeight();
        grid(MatrixId::key, {{left_, top}, {left_ + keys, card.max.y}});
        grid(MatrixId::value, {{left_ + keys, top}, {beside, card.max.y}});
        if (isComputed()) words.draw({beside, top}, card.max.y - pad - top);
        return height;
    }

private:
    /// Which parts beside the rows stand once for both matrices.
    struct Once {
        bool states = false;
        bool labels = false;
    };

    // A low window gives the rows what words leave.
    [[nodiscard]] float headingHeight() const {
        return look_.px(scene_.compact ? 20 : kKeptCardHeading);
    }
    /// Presented rows have the height of digits.
    [[nodiscard]] float leastRow() const {
        if (!scene_.place().presenting) return look_.px(kKeptCardLeastRow);
        return std::ceil(kLeastOfType * look_.fonts.mono_small->FontSize) + look_.px(2);
    }
    [[nodiscard]] float nameHeight() const { return look_.px(scene_.compact ? 19 : kKeptCardName); }
    [[nodiscard]] float wordsWidth() const { return look_.px(kWords); }
    /// Returns the room of the longest state beside a row, and the gaps around it.
    [[nodiscard]] float stateWidth() const {
        using Is = say::generate::RowIs::Is;
        float widest = 0;
        for (const Is is : {Is::cached, Is::computed, Is::other}) {
            const std::string state = writing_.said(say::generate::RowIs{.is = is});
            widest = std::max(widest, painter_.width(look_.fonts.small_text, state));
        }
        return std::ceil(widest) + look_.px(kStateGap + kBehindState);
    }
    [[nodiscard]] Index leftOut() const { return word_.length - shown_; }
    [[nodiscard]] Index lines() const { return shown_ + (leftOut() > 0 ? 1 : 0); }
    [[nodiscard]] bool isComputed() const { return writing_.isReached(WordPart::query); }
    [[nodiscard]] bool isKept(Index row) const { return row < word_.kept; }

    void heading(float y, float right) {
        const Theme& c = look_.colors();
        const float chip =
            twinChip(painter_, {left_, y - look_.px(3)}, look_.px(kKeptCardChip), writing_.told) +
            look_.px(8);
        panelHeading(painter_, {chip, y}, writing_.said(say::generate::Cache{}), c.soft);
        if (!saysWhyAbove()) return;
        painter_.text(look_.fonts.small_text, c.soft,
                      {{right - whyWidth(), y - look_.px(2)},
                       {right, y + look_.fonts.caption->FontSize + look_.px(2)}},
                      writing_.said(whatIsKept(word_)));
    }

    [[nodiscard]] float whyWidth() const {
        return std::ceil(painter_.width(look_.fonts.small_text, writing_.said(whatIsKept(word_))));
    }
    /// True if the reason stands above the rows; else it stands beside them.
    [[nodiscard]] bool saysWhyAbove() const {
        const float wide =
            painter_.width(look_.fonts.caption, writing_.said(say::generate::Cache{})) +
            look_.px(64);
        return wide + whyWidth() <= rest_.width() - 2 * cardSide(scene_);
    }

    [[nodiscard]] std::vector<std::string> shownLabels() const {
        const std::vector<std::string> all = writing_.namesOf(mine_.read());
        return {all.end() - shown_, all.end()};
    }
    [[nodiscard]] float labelWidth() const {
        return std::min(std::ceil(widestLabel(painter_, shownLabels())) + 1, look_.px(72));
    }

    /// Return the columns that fit into the room of a matrix, and their width.
    [[nodiscard]] Index columnsIn(float room) const {
        const float gap = look_.px(2);
        const auto fitting =
            static_cast<Index>((room + gap) / (look_.px(kKeptCardLeastCell) + gap));
        const Index keys = mine_.input.matrix(MatrixId::key, writing_.head).cols();
        const Index values = mine_.input.matrix(MatrixId::value, writing_.head).cols();
        return std::clamp<Index>(fitting, 1, std::max(keys, values));
    }
    [[nodiscard]] float cellWidth(float room) const {
        const float gap = look_.px(2);
        const float wide = (room + gap) / static_cast<float>(columnsIn(room)) - gap;
        return std::floor(std::min(wide, look_.px(kKeptCardMostCell)));
    }

    /// The width of the longest number of both matrices. A number of two digits before the point,
    /// which has no room for one decimal, is shown without it.
    [[nodiscard]] float digitsWidth(int decimals) const {
        if (font_ == nullptr) return 0;
        const double bound =
            std::max(mine_.input.bound(MatrixId::key), mine_.input.bound(MatrixId::value));
        DigitRoom room{.bound = bound};
        if (decimals == 1) room.bound = std::min(bound, kOneDigit);
        room.masked_characters = DigitRoom{.bound = bound}.characters(0);
        return static_cast<float>(room.characters(decimals)) * font_->GetCharAdvance('0');
    }

    /// Chooses the digits that have room in both matrices, the most decimals; none where not one
    /// decimal fits. States and labels stand once where that alone gives room for digits: those of
    /// both matrices are equal. @param width of both with their labels and states
    void chooseDigits(float width) {
        constexpr std::array kChoices{Once{}, Once{.states = true}, Once{true, true}};
        font_ = look_.fonts.mono_small;
        const bool is_high = row_ - look_.px(2) >= kLeastOfType * font_->FontSize;
        for (const Once& tried : kChoices) {
            once_ = tried;
            once_.states = once_.states || scene_.compact;
            room_ = roomIn(width);
            const int wish = scene_.decimals;
            for (int decimals = wish; is_high && decimals >= std::min(wish, 1); --decimals) {
                decimals_ = decimals;
                const float wide = digitsWidth(decimals) + look_.px(kBesideDigits);
                if (wide <= cellWidth(room_)) return;
            }
        }
        font_ = nullptr;
        once_ = {.states = scene_.compact};
        room_ = roomIn(width);
    }

    /// Returns the width of the cells of one matrix.
    [[nodiscard]] float roomIn(float width) const {
        return std::floor((width - besideKeys() - labelBeside(MatrixId::key) -
                           labelBeside(MatrixId::value) - stateWidth()) /
                          2);
    }
    /// Returns the pixels to the right of the cells of the keys.
    [[nodiscard]] float besideKeys() const {
        if (!once_.states) return stateWidth();
        return look_.px(once_.labels ? 2 * kKeptCardBetween : kKeptCardBetween);
    }
    [[nodiscard]] float labelBeside(MatrixId id) const {
        const bool has_labels = id == MatrixId::key || !once_.labels;
        return has_labels ? labelWidth() + look_.px(kBesideLabel) : 0;
    }

    void grid(MatrixId id, const Rect& box) {
        const Theme& c = look_.colors();
        const Message name =
            say::generate::CacheMatrix{.matrix = titleOf(id),
                                       .symbol = Verbatim{std::string(info(id).symbol)},
                                       .head = writing_.headNumber()};
        painter_.textFitted(look_.fonts.strong_small, roleColor(c, info(id).role),
                            box.top(nameHeight()), writing_.said(name));
        const MatrixView whole = mine_.input.matrix(id, writing_.head);
        const bool says_states = !once_.states || id == MatrixId::value;
        const float from = box.min.x + labelBeside(id);
        const float gap = look_.px(2);
        const Index count = std::min(columnsIn(room_), whole.cols());
        GridSpec spec{.values = whole.block({whole.rows() - shown_, 0}, shown_, count)};
        spec.name = id == MatrixId::key ? "kept-keys" : "kept-values";
        spec.bound = mine_.input.bound(id);
        spec.gap = gap;
        spec.cell = {cellWidth(room_), row_ - gap};
        spec.font = font_;
        spec.decimals = decimals_;
        // A grid keeps a pixel before the digits.
        spec.pad = std::max((spec.cell.x - 1 - digitsWidth(decimals_)) / 2, 0.0f);
        spec.at = {from, box.min.y + nameHeight()};
        if (leftOut() > 0) {
            using Earlier = say::generate::Earlier;
            painter_.textFitted(
                look_.fonts.small_text, c.soft,
                {{box.min.x, spec.at.y}, {box.max.x - look_.px(8), spec.at.y + row_}},
                writing_.said(Earlier{.n = leftOut(), .unit = unitIn<Earlier>(writing_.unit())}));
            spec.at.y += row_;
        }
        // Before the query the newest row has not been computed.
        if (!isComputed()) spec.newest_cell = Cell{shown_ - 2, count - 1};
        if (!isComputed() && word_.kept == 0) spec.newest_cell = Cell{-1, count - 1};
        const GridEvents events = matrixGrid(painter_, spec);
        if (events.hovered && events.wants_tooltip && !isBlank(spec, *events.hovered)) {
            showTooltip(look_, cellRect(spec, *events.hovered),
                        formatNumber(spec.values(*events.hovered), kKeptCardTooltipDecimals));
        }
        if (labelBeside(id) > 0) {
            rowLabels(painter_, spec, shownLabels(), labelWidth(), shown_ - 1);
        }
        states(spec, says_states);
    }

    /// Draws the state of each row: cached, new or not yet computed.
    void states(const GridSpec& spec, bool are_said) {
        const Theme& c = look_.colors();
        const Rect cells = gridRect(spec);
        for (Index row = 0; row < shown_; ++row) {
            const Rect line = cellRect(spec, {row, 0});
            const bool is_kept = isKept(leftOut() + row);
            if (!is_kept && isComputed()) {
                painter_.outline(line.untilX(cells.max.x).grown(1), c.highlight, look_.px(3),
                                 std::max(1.0f, look_.px(1.5f)));
            }
            if (!are_said) continue;
            using Is = say::generate::RowIs::Is;
            const Message state = say::generate::RowIs{.is = is_kept        ? Is::cached
                                                             : isComputed() ? Is::computed
                                                                            : Is::other};
            painter_.text(
                look_.fonts.small_text, is_kept ? c.soft : c.ink,
                line.betweenX(cells.max.x + look_.px(kStateGap), cells.max.x + stateWidth()),
                writing_.said(state));
        }
    }

    const Scene& scene_;
    const Look& look_;
    Painter& painter_;
    WritingScene writing_;
    const TwinWriting& mine_;
    const WordWritten& word_;
    Rect rest_;
    Index shown_ = 0;
    ImFont* font_ = nullptr;  ///< of the digits; none: colour alone
    int decimals_ = 0;
    Once once_;
    float room_ = 0;  ///< width of the cells of one matrix
    float row_ = 0;
    float left_ = 0;
};

}  // namespace

float drawKeptCard(const Scene& scene, Painter& painter, const Rect& rest) {
    return KeptCard(scene, painter, rest).draw();
}

}  // namespace lookback
