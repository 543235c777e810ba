#include <algorithm>
#include <cfloat>
#include <cmath>

#include "app/state/model/app_state.h"
#include "app/state/model/shown_quantity.h"
#include "app/state/update/action.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/generate/generate_views.h"
#include "app/views/generate/writing_scene.h"
#include "app/views/shared/dot_track.h"
#include "app/views/shared/timeline.h"
#include "app/widgets/formula.h"
#include "messages/generate.h"

namespace lookback {
namespace {

constexpr std::size_t kGenerateTimelineAhead = 2;  ///< dots after that of the next unit

class GenerateTimeline {
public:
    GenerateTimeline(const Scene& scene, const Rect& region)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          region_(region),
          writing_(scene),
          units_(writing_.toldTwin().units),
          told_(isWritingShown(scene.state)
                    ? units_.size()
                    : std::min<std::size_t>(writing_.moment.given, units_.size())) {}

    void draw() {
        drawTimelineGround(scene_, region_);
        if (!scene_.place().presenting) buttons();
        track();
    }

private:
    void buttons() {
        const auto rest = drawPlayAndSpeed(scene_, painter_, buttonLine(scene_, region_),
                                           {"write-first", "write-back", "write-on", "write-play"});
        if (rest && told_ == units_.size()) words(*rest);
    }

    /// Draws the number of the next word and its steps, the present step in bold; where not all
    /// fit, only the present step.
    void words(const Rect& line) {
        TextLine all{{number(), Ink::plain, true}, {"   "}};
        for (const WordPartInfo& row : kWordParts) {
            if (row.part != kWordParts.front().part) all.push_back({" \u00b7 ", Ink::soft});
            const bool is_now = row.part == writing_.place.part;
            const std::string name = partTitle(row);
            all.push_back({name, is_now ? Ink::plain : Ink::soft, is_now});
        }
        const LineFonts fonts = sentenceFonts(look_);
        const float room = line.width() - look_.px(22);
        const TextLine brief{
            {number(), Ink::plain, true},
            {"   "},
            {partTitle(kWordParts[static_cast<std::size_t>(writing_.place.part)])}};
        const bool has_room = measuredLine(painter_, fonts, FLT_MAX, all).width <= room;
        if (!has_room && measuredLine(painter_, fonts, FLT_MAX, brief).width > room) return;
        const float y = line.center().y - lineHeight(fonts) / 2;
        setLine(painter_, fonts, {line.min.x + look_.px(6), std::floor(y)}, FLT_MAX,
                has_room ? all : brief);
    }

    [[nodiscard]] std::string number() const {
        using Number = say::generate::Number;
        return writing_.said(Number{.unit = unitIn<Number>(writing_.unit()),
                                    .n = Count{static_cast<Index>(writing_.nextNumber())}});
    }

    /// Returns the title of a step; that of the first is the unit before, which is read then.
    [[nodiscard]] std::string partTitle(const WordPartInfo& row) const {
        if (row.part == WordPart::word) {
            return writing_.said(
                say::generate::Read{.token = Verbatim{writing_.nameOf(units_.back())}});
        }
        if (row.part == WordPart::choice) {
            return writing_.said(saidOf<say::generate::Choose>(writing_.unit()));
        }
        return writing_.said(row.title());
    }

    /// Draws a dot for each unit: given, written, the next one, and a few after it. A click goes to
    /// the moment before its unit was written.
    void track() {
        const std::size_t given = writing_.moment.given;
        const std::size_t to_end = given + static_cast<std::size_t>(writing_.moment.to_end);
        const auto dot = [&](std::size_t at) -> TrackDot {
            const bool is_there = at < told_;
            std::vector<std::string> names;
            if (is_there) names = {writing_.nameOf(units_[at])};
            if (at == told_) names = {"?"};
            return {.names = names, .is_filled = is_there, .answers = at >= given};
        };
        const auto clicked =
            drawDotTrack(scene_, painter_, region_,
                         {.id = "##word ",
                          .count = std::max(to_end, told_ + 1 + kGenerateTimelineAhead),
                          .focus = told_,
                          .ahead = kGenerateTimelineAhead,
                          .is_walked = true,
                          .dot = dot});
        if (!clicked) return;
        scene_.emit(Change(goToWord, static_cast<Index>(*clicked - given), writing_.place.part));
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect region_;
    WritingScene writing_;
    const std::vector<Unit>& units_;
    std::size_t told_;  ///< units whose names are shown: a lesson may hide those that are written
};

}  // namespace

void drawGenerateTimeline(const Scene& scene, const Rect& region) {
    if (scene.state.writing.moment() != nullptr) {
        GenerateTimeline(scene, region).draw();
    } else {
        Painter(scene.look).fill(region, scene.look.colors().panel);
    }
}

}  // namespace lookback
