#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/views/edit/import_parts.h"
#include "app/widgets/formula.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/explain/matrix_words.h"
#include "core/words/say.h"
#include "messages/import_sheet.h"

namespace lookback {
namespace {

constexpr float kFoundRow = 34;
constexpr float kFoundGap = 17;       ///< between rows, with a hairline in its middle
constexpr float kFoundNote = 24;      ///< of a line below a row
constexpr float kMisfitHeight = 110;  ///< most of a box about a tensor
constexpr float kTargetWidth = 190;
constexpr std::size_t kMostFoundRows = 200;

class FoundRows : ImportPart {
public:
    FoundRows(const Scene& scene, const Rect& box)
        : ImportPart(scene, box), y_(box.min.y - ImGui::GetScrollY()), right_(box.max.x) {}

    bool draw() {
        allRows();
        ImGui::SetCursorScreenPos({box_.min.x, y_});
        ImGui::Dummy({1, 1});
        return has_changed_;
    }

private:
    void allRows() {
        const Found& found = *reading_->found;
        for (std::size_t k = 0; k < found.texts.size(); ++k) textsRow(k);
        const std::vector<std::size_t> order = tensorOrder();
        const std::size_t shown = std::min(order.size(), kMostFoundRows);
        for (std::size_t k = 0; k < shown; ++k) tensorRow(order[k]);
        if (shown < order.size()) {
            note(
                said(say::import_sheet::MoreTensors{.n = static_cast<Index>(order.size() - shown)}),
                look_.colors().soft);
        }
        for (std::size_t k = 0; k < std::min(found.passed.size(), kMostFoundRows); ++k) {
            passedRow(found.passed[k]);
        }
    }

    /// Draws words of the input that were not computed.
    void passedRow(const PassedOver& words) {
        const TextLine line = scene_.wording().line(passedSentence(words));
        const LineFonts fonts = smallSentenceFonts(look_);
        const float room = right_ - box_.min.x;
        const float height = measuredLine(painter_, fonts, room, line).height;
        setLine(painter_, fonts, takeRow(height).min, room, line);
        endRow();
    }

    /// Placed tensors first, in the order of their matrices, then the others.
    [[nodiscard]] std::vector<std::size_t> tensorOrder() const {
        std::vector<std::size_t> order;
        std::vector<bool> is_listed(reading_->found->tensors.size());
        const auto add = [&](std::size_t k) {
            if (!is_listed[k]) order.push_back(k);
            is_listed[k] = true;
        };
        if (!reading_->placement.faults.empty() || reading_->placement.placed.empty()) {
            for (std::size_t k = 0; k < is_listed.size(); ++k) add(k);
            return order;
        }
        for (const PlacedTensor& placed : reading_->placement.placed) add(placed.tensor);
        for (std::size_t k = 0; k < is_listed.size(); ++k) add(k);
        return order;
    }

    Rect takeRow(float height) {
        const Rect row{{box_.min.x, y_}, {right_, y_ + height}};
        y_ += height;
        return row;
    }

    [[nodiscard]] bool isSeen(float height) const {
        return y_ + height >= box_.min.y && y_ <= box_.max.y;
    }

    void endRow() {
        const float middle = y_ + look_.px(kFoundGap) / 2;
        painter_.hairline({box_.min.x, middle}, {right_, middle}, look_.colors().line);
        y_ += look_.px(kFoundGap);
    }

    /// Draws name, size, arrow and the menu of the places of what a row is about.
    template <class Items>
    void rowHead(const std::string& name, const std::string& size, const std::string& title,
                 Color color, bool is_used, Items items) {
        const Rect row = takeRow(look_.px(kFoundRow));
        const float wide = std::min(look_.px(kTargetWidth), row.width() * 0.45f);
        const float size_wide =
            std::max(painter_.width(look_.fonts.mono, size), look_.px(56)) + look_.px(10);
        Rect left = row;
        left.max.x = row.max.x - wide - look_.px(34) - size_wide;
        ImFont* const font = look_.fonts.mono_bold;
        const std::string shown = cutInMiddle(painter_, font, name, left.width() - look_.px(8));
        painter_.text(font, color, left, shown);
        if (shown != name) tooltipOver(look_, left, name);
        const Theme& c = look_.colors();
        painter_.text(look_.fonts.mono, is_used ? c.ink : c.soft,
                      {{left.max.x, row.min.y}, {left.max.x + size_wide, row.max.y}}, size);
        painter_.text(look_.fonts.text, c.soft,
                      {{row.max.x - wide - look_.px(28), row.min.y}, {row.max.x - wide, row.max.y}},
                      "\u2192");
        const std::string tip = said(say::import_sheet::TargetTip{.tensor = Verbatim{name}});
        const std::string label = title + "###target";
        menuAt(row.right(wide), label, "target", {.tooltip = tip, .menu = true}, items);
    }

