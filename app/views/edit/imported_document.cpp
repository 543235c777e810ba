#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/state/model/app_state.h"
#include "app/state/model/import_reading.h"
#include "app/state/model/shown_quantity.h"
#include "app/views/edit/import_views.h"
#include "app/views/edit/mask_menu.h"
#include "app/views/shared/panel_column.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/grid_labels.h"
#include "app/widgets/matrix_grid.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/document/labels.h"
#include "core/words/say.h"
#include "messages/import_sheet.h"

namespace lookback {
namespace {

constexpr Index kMostPreviewed = 32;  ///< rows and columns of a matrix
constexpr float kPreviewedRow = 26;
constexpr float kPreviewLabels = 78;
constexpr float kLeastPreviewed = 58;  ///< side of a small matrix
constexpr float kMostPreviewedSide = 112;
constexpr Index kMostLabelled = 64;  ///< tokens

/// A token and the key at which it looks most.
struct LooksMost {
    Index query = 0;
    Index key = 0;
    double weight = 0;
};

/// Returns the last token that looks most at another one, else the last; nothing where it has no
/// weights. @param weights (n, n) of the first head
std::optional<LooksMost> looksMost(const MatrixView& weights) {
    std::optional<LooksMost> last;
    for (Index query = weights.rows(); query-- > 0;) {
        LooksMost most{query, query, 0};
        for (Index key = 0; key < weights.cols(); ++key) {
            if (weights(query, key) > most.weight) most = {query, key, weights(query, key)};
        }
        if (most.weight > 0 && most.key != query) return most;
        if (!last && most.weight > 0) last = most;
    }
    return last;
}

class ImportedDocumentView : PanelColumn {
public:
    ImportedDocumentView(const Scene& scene, const Rect& box)
        : PanelColumn(scene, box, 0, 0),
          bottom_(box.max.y),
          reading_(scene.hands.open<ImportSheet>()->reading) {}

    void draw() {
        heading(say::import_sheet::Document{});
        if (reading_ == nullptr || reading_->document == nullptr) {
            return hint(scene_.said(say::import_sheet::NothingYet{}));
        }
        // The changed document has the numbers that a lesson asks for.
        if (reading_->changed != nullptr && !scene_.state.lesson.hiding.cells.empty()) {
            return hint(scene_.said(hiddenByLesson(scene_.state)));
        }
        const std::vector<std::string>& tokens = document().tokens;
        const auto labelled = std::min(document().n(), kMostLabelled);
        labels_ = tokenLabels({tokens.begin(), tokens.begin() + labelled});
        if (areWeightsShown() && labelled == document().n()) {
            most_ = looksMost(reading_->shown->matrix(MatrixId::attention_weights, 0));
        }
        chips();
        // The embeddings have rows of the usual height where there is room beside small matrices.
        const float around = look_.px(20 + 14 + 22 + 12 + 22) + sizesHeight();
        const float room = bottom_ - y_ - around;
        const float wanted =
            look_.px(kPreviewedRow) * static_cast<float>(std::min(document().n(), kMostPreviewed));
        side_ = std::floor(std::clamp((room - wanted) / 2, look_.px(kLeastPreviewed),
                                      look_.px(kMostPreviewedSide)));
        const Index rows = std::max({document().n(), document().dIn(), Index{3}});
        side_ = std::min(side_, look_.px(24) * static_cast<float>(std::min(rows, kMostPreviewed)));
        embeddings(std::max(room - side_ - looksHeight(), look_.px(60)));
        weights();
        heading(say::import_sheet::Looks{});
        looks();
        sizes();
    }

private:
    [[nodiscard]] const Document& document() const { return *reading_->document; }

    /// The weights of a changed document may be those that are to come.
    [[nodiscard]] bool isToCome() const {
        return reading_->changed != nullptr &&
               !isShown(scene_.state, {.id = MatrixId::attention_weights});
    }

    [[nodiscard]] bool areWeightsShown() const { return reading_->shown && !isToCome(); }

    void heading(const Message& words) {
        panelHeading(painter_, at(), scene_.said(words), look_.colors().soft);
        y_ += look_.px(22);
    }

    // --- tokens

    void chips() {
        const Theme& c = look_.colors();
        const float high = look_.px(30);
        const float gap = look_.px(7);
        ImFont* const font = look_.fonts.text;
        float x = left_;
        int line = 0;
        for (std::size_t k = 0; k < labels_.size(); ++k) {
            const Index rest = document().n() - static_cast<Index>(k);
            const std::string more = scene_.said(say::import_sheet::MoreTokens{.n = Count{rest}});
            const float wide = std::min(painter_.width(font, labels_[k]) + look_.px(20), width());
            const float kept = rest > 1 && line == 1 ? painter_.width(font, more) + gap : 0;
            if (x > left_ && x + wide + kept > right_ && line == 0) {
                x = left_;
                y_ += high + gap;
                ++line;
            } else if (x > left_ && x + wide + kept > right_) {
                painter_.text(font, c.soft, Rect::at({x, y_}, {right_ - x, high}), more);
                break;
            }
            const bool is_read = most_ && most_->query == static_cast<Index>(k);
            const Rect box = Rect::at({x, y_}, {wide, high});
            painter_.fill(box, is_read ? c.chip : c.panel, look_.px(7));
            painter_.outline(box, is_read ? c.query : c.line, look_.px(7),
                             std::max(1.0f, look_.scale));
            painter_.textFitted(font, is_read ? c.query : c.ink, box.inset(look_.px(8), 0),
                                labels_[k], Align::center);
            x += wide + gap;
        }
        y_ += high + look_.px(12);
    }

