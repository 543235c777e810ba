#include <algorithm>
#include <cmath>

#include "app/look/theme.h"
#include "app/state/model/app_state.h"
#include "app/state/model/shown_lesson.h"
#include "app/state/model/shown_quantity.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/generate/generate_views.h"
#include "app/views/generate/writing_scene.h"
#include "app/views/shared/card.h"
#include "app/widgets/formula.h"
#include "app/widgets/tooltip.h"
#include "messages/generate.h"

namespace lookback {
namespace {

constexpr float kSentenceCardTitle = 34;
constexpr std::string_view kSentenceCardNext = "?";

/// The card with the sentences of both twins, unit by unit.
class SentenceCard {
public:
    SentenceCard(const Scene& scene, Painter& painter, const Rect& rest)
        : scene_(scene),
          look_(scene.look),
          painter_(painter),
          writing_(scene),
          rest_(rest),
          high_(look_.px(scene.compact ? 26 : 38)),
          row_(high_ + look_.px(scene.compact ? 5 : 11)),
          note_(presentedNote()) {}

    float draw() {
        const std::vector<std::size_t> twins = writing_.shownTwins();
        const float pad = experimentPad(scene_);
        const std::string title = writing_.said(say::generate::Title{});
        const float name = painter_.width(look_.fonts.title, title);
        const float wide = rest_.width() - 2 * cardSide(scene_) - name - cardGap(scene_);
        const LineFonts fonts = sentenceFonts(look_);
        const LaidLine note = layLine(painter_, fonts, wide, note_);
        const float head =
            std::max(look_.px(scene_.compact ? 30 : kSentenceCardTitle), note.height + look_.px(8));
        const float height =
            2 * pad + head + static_cast<float>(twins.size()) * row_ - (row_ - high_);
        const Rect card = rest_.top(height);
        drawPageCard(scene_, painter_, card);
        const float left = card.min.x + cardSide(scene_);
        const float right = card.max.x - cardSide(scene_);
        float y = card.min.y + pad;
        const Theme& c = look_.colors();
        painter_.textAt(look_.fonts.title, c.ink, {left, y}, title);
        const float beside = left + name + cardGap(scene_);
        if (note_.empty()) {
            painter_.textFitted(look_.fonts.text, c.soft, {{beside, y}, {right, y + look_.px(26)}},
                                writing_.said(saidOf<say::generate::TitleNote>(writing_.unit())));
        }
        drawLine(painter_, fonts, {beside, y}, note);
        y += head;
        for (const std::size_t twin : twins) {
            sentence(twin, {{left, y}, {right, y + high_}});
            y += row_;
        }
        return height;
    }

private:
    /// Returns the note of the experiment, in presentation, which has no panel for it.
    [[nodiscard]] TextLine presentedNote() const {
        const std::string note =
            noteOnScreen(scene_.state, NoteMode::generate, writing_.moment.wish.step);
        // In a lesson its caption has the words.
        const bool has_place = scene_.place().presenting && !leadsThroughLesson(scene_.state);
        if (!has_place || note.empty()) return {};
        return {{note}};
    }

    [[nodiscard]] float chipWidth(std::string_view name) const {
        const bool is_words = writing_.run.experiment().unit == TextUnit::words;
        const float side = look_.px(is_words ? 13 : 8);
        return std::max(std::ceil(painter_.width(look_.fonts.text, name)) + 2 * side,
                        look_.px(is_words ? 32 : 24));
    }

