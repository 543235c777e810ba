#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/views/edit/import_parts.h"
#include "app/views/edit/import_views.h"
#include "app/views/edit/mask_menu.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/button.h"
#include "app/widgets/formula.h"
#include "app/widgets/menu.h"
#include "core/words/say.h"
#include "messages/import_sheet.h"

namespace lookback {
namespace {

constexpr float kOpeningRow = 34;
constexpr std::size_t kMostFoundFaults = 3;
constexpr std::array kOpeningValues{-std::numeric_limits<double>::infinity(), -1e9, -1e4};

class ImportFoundView : ImportPart {
public:
    ImportFoundView(const Scene& scene, const Rect& box) : ImportPart(scene, box) {}

    bool draw() {
        const Theme& c = look_.colors();
        panelHeading(painter_, box_.min, said(say::import_sheet::Found{}), c.soft);
        if (reading_ != nullptr && !reading_->found->tensors.empty()) {
            const Found& found = *reading_->found;
            painter_.text(look_.fonts.small_text, c.soft, box_.top(look_.px(18)),
                          said(say::import_sheet::FoundCount{.lists = std::ssize(found.texts),
                                                             .tensors = std::ssize(found.tensors)}),
                          Align::right);
        }
        box_.min.y += look_.px(24);
        if (reading_ != nullptr && reading_->changed == nullptr && !reading_->inputs.empty()) {
            opening();
        } else if (reading_ != nullptr && reading_->placement.layers.size() > 1) {
            opening();
        }
        verdict();
        warnings();
        rows();
        return has_changed_;
    }

private:
    // --- what the document opens with, along the foot

    void opening() {
        const float high = look_.px(kOpeningRow);
        const bool is_new = reading_->changed == nullptr;
        const float rows = is_new ? isNarrow() ? 3.0f : 2.0f : 1.0f;
        Rect lines = box_.bottom(rows * high + (rows - 1) * look_.px(8));
        panelHeading(painter_, {lines.min.x, lines.min.y - look_.px(22)},
                     said(say::import_sheet::OpenWith{}), look_.colors().soft);
        box_.max.y = lines.min.y - look_.px(22 + 14);
        if (is_new) {
            Rect line = lines.takeTop(high, look_.px(8));
            maskSwitch(line);
            maskMenu(line);
            if (isNarrow()) line = lines.takeTop(high, look_.px(8));
            valueMenu(line);
        }
        Rect line = lines.takeTop(high);
        layerMenu(line);
        headMenus(line);
        if (is_new) dtypeMenu(line);
    }

    /// True where the menus of the mask have no room beside each other.
    [[nodiscard]] bool isNarrow() const { return box_.width() < look_.px(420); }

    /// Draws the switch that puts the mask on or takes it off.
    void maskSwitch(Rect& line) {
        ImportOpening& opening = sheet_.opening;
        const bool is_on = opening.mask != MaskKind::none;
        const std::string words = said(say::import_sheet::MaskSwitch{});
        const Rect box = line.left(tickWidth(words));
        line.min.x = box.max.x + look_.px(12);
        if (!tickBox(box, "###import-masked", words, said(say::import_sheet::MaskSwitchTip{}),
                     is_on)) {
            return;
        }
        opening.mask = is_on ? MaskKind::none : MaskKind::causal;
        opening.is_mask_assumed = false;
        has_changed_ = true;
    }

    /// Draws a button with a menu, and takes its place from the left of the line.
    template <class Items>
    void menu(Rect& line, const std::string& title, const char* id, const Message& tip,
              Items items) {
        const std::string label = title + "###" + id;
        const std::string tip_words = said(tip);
        const ButtonOptions options{.tooltip = tip_words, .menu = true};
        const float wide = std::min(buttonWidth(painter_, label, options), line.width());
        if (wide <= 0) return;
        const Rect place = line.left(wide);
        line.min.x += wide + look_.px(8);
        menuAt(place, label, id, options, items);
    }

    void maskMenu(Rect& line) {
        ImportOpening& opening = sheet_.opening;
        const Message title = opening.is_mask_assumed ? Message(say::import_sheet::CausalAssumed{})
                                                      : info(opening.mask).label();
        menu(line, said(title), "import-mask", say::import_sheet::MaskTip{}, [&] {
            for (const MaskInfo& kind : maskKinds()) {
                const bool is_whole = kind.parameter == MaskParameter::nothing ||
                                      kind.parameter == MaskParameter::numbers;
                if (!is_whole) continue;
                const bool is_chosen = kind.kind == opening.mask && !opening.is_mask_assumed;
                item(scene_.labelled(kind.label(), kind.name), is_chosen, [&] {
                    opening.mask = kind.kind;
                    opening.is_mask_assumed = false;
                });
            }
        });
    }

