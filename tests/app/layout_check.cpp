#include "tests/app/layout_check.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace lookback::test {
namespace {

using Text = LayoutProbe::Text;

constexpr float kLayoutCheckSlack = 1;  ///< pixels: texts begin on whole ones
constexpr float kLeading = 0.2f;        ///< of a text's box is free above and below its letters
constexpr float kLeastBox = 15;         ///< the line of Inter at 12 px

ImRect toRect(const Rect& box) { return {box.min, box.max}; }

ImRect common(const ImRect& a, const ImRect& b) {
    return {ImMax(a.Min, b.Min), ImMin(a.Max, b.Max)};
}

bool isArea(const ImRect& box) {
    return box.GetWidth() > kLayoutCheckSlack && box.GetHeight() > kLayoutCheckSlack;
}

std::string show(const ImRect& box) {
    return fmt::format("({:.0f} {:.0f} {:.0f} {:.0f})", box.Min.x, box.Min.y, box.Max.x, box.Max.y);
}

/// The part of a text's box in which letters stand, as far as it is seen.
ImRect letters(const Text& text) {
    ImRect box = toRect(text.drawn);
    const float leading = box.GetHeight() * kLeading;
    box.Min.y += leading;
    box.Max.y -= leading;
    return common(box, toRect(text.clip));
}

/// The window in whose clip rectangle a text stands.
const ImGuiWindow* windowOf(const ImRect& clip) {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
        if (!window->Active || window->Hidden) continue;
        const ImRect& inner = window->InnerClipRect;
        if (std::abs(inner.Min.x - clip.Min.x) < 2 && std::abs(inner.Max.x - clip.Max.x) < 2 &&
            inner.Min.y <= clip.Min.y + 2 && inner.Max.y >= clip.Max.y - 2) {
            return window;
        }
    }
    return nullptr;
}

bool endsWithEllipsis(const std::string& text) {
    constexpr std::string_view kEllipsis = "\u2026";
    return text.size() > kEllipsis.size() && text.ends_with(kEllipsis) &&
           !text.ends_with(" \u2026");
}

/// Items that answer the pointer: no windows, no scrollbars.
std::vector<UiItem> clickable(const UiDriver& ui) {
    std::vector<UiItem> items;
    for (const UiItem& item : ui.items()) {
        if (!item.is_window && !item.label.empty()) items.push_back(item);
    }
    return items;
}

class Finder {
public:
    Finder(const UiDriver& ui, const std::vector<Text>& texts)
        : texts_(texts), items_(clickable(ui)) {
        for (const Text& text : texts) {
            letters_.push_back(letters(text));
            windows_.push_back(windowOf(toRect(text.clip)));
        }
    }

    std::vector<LayoutFault> find() {
        for (const Text& text : texts_) oneText(text);
        textPairs();
        for (const UiItem& item : items_) oneItem(item);
        itemPairs();
        return std::move(faults_);
    }

private:
    void add(const char* kind, std::string what, std::string where) {
        faults_.push_back({kind, std::move(what), std::move(where)});
    }

    void oneText(const Text& text) {
        if (text.text.find_first_not_of(' ') == std::string::npos) return;
        const ImRect drawn = toRect(text.drawn);
        const ImRect clip = toRect(text.clip);
        const auto fault = [&](const char* kind) {
            add(kind, "'" + text.text + "'", show(drawn) + " in " + show(clip));
        };
        if (drawn.GetHeight() < kLeastBox) fault("small");
        if (endsWithEllipsis(text.text)) fault("shortened");
        const ImGuiWindow* window = windowOf(clip);
        const bool scrolls = window != nullptr && window->ScrollMax.y > 0;
        const bool beside = drawn.Min.x < clip.Min.x - kLayoutCheckSlack ||
                            drawn.Max.x > clip.Max.x + kLayoutCheckSlack;
        const ImRect inked = common({{drawn.Min.x, drawn.Min.y + drawn.GetHeight() * kLeading},
                                     {drawn.Max.x, drawn.Max.y - drawn.GetHeight() * kLeading}},
                                    drawn);
        const bool above = inked.Min.y < clip.Min.y - kLayoutCheckSlack ||
                           inked.Max.y > clip.Max.y + kLayoutCheckSlack;
        if (!clip.Overlaps(drawn)) {
            if (!scrolls) fault("lost");
        } else if (beside || (above && !scrolls)) {
            fault("cut");
        }
    }

