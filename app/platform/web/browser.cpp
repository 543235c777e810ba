#include "app/platform/web/browser.h"

#include <cstddef>
#include <cstdlib>
#include <sstream>

extern "C" {
void page_set_title(const char* title);
char* page_address_rest();
char* page_address();
char* page_language();
void page_fill_screen(bool fills);
void page_copy(const char* text);
void page_download(const char* name, const char* bytes, std::size_t size);
void page_pick(const char* accept, bool several);
void page_say(const char* text);
void page_edit_text(bool is_editing, float x, float y, float height);
void page_set_cursor(const char* name);
bool page_store(const char* name, const char* text);
char* page_stored(const char* name);
void page_forget(const char* name);
char* page_stored_names(const char* beginning);
char* page_tab_name();
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

void setTitle(const std::string& title) { page_set_title(title.c_str()); }

std::string addressRest() { return taken(page_address_rest()).value_or(""); }

std::string addressOfPage() { return taken(page_address()).value_or(""); }

std::string language() { return taken(page_language()).value_or(""); }

void fillScreen(bool fills) { page_fill_screen(fills); }

void copyText(const std::string& text) { page_copy(text.c_str()); }

void download(const std::string& name, std::string_view bytes) {
    page_download(name.c_str(), bytes.data(), bytes.size());
}

void pickFiles(const std::string& accept, bool several) { page_pick(accept.c_str(), several); }

void say(const std::string& text) { page_say(text.c_str()); }

void editText(bool is_editing, float x, float y, float height) {
    page_edit_text(is_editing, x, y, height);
}

void setCursor(const char* name) { page_set_cursor(name); }

bool store(const std::string& name, const std::string& text) {
    return page_store(name.c_str(), text.c_str());
}

std::optional<std::string> stored(const std::string& name) {
    return taken(page_stored(name.c_str()));
}

void forget(const std::string& name) { page_forget(name.c_str()); }

std::vector<std::string> storedNames(const std::string& beginning) {
    std::vector<std::string> names;
    std::istringstream lines(taken(page_stored_names(beginning.c_str())).value_or(""));
    for (std::string name; std::getline(lines, name);) names.push_back(name);
    return names;
}

std::string tabName() { return taken(page_tab_name()).value_or(""); }

}  // namespace lookback::browser