    [[nodiscard]] std::string fillTitle(double value) const {
        Masking masking;
        masking.value = value;
        return said(methodTitle(masking));
    }

    void valueMenu(Rect& line) {
        if (sheet_.opening.mask == MaskKind::none) return;
        const Document* const document = reading_->document.get();
        const double now = document != nullptr ? document->masking.value : sheet_.opening.value;
        menu(line, fillTitle(now), "import-value", say::import_sheet::ValueTip{}, [&] {
            for (std::size_t k = 0; k < kOpeningValues.size(); ++k) {
                const double value = kOpeningValues[k];
                item(fmt::format("{}###value-{}", fillTitle(value), k),
                     value == sheet_.opening.value, [&] { sheet_.opening.value = value; });
            }
        });
    }

    void layerMenu(Rect& line) {
        const std::vector<Index>& layers = reading_->placement.layers;
        if (layers.size() < 2) return;
        const Index now = sheet_.wishes.layer.value_or(layers.front());
        const auto title = [&](Index layer) {
            return said(say::import_sheet::Layer{.n = Verbatim{std::to_string(layer)}});
        };
        menu(line, title(now), "import-layer", say::import_sheet::LayerTip{}, [&] {
            for (const Index layer : layers) {
                item(fmt::format("{}###layer-{}", title(layer), layer), layer == now, [&] {
                    sheet_.wishes.layer = layer;
                    sheet_.wishes.choices.clear();
                });
            }
        });
    }

    void headMenus(Rect& line) {
        const std::vector<Index> counts = headCounts(*reading_);
        const Index now = reading_->placement.heads;
        if (counts.size() < 2) return;
        const auto title = [&](Index n) { return said(say::import_sheet::Heads{.n = n}); };
        menu(line, title(now), "import-heads", say::import_sheet::HeadsTip{}, [&] {
            for (const Index n : counts) {
                const bool is_chosen = n == now && !reading_->placement.are_heads_assumed;
                item(fmt::format("{}###heads-{}", title(n), n), is_chosen, [&] { chooseHeads(n); });
            }
        });
        if (now < 2) return;
        const std::optional<Index> one = sheet_.wishes.head;
        const auto which = [&](std::optional<Index> head) {
            return said(head ? Message(say::import_sheet::OneHead{.n = Count{*head + 1}})
                             : Message(say::import_sheet::AllHeads{}));
        };
        menu(line, which(one), "import-head", say::import_sheet::OneHeadTip{}, [&] {
            item(which(std::nullopt) + "###all-heads", !one, [&] { sheet_.wishes.head.reset(); });
            for (Index head = 0; head < now; ++head) {
                item(fmt::format("{}###head-{}", which(head), head), one == head, [&] {
                    sheet_.wishes.heads = now;
                    sheet_.wishes.head = head;
                });
            }
        });
    }

    void chooseHeads(Index n) {
        sheet_.wishes.heads = n;
        sheet_.wishes.head.reset();
    }

    void dtypeMenu(Rect& line) {
        const Document* const document = reading_->document.get();
        const DType now =
            document != nullptr ? document->dtype : sheet_.opening.dtype.value_or(DType::float64);
        menu(line, std::string(info(now).name), "import-dtype", say::import_sheet::DtypeTip{}, [&] {
            for (const DTypeInfo& type : kDTypes) {
                item(std::string(type.name), type.dtype == now,
                     [&] { sheet_.opening.dtype = type.dtype; });
            }
        });
    }

    // --- whether all fits, above it

    void verdict() {
        const Theme& c = look_.colors();
        if (sheet_.awaited != 0) {
            const Rect line = box_.bottom(look_.px(36));
            painter_.text(look_.fonts.text, c.soft, line, said(say::import_sheet::Reading{}));
            box_.max.y = line.min.y - look_.px(10);
            return;
        }
        if (reading_ == nullptr || reading_->inputs.empty()) return;
        if (reading_->faults.empty() && reading_->placement.are_heads_assumed) {
            headsQuestion();
            return;
        }
        if (reading_->faults.empty()) {
            const Rect line = box_.bottom(look_.px(38));
            coloured(line, c.good);
            painter_.text(look_.fonts.strong, c.good, line.inset(look_.px(14), 0),
                          "\u2713  " + said(say::import_sheet::Fits{}));
            box_.max.y = line.min.y - look_.px(10);
            return;
        }
        faults();
    }

