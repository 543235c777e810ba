#include <algorithm>
#include <array>
#include <cfloat>
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

/// Words about the rows, about the explained twin: how many rows are cached, whether the result is
/// exact, and how many multiplications it takes.
class KeptWords {
public:
    /// @param width that the words may take @param says_why also say which rows are kept and why,
    /// if there is room @param flows sentences stand beside each other where they have room
    KeptWords(const WritingScene& writing, Painter& painter, float width, bool says_why,
              bool flows);

    /// The height of all sentences but the reason.
    [[nodiscard]] float height() const { return height_; }
    /// Draws the sentences from the first on, as far as they fit.
    void draw(ImVec2 at, float room) const;

private:
    struct Sentence {
        std::string_view sign;  ///< a tick or a cross; none: empty
        TextLine words;
        ImVec2 at{};  ///< from the first one
        float height = 0;
    };
    void layOut(bool flows);
    [[nodiscard]] LineFonts fonts() const {
        return writing_.scene.compact ? smallSentenceFonts(writing_.look)
                                      : sentenceFonts(writing_.look);
    }
    [[nodiscard]] float signWidth(const Sentence& one) const;

    const WritingScene& writing_;
    Painter& painter_;
    static constexpr std::size_t kWithoutReason = 3;  ///< sentences
    float width_;
    float height_ = 0;
    std::vector<Sentence> sentences_;
};

constexpr std::string_view kHolds = "\u2713";
constexpr std::string_view kFails = "\u2717";
constexpr float kKeptWordsSign = 18;     ///< width of a tick
constexpr float kBetweenSentences = 20;  ///< that stand beside each other

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

KeptWords::KeptWords(const WritingScene& writing, Painter& painter, float width, bool says_why,
                     bool flows)
    : writing_(writing), painter_(painter), width_(width) {
    const WordWritten& word = writing.toldTwin().next();
    const Wording wording = writing.scene.wording();
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
    const bool may_tell = !writing.scene.state.lesson.awaitsAnswer();
    if (says_why && may_tell)
        sentences_.push_back({"", {{writing.said(whatIsKept(word)), Ink::soft}}});
    layOut(flows);
}

float KeptWords::signWidth(const Sentence& one) const {
    return one.sign.empty() ? 0 : writing_.look.px(kKeptWordsSign);
}

void KeptWords::layOut(bool flows) {
    const Look& look = writing_.look;
    ImVec2 pen{0, 0};
    float below = 0;
    for (Sentence& one : sentences_) {
        const float sign = signWidth(one);
        const float whole = sign + measuredLine(painter_, fonts(), FLT_MAX, one.words).width;
        const bool is_beside = flows && pen.x > 0 && pen.x + whole <= width_;
        if (!is_beside) pen = {0, below};
        one.at = pen;
        one.height = measuredLine(painter_, fonts(), width_ - sign, one.words).height;
        pen.x += std::ceil(std::min(whole, width_)) + look.px(kBetweenSentences);
        below = std::max(below, pen.y + one.height + look.px(3));
        if (&one == &sentences_[kWithoutReason - 1]) height_ = below;
    }
}

void KeptWords::draw(ImVec2 at, float room) const {
    const Theme& c = writing_.look.colors();
    for (const Sentence& one : sentences_) {
        if (one.at.y + one.height > room + 1) break;
        const float sign = signWidth(one);
        const ImVec2 from{at.x + one.at.x, at.y + one.at.y};
        if (sign > 0) {
            painter_.text(fonts().bold, one.sign == kHolds ? c.good : c.bad,
                          Rect::at(from, {sign, lineHeight(fonts())}), one.sign);
        }
        setLine(painter_, fonts(), {from.x + sign, from.y}, width_ - sign, one.words);
    }
}