    void note(const std::string& words, Color color) {
        painter_.textFitted(look_.fonts.small_text, color, takeRow(look_.px(kFoundNote)), words);
    }

    void textsRow(std::size_t k) {
        const FoundTexts& list = reading_->found->texts[k];
        const bool is_used = reading_->placement.texts == k;
        auto& left_out = sheet_.wishes.texts_left_out;
        const bool is_left_out = std::find(left_out.begin(), left_out.end(), k) != left_out.end();
        const Theme& c = look_.colors();
        ImGui::PushID(fmt::format("texts-{}", k).c_str());
        const std::string name =
            list.name.empty() ? said(say::import_sheet::List{}) : oneLine(list.name);
        const bool fits = is_used || tokens() == std::ssize(list.texts);
        const auto take = [&] {
            for (std::size_t other = 0; other < reading_->found->texts.size(); ++other) {
                if (other != k) left_out.push_back(other);
            }
            std::erase(left_out, k);
        };
        const std::string sentence = scene_.labelled(say::import_sheet::Sentence{}, "sentence");
        const std::string none = scene_.labelled(say::import_sheet::NotUsed{}, "not-used");
        rowHead(name, std::to_string(list.texts.size()),
                said(is_used ? Message(say::import_sheet::Sentence{})
                             : Message(say::import_sheet::NotUsed{})),
                is_used ? c.ink : c.soft, is_used, [&] {
                    if (fits) item(sentence, is_used, take);
                    item(none, !is_used, [&] { left_out.push_back(k); });
                });
        if (!is_used && !is_left_out && reading_->placement.find(MatrixId::embeddings)) {
            note(said(say::import_sheet::OtherRows{.rows = rowsOfX()}), c.soft);
        }
        ImGui::PopID();
        endRow();
    }

    /// The number of tokens of the document; nothing where no matrix says it.
    [[nodiscard]] std::optional<Index> tokens() const {
        if (reading_->placement.find(MatrixId::embeddings) != nullptr) return rowsOfX();
        return reading_->changed != nullptr ? std::optional(reading_->changed->n()) : std::nullopt;
    }

    [[nodiscard]] Index rowsOfX() const {
        const PlacedTensor& x = *reading_->placement.find(MatrixId::embeddings);
        const Cell size = *matrixSize(reading_->found->tensors[x.tensor]);
        return x.turned == Turned::no ? size.row : size.col;
    }

    // --- tensors

    [[nodiscard]] const FoundTensor& tensorAt(std::size_t k) const {
        return reading_->found->tensors[k];
    }

    [[nodiscard]] const PlacedTensor* placedOf(std::size_t k) const {
        const auto& placed = reading_->placement.placed;
        const auto at = std::find_if(placed.begin(), placed.end(),
                                     [k](const PlacedTensor& one) { return one.tensor == k; });
        return at == placed.end() ? nullptr : &*at;
    }

    [[nodiscard]] ImportWishes::Choice& choice(std::size_t k) const {
        auto& choices = sheet_.wishes.choices;
        const auto at = std::find_if(choices.begin(), choices.end(),
                                     [k](const auto& one) { return one.tensor == k; });
        return at != choices.end() ? *at : choices.emplace_back(ImportWishes::Choice{.tensor = k});
    }

    void tensorRow(std::size_t k) {
        if (!isSeen(look_.px(kFoundRow + kFoundNote + kMisfitHeight))) {
            y_ += heightOf(k);
            return;
        }
        const FoundTensor& tensor = tensorAt(k);
        const PlacedTensor* const placed = placedOf(k);
        const ImportWishes::Choice* const wish = sheet_.wishes.choiceOf(k);
        const std::optional<MatrixId> target = targetOf(k);
        const Theme& c = look_.colors();
        ImGui::PushID(fmt::format("tensor-{}", k).c_str());
        const OfferedPlaces* const offers = offersFor(*reading_, k);
        const PlacedTensor* const place = reading_->placement.placeOf(k);
        const std::string title =
            said(place != nullptr && place->is_part ? Message(say::import_sheet::AllThree{})
                 : target                           ? titleOf(*target)
                 : offers != nullptr                ? Message(say::import_sheet::ChoosePlace{})
                                                    : Message(say::import_sheet::NotUsed{}));
        rowHead(scene_.wording().written(tensorLabel(tensor)), shapeText(tensor.shape), title,
                target ? roleColor(c, info(*target).role) : c.soft, target.has_value(),
                [&] { targetItems(k, target); });
        const bool is_matrix = target && !isBias(*target);
        const bool turns = is_matrix && target != MatrixId::embeddings;
        const bool is_kept = is_matrix && wish != nullptr && wish->is_transposed == false;
        if (turns || (placed != nullptr && placed->turned != Turned::no) || is_kept) {
            transposeRow(k, placed);
        }
        if (!target && offers == nullptr) whyUnused(k);
        if (placed == nullptr && target && isInOrder(k)) {
            note(said(say::import_sheet::InOrder{}), c.soft);
        }
        const OpenQuestion* const question = questionOf(k);
        if (question != nullptr) {
            questionBox(*question);
        } else if (offers != nullptr) {
            offersBox(*offers);
        } else if (is_kept) {
            keptBox(k, *target);
        }
        ImGui::PopID();
        endRow();
    }

