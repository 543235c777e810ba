#include "app/program/program.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "app/program/carried_work.h"
#include "app/program/effects.h"
#include "app/program/exports.h"
#include "app/program/file_question.h"
#include "app/program/gif_file.h"
#include "app/program/pending.h"
#include "app/program/picture.h"
#include "app/program/shown_texts.h"
#include "app/program/worker.h"
#include "app/state/model/sentences.h"
#include "app/state/update/play.h"
#include "app/state/update/settle.h"
#include "app/state/update/update.h"
#include "app/views/frame.h"
#include "app/views/shared/layout.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/import/readers.h"
#include "core/io/experiment_library.h"
#include "core/io/export_formats.h"
#include "core/io/path.h"
#include "core/io/shipped.h"
#include "core/lesson/guided_lesson.h"
#include "core/lesson/lesson.h"
#include "core/words/say.h"
#include "messages/common.h"
#include "messages/faults.h"
#include "messages/sheets.h"

namespace lookback {
namespace {

/// ImGui responds to some input up to three frames late: hovering, sizes, focus.
constexpr int kFramesForInput = 4;
constexpr double kFirstFrame = 1.0 / 60;  ///< seconds
constexpr double kLeastFrame = 1e-5;      ///< seconds: ImGui wants more than 0
constexpr double kLongestFrame = 0.1;     ///< seconds: motion never jumps further after a rest
constexpr double kTooltipSeconds = 0.6;   ///< of frames after the pointer stops
constexpr double kBlinkInterval = 0.2;    ///< seconds between frames while a text is edited
constexpr std::chrono::milliseconds kWaitForNumbers{100};  ///< with the numbers of a large document
constexpr std::size_t kMostPasted = 65536;  ///< characters that a field takes at a time
constexpr std::size_t kMostNumbersPasted = std::size_t{1} << 24;  ///< characters
constexpr std::size_t kMostName = 80;  ///< characters of a document's name above the window

/// True if a text that a person types, and that is no part of a document, differs.
bool isTypedAnew(const SavedPlace& now, const std::optional<SavedPlace>& kept) {
    if (!kept) return false;
    const bool is_new_prompt =
        now.generate && kept->generate && now.generate->prompt != kept->generate->prompt;
    return is_new_prompt || now.leak.word != kept->leak.word;
}

/// True while a field is open that passes pasted numbers on.
bool takesNumbers(const Hands& hands) {
    return hands.open<ImportSheet>() != nullptr || hands.open<NewSheet>() != nullptr ||
           hands.doing<NumberTyping>() != nullptr || hands.doing<SentenceTyping>() != nullptr;
}

/// Returns the title that a shipped subject has in all languages; null for other subjects.
const LocalText* shippedTitle(const Document& document, std::string_view) {
    return document.lesson ? &document.lesson->title : nullptr;
}
const LocalText* shippedTitle(const Experiment&, std::string_view id) {
    const ExperimentEntry* const entry = findShipped(experiments(), id);
    return entry != nullptr ? &entry->title : nullptr;
}

}  // namespace

Program::Program(const Host& host, FontFiles fonts, AppState state)
    : host_(host),
      state_(std::move(state)),
      look_(std::move(fonts), host.files),
      frames_owed_(kFramesForInput),
      pointer_moved_(-std::numeric_limits<double>::infinity()) {
    ImGuiIO& io = ImGui::GetIO();
    io.ClipboardUserData = this;
    io.SetClipboardTextFn = [](void* program, const char* text) {
        static_cast<Program*>(program)->host_.screen.setClipboard(text);
    };
    io.GetClipboardTextFn = [](void* program) {
        auto& self = *static_cast<Program*>(program);
        self.clipboard_ =
            asUtf8(firstCharacters(self.host_.screen.clipboard(), kMostNumbersPasted));
        // A text field measures its whole text in every frame. Numbers go to their sheet, which
        // keeps a long text out of its field.
        const bool is_for_field =
            ImGui::GetIO().WantTextInput &&
            !(takesNumbers(self.state_.hands) && holdsNumbers(self.clipboard_));
        if (is_for_field) self.clipboard_ = firstCharacters(self.clipboard_, kMostPasted);
        return self.clipboard_.c_str();
    };
}

Program::~Program() {
    ImGuiIO& io = ImGui::GetIO();
    io.SetClipboardTextFn = nullptr;
    io.GetClipboardTextFn = nullptr;
    io.ClipboardUserData = nullptr;
}

void Program::frame(VectorPage* page) {
    if (inputPending()) wake();
    const std::optional<TakePicture> wanted = carryOutEffects();
    // A picture shows the work, not the pointer's tooltips.
    if (wanted) state_.hands.pointer_sleeps = true;
    const ExportFormat* const format = wanted ? info(wanted->kind).row : nullptr;
    const bool is_walk = format != nullptr && format->drawn == DrawnFormat::gif;
    VectorPage exported;
    if (format != nullptr && !is_walk && page == nullptr) page = &exported;
    tellNews();
    followFileSheet();
    computeNumbers();
    followPresenting();
    nameWindow();
    dress();
    const auto write = [&](const Result<std::string>& picture) {
        update(state_, writePicture(host_.files, wanted->path, picture,
                                    is_walk ? leftOut(state_, wanted->kind) : std::nullopt));
        wake();
    };
    const auto carried = [&] {
        return state_.preferences.pictures_open_again ? carriedWork(state_) : std::string();
    };
    if (is_walk) write(walk(std::nullopt, carried()));
    const double seconds = beginFrame();
    VectorDrawing drawing;
    look_.record(page != nullptr ? &drawing : nullptr);
    drawFrame(state_, look_.look(), motion_, std::min(seconds, kLongestFrame));
    ImGui::Render();
    look_.record(nullptr);
    const ImVec4 ground = ImGui::GetStyleColorVec4(ImGuiCol_WindowBg);
    if (page != nullptr) {
        *page = drawing.page(*ImGui::GetDrawData(), host_.screen.contentScale(),
                             ImGui::ColorConvertFloat4ToU32(ground));
    }
    host_.screen.draw(*ImGui::GetDrawData(), ground);
    if (wanted && !is_walk) {
        write(format != nullptr ? vectorBytes(*format->drawn, *page, state_, carried())
                                : encodePng(host_.screen.picture(), carried()));
    }
    host_.screen.show();
    keepWork();
    frames_owed_ = std::max(frames_owed_ - 1, 0);
}

Result<std::string> Program::walk(std::optional<MatrixId> stage, const std::string& carried) {
    AppState state = state_;
    state.preferences.has_motion = false;
    state.place.playing = false;
    state.hands.pointer_sleeps = true;
    state.notice.clear();
    if (!walksSteps(state.place.mode)) state.place.mode = Mode::lab;
    const std::vector<WalkStop> stops = walkStops(state, stage);
    const PixelSize size = host_.screen.pixels();
    const double pixels =
        static_cast<double>(stops.size()) * static_cast<double>(size.width) * size.height;
    if (pixels > kMaxGifPixels) {
        const auto verbatim = [](int side) { return Verbatim{std::to_string(side)}; };
        return tl::unexpected(Error{
            "--size", say::faults::WalkTooLarge{.n = Count{static_cast<Index>(stops.size())},
                                                .width = verbatim(size.width),
                                                .height = verbatim(size.height),
                                                .pixels = Count{static_cast<Index>(pixels)},
                                                .most = Count{static_cast<Index>(kMaxGifPixels)}}});
    }
    const InputAside aside;
    GifFile file;
    for (const WalkStop& stop : stops) {
        update(state, Change(&Place::head, state_.place.head));
        update(state, GoTo{stop.step, stop.cell});
        drawUnseen(state);
        file.add(host_.screen.picture(), stop.seconds);
    }
    // The parts of the window get back the sizes that they have for the user.
    state = state_;
    drawUnseen(state);
    return file.encode(carried);
}

/// Draws frames without motion until sizes no longer change; the last one is not shown yet.
void Program::drawUnseen(AppState& state) {
    Motion motion;
    for (int k = 0; k < kFramesForInput; ++k) {
        host_.screen.beginFrame();
        ImGui::GetIO().DeltaTime = static_cast<float>(kLeastFrame);  // too short for keys to repeat
        newFrame();
        drawFrame(state, look_.look(), motion, kLeastFrame);
        ImGui::Render();
    }
    host_.screen.draw(*ImGui::GetDrawData(), ImGui::GetStyleColorVec4(ImGuiCol_WindowBg));
}

/// @return the picture that is taken of the next frame, if there is one
std::optional<TakePicture> Program::carryOutEffects() {
    std::optional<TakePicture> wanted;
    for (const Effect& effect : std::exchange(state_.effects, {})) {
        Worker* const worker =
            std::holds_alternative<ReadNumbers>(effect) ? host_.reads : host_.worker;
        const std::optional<Job> job = worker != nullptr ? jobOf(effect) : std::nullopt;
        if (const auto* const picture = std::get_if<TakePicture>(&effect)) {
            wanted = *picture;
        } else if (const auto* const copied = std::get_if<SetClipboard>(&effect)) {
            host_.screen.setClipboard(copied->text);
        } else if (job) {
            worker->ask(*job);
        } else if (const auto answer = carryOut(host_.files, host_.store, state_, effect)) {
            update(state_, *answer);
        }
    }
    return wanted;
}

void Program::tellNews() {
    for (Worker* const worker : {host_.passes, host_.worker, host_.reads}) {
        const auto answer = worker != nullptr ? worker->takeAnswer() : std::nullopt;
        if (!answer) continue;
        update(state_, *answer);
        wake();
    }
    if (const auto answer = host_.dialogs != nullptr ? host_.dialogs->takeAnswer() : std::nullopt) {
        update(state_, *answer);
        wake();
    }
    if (host_.store == nullptr) return;
    if (std::optional<Error> trouble = host_.store->trouble(); trouble != state_.not_kept) {
        state_.not_kept = std::move(trouble);
        wake();
    }
    if (const std::vector<Message> news = host_.store->takeNews(); !news.empty()) {
        update(state_, Notice{news});
        wake();
    }
}

/// Lets `passes` compute the numbers of a large document, and waits for them a little: after most
/// edits they take no longer than a frame.
void Program::computeNumbers() {
    if (host_.passes == nullptr) return computeAwaited(state_);
    const std::shared_ptr<DocumentPass> pass = takePass(state_);
    if (pass == nullptr) return;
    host_.passes->ask([pass](const GivesUp& gives_up) -> Action {
        compute(*pass, gives_up);
        return DocumentComputed{pass};
    });
    if (const auto answer = host_.passes->takeAnswer(kWaitForNumbers)) update(state_, *answer);
}

/// Keeps the session after every edit and every change of place.
void Program::keepWork() {
    if (host_.store == nullptr) return;
    const Revisions revisions{state_.document_work.history.revision(),
                              state_.experiment_work.history.revision()};
    const SavedPlace place = savedPlaceOf(state_);
    const bool is_edited = revisions != kept_revisions_ || isTypedAnew(place, kept_place_);
    if (!is_edited && place == kept_place_) return;
    host_.store->keep(sessionOf(state_), is_edited);
    kept_revisions_ = revisions;
    kept_place_ = place;
}

/// Sets the window's title: that of the lesson, else the file's name, else the title; with a dot
/// where it is not saved.
void Program::nameWindow() {
    const GuidedLesson* const lesson = state_.lesson.lesson();
    std::string words = useWork(state_, [&](const auto& work) {
        const std::string title = shownTitle(state_.wording(), work.subject().title,
                                             shippedTitle(work.subject(), work.origin().shipped));
        const std::string& file = work.origin().file;
        const std::string name = lesson != nullptr ? state_.wording().text(lesson->title)
                                 : !file.empty()   ? lastName(file)
                                 : title.empty()   ? state_.wording().text(say::common::Untitled{})
                                                   : title;
        const std::string kept =
            state_.not_kept ? " \u2014 " + state_.wording().text(say::sheets::NotKept{}) : "";
        return fmt::format("{}{}{} \u2014 Lookback", work.is_saved ? "" : "\u2022 ",
                           shortenedTo(name, kMostName), kept);
    });
    if (words == window_title_) return;
    host_.screen.setTitle(words);
    window_title_ = std::move(words);
}

void Program::followPresenting() {
    const bool full = state_.place.presenting;
    if (full == host_.screen.isFullScreen()) return;
    host_.screen.setFullScreen(full);
    if (full == host_.screen.isFullScreen()) wake();  // some screens cannot
}

/// Opens a dialog of the system for a new file sheet, and closes the dialog once the sheet is gone
/// or asks itself.
void Program::followFileSheet() {
    if (host_.dialogs == nullptr) return;
    const auto* const sheet = state_.hands.open<FileSheet>();
    if (sheet != nullptr && sheet->number != last_file_sheet_) {
        last_file_sheet_ = sheet->number;
        const bool may_ask = state_.preferences.uses_system_dialogs && !asksName(sheet->task);
        if (may_ask && host_.dialogs->ask(fileQuestion(state_, *sheet))) {
            update(state_, FileDialogShown{sheet->number});
        }
    }
    if (sheet == nullptr || !sheet->is_elsewhere) host_.dialogs->close();
}

/// Colours and type as the state asks for them, on the screen as it is now.
void Program::dress() {
    const float density = host_.screen.contentScale();
    const PixelSize pixels = host_.screen.pixels();
    const ImVec2 size{static_cast<float>(pixels.width) / density,
                      static_cast<float>(pixels.height) / density};
    const TypeSize type = typeSize(state_.preferences, state_.place, size, density);
    const std::string notice = state_.wording().text(state_.notice);
    if (look_.setType(type, shownTexts(state_, notice))) host_.screen.takeFonts();
    look_.setTheme(state_.preferences.theme);
}

/// @return seconds since the frame before
double Program::beginFrame() {
    host_.screen.beginFrame();
    const double now = host_.screen.seconds();
    const double seconds = last_frame_ ? std::max(now - *last_frame_, kLeastFrame) : kFirstFrame;
    last_frame_ = now;
    const PixelSize size = host_.screen.pixels();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(size.width), static_cast<float>(size.height)};
    io.DisplayFramebufferScale = {1, 1};
    io.DeltaTime = static_cast<float>(seconds);
    newFrame();
    if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) pointer_moved_ = now;
    return seconds;
}

