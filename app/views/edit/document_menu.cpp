#include "app/views/edit/document_menu.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/state/model/app_state.h"
#include "app/state/model/sentences.h"
#include "app/state/update/action.h"
#include "app/widgets/fields.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/io/lesson_library.h"
#include "core/io/redraw.h"
#include "core/positions/encodings.h"
#include "core/words/say.h"

namespace lookback {
namespace {

constexpr float kScaleSliderWidth = 300;
constexpr std::array kStops{0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0};

constexpr std::size_t kMostHeadCounts = 16;

/// Draws a row that changes the document into `wished`; where `wished` is invalid, the row is
/// disabled and its tooltip has the reason.
bool choice(const Scene& scene, const std::string& label, MenuItemOptions options,
            const Document& wished, std::string_view line) {
    const std::vector<Error> found = faults(wished);
    options.enabled = found.empty();
    const bool is_chosen = menuItem(scene.look, label, options);
    tooltip(scene.look, found.empty()
                            ? asSentence(line)
                            : scene.wording().text(refusalSentence(wished, found.front())));
    return is_chosen;
}

void headItems(const Scene& scene) {
    const Document& document = scene.document();
    std::vector<Index> counts = headCounts(document);
    if (counts.size() > kMostHeadCounts) counts.resize(kMostHeadCounts);
    for (const Index count : counts) {
        Document wished = document;
        setHeads(wished, count);
        const std::string label = fmt::format("{} {}##heads", count, count == 1 ? "head" : "heads");
        const std::string width = fmt::format("d_k = {}", wished.dK());
        if (choice(scene, label, {.detail = width, .chosen = count == document.heads}, wished,
                   "")) {
            scene.emit(Change<Document>(setHeads, count));
        }
    }
}

void setPositionBase(Document& document, double base) { document.positions.base = base; }

/// @param slopes one for each head; empty: those of the paper
void setSlopes(Document& document, std::vector<double> slopes) {
    document.positions.slopes = std::move(slopes);
}

void positionItems(const Scene& scene) {
    const Document& document = scene.document();
    for (const PositionRow* row : kPositionRows) {
        Document wished = document;
        setPositions(wished, row->kind);
        if (choice(scene, scene.wording().text(row->words.label()),
                   {.chosen = row->kind == document.positions.kind}, wished,
                   scene.wording().text(row->words.line()))) {
            scene.emit(Change<Document>(setPositions, row->kind));
        }
    }
    const Positions& now = document.positions;
    if (info(now.kind).has_base) {
        ImGui::Separator();
        const auto base = numberField(scene.look, "base", now.base);
        if (base) scene.emit(Change<Document>(setPositionBase, *base));
    }
    if (!info(now.kind).has_slopes) return;
    ImGui::Separator();
    std::vector<double> slopes = slopesOf(document);
    for (std::size_t head = 0; head < slopes.size(); ++head) {
        const auto slope =
            numberField(scene.look, fmt::format("slope of head {}", head + 1), slopes[head]);
        if (!slope) continue;
        slopes[head] = *slope;
        scene.emit(Change<Document>(setSlopes, slopes));
    }
    if (!now.slopes.empty() && menuItem(scene.look, "Slopes of the paper")) {
        scene.emit(Change<Document>(setSlopes, {}));
    }
}

/// One drag of the slider is one step of undo.
void scaleSliderItem(const Scene& scene) {
    Hands& hands = scene.hands;
    const StopSliderEvents events = scaleSlider(scene.look, divisor(scene.document()));
    if (events.stepped)
        scene.emit(Change(&Document::scale, {Scale::Kind::number, *events.stepped}));
    if (events.dragged && (hands.isIdle() || hands.doing<ScaleDrag>() != nullptr)) {
        hands.gesture = ScaleDrag{};
        scene.emit(dragged(Change(&Document::scale, {Scale::Kind::number, *events.dragged})));
    }
    if (events.held && hands.doing<ScaleDrag>() != nullptr) hands.is_gesture_shown = true;
}

void scaleItems(const Scene& scene) {
    const Document& document = scene.document();
    struct Choice {
        Scale::Kind kind;
        const char* label;
    };
    constexpr std::array kChoices{Choice{Scale::Kind::sqrt_dk, "\u221ad_k"},
                                  Choice{Scale::Kind::dk, "d_k"},
                                  Choice{Scale::Kind::none, "not at all"}};
    for (const Choice& choice : kChoices) {
        Document wished = document;
        wished.scale = {choice.kind};
        const std::string number = formatNumber(divisor(wished), 4);
        if (menuItem(scene.look, choice.label,
                     {.detail = number, .chosen = document.scale.kind == choice.kind})) {
            scene.emit(Change(&Document::scale, {choice.kind}));
        }
    }
    ImGui::Separator();
    const auto number = numberField(scene.look, "by a number", divisor(document));
    if (number) scene.emit(Change(&Document::scale, {Scale::Kind::number, *number}));
    scaleSliderItem(scene);
}

void softcapItems(const Scene& scene) {
    const Document& document = scene.document();
    struct Choice {
        std::optional<double> softcap;
        const char* label;
        const char* line;
    };
    const std::array choices{Choice{std::nullopt, "not at all", "most models have no cap"},
                             Choice{50, "at 50", "as Gemma 2 has it"}};
    for (const Choice& each : choices) {
        Document wished = document;
        wished.softcap = each.softcap;
        if (choice(scene, each.label, {.chosen = document.softcap == each.softcap}, wished,
                   each.line)) {
            scene.emit(Change(&Document::softcap, each.softcap));
        }
    }
    ImGui::Separator();
    const auto number = numberField(scene.look, "at a number", document.softcap.value_or(50));
    if (number) scene.emit(Change(&Document::softcap, *number));
}

/// Draws the submenu of a precision that holds all numbers but the masking value, with the values
/// that it can have instead.
void otherValueItems(const Scene& scene, const DTypeInfo& type) {
    const double now = scene.document().masking.value;
    const double nearest = fittingValue(type.dtype, now);
    if (!beginSubmenu(scene.look, fmt::format("{}: {} does not fit###{}", type.name,
                                              formatShort(now), type.name))) {
        return;
    }
    menuHeading(scene.look, scene.wording().text(misfitSentence(type.dtype, now)));
    const auto item = [&](double value, std::string_view why) {
        if (menuItem(scene.look, fmt::format("{} with {}", type.name, formatShort(value)))) {
            scene.emit(Change<Document>(setDType, type.dtype, value));
        }
        tooltip(scene.look, why);
    };
    item(nearest, "The nearest to the value of all that it holds.");
    item(-std::numeric_limits<double>::infinity(),
         "Nothing is lower: blocked tokens weigh nothing.");
    endSubmenu(scene.look);
}

bool isOfMaskingValue(const Error& fault) { return fault.where == "masking.value"; }

void precisionItems(const Scene& scene) {
    const Document& document = scene.document();
    for (const DTypeInfo& type : kDTypes) {
        Document wished = document;
        wished.dtype = type.dtype;
        const std::vector<Error> found = faults(wished);
        if (!found.empty() && std::all_of(found.begin(), found.end(), isOfMaskingValue)) {
            otherValueItems(scene, type);
            continue;
        }
        if (choice(scene, std::string(type.name), {.chosen = type.dtype == document.dtype}, wished,
                   "")) {
            scene.emit(Change(&Document::dtype, type.dtype));
        }
    }
}

void submenu(const Scene& scene, const std::string& label, void (*items)(const Scene&)) {
    if (!beginSubmenu(scene.look, label)) return;
    items(scene);
    endSubmenu(scene.look);
}

std::string documentTitle(const Document& document, bool is_narrow, bool is_saved) {
    std::string title =
        document.title.empty() ? "Untitled" : shortenedTo(document.title, kLongestTitle);
    if (document.draw && !is_narrow) {
        title +=
            fmt::format(" \u00b7 {} seed {}", libraryName(*document.draw), document.draw->seed);
    }
    if (!is_saved) title += kUnsavedMark;
    return title;
}

void documentItems(const Scene& scene) {
    for (const LessonEntry& lesson : lessons()) {
        const bool chosen = lesson.id == scene.state.origin().shipped;
        const std::string label =
            fmt::format("{}###{}", scene.wording().text(lesson.title), lesson.id);
        if (menuItem(scene.look, label, {.chosen = chosen})) {
            scene.emit(OpenLesson{lesson.id});
        }
        tooltip(scene.look, scene.wording().text(lesson.summary),
                {.pale = scene.wording().text(lesson.source)});
    }
    ImGui::Separator();
    for (const char* name : {"open", "save", "save-as", "export"}) commandItem(scene, name);
    recentMenu(scene);
}

void modelMenuItems(const Scene& scene) {
    const Document& document = scene.document();
    if (document.heads > 1) {
        for (Index head = 0; head < document.heads; ++head) {
            if (menuItem(scene.look, fmt::format("Head {}", head + 1),
                         {.chosen = head == scene.place().head})) {
                scene.emit(Change(&Place::head, head));
            }
        }
        ImGui::Separator();
    }
    submenu(scene, fmt::format("Heads: {}###heads", document.heads), headItems);
    submenu(scene,
            fmt::format("Positions: {}###positions",
                        scene.wording().text(positionRow(document.positions.kind).words.label())),
            positionItems);
    submenu(scene, fmt::format("Scores divided by {}###scale", formatNumber(divisor(document), 4)),
            scaleItems);
    submenu(scene,
            document.softcap
                ? fmt::format("Scores capped at {}###softcap", formatShort(*document.softcap))
                : "Scores not capped###softcap",
            softcapItems);
    submenu(scene, fmt::format("Precision: {}###dtype", info(document.dtype).name), precisionItems);
    if (menuItem(scene.look, "Output projection W_o",
                 {.chosen = document.weights.output.has_value()})) {
        scene.emit(SetOutput{!document.weights.output.has_value()});
    }
    tooltip(scene.look, "A matrix behind the context; a new one is the identity.");
}

}  // namespace

std::string modelTitle(const Document& document, Index head) {
    return document.heads == 1 ? "1 head" : fmt::format("Head {} of {}", head + 1, document.heads);
}

StopSliderEvents scaleSlider(const Look& look, double divisor) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{std::min(look.px(kScaleSliderWidth), menuWidth(look)),
                      stopSliderHeight(look)};
    Painter painter(look);
    const StopSliderEvents events =
        stopSlider(painter, Rect::at(at, size),
                   {.label = "##scale-slider",
                    .stops = kStops,
                    .value = divisor,
                    .tooltip = "Drag it; Left and Right go from stop to stop."});
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy(size);
    return events;
}

MenuSpec documentMenu(const Scene& scene) {
    const auto title = [&](const Document& document, bool is_saved) {
        return documentTitle(document, scene.narrow, is_saved);
    };
    const Document& opened = *scene.state.origin().opened;
    return {.id = Menu::documents,
            .name = "Document",
            .title = title(scene.document(), scene.state.document_work.is_saved),
            .usual = {title(opened, false)},
            .says_now = true,
            .button = "##lesson",
            .tooltip = menuTooltip("Open a lesson or a file, save", "documents-menu"),
            .items = documentItems};
}

MenuSpec modelMenu(const Scene& scene) {
    const Document& opened = *scene.state.origin().opened;
    return {.id = Menu::model,
            .name = "Model",
            .title = modelTitle(scene.document(), scene.place().head),
            .usual = {modelTitle(opened, opened.heads - 1)},
            .roomy = "Head 2 of 2",
            .says_now = true,
            .button = "##model",
            .tooltip = menuTooltip("Heads, positions, scale, precision", "model-menu"),
            .items = modelMenuItems};
}

}  // namespace lookback