    /// The place of a tensor: as it was placed; where it does not fit, as it was taken or wished.
    [[nodiscard]] std::optional<MatrixId> targetOf(std::size_t k) const {
        if (const PlacedTensor* const place = reading_->placement.placeOf(k)) return place->target;
        if (!matrixSize(tensorAt(k)) && !sizeAs(MatrixId::b_query, tensorAt(k))) {
            return std::nullopt;
        }
        const ImportWishes::Choice* const wish = sheet_.wishes.choiceOf(k);
        return wish != nullptr ? wish->target : std::nullopt;
    }

    /// True for a matrix without a name whose place only its order tells.
    [[nodiscard]] bool isInOrder(std::size_t k) const {
        const ImportWishes::Choice* const wish = sheet_.wishes.choiceOf(k);
        return isNameless(tensorAt(k)) && (wish == nullptr || !wish->target);
    }

    /// The height of a row that is out of sight, about.
    [[nodiscard]] float heightOf(std::size_t k) const {
        const bool is_noted = targetOf(k) || isWhyKnown(k);
        return look_.px(kFoundRow + kFoundGap) + (is_noted ? look_.px(kFoundNote) : 0);
    }

    void targetItems(std::size_t k, std::optional<MatrixId> now) {
        const auto target_item = [&](MatrixId target) {
            if (!sizeAs(target, tensorAt(k))) return;
            item(scene_.labelled(titleOf(target), info(target).name), now == target,
                 [&] { choose(k, target); });
        };
        for (const MatrixId target : kImportTargets) target_item(target);
        for (const MatrixId target : kImportBiases) target_item(target);
        const bool is_unused = !now && offersFor(*reading_, k) == nullptr;
        item(scene_.labelled(say::import_sheet::NotUsed{}, "not-used"), is_unused,
             [&] { choice(k) = {.tensor = k, .is_left_out = true}; });
    }

    /// Gives a tensor a place, which no other keeps by choice.
    void choose(std::size_t k, MatrixId target) {
        for (auto& other : sheet_.wishes.choices) {
            if (other.target == target) other.target.reset();
        }
        choice(k) = {.tensor = k, .target = target};
        has_changed_ = true;
    }

    void transposeRow(std::size_t k, const PlacedTensor* placed) {
        const Theme& c = look_.colors();
        const Turned turned = placed != nullptr ? placed->turned : Turned::no;
        const Rect row = takeRow(look_.px(kFoundNote));
        const float left = row.max.x - std::min(look_.px(kTargetWidth), row.width() * 0.45f);
        const std::string words = said(say::import_sheet::Transpose{});
        const Rect hint_box = row.untilX(left - look_.px(12));
        const Rect box{{left, row.min.y}, {left + tickWidth(words), row.max.y}};
        if (tickBox(box, "##transpose", words, said(say::import_sheet::TransposeTip{}),
                    turned != Turned::no)) {
            turn(k, turned == Turned::no);
        }
        painter_.textFitted(look_.fonts.small_text, c.soft, hint_box, transposeHint(k, turned),
                            Align::right);
    }

    [[nodiscard]] std::string transposeHint(std::size_t k, Turned turned) const {
        const Cell size = *matrixSize(tensorAt(k));
        const Verbatim shape{shapeText({size.col, size.row})};
        if (turned == Turned::layer) {
            return said(say::import_sheet::TransposedLayer{.shape = shape});
        }
        if (turned != Turned::no) return said(say::import_sheet::TransposedNow{.shape = shape});
        return said(say::import_sheet::TransposeLinear{});
    }

    /// Transposes a tensor, or keeps it as it is. Where that is what shapes and names say, nothing
    /// is wished.
    void turn(std::size_t k, bool is_turned) {
        const std::optional<MatrixId> target = targetOf(k);
        ImportWishes::Choice& wish = choice(k);
        // A tensor of which parts go to several matrices keeps them.
        const PlacedTensor* const place = reading_->placement.placeOf(k);
        if (place == nullptr || !place->is_part) wish.target = target;
        const std::optional<bool> was = wish.is_transposed;
        wish.is_transposed = was && *was != is_turned ? std::nullopt : std::optional(is_turned);
        has_changed_ = true;
    }