    /// Draws the last units of a sentence that fit; the place of the next unit is always shown.
    void sentence(std::size_t twin, const Rect& line) {
        letter(twin, line);
        const TwinWriting& mine = writing_.moment.twins[twin];
        const std::vector<std::string> names = writing_.namesOf(mine.units);
        const float gap = look_.px(writing_.run.experiment().unit == TextUnit::words ? 8 : 3);
        const float left = line.min.x + look_.px(36);
        const float left_out = painter_.width(look_.fonts.text, "\u2026") + gap;
        float wide = chipWidth(kSentenceCardNext);
        std::size_t first = names.size();
        while (first > 0) {
            const float with = wide + gap + chipWidth(names[first - 1]);
            const float room = line.max.x - left - (first > 1 ? left_out : 0);
            if (with > room) break;
            wide = with;
            --first;
        }
        float x = left;
        if (first > 0) {
            painter_.text(look_.fonts.text, look_.colors().soft, line.fromX(x), "\u2026");
            x += left_out;
        }
        for (std::size_t at = first; at < names.size(); ++at) {
            const Rect box = line.betweenX(x, x + chipWidth(names[at]));
            chip(box, names[at], at >= writing_.moment.given,
                 at + 1 == names.size() && at >= writing_.moment.given);
            x = box.max.x + gap;
        }
        nextChip(line.betweenX(x, x + chipWidth(kSentenceCardNext)));
    }

    /// Draws the letter of a twin; a click explains this twin.
    void letter(std::size_t twin, const Rect& line) {
        const float high = look_.px(22);
        const ImVec2 at{line.min.x, line.center().y - high / 2};
        const float right = twinChip(painter_, at, high, twin);
        if (writing_.shownTwins().size() < 2) return;
        ImGui::SetCursorScreenPos(at);
        if (ImGui::InvisibleButton(twin == 0 ? "explain-a" : "explain-b", {right - at.x, high})) {
            writing_.change([&](GeneratePlace& place) { place.told = twin; });
        }
        if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        tooltip(look_, writing_.said(say::generate::ExplainTip{.model = modelLetter(twin)}));
    }

    void chip(const Rect& box, const std::string& name, bool is_written, bool is_newest) {
        const Theme& c = look_.colors();
        const Color pale = mix(c.panel, c.highlight, 0.28f);
        const Color ground = is_newest ? c.highlight : is_written ? pale : c.panel;
        const float radius = look_.px(7);
        painter_.fill(box, ground, radius);
        painter_.outline(box, is_written ? inkOn(c, ground) : c.line, radius,
                         std::max(1.0f, look_.px(is_newest ? 2 : 1)));
        painter_.text(look_.fonts.text, is_newest ? c.on_highlight : inkOn(c, ground), box, name,
                      Align::center);
    }

    void nextChip(const Rect& box) {
        const Theme& c = look_.colors();
        painter_.outline(box, c.line, look_.px(7), std::max(1.0f, look_.px(1)));
        painter_.text(look_.fonts.text, c.soft, box, kSentenceCardNext, Align::center);
    }

    const Scene& scene_;
    const Look& look_;
    Painter& painter_;
    WritingScene writing_;
    Rect rest_;
    float high_;
    float row_;
    TextLine note_;
};

}  // namespace

float drawSentenceCard(const Scene& scene, Painter& painter, const Rect& rest) {
    return SentenceCard(scene, painter, rest).draw();
}

void drawGenerateCentre(const Scene& scene, const Rect& region) {
    Painter painter(scene.look);
    std::optional<Rect> room = roomOfTraining(scene, painter, region);
    if (!room) return;
    Rect& rest = *room;
    if (scene.state.writing.moment() == nullptr) {
        painter.text(scene.look.fonts.text, scene.look.colors().soft, rest,
                     scene.said(say::generate::Writing{}), Align::center);
        return;
    }
    if (!isWritingShown(scene.state)) {
        painter.text(scene.look.fonts.text, scene.look.colors().soft, rest,
                     scene.said(whyHidden(scene.state)), Align::center);
        return;
    }
    const float gap = cardGap(scene);
    rest.min.y += drawSentenceCard(scene, painter, rest) + gap;
    rest.min.y += drawNextWordCard(scene, painter, rest) + gap;
    drawKeptCard(scene, painter, rest);
}

}  // namespace lookback