    void textPairs() {
        for (std::size_t a = 0; a < texts_.size(); ++a) {
            for (std::size_t b = a + 1; b < texts_.size(); ++b) {
                if (windows_[a] != windows_[b]) continue;  // one may lie over the other
                if (!isArea(common(letters_[a], letters_[b]))) continue;
                add("overlap", "'" + texts_[a].text + "' and '" + texts_[b].text + "'",
                    show(letters_[a]) + " and " + show(letters_[b]));
            }
        }
    }

    void oneItem(const UiItem& item) {
        const ImGuiWindow* window = ImGui::FindWindowByName(item.window.c_str());
        const std::string name = item.window + "/" + item.label;
        if (window != nullptr) {
            const ImRect& inner = window->InnerRect;
            const bool beside = item.rect.Min.x < inner.Min.x - kLayoutCheckSlack ||
                                item.rect.Max.x > inner.Max.x + kLayoutCheckSlack;
            const bool above = item.rect.Min.y < inner.Min.y - kLayoutCheckSlack ||
                               item.rect.Max.y > inner.Max.y + kLayoutCheckSlack;
            if (beside || (above && window->ScrollMax.y <= 0)) {
                add("outside", name, show(item.rect) + " in " + show(inner));
            }
        }
        for (std::size_t k = 0; k < texts_.size(); ++k) {
            const ImRect& ink = letters_[k];
            ImRect box = item.rect;
            if (windows_[k] != window || !isArea(common(common(ink, box), item.visible))) continue;
            box.Expand(kLayoutCheckSlack);
            if (!box.Contains(ink)) {
                add("crossed", "'" + texts_[k].text + "' and " + name,
                    show(ink) + " and " + show(box));
            }
        }
    }

    void itemPairs() {
        for (std::size_t a = 0; a < items_.size(); ++a) {
            for (std::size_t b = a + 1; b < items_.size(); ++b) {
                const UiItem& one = items_[a];
                const UiItem& other = items_[b];
                if (one.window != other.window) continue;
                const auto fault = [&](const char* kind) {
                    add(kind,
                        one.window + "/" + one.label + " and " + other.window + "/" + other.label,
                        show(one.rect) + " and " + show(other.rect));
                };
                if (one.id == other.id) fault("twin");
                const ImRect seen =
                    common(common(one.rect, one.visible), common(other.rect, other.visible));
                if (isArea(seen)) fault("overlap");
            }
        }
    }

    const std::vector<Text>& texts_;
    std::vector<ImRect> letters_;
    std::vector<const ImGuiWindow*> windows_;
    std::vector<UiItem> items_;
    std::vector<LayoutFault> faults_;
};

}  // namespace

std::vector<LayoutFault> layoutFaults(const UiDriver& ui, const std::vector<Text>& texts) {
    return Finder(ui, texts).find();
}

std::vector<LayoutFault> layoutFaults(const LabUnderTest& lab) {
    return layoutFaults(lab.ui, lab.texts());
}

void LayoutReport::add(const std::string& screen, const std::vector<LayoutFault>& faults,
                       const std::vector<std::string>& allowed_kinds) {
    for (const LayoutFault& fault : faults) {
        const auto end = allowed_kinds.end();
        if (std::find(allowed_kinds.begin(), end, fault.kind) != end) continue;
        Entry& entry = entries_[fault.kind + ": " + fault.what];
        if (entry.times++ == 0) entry.first = screen + " at " + fault.where;
    }
}

std::string LayoutReport::text() const {
    constexpr std::size_t kMostLines = 40;
    std::string all;
    std::size_t lines = 0;
    for (const auto& [name, entry] : entries_) {
        if (++lines > kMostLines) {
            all += fmt::format("\n  and {} more", entries_.size() - kMostLines);
            break;
        }
        all += fmt::format("\n  {}, {} times, first {}", name, entry.times, entry.first);
    }
    return all;
}

}  // namespace lookback::test
