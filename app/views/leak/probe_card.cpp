#include "app/views/leak/probe_card.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include "app/look/rect.h"
#include "app/state/commands/commands.h"
#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "app/views/shared/scene.h"
#include "app/widgets/button.h"
#include "app/widgets/cell_fit.h"
#include "app/widgets/fields.h"
#include "app/widgets/menu.h"
#include "app/widgets/slider.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/words/say.h"
#include "messages/leak.h"

namespace lookback {
namespace {

constexpr double kWiggle = 1.6;    ///< seconds of one oscillation
constexpr float kMostToken = 110;  ///< width of the button with the token
constexpr float kProbeBarField = 140;
constexpr double kProbeBarSteps = 20;  ///< of the keys, from the middle to either end
constexpr const char* kProbeMenu = "###probe";
constexpr const char* kTokenMenu = "###nudged";
constexpr const char* kWayMenu = "###way";

class ProbeBar {
public:
    ProbeBar(const Scene& scene, const Rect& line)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          line_(line),
          place_(scene.place().leak),
          x_(line.min.x) {}

    void draw() {
        probeButton();
        if (place_.probe == Probe::append) return wordField();
        if (scene_.document().n() == 0) return;
        tokenButton();
        wayButton();
        amount();
    }

private:
    [[nodiscard]] std::string said(const Message& message) const { return scene_.said(message); }
    [[nodiscard]] float gap() const { return look_.px(scene_.narrow ? 6 : 10); }

    Rect next(float width) {
        const Rect box = line_.betweenX(x_, x_ + width);
        x_ = box.max.x + gap();
        return box;
    }

    /// @return true if its menu is open and must be filled
    bool menuButton(const std::string& title, const char* menu, float most,
                    std::string_view tooltip) {
        const ButtonOptions options{.tooltip = tooltip, .menu = true};
        const Rect box = next(std::min(buttonWidth(painter_, title, options), most));
        if (button(painter_, box, (title + menu).c_str(), options)) ImGui::OpenPopup(menu);
        return beginMenu(look_, menu, box, false);
    }

    void probeButton() {
        const bool nudges = place_.probe == Probe::nudge;
        using Way = say::leak::Probe::Way;
        if (!menuButton(said(say::leak::Probe{.way = nudges ? Way::nudge : Way::other}), kProbeMenu,
                        look_.px(120), said(say::leak::ProbeTip{}))) {
            return;
        }
        if (menuItem(look_, said(say::leak::Nudge{}) + "###nudge", {.chosen = nudges})) {
            scene_.emit(Change(&LeakPlace::probe, Probe::nudge));
        }
        if (menuItem(look_, said(say::leak::Append{}) + "###append", {.chosen = !nudges})) {
            scene_.emit(Change(&LeakPlace::probe, Probe::append));
        }
        endMenu();
    }

    void tokenButton() {
        const Index now = nudgedToken(place_.nudge, scene_.document().n());
        const std::string tip = said(say::leak::NudgedTip{.key = firstKey(command("nudge-next"))});
        if (!menuButton(scene_.labels()[static_cast<std::size_t>(now)], kTokenMenu,
                        look_.px(kMostToken), tip)) {
            return;
        }
        for (Index token = 0; token < scene_.document().n(); ++token) {
            const std::string label = fmt::format(
                "{}###token-{}", scene_.labels()[static_cast<std::size_t>(token)], token);
            if (!menuItem(look_, label, {.chosen = token == now})) continue;
            Nudge nudge = place_.nudge;
            nudge.token = token;
            scene_.emit(Change(&LeakPlace::nudge, nudge));
        }
        endMenu();
    }

    /// Returns the name of a direction; without a dimension it is a random one.
    [[nodiscard]] std::string wayTitle(std::optional<Index> dimension, bool is_narrow) const {
        using Random = say::leak::Direction;
        using Along = say::leak::Dimension;
        if (!dimension) {
            return said(Random{.room = is_narrow ? Random::Room::narrow : Random::Room::other});
        }
        return said(Along{.room = is_narrow ? Along::Room::narrow : Along::Room::other,
                          .n = Count{*dimension + 1}});
    }

