#include "app/views/edit/model_menu.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/state/model/app_state.h"
#include "app/state/model/sentences.h"
#include "app/state/update/action.h"
#include "app/views/edit/shape_steppers.h"
#include "app/widgets/fields.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/io/experiment_library.h"
#include "core/io/shipped.h"
#include "core/language/training_findings.h"
#include "core/positions/encodings.h"
#include "core/words/say.h"
#include "messages/edit.h"
#include "messages/positions.h"

namespace lookback {
namespace {

constexpr float kScaleSliderWidth = 300;
constexpr float kShapeWidth = 440;  ///< of two steppers side by side
constexpr std::array kStops{0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0};

constexpr std::size_t kMostHeadCounts = 16;
constexpr double kUsualSoftcap = 50;  ///< of Gemma 2

/// Draws a row that changes the document into `wished`; where `wished` is invalid, the row is
/// disabled and its tooltip has the reason.
bool choice(const Scene& scene, const std::string& label, MenuItemOptions options,
            const Document& wished, const std::optional<Message>& tip = std::nullopt) {
    const std::vector<Error> found = faults(wished);
    options.enabled = found.empty();
    const bool is_chosen = menuItem(scene.look, label, options);
    if (!found.empty()) {
        tooltip(scene.look, scene.said(refusalSentence(wished, found.front())));
    } else if (tip) {
        tooltip(scene.look, scene.said(*tip));
    }
    return is_chosen;
}

void headItems(const Scene& scene) {
    const Document& document = scene.document();
    std::vector<Index> counts = headCounts(document);
    if (counts.size() > kMostHeadCounts) counts.resize(kMostHeadCounts);
    for (const Index count : counts) {
        Document wished = document;
        setHeads(wished, count);
        const std::string label =
            scene.labelled(say::edit::Heads{.n = count}, fmt::format("heads-{}", count));
        const std::string width = fmt::format("d_k = {}", wished.dK());
        if (choice(scene, label, {.detail = width, .chosen = count == document.heads}, wished)) {
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
        const Message label = row->words.label();
        if (choice(scene, scene.labelled(label, info(row->kind).name),
                   {.chosen = row->kind == document.positions.kind}, wished,
                   say::positions::Tip{.encoding = label, .line = row->words.line()})) {
            scene.emit(Change<Document>(setPositions, row->kind));
        }
    }
    const Positions& now = document.positions;
    if (info(now.kind).has_base) {
        ImGui::Separator();
        const auto base =
            numberField(scene.look, scene.labelled(say::edit::Base{}, "base"), now.base);
        if (base) scene.emit(Change<Document>(setPositionBase, *base));
    }
    if (!info(now.kind).has_slopes) return;
    ImGui::Separator();
    std::vector<double> slopes = slopesOf(document);
    for (std::size_t head = 0; head < slopes.size(); ++head) {
        const Count number{static_cast<Index>(head + 1)};
        const std::string label =
            scene.labelled(say::edit::Slope{.n = number}, fmt::format("slope-{}", number.value));
        const auto slope = numberField(scene.look, label, slopes[head]);
        if (!slope) continue;
        slopes[head] = *slope;
        scene.emit(Change<Document>(setSlopes, slopes));
    }
    if (now.slopes.empty()) return;
    if (menuItem(scene.look, scene.labelled(say::edit::UsualSlopes{}, "usual-slopes"))) {
        scene.emit(Change<Document>(setSlopes, {}));
    }
}

/// One drag of the slider is one step of undo.
void scaleSliderItem(const Scene& scene) {
    Hands& hands = scene.hands;
    const StopSliderEvents events = scaleSlider(scene, divisor(scene.document()));
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
        std::string label;
    };
    const std::array choices{
        Choice{Scale::Kind::sqrt_dk, "\u221ad_k###scale-sqrt_dk"},
        Choice{Scale::Kind::dk, "d_k###scale-dk"},
        Choice{Scale::Kind::none, scene.labelled(say::edit::ScaleNone{}, "scale-none")}};
    for (const Choice& choice : choices) {
        Document wished = document;
        wished.scale = {choice.kind};
        const std::string number = formatOperand(divisor(wished), 4);
        if (menuItem(scene.look, choice.label,
                     {.detail = number, .chosen = document.scale.kind == choice.kind})) {
            scene.emit(Change(&Document::scale, {choice.kind}));
        }
    }
    ImGui::Separator();
    const auto number = numberField(
        scene.look, scene.labelled(say::edit::AnotherNumber{}, "divisor"), divisor(document));
    if (number) scene.emit(Change(&Document::scale, {Scale::Kind::number, *number}));
    scaleSliderItem(scene);
}

/// Each change of a stepper is one step of undo.
void shapeItems(const Scene& scene) {
    const DocumentShape shape = shapeOf(scene.document());
    const bool redraws = scene.hands.redraws_shape;
    const float width = std::min(scene.look.px(kShapeWidth), menuWidth(scene.look));
    const auto changed = shapeSteppers(scene, shape, width);
    if (changed) scene.emit(SetShape{*changed, redraws});
    ImGui::Separator();
    const auto item = [&](const Message& label, const char* id, bool draws_all) {
        if (menuItem(scene.look, scene.labelled(label, id),
                     {.chosen = redraws == draws_all, .stays = true})) {
            scene.hands.redraws_shape = draws_all;
        }
    };
    item(say::edit::ShapeKeep{}, "shape-keep", false);
    item(say::edit::ShapeRedraw{}, "shape-redraw", true);
    menuHeading(scene.look, scene.said(shapeLimits()));
}

/// Offers the embeddings of each model of Train, after the steps that it has taken.
void learnedItems(const Scene& scene) {
    const TrainingReport* const report = scene.state.training.report();
    if (report == nullptr || report->run.steps() == 0) {
        return menuHeading(scene.look, scene.said(say::edit::LearnedNone{}));
    }
    const Experiment& experiment = report->run.experiment();
    const auto* const entry =
        findShipped(experiments(), scene.state.experiment_work.origin().shipped);
    const std::string title =
        shownTitle(scene.wording(), experiment.title, entry != nullptr ? &entry->title : nullptr);
    for (std::size_t twin = 0; twin < report->run.twins(); ++twin) {
        const Verbatim letter = modelLetter(twin);
        const std::string detail = scene.said(say::edit::LearnedSteps{.n = report->run.steps()});
        if (menuItem(scene.look,
                     scene.labelled(say::edit::LearnedModel{.letter = letter},
                                    fmt::format("learned-{}", twin)),
                     {.detail = detail})) {
            scene.emit(TakeEmbeddings{twin});
        }
        tooltip(scene.look,
                scene.said(say::edit::LearnedTip{.letter = letter,
                                                 .experiment = Verbatim{title},
                                                 .d_model = Count{experiment.model.d_model}}));
    }
}

void softcapItems(const Scene& scene) {
    const Document& document = scene.document();
    struct Choice {
        std::optional<double> softcap;
        std::string label;
        Message tip;
    };
    const Verbatim usual{formatShort(kUsualSoftcap)};
    const std::array choices{
        Choice{std::nullopt, scene.labelled(say::edit::CapNone{}, "cap-none"),
               say::edit::CapNoneTip{}},
        Choice{kUsualSoftcap, scene.labelled(say::edit::CapUsual{.number = usual}, "cap-usual"),
               say::edit::CapUsualTip{.number = usual}}};
    for (const Choice& each : choices) {
        Document wished = document;
        wished.softcap = each.softcap;
        if (choice(scene, each.label, {.chosen = document.softcap == each.softcap}, wished,
                   each.tip)) {
            scene.emit(Change(&Document::softcap, each.softcap));
        }
    }
    ImGui::Separator();
    const auto number =
        numberField(scene.look, scene.labelled(say::edit::AnotherNumber{}, "cap-number"),
                    document.softcap.value_or(kUsualSoftcap));
    if (number) scene.emit(Change(&Document::softcap, *number));
}

/// Draws the submenu of a precision that holds all numbers but the masking value, with the values
/// that it can have instead.
void otherValueItems(const Scene& scene, const DTypeInfo& type) {
    const double now = scene.document().masking.value;
    const double nearest = fittingValue(type.dtype, now);
    const Verbatim name{std::string(type.name)};
    const Message misfit =
        say::edit::ValueMisfit{.dtype = name, .value = Verbatim{formatShort(now)}};
    if (!beginSubmenu(scene.look, scene.labelled(misfit, type.name))) return;
    menuHeading(scene.look, scene.said(misfitSentence(type.dtype, now)));
    const auto item = [&](double value, const char* id, const Message& tip) {
        const Message label =
            say::edit::PrecisionWithValue{.dtype = name, .value = Verbatim{formatShort(value)}};
        if (menuItem(scene.look, scene.labelled(label, id))) {
            scene.emit(Change<Document>(setDType, type.dtype, value));
        }
        tooltip(scene.look, scene.said(tip));
    };
    item(nearest, "nearest-value", say::edit::NearestValueTip{.dtype = name});
    item(-std::numeric_limits<double>::infinity(), "lowest-value", say::edit::LowestValueTip{});
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
        if (choice(scene, std::string(type.name), {.chosen = type.dtype == document.dtype},
                   wished)) {
            scene.emit(Change(&Document::dtype, type.dtype));
        }
    }
}

void submenu(const Scene& scene, const std::string& label, void (*items)(const Scene&)) {
    if (!beginSubmenu(scene.look, label)) return;
    items(scene);
    endSubmenu(scene.look);
}

void modelMenuItems(const Scene& scene) {
    const Document& document = scene.document();
    if (document.heads > 1) {
        for (Index head = 0; head < document.heads; ++head) {
            const std::string label =
                scene.labelled(say::edit::Head{.n = Count{head + 1}}, fmt::format("head-{}", head));
            if (menuItem(scene.look, label, {.chosen = head == scene.place().head})) {
                scene.emit(Change(&Place::head, head));
            }
        }
        ImGui::Separator();
    }
    const auto row = [&](const Message& label, const char* id, void (*items)(const Scene&)) {
        submenu(scene, scene.labelled(label, id), items);
    };
    row(say::edit::ShapeNow{.d_model = Count{document.dIn()},
                            .d_k = Count{document.dK()},
                            .d_v = Count{document.dV()}},
        "shape", shapeItems);
    row(say::edit::HeadsNow{.n = Count{document.heads}}, "heads", headItems);
    row(say::edit::PositionsNow{.positions = positionRow(document.positions.kind).words.label()},
        "positions", positionItems);
    row(say::edit::ScaleNow{.number = Verbatim{formatOperand(divisor(document), 4)}}, "scale",
        scaleItems);
    row(document.softcap
            ? Message(say::edit::CapNow{.number = Verbatim{formatShort(*document.softcap)}})
            : Message(say::edit::CapNowNone{}),
        "softcap", softcapItems);
    row(say::edit::PrecisionNow{.dtype = Verbatim{std::string(info(document.dtype).name)}}, "dtype",
        precisionItems);
    row(say::edit::Learned{}, "learned", learnedItems);
    if (menuItem(scene.look, scene.labelled(say::edit::Output{}, "output"),
                 {.chosen = document.weights.output.has_value()})) {
        scene.emit(SetOutput{!document.weights.output.has_value()});
    }
    tooltip(scene.look, scene.said(say::edit::OutputTip{}));
}

}  // namespace

Message modelTitle(const Document& document, Index head) {
    return say::edit::ModelTitle{.of = document.heads, .n = Count{head + 1}};
}

StopSliderEvents scaleSlider(const Scene& scene, double divisor) {
    const Look& look = scene.look;
    const std::string tip = scene.said(say::edit::ScaleTip{});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{std::min(look.px(kScaleSliderWidth), menuWidth(look)),
                      stopSliderHeight(look)};
    Painter painter(look);
    const StopSliderEvents events =
        stopSlider(painter, Rect::at(at, size),
                   {.label = "##scale-slider", .stops = kStops, .value = divisor, .tooltip = tip});
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy(size);
    return events;
}

MenuSpec modelMenu(const Scene& scene) {
    return {.id = Menu::model,
            .name = scene.said(say::edit::ModelMenu{}),
            .title = scene.said(modelTitle(scene.document(), scene.place().head)),
            .shorter = scene.said(say::edit::Head{.n = Count{scene.place().head + 1}}),
            .says_now = true,
            .button = "##model",
            .tooltip = scene.said(say::edit::ModelMenuTip{
                .key = firstKey(command("model-menu"), keyPlace(scene.state))}),
            .items = modelMenuItems};
}

}  // namespace lookback
