/// The browser's functions that the page calls. They are written in page.js, which in turn calls
/// the functions at the end of page_main.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lookback::browser {

inline constexpr const char* kCanvas = "#canvas";  ///< as html5.h names it

void setTitle(const std::string& title);

/// The part of the page's address behind its name: `?lesson=write-a-poem#d=...`.
[[nodiscard]] std::string addressRest();

/// The address without that part.
[[nodiscard]] std::string addressOfPage();

/// The language that the reader prefers, as BCP 47 has it: "id-ID".
[[nodiscard]] std::string language();

/// True where the reader's system prefers dark pages.
[[nodiscard]] bool prefersDark();

/// Gives the canvas the keyboard, where no part of the page has it.
void takeFocus();

/// Lets the page fill the screen, or ends that. Browsers allow it after a key or a click alone: a
/// page that opens presented stays within its tab.
void fillScreen(bool fills);

void copyText(const std::string& text);

/// Gives a file to the reader.
void download(const std::string& name, std::string_view bytes);

/// Asks for files in the browser's own dialog; they come by `pageFile`.
/// @param accept endings with commas between them; empty: all files
void pickFiles(const std::string& accept, bool several);

/// Gives a text to screen readers, which read it aloud.
void say(const std::string& text);

/// Takes text from the keyboard, also through an input method, as long as one edits.
/// @param x, y, height of the cursor, CSS pixels
void editText(bool is_editing, float x, float y, float height);

/// The name of a cursor in CSS.
void setCursor(const char* name);

// The browser's storage: short texts by names, kept between visits.

/// @return false: there is no room, or the reader forbids it
[[nodiscard]] bool store(const std::string& name, const std::string& text);
[[nodiscard]] std::optional<std::string> stored(const std::string& name);
void forget(const std::string& name);
/// All names that begin so.
[[nodiscard]] std::vector<std::string> storedNames(const std::string& beginning);
/// A name that this tab keeps when it is loaded again, and no other tab has.
[[nodiscard]] std::string tabName();

}  // namespace lookback::browser