    void wayButton() {
        if (!menuButton(wayTitle(place_.nudge.dimension, scene_.narrow), kWayMenu, look_.px(180),
                        said(say::leak::WayTip{}))) {
            return;
        }
        for (Index at = 0; at < scene_.document().dIn(); ++at) {
            const std::string label = wayTitle(at, false) + fmt::format("###dimension-{}", at + 1);
            if (!menuItem(look_, label, {.chosen = place_.nudge.dimension == at})) continue;
            Nudge nudge = place_.nudge;
            nudge.dimension = at;
            scene_.emit(Change(&LeakPlace::nudge, nudge));
        }
        if (menuItem(look_, wayTitle(std::nullopt, false) + "###random",
                     {.chosen = !place_.nudge.dimension})) {
            Nudge nudge = place_.nudge;
            if (!nudge.dimension) ++nudge.seed;
            nudge.dimension.reset();
            scene_.emit(Change(&LeakPlace::nudge, nudge));
        }
        endMenu();
    }

    void amount() {
        const std::string start = said(say::leak::Wiggle{});
        const std::string stop = said(say::leak::Stop{});
        const std::string label = (place_.wiggling ? stop : start) + "###wiggle";
        const float wide = std::max(buttonWidth(painter_, start), buttonWidth(painter_, stop));
        const Rect right = line_.right(wide);
        const std::string tip = said(commandTooltip(command("wiggle")));
        const ButtonKind kind = place_.wiggling ? ButtonKind::strong : ButtonKind::plain;
        if (button(painter_, right, label.c_str(), {.kind = kind, .tooltip = tip})) {
            scene_.emit(Change(&LeakPlace::wiggling, !place_.wiggling));
        }
        const double most = scene_.shown().bound(MatrixId::embeddings);
        const double now = amountNow(place_);
        const DigitRoom room{Domain::signed_numbers, most};
        const std::string widest(static_cast<std::size_t>(room.characters(3)), '0');
        const float digits = painter_.width(look_.fonts.mono, widest);
        const Rect number = line_.betweenX(right.min.x - gap() - digits, right.min.x - gap());
        painter_.text(look_.fonts.mono, look_.colors().ink, number, amountText(now), Align::right);
        const Rect track = line_.betweenX(x_, number.min.x - gap());
        if (track.width() < look_.px(40)) return;
        const std::string amount_tip = said(say::leak::AmountTip{});
        drag(slider(painter_, track,
                    {.label = "##amount",
                     .value = now,
                     .least = -most,
                     .most = most,
                     .step = most / kProbeBarSteps,
                     .tooltip = amount_tip}));
    }

    void drag(const SliderEvents& events) {
        Hands& hands = scene_.hands;
        Nudge nudge = place_.nudge;
        if (events.stepped) {
            nudge.amount = *events.stepped;
            scene_.emit(Change(&LeakPlace::nudge, nudge));
        }
        if (events.dragged && (hands.isIdle() || hands.doing<NudgeDrag>() != nullptr)) {
            if (hands.isIdle()) hands.gesture = NudgeDrag{nudge.amount};
            if (place_.wiggling) scene_.emit(Change(&LeakPlace::wiggling, false));
            nudge.amount = *events.dragged;
            scene_.emit(Change(&LeakPlace::nudge, nudge));
        }
        if (events.held && hands.doing<NudgeDrag>() != nullptr) hands.is_gesture_shown = true;
    }

