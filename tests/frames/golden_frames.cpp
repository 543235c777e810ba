/// Draws the window's golden frames as SVG text, and compares their digests with those of
/// tests/frames/digests.txt.
///   golden_frames check FILE [N]   names the frames whose digests differ; only every N-th row
///   golden_frames write FILE       writes the digests
///   golden_frames draw FOLDER      writes the frames that standard input names, one a line
/// Its numbers are the same on every x86-64 processor where the environment says
/// LOOKBACK_VECTOR_SET=baseline and GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA (docs/speed.md).

#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/platform/screen/draw_pictures.h"
#include "app/program/picture.h"
#include "app/program/svg_page.h"
#include "app/state/model/mode.h"
#include "app/state/model/work.h"
#include "app/state/update/action.h"
#include "core/engine/stages.h"
#include "core/engine/steps.h"
#include "core/io/experiment_library.h"
#include "core/io/lesson_library.h"
#include "core/lesson/guided_lesson.h"
#include "core/words/language.h"

namespace lookback {
namespace {

/// A shape of the window in which every place is drawn: a column of the file of digests.
struct FrameLook {
    int width;
    int height;
    bool presenting;
    const Language* language;

    [[nodiscard]] std::string name() const {
        return fmt::format("{}x{}{}-{}", width, height, presenting ? "-presented" : "",
                           language->id);
    }
};

std::vector<FrameLook> frameLooks() {
    constexpr std::array<std::pair<int, int>, 3> kSizes{{{1280, 720}, {1600, 1000}, {1920, 1080}}};
    std::vector<FrameLook> looks;
    for (const auto& [width, height] : kSizes) {
        for (const bool presenting : {false, true}) {
            for (const Language& language : kLanguages) {
                looks.push_back({width, height, presenting, &language});
            }
        }
    }
    return looks;
}

std::string frameName(const FrameLook& look, const std::string& place) {
    return look.name() + " " + place;
}

/// A place in a shipped work: a row of the file of digests.
struct FramePlace {
    std::string name;  ///< the options of `lookback export --to svg` that draw it
    Picture picture;
};

using Places = std::vector<FramePlace>;

void addDocument(Places& places, const std::string& id, const Document& document) {
    const auto add = [&](Mode mode, MatrixId stage) {
        const std::string_view mode_name = info(mode).name;
        PictureRequest request{.mode = mode, .step = stage, .lesson = id};
        places.push_back({fmt::format("{} --mode {} --step {}", id, mode_name, info(stage).name),
                          {document, std::move(request)}});
    };
    const std::vector<Step> steps = documentSteps(document);
    for (const Mode mode : {Mode::lab, Mode::compare}) {
        for (const Step& step : steps) add(mode, step.results.back());
    }
    add(Mode::leak, steps.back().results.back());
}

void addLessonSteps(Places& places, const GuidedEntry& entry) {
    const GuidedLesson& lesson = *entry.lesson;
    const bool is_document = lesson.subject() == LessonSubject::document;
    const Document document = is_document ? *lesson.document() : *openLesson(lessons().front().id);
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        PictureRequest request{.lesson = entry.id,
                               .opening = LessonRead{"", entry.lesson, std::nullopt},
                               .lesson_step = step};
        places.push_back({fmt::format("{} --lesson-step {}", entry.id, step + 1),
                          {document, std::move(request)}});
    }
}

void addExperiment(Places& places, const ExperimentEntry& entry) {
    const Checked<Experiment> experiment = openShippedExperiment(entry.id);
    for (const Mode mode : {Mode::train, Mode::generate}) {
        const Index steps = experiment->steps;
        for (const Index step : {Index{0}, steps * 3 / 10, steps}) {
            PictureRequest request{
                .mode = mode,
                .lesson = lessons().front().id,
                .experiment = openedSnapshot(shippedOrigin(*experiment, entry.id)),
                .trained = step};
            places.push_back(
                {fmt::format("{} --mode {} --step {}", entry.id, info(mode).name, step),
                 {*openLesson(lessons().front().id), std::move(request)}});
        }
    }
}

Places framePlaces() {
    Places places;
    for (const std::string_view id : lessonIds()) {
        if (const Checked<Document> document = openLesson(id)) {
            addDocument(places, std::string(id), *document);
        }
    }
    for (const GuidedEntry& entry : guidedLessons()) addLessonSteps(places, entry);
    for (const ExperimentEntry& entry : experiments()) addExperiment(places, entry);
    return places;
}

/// Gets each frame as SVG text: the place's number, the look's number.
using TakeFrame = std::function<Result<void>(std::size_t, std::size_t, const std::string&)>;

/// Draws the places in all looks. @param wanted false: the frame is left out
Result<void> drawFrames(const Places& places, const std::vector<FrameLook>& looks,
                        const std::function<bool(std::size_t, std::size_t)>& wanted,
                        const TakeFrame& take) {
    for (std::size_t k = 0; k < looks.size(); ++k) {
        std::vector<Picture> pictures;
        std::vector<std::size_t> drawn;
        for (std::size_t p = 0; p < places.size(); ++p) {
            if (!wanted(p, k)) continue;
            Picture picture = places[p].picture;
            picture.request.width = looks[k].width;
            picture.request.height = looks[k].height;
            picture.request.presenting = looks[k].presenting;
            picture.request.language = looks[k].language;
            pictures.push_back(std::move(picture));
            drawn.push_back(p);
        }
        std::size_t next = 0;
        const Result<void> recorded =
            recordPictures(pictures, [&](const VectorPage& page, const AppState&) {
                return take(drawn[next++], k, svgPage(page, "", "", SvgFonts::named));
            });
        if (!recorded) return recorded;
    }
    return {};
}

/// FNV-1a of a text, 32 bits.
std::string digest(std::string_view text) {
    std::uint32_t sum = 2166136261U;
    for (const char letter : text) sum = (sum ^ static_cast<unsigned char>(letter)) * 16777619U;
    return fmt::format("{:08x}", sum);
}

/// Digests by place and look.
using Digests = std::map<std::string, std::vector<std::string>>;

int failed(const Error& error) {
    std::cerr << "golden_frames: " << error.where << "\n";
    return 1;
}

Result<Digests> digestsOf(const Places& places, const std::vector<FrameLook>& looks,
                          std::size_t every) {
    Digests digests;
    const auto wanted = [&](std::size_t place, std::size_t) { return place % every == 0; };
    const Result<void> drawn =
        drawFrames(places, looks, wanted,
                   [&](std::size_t place, std::size_t, const std::string& text) -> Result<void> {
                       digests[places[place].name].push_back(digest(text));
                       return {};
                   });
    if (!drawn) return tl::unexpected(drawn.error());
    return digests;
}

constexpr char kBetween = '\t';

Digests readDigests(const std::string& file) {
    Digests digests;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line.front() == '#') continue;
        const std::size_t tab = line.find(kBetween);
        std::vector<std::string>& row = digests[line.substr(0, tab)];
        for (std::size_t at = tab; at != std::string::npos; at = line.find(' ', at + 1)) {
            row.push_back(line.substr(at + 1, line.find(' ', at + 1) - at - 1));
        }
    }
    return digests;
}

