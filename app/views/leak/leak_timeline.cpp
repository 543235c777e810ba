#include <cfloat>
#include <cmath>

#include <fmt/format.h>

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "app/views/leak/leak_views.h"
#include "app/views/leak/probe_card.h"
#include "app/views/shared/dot_track.h"
#include "app/views/shared/timeline.h"
#include "app/widgets/formula.h"
#include "core/words/say.h"
#include "messages/leak.h"

namespace lookback {
namespace {

/// The timeline of the Leak test: a dot for each token that can be nudged, and a last one for a
/// token that is appended.
class LeakTimeline {
public:
    LeakTimeline(const Scene& scene, const Rect& region)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          region_(region),
          leak_(scene.place().leak),
          tokens_(scene.document().n()),
          at_(probeIndex(leak_, tokens_)) {}

    void draw() {
        drawTimelineGround(scene_, region_);
        if (!scene_.place().presenting) buttons();
        const auto clicked = drawDotTrack(scene_, painter_, region_,
                                          {.id = "##probe ",
                                           .count = static_cast<std::size_t>(tokens_) + 1,
                                           .focus = static_cast<std::size_t>(at_),
                                           .ahead = 1,
                                           .dot = [this](std::size_t at) { return dotOf(at); }});
        if (clicked) scene_.emit(Change(setProbe, static_cast<Index>(*clicked), tokens_));
    }

private:
    void buttons() {
        const auto free = drawPlayAndSpeed(scene_, painter_, buttonLine(scene_, region_),
                                           {"probe-first", "probe-back", "probe-on", "probe-play"});
        if (!free) return;
        const LineFonts fonts = sentenceFonts(look_);
        const Rect rest = free->fromX(free->min.x + look_.px(6));
        const TextLine words = scene_.wording().line(probe());
        if (measuredLine(painter_, fonts, FLT_MAX, words).width > rest.width()) return;
        const float y = rest.center().y - lineHeight(fonts) / 2;
        setLine(painter_, fonts, {rest.min.x, std::floor(y)}, FLT_MAX, words);
    }

    /// Returns which token is moved, where to and how far, or which one is appended.
    [[nodiscard]] Message probe() const {
        if (leak_.probe == Probe::append || tokens_ == 0) {
            return say::leak::AppendedNow{.token = TokenLabel{leak_.word}};
        }
        using Now = say::leak::NudgedNow;
        const auto dimension = leak_.nudge.dimension;
        return Now{.token = TokenLabel{scene_.labels()[static_cast<std::size_t>(at_)]},
                   .way = dimension ? Now::Way::dimension : Now::Way::other,
                   .n = Count{dimension.value_or(0) + 1},
                   .amount = Verbatim{amountText(amountNow(leak_))}};
    }

    [[nodiscard]] TrackDot dotOf(std::size_t at) const {
        if (at == static_cast<std::size_t>(tokens_)) {
            return {.names = {fmt::format("+ \u201c{}\u201d", leak_.word), "+"},
                    .is_filled = false};
        }
        const std::string& label = scene_.labels()[at];
        if (at != static_cast<std::size_t>(at_)) return {.names = {label}};
        return {.names = {fmt::format("{} {}", label, amountText(amountNow(leak_))), label}};
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect region_;
    const LeakPlace& leak_;
    Index tokens_;
    Index at_;
};

}  // namespace

void drawLeakTimeline(const Scene& scene, const Rect& region) {
    LeakTimeline(scene, region).draw();
}

}  // namespace lookback
