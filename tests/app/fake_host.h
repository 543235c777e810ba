/// A world outside that a test fills in and looks at: no window, no disk.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <imgui.h>

#include "app/program/host.h"
#include "core/io/file.h"
#include "tests/core/said.h"

namespace lookback::test {

class FakeScreen final : public Screen {
public:
    [[nodiscard]] PixelSize pixels() const override { return size; }
    [[nodiscard]] float contentScale() const override { return scale; }
    [[nodiscard]] bool isFullScreen() const override { return is_full; }
    void setFullScreen(bool full) override {
        ++times_asked_to_fill;
        is_full = full && can_fill;
    }
    void setTitle(const std::string& words) override { title = words; }
    [[nodiscard]] double seconds() const override { return now; }
    [[nodiscard]] std::string clipboard() override { return copied; }
    void setClipboard(const std::string& text) override { copied = text; }
    void takeFonts() override {
        ++fonts_taken;
        unsigned char* bytes = nullptr;
        int width = 0;
        int height = 0;
        ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&bytes, &width, &height);
    }
    void beginFrame() override {}
    void draw(ImDrawData& frame, const ImVec4& color) override {
        vertices = frame.TotalVtxCount;
        ground = color;
    }
    /// One pixel; its color counts the vertices of the frame.
    [[nodiscard]] Image picture() override {
        ++pictures_taken;
        const auto part = [this](int shift) {
            return static_cast<unsigned char>(vertices >> shift & 0xFF);
        };
        return {1, 1, {part(0), part(8), 0, 255}};
    }
    void show() override { ++frames_shown; }

    PixelSize size{1280, 720};
    float scale = 1;
    bool can_fill = true;
    bool is_full = false;
    double now = 100;
    std::string copied;
    std::string title;
    ImVec4 ground;
    int vertices = 0;
    int fonts_taken = 0;
    int pictures_taken = 0;
    int frames_shown = 0;
    int times_asked_to_fill = 0;
};

/// Files that are kept in memory, all in one folder.
class FakeFiles final : public Files {
public:
    [[nodiscard]] std::string meantPath(const std::string& typed) const override {
        return typed.starts_with("~/") ? "/home" + typed.substr(1) : typed;
    }
    [[nodiscard]] Result<std::string> read(const std::string& path) override {
        const auto found = files.find(path);
        if (found != files.end()) return found->second;
        return tl::unexpected(Error{path, asWritten("is not there")});
    }
    [[nodiscard]] std::optional<std::string> fingerprint(const std::string& path) override {
        const auto found = files.find(path);
        return found == files.end() ? std::nullopt : std::optional(fileFingerprint(found->second));
    }
    [[nodiscard]] Result<void> write(const std::string& path, std::string_view bytes) override {
        if (is_full) return tl::unexpected(Error{path, asWritten("the disk is full")});
        files[path] = bytes;
        return {};
    }
    [[nodiscard]] Result<FolderListing> list(const std::string& path) override {
        FolderListing listing{path.empty() ? "/home" : path, {{"zoo", true}, {"ark", true}}};
        for (const auto& [name, bytes] : files) {
            listing.entries.push_back({name.substr(name.rfind('/') + 1), false});
        }
        return listing;
    }
    [[nodiscard]] std::vector<std::string> ownLessonPaths() override { return own_lessons; }
    [[nodiscard]] std::string ownLessonsFolder() override { return "/home/lessons"; }
    [[nodiscard]] std::vector<FontBytes> fallbackFonts() override {
        ++times_asked_for_fonts;
        return {};
    }

    std::map<std::string, std::string> files;
    std::vector<std::string> own_lessons;  ///< paths among `files`
    bool is_full = false;
    int times_asked_for_fonts = 0;
};

/// Dialogs of a system that a test answers.
class FakeDialogs final : public FileDialogs {
public:
    [[nodiscard]] bool ask(const FileQuestion& question) override {
        if (!are_there) return false;
        asked.push_back(question);
        is_open = true;
        return true;
    }
    void close() override { is_open = false; }
    [[nodiscard]] std::optional<Action> takeAnswer() override {
        if (!answer || !is_open) return std::nullopt;
        is_open = false;
        return FilesChosen{asked.back().number, *std::exchange(answer, std::nullopt)};
    }

    bool are_there = true;
    bool is_open = false;
    std::vector<FileQuestion> asked;
    std::optional<ChosenFiles> answer;  ///< to the open question; nothing: not yet
};

/// Sessions that are kept in memory.
class FakeStore final : public SessionStore {
public:
    void keep(Session session, bool is_edited) override {
        kept.push_back(std::move(session));
        edits += is_edited ? 1 : 0;
    }
    [[nodiscard]] Result<std::string> putAside(const Session& session) override {
        if (is_full) return tl::unexpected(Error{"drafts", asWritten("the disk is full")});
        const std::string& known = session.draft();
        const std::string id = known.empty() ? "draft-" + std::to_string(++made) : known;
        drafts[id] = session;
        return id;
    }
    [[nodiscard]] Checked<Session> draft(const std::string& id) override {
        const auto found = drafts.find(id);
        if (found != drafts.end()) return found->second;
        return tl::unexpected(std::vector{Error{id, asWritten("is not there")}});
    }
    void dropDraft(const std::string& id) override { drafts.erase(id); }
    void remember(const std::string& file, const std::string&) override { files.push_back(file); }
    [[nodiscard]] std::vector<RecentDocument> recents() override {
        std::vector<RecentDocument> all;
        for (const auto& [id, session] : drafts) {
            all.push_back({.id = id, .title = session.title(), .when = "14:05"});
        }
        for (const std::string& file : files) {
            all.push_back({.file = file, .title = file, .when = "21 Nov"});
        }
        return all;
    }
    void forget(const std::string& file) override { std::erase(files, file); }
    [[nodiscard]] std::optional<Error> trouble() override { return reason; }
    [[nodiscard]] std::vector<Message> takeNews() override { return std::exchange(news, {}); }

    std::vector<Session> kept;
    int edits = 0;
    int made = 0;
    std::map<std::string, Session> drafts;
    std::vector<std::string> files;
    std::vector<Message> news;
    std::optional<Error> reason;  ///< why the last write failed
    bool is_full = false;
};

}  // namespace lookback::test