    // --- matrices

    /// The first rows and columns of a matrix, in the colours of their own range.
    [[nodiscard]] GridSpec gridOf(const MatrixView& whole, const char* name) const {
        GridSpec spec;
        spec.name = name;
        spec.values = whole.block({0, 0}, std::min(whole.rows(), kMostPreviewed),
                                  std::min(whole.cols(), kMostPreviewed));
        spec.bound = 0;
        for (Index row = 0; row < spec.values.rows(); ++row) {
            for (Index col = 0; col < spec.values.cols(); ++col) {
                const double size = std::abs(spec.values(row, col));
                if (std::isfinite(size)) spec.bound = std::max(spec.bound, size);
            }
        }
        if (spec.bound == 0) spec.bound = 1;
        spec.interactive = false;
        spec.at = at();
        return spec;
    }

    /// Draws the symbol and the size of a matrix.
    void name(const Rect& box, MatrixId id, const MatrixView& whole) {
        const Theme& c = look_.colors();
        const LineFonts fonts{look_.fonts.strong_small, look_.fonts.strong_small,
                              look_.fonts.raised};
        const std::string symbol(info(id).symbol);
        float x = box.min.x;
        const std::size_t low = symbol.find('_');
        x += painter_.textAt(fonts.plain, roleColor(c, info(id).role), box.min,
                             symbol.substr(0, low));
        if (low != std::string::npos) {
            x += painter_.textAt(fonts.raised, roleColor(c, info(id).role),
                                 {x, box.min.y + look_.px(4)}, symbol.substr(low + 1));
        }
        const std::string size = shapeText({whole.rows(), whole.cols()});
        const Rect rest{{x + look_.px(6), box.min.y}, {box.max.x, box.min.y + look_.px(17)}};
        if (painter_.width(look_.fonts.mono_small, size) > rest.width()) return;
        painter_.text(look_.fonts.mono_small, c.soft, rest, size);
    }

    void embeddings(float room) {
        const MatrixView whole = document().embeddings.get();
        name(take(look_.px(20)), MatrixId::embeddings, whole);
        GridSpec spec = gridOf(whole, "import-x");
        if (spec.values.empty()) return;
        const float beside =
            std::min(look_.px(kPreviewLabels), widestLabel(painter_, labels_) + look_.px(10));
        const auto rows = static_cast<float>(spec.values.rows());
        const auto cols = static_cast<float>(spec.values.cols());
        spec.gap = look_.px(2);
        spec.cell.y = std::floor(std::min(look_.px(kPreviewedRow), room / rows) - spec.gap);
        spec.cell.y = std::max(spec.cell.y, look_.px(2));
        spec.cell.x = std::floor(std::min((width() - beside) / cols, look_.px(74)) - spec.gap);
        spec.cell.x = std::max(spec.cell.x, look_.px(2));
        spec.at = {left_ + beside, y_};
        digits(spec);
        matrixGrid(painter_, spec);
        const std::span<const std::string> shown(labels_.data(),
                                                 static_cast<std::size_t>(spec.values.rows()));
        const bool is_named = most_ && most_->query < spec.values.rows();
        rowLabels(painter_, spec, shown, beside - look_.px(8),
                  is_named ? std::optional(most_->query) : std::nullopt);
        y_ = gridRect(spec).max.y + look_.px(14);
    }

    /// Gives the cells digits, as many decimals as have room; none where not even one has.
    void digits(GridSpec& spec) const {
        ImFont* const font = look_.fonts.mono_small;
        if (spec.cell.y < font->FontSize) return;
        for (int decimals = std::min(scene_.preferences().decimals, 4); decimals > 0; --decimals) {
            const float wide = painter_.width(font, formatNumber(-spec.bound, decimals));
            if (wide + look_.px(8) > spec.cell.x) continue;
            spec.font = font;
            spec.decimals = decimals;
            spec.pad = look_.px(4);
            return;
        }
    }

    [[nodiscard]] std::vector<MatrixId> shownWeights() const {
        std::vector<MatrixId> shown{MatrixId::w_query, MatrixId::w_key, MatrixId::w_value};
        if (document().weights.output) shown.push_back(MatrixId::w_output);
        return shown;
    }