/// Names each frame that differs from the file, one a line, as `draw` takes it. @return the exit
/// code
int check(const std::string& file, std::size_t every) {
    const Places places = framePlaces();
    const std::vector<FrameLook> looks = frameLooks();
    const Result<Digests> drawn = digestsOf(places, looks, every);
    if (!drawn) return failed(drawn.error());
    const Digests kept = readDigests(file);
    std::size_t frames = 0;
    std::size_t changed = 0;
    for (const auto& [place, row] : *drawn) {
        const auto found = kept.find(place);
        for (std::size_t k = 0; k < row.size(); ++k) {
            ++frames;
            if (found != kept.end() && k < found->second.size() && found->second[k] == row[k]) {
                continue;
            }
            ++changed;
            std::cout << frameName(looks[k], place) << "\n";
        }
    }
    if (every == 1) {
        for (const auto& [place, row] : kept) {
            if (drawn->count(place) != 0) continue;
            ++changed;
            std::cout << "gone " << place << "\n";
        }
    }
    std::cerr << fmt::format("{} of {} frames changed\n", changed, frames);
    return changed == 0 && frames > 0 ? 0 : 1;
}

int write(const std::string& file) {
    const Places places = framePlaces();
    const std::vector<FrameLook> looks = frameLooks();
    const Result<Digests> drawn = digestsOf(places, looks, 1);
    if (!drawn) return failed(drawn.error());
    std::ofstream out(file);
    out << "# Made by tools/frames.py accept. A row is a place, a column a look of the window:\n#";
    for (const FrameLook& look : looks) out << " " << look.name();
    out << "\n";
    for (const FramePlace& place : places) {
        const std::vector<std::string>& row = drawn->at(place.name);
        out << place.name << kBetween << fmt::format("{}", fmt::join(row, " ")) << "\n";
    }
    return out.good() ? 0 : 1;
}

/// Writes FOLDER/NAME.svg for each line of standard input that names a frame. Frames that this
/// program does not have are left out.
int draw(const std::string& folder) {
    const Places places = framePlaces();
    const std::vector<FrameLook> looks = frameLooks();
    std::set<std::string> asked;
    for (std::string line; std::getline(std::cin, line);) asked.insert(line);
    const auto name = [&](std::size_t place, std::size_t look) {
        return frameName(looks[look], places[place].name);
    };
    const Result<void> drawn = drawFrames(
        places, looks,
        [&](std::size_t place, std::size_t look) { return asked.count(name(place, look)) != 0; },
        [&](std::size_t place, std::size_t look, const std::string& text) -> Result<void> {
            std::ofstream out(folder + "/" + name(place, look) + ".svg");
            out << text;
            if (out.good()) return {};
            return tl::unexpected(Error{folder, {}});
        });
    return drawn ? 0 : failed(drawn.error());
}

}  // namespace
}  // namespace lookback

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() == 2 && words[0] == "check") return lookback::check(words[1], 1);
    if (words.size() == 3 && words[0] == "check") {
        return lookback::check(words[1], std::strtoul(words[2].c_str(), nullptr, 10));
    }
    if (words.size() == 2 && words[0] == "write") return lookback::write(words[1]);
    if (words.size() == 2 && words[0] == "draw") return lookback::draw(words[1]);
    std::cerr << "golden_frames: expected check FILE [N], write FILE, or draw FOLDER\n";
    return 2;
}
