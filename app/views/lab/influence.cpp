#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/views/lab/lab.h"
#include "app/widgets/formula.h"
#include "app/widgets/tooltip.h"
#include "core/explain/sentence.h"
#include "core/gradients/leak.h"

namespace lookback {
namespace {

constexpr Index kInfluenceMostTokens = 16;
constexpr double kMostWork = 4e6;               ///< multiplications, once a document
constexpr double kMostInDrag = 2e5;             ///< the same for each frame of a drag
constexpr float kInfluenceMargin = 8;           ///< of what points at the line
constexpr std::size_t kInfluenceMostNamed = 6;  ///< two lines have no room for more
constexpr int kInfluenceLines = 2;
constexpr int kInfluenceLowLines = 1;

/// Tokens with what each adds to the change, the most first; those that change nothing are left
/// out.
struct Ranking {
    std::vector<Index> tokens;
    std::vector<double> shares;  ///< of 1, by token
};

/// @param norms of an output, by token
Ranking rankingOf(const std::vector<double>& norms) {
    Ranking ranking;
    double largest = 0;
    for (std::size_t token = 0; token < norms.size(); ++token) {
        largest = std::max(largest, norms[token]);
        if (norms[token] > 0) ranking.tokens.push_back(static_cast<Index>(token));
    }
    double sum = 0;
    for (const double norm : norms) {
        ranking.shares.push_back(largest > 0 ? norm / largest : 0);
        sum += ranking.shares.back();
    }
    if (sum > 0) {
        for (double& share : ranking.shares) share /= sum;
    }
    std::stable_sort(ranking.tokens.begin(), ranking.tokens.end(), [&](Index a, Index b) {
        return norms[static_cast<std::size_t>(a)] > norms[static_cast<std::size_t>(b)];
    });
    return ranking;
}

/// The first so many tokens with their shares, the others in one. In a low window no heading says
/// what they do.
TextLine lineOf(const Scene& scene, const Ranking& ranking, std::size_t named,
                bool tells_rest = true) {
    TextLine line;
    line.reserve(3 * named + 2);
    if (scene.compact) line.push_back({"Changed by ", Ink::soft});
    double rest = 0;
    for (std::size_t k = 0; k < ranking.tokens.size(); ++k) {
        const auto token = static_cast<std::size_t>(ranking.tokens[k]);
        if (k >= named) {
            rest += ranking.shares[token];
            continue;
        }
        if (k > 0) line.push_back({" \u00b7 ", Ink::soft});
        line.push_back({scene.labels()[token], Ink::plain, k == 0});
        line.push_back({" " + share(ranking.shares[token]), Ink::plain, k == 0});
    }
    if (named >= ranking.tokens.size() || !tells_rest) return line;
    line.push_back({" \u00b7 ", Ink::soft});
    line.push_back(
        {fmt::format("{} more {}", ranking.tokens.size() - named, share(rest)), Ink::soft});
    return line;
}

/// Why there is no ranking; empty where there is one.
std::string_view whyNot(const Scene& scene) {
    const Document& document = scene.document();
    if (document.n() > kInfluenceMostTokens) return "Told of sentences up to 16 tokens.";
    const double work = influenceWork(document);
    if (work > kMostWork) return "Told of narrower vectors only.";
    const bool is_dragging = scene.state.history.isDragging();
    if (is_dragging && work > kMostInDrag) return "Let go to see it.";
    for (const double norm : scene.shown().influenceOn(scene.state.token())) {
        if (std::isnan(norm)) return "Not defined: this output is NaN.";
        if (std::isinf(norm)) return "Too large for a number.";
    }
    return "";
}

}  // namespace

float drawInfluence(const Scene& scene, Painter& painter, const Rect& region) {
    const Look& look = scene.look;
    const LineFonts fonts{look.fonts.small_text, look.fonts.strong_small, look.fonts.mono_small};
    const float height = static_cast<float>(scene.compact ? kInfluenceLowLines : kInfluenceLines) *
                         lineHeight(fonts);
    const float width = region.width();
    const auto fits = [&](const TextLine& line) {
        // Most lines are too long at a glance: breaking them into words takes longer.
        float length = 0;
        for (const Piece& piece : line) {
            length += painter.width(piece.bold ? fonts.bold : fonts.plain, piece.text);
        }
        if (length >
            width * static_cast<float>(scene.compact ? kInfluenceLowLines : kInfluenceLines))
            return false;
        return setLine(painter, fonts, {0, 0}, width, line, 0, false).height <= height;
    };
    TextLine line{{std::string(whyNot(scene)), Ink::soft}};
    if (line.front().text.empty()) {
        const Ranking ranking = rankingOf(scene.shown().influenceOn(scene.state.token()));
        std::size_t named = std::min(ranking.tokens.size(), kInfluenceMostNamed);
        if (named == 0) line = {{"No word changes it.", Ink::soft}};
        if (named > 0) line = lineOf(scene, ranking, named);
        while (named > 1 && !fits(line)) line = lineOf(scene, ranking, --named);
        if (named == 1 && !fits(line)) line = lineOf(scene, ranking, named, false);
    }
    setLine(painter, fonts, region.min, width, line);
    ImGui::SetCursorScreenPos(region.min);
    ImGui::InvisibleButton("influence", {width + look.px(kInfluenceMargin), height});
    tooltip(look,
            "How far this output moves where each embedding moves a little: the exact derivative, "
            "its size as a share. Words that are not named cannot change it.");
    return height;
}

}  // namespace lookback
