#include "app/widgets/formula.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/laid_line.h"

namespace lookback {

Color inkColor(const Theme& theme, Ink ink) {
    switch (ink) {
        case Ink::soft:
        case Ink::masked: return theme.soft;
        case Ink::query: return theme.query;
        case Ink::key: return theme.key;
        case Ink::value: return theme.value;
        case Ink::weights: return theme.weights;
        case Ink::plain:
        case Ink::result: break;
    }
    return theme.ink;
}

float lineHeight(const LineFonts& fonts) { return std::ceil(fonts.plain->FontSize * 1.25f); }

LineFonts sentenceFonts(const Look& look) {
    return {look.fonts.text, look.fonts.strong, look.fonts.raised};
}

SetLine setLine(Painter& painter, const LineFonts& fonts, ImVec2 at, float width,
                const TextLine& line, float hanging, bool draw) {
    const LaidLine laid = layLine(painter, fonts, width, line, hanging);
    return {laid.width, laid.height, draw && drawLine(painter, fonts, at, laid)};
}

TextLine parseSymbols(std::string_view text, Ink ink) {
    TextLine line;
    const auto add = [&](std::string part, int raised) {
        if (!part.empty()) line.push_back({std::move(part), ink, false, raised, false});
    };
    std::string run;
    for (std::size_t k = 0; k < text.size(); ++k) {
        if ((text[k] != '_' && text[k] != '^') || k + 1 == text.size()) {
            run += text[k];
            continue;
        }
        add(std::move(run), 0);
        run.clear();
        const int raised = text[k] == '^' ? 1 : -1;
        std::string script;
        if (text[k + 1] == '(') {
            const std::size_t end = std::min(text.find(')', k), text.size() - 1);
            script = text.substr(k + 2, end - k - 2);
            k = end;
        } else {
            script = text.substr(++k, 1);
        }
        add(std::move(script), raised);
    }
    add(std::move(run), 0);
    return line;
}

}  // namespace lookback