double Program::untilNextFrame() const {
    const double now = host_.screen.seconds();
    if (frames_owed_ > 0 || isMoving(state_) || !state_.effects.empty() || inputPending() ||
        tooltipPending() || now - pointer_moved_ < kTooltipSeconds || ImGui::IsAnyMouseDown()) {
        return 0;
    }
    if (!ImGui::GetIO().WantTextInput) return std::numeric_limits<double>::infinity();
    return std::max(last_frame_.value_or(now) + kBlinkInterval - now, 0.0);
}

void Program::enterControls(bool back) { look_.look().controls->enter(back); }

TabGoes Program::tab(bool back) {
    const Hands& hands = state_.hands;
    const bool is_taken = hands.doing<NumberTyping>() != nullptr || hands.isTyping() ||
                          hands.open<ImportSheet>() != nullptr ||
                          ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
    const TabGoes goes = is_taken ? TabGoes::to_field : look_.look().controls->move(back);
    wake();
    return goes;
}

bool Program::holdsDrag() const {
    return !state_.hands.isIdle() || look_.look().controls->holdsDrag();
}

bool Program::wantsToClose() const { return state_.quitting; }

void Program::askToClose() {
    update(state_, Quit{});
    wake();
}

bool Program::mayClose(std::vector<NotKept> parts) {
    if (!hasUnsavedWork(state_)) {
        std::erase_if(parts, [](const NotKept& one) { return one.part == KeptPart::work; });
    }
    if (parts.empty() || state_.quits_anyway) return true;
    update(state_, KeepFailed{std::move(parts)});
    wake();
    return false;
}

void Program::wake() { frames_owed_ = kFramesForInput; }

void Program::openFile(const std::string& path) {
    update(state_, OpenFile{path});
    wake();
}

void Program::openFiles(std::span<const std::string> paths) {
    for (const std::string& path : paths) {
        const bool is_numbers = isNumberFile(path, info(state_.place.mode).subject);
        if (is_numbers || &path == &paths.front()) openFile(path);
    }
}

void Program::show(AppState state) {
    state_ = std::move(state);
    motion_ = {};
    wake();
}

}  // namespace lookback