    void weights() {
        const std::vector<MatrixId> shown = shownWeights();
        const float gap = look_.px(14);
        const auto count = static_cast<float>(shown.size());
        const float wide = std::floor((width() - gap * (count - 1)) / count);
        const float high = side_;
        for (std::size_t k = 0; k < shown.size(); ++k) {
            const float x = left_ + static_cast<float>(k) * (wide + gap);
            const MatrixView whole = editable(document(), shown[k]).get();
            name(Rect::at({x, y_}, {wide + gap, look_.px(20)}), shown[k], whole);
            GridSpec spec = gridOf(whole, "import-weight");
            if (spec.values.empty()) continue;
            fitCells(spec, {wide, high});
            spec.at = {x, y_ + look_.px(22)};
            matrixGrid(painter_, spec);
        }
        y_ += look_.px(22) + high + look_.px(12);
    }

    /// Makes cells square, as large as fit into a box.
    void fitCells(GridSpec& spec, ImVec2 room) const {
        const auto rows = static_cast<float>(spec.values.rows());
        const auto cols = static_cast<float>(spec.values.cols());
        const float step = std::min({room.x / cols, room.y / rows, look_.px(24)});
        spec.gap = step > look_.px(6) ? look_.px(2) : 1;
        const float side = std::max(std::floor(step - spec.gap), 1.0f);
        spec.cell = {side, side};
    }

    // --- what it will look like

    [[nodiscard]] float looksHeight() const {
        return areWeightsShown() ? side_ + look_.px(12) : look_.px(48);
    }

    void looks() {
        if (!areWeightsShown()) {
            hint(scene_.said(
                isToCome() ? whyHidden(scene_.state, Quantity{.id = MatrixId::attention_weights})
                           : Message(say::import_sheet::TooLarge{})));
            y_ += look_.px(12);
            return;
        }
        const Variant& shown = *reading_->shown;
        const MatrixView whole = shown.matrix(MatrixId::attention_weights, 0);
        if (whole.empty()) return;
        GridSpec spec = gridOf(whole, "import-attention");
        spec.domain = Domain::weights;
        spec.bound = 1;
        if (shown.isHatched(MatrixId::attention_weights)) {
            spec.mask = shown.trace()
                            .view(MatrixId::mask)
                            .block({0, 0}, spec.values.rows(), spec.values.cols());
        }
        const float high = side_;
        fitCells(spec, {width() * 0.4f, high});
        spec.at = at();
        matrixGrid(painter_, spec);
        const float x = gridRect(spec).max.x + look_.px(14);
        const Theme& c = look_.colors();
        painter_.textFitted(look_.fonts.strong, c.weights, {{x, y_}, {right_, y_ + look_.px(20)}},
                            scene_.said(say::import_sheet::Weights{}));
        sentence({x, y_ + look_.px(24)});
        y_ += high + look_.px(12);
    }

    void sentence(ImVec2 from) {
        if (!most_) return;
        using Said = say::import_sheet::LooksMost;
        const auto label = [&](Index token) {
            return TokenLabel{labels_[static_cast<std::size_t>(token)]};
        };
        const TextLine words = scene_.wording().line(
            Said{.head = document().heads > 1 ? 1 : 0,
                 .token = label(most_->query),
                 .which = most_->key == most_->query ? Said::Which::self : Said::Which::other,
                 .key = label(most_->key),
                 .weight = Decimal{most_->weight, 4}});
        setLine(painter_, smallSentenceFonts(look_), from, right_ - from.x, words);
    }

    // --- sizes

    [[nodiscard]] std::array<TextLine, 2> sizeLines() const {
        const Document& made = document();
        const Verbatim number{made.scale.kind == Scale::Kind::sqrt_dk
                                  ? "\u221A" + std::to_string(made.dK())
                                  : formatShort(divisor(made))};
        TextLine sizes =
            scene_.wording().line(say::import_sheet::Sizes{.n = made.n(),
                                                           .d_model = Count{made.dIn()},
                                                           .d_k = Count{made.dK()},
                                                           .d_v = Count{made.dV()},
                                                           .heads = made.heads});
        TextLine details = scene_.wording().line(
            say::import_sheet::Details{.masking = maskingTitle(made), .number = number});
        for (Piece& piece : details) piece.ink = Ink::soft;
        return {std::move(sizes), std::move(details)};
    }

    [[nodiscard]] LineFonts fontsOf(std::size_t line) const {
        return line == 0 ? LineFonts{look_.fonts.strong, look_.fonts.strong, look_.fonts.raised}
                         : smallSentenceFonts(look_);
    }

    [[nodiscard]] float sizesHeight() const {
        float height = 0;
        const std::array lines = sizeLines();
        for (std::size_t k = 0; k < lines.size(); ++k) {
            height += measuredLine(painter_, fontsOf(k), width(), lines[k]).height;
        }
        return height;
    }

    void sizes() {
        const std::array lines = sizeLines();
        for (std::size_t k = 0; k < lines.size(); ++k) paragraph(fontsOf(k), lines[k]);
    }

    float bottom_;
    float side_ = 0;  ///< of a weight, and of the attention weights
    std::shared_ptr<const ImportReading> reading_;
    std::vector<std::string> labels_{};
    std::optional<LooksMost> most_{};
};

}  // namespace

void drawImportedDocument(const Scene& scene, const Rect& box) {
    ImportedDocumentView(scene, box).draw();
}

}  // namespace lookback
