// What the driver knows of the screen: ImGui's hooks tell it, tests ask for it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "tests/ui_driver/ui_driver.h"

namespace lookback::test {
namespace {

/// A file in memory, as ImGui's log wants one.
class MemoryFile {
public:
    MemoryFile() : file_(open_memstream(&text_, &size_)) {}
    ~MemoryFile() {
        if (file_ != nullptr) std::fclose(file_);
        std::free(text_);
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    [[nodiscard]] std::FILE* get() const { return file_; }
    [[nodiscard]] std::string text() {
        std::fflush(file_);
        return {text_, size_};
    }

private:
    char* text_ = nullptr;
    std::size_t size_ = 0;
    std::FILE* file_;
};

/// Child windows are called "Parent/name_ID", popups "##Popup_ID", menus in them "##Menu_00".
bool isIn(std::string_view name, std::string_view wanted) {
    if (wanted == "*" || name == wanted) return true;
    if (wanted == "popup") return name.starts_with("##Popup_") || name.starts_with("##Menu_");
    return name.size() > wanted.size() && name.starts_with(wanted) && name[wanted.size()] == '/';
}

bool isInside(ImVec2 p, ImVec2 a, ImVec2 b, ImVec2 c) {
    const auto side = [p](ImVec2 from, ImVec2 to) {
        return (to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x);
    };
    const float ab = side(a, b);
    const float bc = side(b, c);
    const float ca = side(c, a);
    return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

}  // namespace

void UiDriver::resumeLog() {
    // ImGui ends its log with every window; it goes on with the next one's first item.
    if (log_ == nullptr || context_->LogEnabled) return;
    ImGui::LogBegin(ImGuiLogType_TTY, 0);
    context_->LogFile = log_;
}

void UiDriver::onItem(ImGuiID id, const ImRect& rect, const ImGuiLastItemData* data) {
    resumeLog();
    const ImGuiWindow& window = *context_->CurrentWindow;
    if (const auto known = last_.find(id); known != last_.end()) {
        const ImRect& old = items_[known->second].rect;
        const bool same = old.Min.x == rect.Min.x && old.Min.y == rect.Min.y &&
                          old.Max.x == rect.Max.x && old.Max.y == rect.Max.y;
        if (same) return;  // ImGui tells of some items twice
    }
    UiItem item;
    item.id = id;
    item.seed = window.IDStack.empty() ? 0 : window.IDStack.back();
    item.window = window.Name;
    item.rect = rect;
    item.visible = window.ClipRect;
    item.is_window = id == window.ID;
    item.disabled = data != nullptr && (data->InFlags & ImGuiItemFlags_Disabled) != 0;
    last_[id] = items_.size();
    items_.push_back(std::move(item));
}

void UiDriver::onLabel(ImGuiID id, const char* label, ImGuiItemStatusFlags flags) {
    const auto known = last_.find(id);
    if (known == last_.end()) return;
    UiItem& item = items_[known->second];
    item.label = label == nullptr ? "" : label;
    item.is_field = (flags & ImGuiItemStatusFlags_Inputable) != 0;
    item.checked = (flags & ImGuiItemStatusFlags_Checked) != 0;
}

const char* UiDriver::labelOf(ImGuiID id) const {
    const auto known = last_.find(id);
    return known == last_.end() ? nullptr : items_[known->second].label.c_str();
}

UiItem UiDriver::find(std::string_view path) const {
    const std::size_t slash = path.find('/');
    const std::string_view window = path.substr(0, slash);
    const std::string label(path.substr(slash + 1));
    const UiItem* exact = nullptr;
    const UiItem* alike = nullptr;
    bool is_one_of_many = false;
    for (const UiItem& item : items_) {
        if (item.is_window || !isIn(item.window, window)) continue;
        // Some items tell no label (combos, clipped ones): these are known by its hash.
        const bool is_exact =
            item.label == label || item.id == ImHashStr(label.c_str(), 0, item.seed);
        const bool is_alike =
            item.shown() == label || (label.starts_with("##") && item.label.ends_with(label));
        if (!is_exact && (!is_alike || exact != nullptr)) continue;
        const UiItem*& hit = is_exact ? exact : alike;
        is_one_of_many = hit != nullptr;
        hit = &item;
    }
    if (is_one_of_many) throw UiError("more than one item is called " + std::string(path));
    if (exact == nullptr && alike == nullptr) {
        throw UiError("no item is called " + std::string(path) + "; there are:" + list());
    }
    return exact != nullptr ? *exact : *alike;
}

bool UiDriver::exists(std::string_view path) const {
    try {
        (void)find(path);
        return true;
    } catch (const UiError&) {
        return false;
    }
}

std::string UiDriver::list() const {
    std::string text;
    for (const UiItem& item : items_) {
        if (!item.label.empty() && !item.is_window) text += "\n  " + item.window + "/" + item.label;
    }
    return text;
}

UiItem UiDriver::reachable(std::string_view path) const {
    UiItem item = find(path);
    if (item.disabled) throw UiError("disabled: " + std::string(path));
    if (!item.visible.Overlaps(item.rect)) throw UiError("out of sight: " + std::string(path));
    return item;
}

std::string UiDriver::read() {
    MemoryFile file;
    log_ = file.get();
    step();
    log_ = nullptr;
    return file.text();
}

void UiDriver::forEachTriangle(const std::function<void(const Triangle&)>& visit) const {
    ImGui::SetCurrentContext(context_);
    const ImVec2 white = ImGui::GetIO().Fonts->TexUvWhitePixel;
    for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
        for (const ImDrawCmd& command : list->CmdBuffer) {
            for (unsigned k = 0; k + 2 < command.ElemCount; k += 3) {
                const auto corner = [&](unsigned which) -> const ImDrawVert& {
                    const auto at = static_cast<int>(command.IdxOffset + k + which);
                    return list->VtxBuffer[static_cast<int>(command.VtxOffset) +
                                           static_cast<int>(list->IdxBuffer[at])];
                };
                const ImVec2 uv = corner(0).uv;
                visit({{corner(0).pos, corner(1).pos, corner(2).pos},
                       corner(0).col,
                       uv.x != white.x || uv.y != white.y,
                       ImRect(command.ClipRect),
                       list->_OwnerName != nullptr ? list->_OwnerName : ""});
            }
        }
    }
}

std::vector<UiDriver::Triangle> UiDriver::fillsIn(const ImRect& box) const {
    std::vector<Triangle> found;
    forEachTriangle([&](const Triangle& one) {
        if (one.is_glyph || (one.color & IM_COL32_A_MASK) == 0) return;
        ImRect part(one.corners[0], one.corners[0]);
        for (const ImVec2 corner : one.corners) part.Add(corner);
        part.ClipWith(one.clip);
        const bool is_apart = part.Min.x > box.Max.x || part.Max.x < box.Min.x ||
                              part.Min.y > box.Max.y || part.Max.y < box.Min.y;
        if (!is_apart) found.push_back(one);
    });
    return found;
}

ImU32 UiDriver::colorAt(ImVec2 place) const { return colorsIn({place, place}, {1, 1}).front(); }

std::vector<ImU32> UiDriver::colorsIn(const ImRect& box, ImVec2 apart) const {
    const std::vector<Triangle> fills = fillsIn(box);
    std::vector<ImU32> colors;
    for (float y = box.Min.y; y <= box.Max.y; y += apart.y) {
        for (float x = box.Min.x; x <= box.Max.x; x += apart.x) {
            const auto last = std::find_if(fills.rbegin(), fills.rend(), [&](const Triangle& one) {
                return one.clip.Contains(ImVec2(x, y)) &&
                       isInside({x, y}, one.corners[0], one.corners[1], one.corners[2]);
            });
            colors.push_back(last != fills.rend() ? last->color : 0);
        }
    }
    return colors;
}

std::vector<ImU32> UiDriver::inksIn(const ImRect& box) const {
    std::vector<ImU32> inks;
    forEachTriangle([&](const Triangle& one) {
        if (!one.is_glyph || !box.Contains(one.corners[0]) || !box.Contains(one.corners[1])) return;
        if (std::find(inks.begin(), inks.end(), one.color) == inks.end()) inks.push_back(one.color);
    });
    return inks;
}

std::vector<UiDriver::Glyph> UiDriver::glyphsOf(std::string_view window) const {
    std::vector<Glyph> glyphs;
    forEachTriangle([&](const Triangle& one) {
        if (!one.is_glyph || !isIn(one.window, window)) return;
        Glyph glyph{ImRect(one.corners[0], one.corners[0]), one.clip};
        for (const ImVec2 corner : one.corners) glyph.box.Add(corner);
        glyphs.push_back(glyph);
    });
    return glyphs;
}

}  // namespace lookback::test

namespace {
lookback::test::UiDriver& driverOf(const ImGuiContext* context) {
    return *static_cast<lookback::test::UiDriver*>(context->IO.UserData);
}
}  // namespace

void ImGuiTestEngineHook_ItemAdd(ImGuiContext* context, ImGuiID id, const ImRect& rect,
                                 const ImGuiLastItemData* data) {
    driverOf(context).onItem(id, rect, data);
}

void ImGuiTestEngineHook_ItemInfo(ImGuiContext* context, ImGuiID id, const char* label,
                                  ImGuiItemStatusFlags flags) {
    driverOf(context).onLabel(id, label, flags);
}

void ImGuiTestEngineHook_Log(ImGuiContext*, const char*, ...) {}

const char* ImGuiTestEngine_FindItemDebugLabel(ImGuiContext* context, ImGuiID id) {
    return driverOf(context).labelOf(id);
}