    void wordField() {
        std::string word = place_.word;
        const FieldEvents events = textField(painter_, next(look_.px(kProbeBarField)), "##appended",
                                             word, look_.fonts.text, false);
        if (events.edited) scene_.emit(Change(&LeakPlace::word, word));
        const Rect rest = line_.fromX(x_);
        using Note = say::leak::AppendNote;
        for (const Note::Room room : {Note::Room::other, Note::Room::narrow}) {
            const std::string words = said(Note{.room = room});
            if (painter_.width(look_.fonts.text, words) > rest.width()) continue;
            painter_.text(look_.fonts.text, look_.colors().soft, rest, words);
            break;
        }
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect line_;
    const LeakPlace& place_;
    float x_;
};

/// Draws the line of the probe: its kind, a nudge of a token by an amount or an appended token,
/// with its settings.
void drawProbeBar(const Scene& scene, const Rect& line) { ProbeBar(scene, line).draw(); }

constexpr float kProbeCardLine = 32;          ///< height of the line of the probe
constexpr float kProbeCardHeading = 22;       ///< above the bars
constexpr float kProbeCardCloseHeading = 17;  ///< likewise, where room is short
constexpr float kProbeCardLeastRow = 19;      ///< of a bar in a row of its own
constexpr float kProbeCardCloseRow = 17;      ///< likewise, where room is short
constexpr float kProbeCardMostRow = 44;
constexpr float kProbeCardBetween = 3;        ///< two bars
constexpr float kProbeCardCloseTogether = 1;  ///< two bars, where room is short
constexpr float kAir = 12;                    ///< before the bars beside a row, and behind labels

float headingOf(BarPlace bars) {
    return bars == BarPlace::below ? kProbeCardHeading : kProbeCardCloseHeading;
}

float leastRowOf(BarPlace bars) {
    return bars == BarPlace::below ? kProbeCardLeastRow : kProbeCardCloseRow;
}

}  // namespace

double amountNow(const LeakPlace& place) {
    if (!place.wiggling) return place.nudge.amount;
    return place.nudge.amount * std::sin(2 * std::numbers::pi * place.wiggled / kWiggle);
}

std::string amountText(double amount) { return (amount > 0 ? "+" : "") + formatNumber(amount, 3); }

float leastProbeHeight(const Look& look, Index rows, BarPlace bars) {
    if (areBeside(bars) || rows == 0) return look.px(kProbeCardLine);
    return look.px(kProbeCardLine + headingOf(bars)) +
           static_cast<float>(rows) * look.px(leastRowOf(bars));
}

ProbeCard::ProbeCard(const Scene& scene, Painter& painter, const ComparedPair& pair,
                     const InfluenceFigure& figure, BarPlace bars)
    : scene_(scene),
      look_(scene.look),
      painter_(painter),
      pair_(pair),
      figure_(figure),
      bars_(bars),
      moves_(scene.state.probed.of(pair, scene.place().compared, scene.place().leak,
                                   amountNow(scene.place().leak))) {}

float ProbeCard::rowHeight(float room) const {
    const auto rows = static_cast<float>(std::max<Index>(figure_.outputs().count, 1));
    const float each = std::floor((room - look_.px(kProbeCardLine + headingOf(bars_))) / rows);
    return std::clamp(each, look_.px(leastRowOf(bars_)), look_.px(kProbeCardMostRow));
}

float ProbeCard::height(float room) const {
    const Index rows = figure_.outputs().count;
    const float least = leastProbeHeight(look_, rows, bars_);
    if (areBeside(bars_) || rows == 0) return least;
    const float more = rowHeight(room) - look_.px(leastRowOf(bars_));
    return least + static_cast<float>(rows) * more;
}

void ProbeCard::draw(const Rect& inside, const SideColumns& columns) {
    const float line = inside.min.y + look_.px(kProbeCardLine);
    const bool is_probed =
        mayBeComputedTwice(pair_.a->document()) && mayBeComputedTwice(pair_.b->document());
    if (!is_probed) {
        painter_.textFitted(look_.fonts.text, look_.colors().soft, inside.untilY(line),
                            scene_.said(say::leak::ComputedOnce{}));
        return;
    }
    drawProbeBar(scene_, inside.untilY(line));
    keepInSight(look_, inside);
    for (const Side side : {Side::a, Side::b}) {
        if (moves_.moves.of(side).empty()) continue;
        const float left = columns.left.of(side);
        const float right = left + columns.width;
        if (areBeside(bars_)) {
            barsBeside(side, right);
        } else {
            barsBelow(side, {{left, line}, {right, inside.max.y}});
        }
    }
}

/// True if A's mask blocks the moved or appended token from an output.
bool ProbeCard::hides(Index output) const {
    const Document& promised = pair_.a->document();
    const LeakPlace& place = scene_.place().leak;
    if (place.probe == Probe::nudge) {
        const Index token = nudgedToken(place.nudge, promised.n());
        return token != output && !allows(promised.mask, output, token);
    }
    Mask longer = promised.mask;
    insertToken(longer, promised.n());
    return !allows(longer, output, promised.n());
}

/// True for a move as small as those that the verdict calls rounding.
bool ProbeCard::isRounding(Side side, Index output) const {
    const auto& verdict = scene_.state.leaks.report().answers.of(side).verdict;
    if (!verdict || verdict->kind != LeakKind::rounding) return false;
    const Variant& variant = pair_.of(side);
    const MatrixView outputs = variant.trace().view(variant.trace().result());
    double largest = 0;
    for (Index col = 0; col < outputs.cols(); ++col) {
        const double number = std::abs(outputs(output, col));
        if (std::isfinite(number)) largest = std::max(largest, number);
    }
    const double move = moves_.moves.of(side)[static_cast<std::size_t>(output)];
    return placesMoved(move, largest, variant.document().dtype) <= kRoundingPlaces;
}

MoveBar ProbeCard::barOf(Side side, Index output, const Rect& box) const {
    const Trace& trace = pair_.of(side).trace();
    const MatrixView outputs = trace.view(trace.result());
    const double move = moves_.moves.of(side)[static_cast<std::size_t>(output)];
    const EndlessNumbers endless = endlessIn(outputs, output);
    // NaN and infinity that stay have moved by 0, but where an output holds nothing else, nothing
    // is known about it.
    if (move == 0 && endless.count() > 0 && endless.count() == outputs.cols()) {
        return {.box = box, .endless = endless};
    }
    return {box, move, hides(output) && !isRounding(side, output)};
}

void ProbeCard::barsBelow(Side side, const Rect& region) {
    const AxisRange rows = figure_.outputs();
    // Both sides have the labels and so the same room, so that equal moves have equal bars.
    const float beside = figure_.labelWidth();
    const std::vector<std::string>& labels = pair_.of(side).labels();
    const float left = region.min.x + beside;
    const float y = region.min.y + look_.px(headingOf(bars_));
    painter_.textFitted(
        look_.fonts.small_text, look_.colors().soft, {{left, region.min.y}, {region.max.x, y}},
        scene_.said(variantTitle(scene_.document(), scene_.place().compared.of(side))));
    const float row = (region.max.y - y) / static_cast<float>(std::max<Index>(rows.count, 1));
    const float between = bars_ == BarPlace::below ? kProbeCardBetween : kProbeCardCloseTogether;
    std::vector<MoveBar> bars;
    for (Index at = 0; at < rows.count; ++at) {
        const float top = std::floor(y + row * static_cast<float>(at)) + look_.px(between / 2);
        const Rect box{{left, top}, {region.max.x, top + std::floor(row) - look_.px(between)}};
        bars.push_back(barOf(side, rows.first + at, box));
        if (beside == 0) continue;
        painter_.textFitted(look_.fonts.small_text, look_.colors().ink,
                            box.betweenX(region.min.x, left - look_.px(8)),
                            labels[static_cast<std::size_t>(rows.first + at)], Align::right);
    }
    drawMoveBars(scene_, painter_, bars, moves_.bound);
}

void ProbeCard::barsBeside(Side side, float right) {
    const AxisRange rows = figure_.outputs();
    std::vector<MoveBar> bars;
    for (Index at = 0; at < rows.count; ++at) {
        const Rect cells = figure_.row(side, at);
        const Rect box = cells.betweenX(cells.max.x + look_.px(kAir), right);
        bars.push_back(barOf(side, rows.first + at, box));
    }
    drawMoveBars(scene_, painter_, bars, moves_.bound);
}

}  // namespace lookback