constexpr float kKeptCardHeading = 24;
constexpr float kKeptCardChip = 18;
constexpr int kKeptCardTooltipDecimals = 6;
constexpr float kKeptCardName = 22;    ///< "Keys K"
constexpr float kLowName = 17;         ///< likewise, of stacked values in a low window
constexpr float kBehindHeading = 16;   ///< to the right of the heading, before a name
constexpr float kWords = 196;          ///< width of the words beside the rows
constexpr float kNarrowWords = 168;    ///< likewise, of stacked rows
constexpr float kAboveWords = 6;       ///< between the rows and the words below them
constexpr float kStateGap = 8;         ///< between a row and its state
constexpr float kBehindState = 12;     ///< to the right of the states
constexpr float kKeptCardBetween = 8;  ///< to the right of a matrix without states
constexpr float kKeptCardLeastRow = 14;
constexpr float kKeptCardMostRow = 48;
constexpr float kKeptCardLeastCell = 4;
constexpr double kOneDigit = 9;        ///< a number with one digit before its point
constexpr float kBesideLabel = 8;      ///< between a label and its row
constexpr float kBesideDigits = 1.5f;  ///< on both sides of the longest number
constexpr float kLeastOfType = 0.8f;   ///< height of a cell with digits, in lines of their type
constexpr float kKeptCardMostCell = 90;
constexpr int kEnoughOfKept = 2;

/// A way to set the card.
struct KeptSetting {
    bool is_stacked = false;       ///< the values stand below the keys
    bool has_words_below = false;  ///< else the words stand beside the rows
    bool has_states_once = false;  ///< beside the values alone
    bool has_labels_once = false;  ///< beside the keys alone
};
constexpr std::array kKeptSettings{
    KeptSetting{},
    KeptSetting{.has_states_once = true},
    KeptSetting{.has_states_once = true, .has_labels_once = true},
    KeptSetting{.has_words_below = true},
    KeptSetting{.has_words_below = true, .has_states_once = true},
    KeptSetting{.has_words_below = true, .has_states_once = true, .has_labels_once = true},
    KeptSetting{.is_stacked = true}};

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
        if (!chooseSetting()) return 0;
        const float pad = experimentPad(scene_);
        const KeptWords words = this->words();
        const float keys = heightOf(MatrixId::key);
        const float rows = setting_.is_stacked ? keys + heightOf(MatrixId::value) : keys;
        const float below = setting_.has_words_below ? words.height() + look_.px(kAboveWords) : 0;
        const float beside = setting_.has_words_below ? 0 : words.height();
        const float inside =
            std::min(headingHeight() + std::max(rows, beside) + below, rest_.height() - 2 * pad);
        const Rect card = rest_.top(inside + 2 * pad);
        drawPageCard(scene_, painter_, card);
        left_ = card.min.x + cardSide(scene_);
        const float y = card.min.y + pad;
        heading(y, card.max.x - cardSide(scene_));
        const float top = y + headingHeight();
        const float right = left_ + matricesWidth();
        if (setting_.is_stacked) {
            grid(MatrixId::key, {{left_, top}, {right, top + keys}});
            grid(MatrixId::value, {{left_, top + keys}, {right, top + rows}});
        } else {
            const float wide = labelBeside(MatrixId::key) + room_ + besideKeys();
            grid(MatrixId::key, {{left_, top}, {left_ + wide, top + rows}});
            grid(MatrixId::value, {{left_ + wide, top}, {right, top + rows}});
        }
        const float bottom = card.max.y - pad;
        const ImVec2 at = setting_.has_words_below
                              ? ImVec2{left_, top + rows + look_.px(kAboveWords)}
                              : ImVec2{right, top};
        if (isComputed()) words.draw(at, bottom - at.y);
        return card.height();
    }

