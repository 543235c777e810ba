#include "app/cli/contact_sheet.h"

#include <array>
#include <filesystem>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include "app/platform/picture_file.h"
#include "app/platform/screen/draw_pictures.h"
#include "app/program/image.h"
#include "core/attention/steps.h"
#include "core/io/lesson_library.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;

constexpr int kThumbnailWidth = 480;  ///< pixels
constexpr int kGap = 6;               ///< pixels
constexpr std::array<unsigned char, 3> kGround{0x80, 0x80, 0x80};

struct SheetSize {
    int width;
    int height;
};
constexpr std::array kSizes{SheetSize{1280, 720}, SheetSize{1600, 1000}, SheetSize{1920, 1080}};

struct SheetLook {
    std::string_view name;
    ThemeId theme;
    bool presenting;
};
constexpr std::array kLooks{SheetLook{"light", ThemeId::light, false},
                            SheetLook{"dark", ThemeId::dark, false},
                            SheetLook{"presentation", ThemeId::light, true}};

using Rows = std::vector<std::vector<Image>>;

/// What all pictures of a sheet have in common.
PictureRequest pictureIn(Mode mode, const SheetSize& size, const SheetLook& look) {
    PictureRequest picture;
    picture.width = size.width;
    picture.height = size.height;
    picture.mode = mode;
    picture.theme = look.theme;
    picture.presenting = look.presenting;
    return picture;
}

std::vector<Picture> picturesOfExperiments(const ContactSheetRequest& request,
                                           const SheetSize& size, const SheetLook& look) {
    const std::string& lesson = lessons().front().id;
    std::vector<Picture> pictures;
    for (const ExperimentSnapshot& experiment : request.experiments) {
        const Index steps = experiment.experiment->steps;
        for (const Index step : {Index{0}, steps * 3 / 10, steps}) {
            PictureRequest picture = pictureIn(request.mode, size, look);
            picture.lesson = lesson;
            picture.experiment = experiment;
            picture.trained = step;
            pictures.push_back({*openLesson(lesson), picture});
        }
    }
    return pictures;
}

/// The pictures of one sheet, each step a picture.
std::vector<Picture> picturesOf(const ContactSheetRequest& request, const SheetSize& size,
                                const SheetLook& look) {
    if (isOfExperiment(request.mode)) return picturesOfExperiments(request, size, look);
    std::vector<Picture> pictures;
    for (const SheetLesson& lesson : request.lessons) {
        std::vector<Step> steps = stepsOf(lesson.document);
        // The Leak test is about the document as a whole.
        if (request.mode == Mode::leak) steps.erase(steps.begin(), std::prev(steps.end()));
        for (const Step& step : steps) {
            PictureRequest picture = pictureIn(request.mode, size, look);
            picture.step = step.results.back();
            picture.lesson = lesson.id;
            pictures.push_back({lesson.document, picture});
        }
    }
    return pictures;
}

/// Whose pictures stand in a row.
const std::string& rowOf(const PictureRequest& request) {
    return request.experiment ? request.experiment->origin->id : request.lesson;
}

/// The sheets of one size: they share a screen.
Result<void> drawSheets(const ContactSheetRequest& request, const SheetSize& size,
                        const std::function<void(const std::string&)>& written) {
    std::vector<Picture> pictures;
    for (const SheetLook& look : kLooks) {
        for (Picture& picture : picturesOf(request, size, look)) {
            pictures.push_back(std::move(picture));
        }
    }
    const std::size_t a_sheet = pictures.size() / kLooks.size();
    const auto most = static_cast<std::size_t>(request.columns);
    Rows rows;
    std::size_t drawn = 0;
    std::string row;
    return drawPictures(pictures, [&](const Picture& picture, const Image& image) -> Result<void> {
        const bool is_full = !rows.empty() && most > 0 && rows.back().size() == most;
        if (rows.empty() || is_full || rowOf(picture.request) != row) rows.emplace_back();
        row = rowOf(picture.request);
        rows.back().push_back(shrunk(image, kThumbnailWidth));
        if (++drawn % a_sheet != 0) return {};
        const SheetLook& look = kLooks[drawn / a_sheet - 1];
        const std::string file = (fs::path(request.folder) /
                                  fmt::format("{}-{}x{}.png", look.name, size.width, size.height))
                                     .string();
        const Result<void> result = writePng(file, imageGrid(rows, kGap, kGround));
        rows.clear();
        if (result) written(file);
        return result;
    });
}

}  // namespace

Result<void> drawContactSheets(const ContactSheetRequest& request,
                               const std::function<void(const std::string&)>& written) {
    std::error_code error;
    fs::create_directories(request.folder, error);
    if (error) {
        return tl::unexpected(
            Error{request.folder, "this folder cannot be made: " + error.message()});
    }
    for (const SheetSize& size : kSizes) {
        if (const auto drawn = drawSheets(request, size, written); !drawn) return drawn;
    }
    return {};
}

}  // namespace lookback
