#include "app/platform/web/browser.h"

#include <cstddef>
#include <cstdlib>
#include <sstream>

extern "C" {
void pageSetTitle(const char* title);
char* pageAddressRest();
char* pageAddress();
char* pageLanguage();
bool pagePrefersDark();
void pageTakeFocus();
void pageFillScreen(bool fills);
void pageCopy(const char* text);
void pageDownload(const char* name, const char* bytes, std::size_t size);
void pagePick(const char* accept, bool several);
void pageSay(const char* text);
void pageEditText(bool is_editing, float x, float y, float height);
void pageSetCursor(const char* name);
bool pageStore(const char* name, const char* text);
char* pageStored(const char* name);
void pageForget(const char* name);
char* pageStoredNames(const char* beginning);
char* pageTabName();
}

namespace lookback::browser {
namespace {

/// Takes over a text that page.js has allocated.
std::optional<std::string> taken(char* text) {
    if (text == nullptr) return std::nullopt;
    std::string copy(text);
    std::free(text);
    return copy;
}

}  // namespace

void setTitle(const std::string& title) { pageSetTitle(title.c_str()); }

std::string addressRest() { return taken(pageAddressRest()).value_or(""); }

std::string addressOfPage() { return taken(pageAddress()).value_or(""); }

std::string language() { return taken(pageLanguage()).value_or(""); }

bool prefersDark() { return pagePrefersDark(); }

void takeFocus() { pageTakeFocus(); }

void fillScreen(bool fills) { pageFillScreen(fills); }

void copyText(const std::string& text) { pageCopy(text.c_str()); }

void download(const std::string& name, std::string_view bytes) {
    pageDownload(name.c_str(), bytes.data(), bytes.size());
}

void pickFiles(const std::string& accept, bool several) { pagePick(accept.c_str(), several); }

void say(const std::string& text) { pageSay(text.c_str()); }

void editText(bool is_editing, float x, float y, float height) {
    pageEditText(is_editing, x, y, height);
}

void setCursor(const char* name) { pageSetCursor(name); }

bool store(const std::string& name, const std::string& text) {
    return pageStore(name.c_str(), text.c_str());
}

std::optional<std::string> stored(const std::string& name) {
    return taken(pageStored(name.c_str()));
}

void forget(const std::string& name) { pageForget(name.c_str()); }

std::vector<std::string> storedNames(const std::string& beginning) {
    std::vector<std::string> names;
    std::istringstream lines(taken(pageStoredNames(beginning.c_str())).value_or(""));
    for (std::string name; std::getline(lines, name);) names.push_back(name);
    return names;
}

std::string tabName() { return taken(pageTabName()).value_or(""); }

}  // namespace lookback::browser