    [[nodiscard]] bool isWhyKnown(std::size_t k) const {
        const auto& unused = reading_->placement.unused;
        return std::any_of(unused.begin(), unused.end(),
                           [k](const UnusedTensor& one) { return one.tensor == k; });
    }

    void whyUnused(std::size_t k) {
        for (const UnusedTensor& one : reading_->placement.unused) {
            if (one.tensor == k) return note(said(one.why), look_.colors().soft);
        }
    }

    [[nodiscard]] const OpenQuestion* questionOf(std::size_t k) const {
        const auto& questions = reading_->placement.questions;
        const auto at = std::find_if(questions.begin(), questions.end(),
                                     [k](const OpenQuestion& one) { return one.tensor == k; });
        return at == questions.end() ? nullptr : &*at;
    }

    void questionBox(const OpenQuestion& question) {
        const Cell size = *matrixSize(tensorAt(question.tensor));
        const Verbatim shape{shapeText({size.row, size.col})};
        const Verbatim target = symbolOf(question.target);
        if (question.kind == OpenQuestion::Kind::linear) {
            return turnBox(question.tensor,
                           say::import_sheet::Linear{.target = target, .shape = shape}, true);
        }
        if (question.target == MatrixId::embeddings) {
            return turnBox(question.tensor,
                           say::import_sheet::MisfitX{.shape = shape, .width = size.row}, false);
        }
        const MatrixId of =
            question.target == MatrixId::w_output ? MatrixId::w_value : MatrixId::embeddings;
        turnBox(question.tensor,
                say::import_sheet::Misfit{
                    .target = target, .shape = shape, .of = symbolOf(of), .width = size.col},
                false);
    }

    void keptBox(std::size_t k, MatrixId target) {
        const Cell size = *matrixSize(tensorAt(k));
        turnBox(k,
                say::import_sheet::Kept{.target = symbolOf(target),
                                        .shape = Verbatim{shapeText({size.row, size.col})}},
                false);
    }

    [[nodiscard]] static Verbatim symbolOf(MatrixId id) {
        return Verbatim{std::string(info(id).symbol)};
    }

    /// Asks where a matrix goes that its name does not tell, with the places that it can fill.
    void offersBox(const OfferedPlaces& offers) {
        const std::size_t k = offers.tensor;
        const Message why = isNameless(tensorAt(k)) ? Message(say::import_sheet::NoName{})
                                                    : Message(say::import_sheet::OtherName{});
        answerBox(why, [&](auto answer) {
            for (const MatrixId target : offers.targets) {
                const Verbatim symbol = symbolOf(target);
                const std::string id = "take-" + symbol.text;
                if (answer(scene_.labelled(say::import_sheet::TakeAs{.target = symbol}, id))) {
                    choose(k, target);
                }
            }
        });
    }

    /// Draws a question about a matrix, with buttons that transpose it or keep it as it is.
    void turnBox(std::size_t k, const Message& why, bool may_stay) {
        answerBox(why, [&](auto answer) {
            if (answer(scene_.labelled(say::import_sheet::TransposeIt{}, "turn"))) turn(k, true);
            if (may_stay && answer(scene_.labelled(say::import_sheet::Keep{}, "keep"))) {
                turn(k, false);
            }
        });
    }

    /// Draws a question with buttons below it. @param draw_answers calls its argument with the
    /// label of each button, which is true in the frame of a click
    template <class DrawAnswers>
    void answerBox(const Message& why, DrawAnswers draw_answers) {
        const LineFonts fonts = smallSentenceFonts(look_);
        const float pad = look_.px(12);
        const TextLine line = scene_.wording().line(why);
        const float room = right_ - box_.min.x - 2 * pad;
        const float words = measuredLine(painter_, fonts, room, line).height;
        y_ += look_.px(6);
        const float high = look_.px(28);
        const Rect box = takeRow(words + high + 2 * look_.px(10) + look_.px(8));
        coloured(box, look_.colors().key);
        setLine(painter_, fonts, {box.min.x + pad, box.min.y + look_.px(10)}, room, line);
        Rect at = Rect::at({box.min.x + pad, box.max.y - look_.px(10) - high}, {room, high});
        const auto answer = [&](const std::string& label) {
            const ButtonOptions options{.font = look_.fonts.small_text};
            const float wide = std::min(buttonWidth(painter_, label, options), at.width());
            const Rect place = at.left(wide);
            at.min.x += wide + look_.px(8);
            return wide > 0 && button(painter_, place, label.c_str(), options);
        };
        draw_answers(answer);
    }

    float y_;
    float right_;
};

}  // namespace

bool drawFoundRows(const Scene& scene, const Rect& box) { return FoundRows(scene, box).draw(); }

}  // namespace lookback