    /// Says why the weights here differ from those of the model, above the verdict.
    void warnings() {
        if (reading_ == nullptr || sheet_.awaited != 0) return;
        std::vector<TextLine> lines;
        for (const Message& warning : reading_->placement.warnings) {
            lines.push_back(scene_.wording().line(warning));
        }
        if (!lines.empty()) linesBox(lines, look_.colors().key);
    }

    /// Asks for the number of heads that no input tells, with the first of those that may be.
    void headsQuestion() {
        constexpr std::size_t kMostAnswers = 5;
        const std::vector<Index> counts = headCounts(*reading_);
        const LineFonts fonts = smallSentenceFonts(look_);
        const float pad = look_.px(14);
        const float high = look_.px(28);
        const TextLine words = scene_.wording().line(
            say::import_sheet::HeadsAsked{.cols = Count{queryColumns(*reading_)}});
        const float room = box_.width() - 2 * pad;
        const float words_high = measuredLine(painter_, fonts, room, words).height;
        const Rect box = box_.bottom(words_high + high + look_.px(10 + 8 + 10));
        coloured(box, look_.colors().key);
        setLine(painter_, fonts, {box.min.x + pad, box.min.y + look_.px(10)}, room, words);
        Rect line = Rect::at({box.min.x + pad, box.max.y - look_.px(10) - high}, {room, high});
        const std::string tip = said(say::import_sheet::HeadAnswerTip{});
        for (std::size_t k = 0; k < std::min(counts.size(), kMostAnswers); ++k) {
            const std::string label = fmt::format(
                "{}###answer-{}", said(say::import_sheet::Heads{.n = counts[k]}), counts[k]);
            const ButtonOptions options{.tooltip = tip, .font = look_.fonts.small_text};
            const float wide = buttonWidth(painter_, label, options);
            if (wide > line.width()) break;
            if (button(painter_, line.left(wide), label.c_str(), options)) {
                chooseHeads(counts[k]);
                has_changed_ = true;
            }
            line.min.x += wide + look_.px(8);
        }
        box_.max.y = box.min.y - look_.px(10);
    }

    void faults() {
        std::vector<TextLine> lines;
        const std::size_t shown = std::min(reading_->faults.size(), kMostFoundFaults);
        for (std::size_t k = 0; k < shown; ++k) {
            lines.push_back(scene_.wording().line(reading_->faults[k]));
        }
        if (const std::size_t rest = reading_->faults.size() - shown; rest > 0) {
            lines.push_back(scene_.wording().line(
                say::import_sheet::MoreFaults{.n = static_cast<Index>(rest)}));
        }
        linesBox(lines, look_.colors().bad);
    }

    /// Draws sentences in a box of a color, along the foot of what is left.
    void linesBox(const std::vector<TextLine>& lines, Color color) {
        const LineFonts fonts = smallSentenceFonts(look_);
        const float room = box_.width() - look_.px(28);
        const float height = std::accumulate(
            lines.begin(), lines.end(), look_.px(20), [&](float sum, const TextLine& line) {
                return sum + measuredLine(painter_, fonts, room, line).height;
            });
        const Rect box = box_.bottom(height);
        coloured(box, color);
        float y = box.min.y + look_.px(10);
        for (const TextLine& line : lines) {
            y += setLine(painter_, fonts, {box.min.x + look_.px(14), y}, room, line).height;
        }
        box_.max.y = box.min.y - look_.px(10);
    }

    /// The rows scroll where they have no room.
    void rows() {
        if (reading_ == nullptr || box_.height() <= 0) return;
        ImGui::SetCursorScreenPos(box_.min);
        ImGui::PushStyleColor(ImGuiCol_ChildBg, rgb(0, 0));
        const ImVec2 size{box_.width() + look_.px(16), box_.height()};
        if (ImGui::BeginChild("found", size, ImGuiChildFlags_None, ImGuiWindowFlags_NavFlattened)) {
            if (drawFoundRows(scene_, box_)) has_changed_ = true;
        }
        ImGui::EndChild();
        ImGui::PopStyleColor();
    }
};

}  // namespace

bool drawImportFound(const Scene& scene, const Rect& box) {
    return ImportFoundView(scene, box).draw();
}

}  // namespace lookback