private:
    // A low window gives the rows what words leave.
    [[nodiscard]] float headingHeight() const {
        return look_.px(scene_.compact ? 20 : kKeptCardHeading);
    }
    /// Returns the least height of rows, with digits or without.
    [[nodiscard]] float leastRow() const {
        const float of_digits =
            font_ == nullptr ? 0 : std::ceil(kLeastOfType * font_->FontSize) + gap();
        return std::max(of_digits, look_.px(kKeptCardLeastRow));
    }
    [[nodiscard]] float gap() const { return look_.px(scene_.compact ? 1 : 2); }
    /// Returns the height of the name above a matrix; 0 where it stands in the line of the heading.
    [[nodiscard]] float nameHeight(MatrixId id) const {
        if (!scene_.compact) return look_.px(kKeptCardName);
        const bool is_below = setting_.is_stacked && id == MatrixId::value;
        return is_below || !namesFitHeading() ? look_.px(kLowName) : 0;
    }
    /// True if the line of the heading has room for the names of the matrices.
    [[nodiscard]] bool namesFitHeading() const {
        const float heading =
            look_.px(26 + 8 + kBehindHeading) +
            painter_.width(look_.fonts.caption, writing_.said(say::generate::Cache{}));
        const float name =
            painter_.width(look_.fonts.strong_small, writing_.said(nameOf(MatrixId::key)));
        const float room =
            setting_.is_stacked ? matricesWidth() : matricesWidth() / 2 - stateWidth();
        return heading + name <= room;
    }
    [[nodiscard]] Message nameOf(MatrixId id) const {
        return say::generate::CacheMatrix{.matrix = titleOf(id),
                                          .symbol = Verbatim{std::string(info(id).symbol)},
                                          .head = writing_.headNumber()};
    }
    [[nodiscard]] float inside() const { return rest_.width() - 2 * cardSide(scene_); }
    [[nodiscard]] float matricesWidth() const {
        return inside() - (setting_.has_words_below ? 0 : besideWords());
    }
    [[nodiscard]] float besideWords() const {
        return look_.px(setting_.is_stacked ? kNarrowWords : kWords);
    }
    /// The height of a matrix with its name.
    [[nodiscard]] float heightOf(MatrixId id) const {
        return nameHeight(id) + static_cast<float>(lines()) * row_;
    }
    [[nodiscard]] KeptWords words() const {
        const float width = setting_.has_words_below ? inside() : besideWords();
        return {writing_, painter_, width, !saysWhyAbove(), setting_.has_words_below};
    }

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
        const std::string words = writing_.said(say::generate::Cache{});
        panelHeading(painter_, {chip, y}, words, c.soft);
        const ImFont& font = *look_.fonts.caption;
        heading_ = Rect::at({chip, y}, {painter_.width(look_.fonts.caption, words), font.FontSize});
        if (!saysWhyAbove()) return;
        painter_.text(look_.fonts.small_text, c.soft,
                      {{right - whyWidth(), y - look_.px(2)},
                       {right, y + look_.fonts.caption->FontSize + look_.px(2)}},
                      writing_.said(whatIsKept(word_)));
    }

    [[nodiscard]] float whyWidth() const {
        return std::ceil(painter_.width(look_.fonts.small_text, writing_.said(whatIsKept(word_))));
    }
    /// True if the reason stands above the rows; else it is the last of the words.
    [[nodiscard]] bool saysWhyAbove() const {
        if (scene_.compact) return false;
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
        const auto fitting =
            static_cast<Index>((room + gap()) / (look_.px(kKeptCardLeastCell) + gap()));
        const Index keys = mine_.input.matrix(MatrixId::key, writing_.head).cols();
        const Index values = mine_.input.matrix(MatrixId::value, writing_.head).cols();
        return std::clamp<Index>(fitting, 1, std::max(keys, values));
    }
    [[nodiscard]] float cellWidth(float room) const {
        const float wide = (room + gap()) / static_cast<float>(columnsIn(room)) - gap();
        return std::floor(std::min(wide, look_.px(kKeptCardMostCell)));
    }

    /// Returns the largest number in the shown rows of both matrices.
    [[nodiscard]] double largestShown() const {
        double largest = 0;
        for (const MatrixId id : {MatrixId::key, MatrixId::value}) {
            const MatrixView whole = mine_.input.matrix(id, writing_.head);
            for (Index row = whole.rows() - shown_; row < whole.rows(); ++row) {
                for (Index col = 0; col < whole.cols(); ++col) {
                    const double size = std::abs(whole(row, col));
                    if (std::isfinite(size)) largest = std::max(largest, size);
                }
            }
        }
        return largest;
    }

    /// The width of the longest number of both matrices. With few decimals, a number of two digits
    /// before the point is shown with one fewer.
    [[nodiscard]] float digitsWidth(int decimals) const {
        if (font_ == nullptr) return 0;
        DigitRoom room{.bound = largest_};
        if (decimals <= kEnoughOfKept) room.bound = std::min(largest_, kOneDigit);
        room.masked_characters = DigitRoom{.bound = largest_}.characters(0);
        return static_cast<float>(room.characters(decimals)) * font_->GetCharAdvance('0');
    }

    /// Chooses the setting, the first one whose rows have digits with two decimals, else with one;
    /// without any that has, cells are colour alone. @return false where two rows do not fit
    bool chooseSetting() {
        const int wish = scene_.decimals;
        font_ = look_.fonts.mono_small;
        for (const int fewest : {std::min(wish, kEnoughOfKept), std::min(wish, 1)}) {
            for (const KeptSetting& tried : kKeptSettings) {
                if (take(tried) && chooseDigits(fewest)) return true;
            }
        }
        font_ = nullptr;
        return take({});
    }

    /// Takes a setting. @return false where less than two rows fit, or words beside digits do not
    bool take(const KeptSetting& setting) {
        setting_ = setting;
        setting_.has_states_once = setting.has_states_once || scene_.compact;
        shown_ = 0;
        float room = rest_.height() - 2 * experimentPad(scene_) - headingHeight();
        const float high = words().height();
        if (setting.has_words_below) room -= high + look_.px(kAboveWords);
        if (!setting.has_words_below && high > room && font_ != nullptr) return false;
        room -= nameHeight(MatrixId::key);
        if (setting.is_stacked) room = (room - nameHeight(MatrixId::value)) / 2;
        const auto fitting = static_cast<Index>(room / leastRow());
        if (fitting < 2) return false;
        // Where not all rows fit, the last one shows how many there are.
        shown_ = word_.length <= fitting ? word_.length : fitting - 1;
        const float most = look_.px(scene_.compact ? 24 : kKeptCardMostRow);
        const float row = std::floor(room / static_cast<float>(std::max(lines(), Index{1})));
        row_ = std::clamp(row, leastRow(), std::max(most, leastRow()));
        const float labels = labelBeside(MatrixId::key);
        room_ = setting_.is_stacked ? std::floor(matricesWidth() - labels - stateWidth())
                                    : std::floor((matricesWidth() - besideKeys() - labels -
                                                  labelBeside(MatrixId::value) - stateWidth()) /
                                                 2);
        largest_ = largestShown();
        return true;
    }

    /// Chooses the most decimals that have room in both matrices. @return false where not even the
    /// fewest have
    bool chooseDigits(int fewest) {
        for (decimals_ = scene_.decimals; decimals_ >= fewest; --decimals_) {
            const float wide = digitsWidth(decimals_) + look_.px(kBesideDigits);
            if (wide <= cellWidth(room_)) return true;
        }
        return false;
    }

    /// Returns the pixels to the right of the cells of the keys.
    [[nodiscard]] float besideKeys() const {
        if (!setting_.has_states_once) return stateWidth();
        return look_.px(setting_.has_labels_once ? 2 * kKeptCardBetween : kKeptCardBetween);
    }
    [[nodiscard]] float labelBeside(MatrixId id) const {
        const bool has_labels = id == MatrixId::key || !setting_.has_labels_once;
        return has_labels ? labelWidth() + look_.px(kBesideLabel) : 0;
    }

    void grid(MatrixId id, const Rect& box) {
        const Theme& c = look_.colors();
        Rect line = box.top(nameHeight(id));
        if (line.height() == 0) {
            const float left = id == MatrixId::key ? heading_.max.x + look_.px(kBehindHeading)
                                                   : box.min.x + labelBeside(id);
            line = {{left, heading_.min.y}, {box.max.x, heading_.max.y}};
        }
        painter_.textFitted(look_.fonts.strong_small, roleColor(c, info(id).role), line,
                            writing_.said(nameOf(id)));
        const MatrixView whole = mine_.input.matrix(id, writing_.head);
        const bool says_states =
            setting_.is_stacked || !setting_.has_states_once || id == MatrixId::value;
        const float from = box.min.x + labelBeside(id);
        const Index count = std::min(columnsIn(room_), whole.cols());
        GridSpec spec{.values = whole.block({whole.rows() - shown_, 0}, shown_, count)};
        spec.name = id == MatrixId::key ? "kept-keys" : "kept-values";
        spec.bound = mine_.input.bound(id);
        spec.gap = gap();
        spec.cell = {cellWidth(room_), row_ - gap()};
        spec.font = font_;
        spec.decimals = decimals_;
        // A grid keeps a pixel before the digits.
        spec.pad = std::max((spec.cell.x - 1 - digitsWidth(decimals_)) / 2, 0.0f);
        spec.at = {from, box.min.y + nameHeight(id)};
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
                        formatOperand(spec.values(*events.hovered), kKeptCardTooltipDecimals));
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
    double largest_ = 0;  ///< number that is shown
    KeptSetting setting_;
    float room_ = 0;  ///< width of the cells of one matrix
    float row_ = 0;
    float left_ = 0;
    Rect heading_;  ///< "KV cache"
};

}  // namespace

float drawKeptCard(const Scene& scene, Painter& painter, const Rect& rest) {
    return KeptCard(scene, painter, rest).draw();
}

}  // namespace lookback
