#include <memory>

#include <fmt/format.h>

#include "app/cli/options.h"
#include "app/cli/picture_options.h"
#include "app/cli/subcommands.h"
#include "app/platform/screen/draw_pictures.h"
#include "core/words/say.h"
#include "messages/cli.h"

namespace lookback {
namespace {

constexpr double kLeastScale = 0.5;
constexpr double kMostScale = 4;

struct PictureCommand {
    PictureOptions options;
    std::string out;
};

}  // namespace

Job preparePicture(CLI::App& app) {
    auto command = std::make_shared<PictureCommand>();
    PictureOptions& options = command->options;
    const Wording& words = english();
    app.add_option("FILE", options.file, words.text(say::cli::WorkInput{}))
        ->required()
        ->type_name("");
    app.add_option("-o,--out", command->out, words.text(say::cli::PictureFile{}))
        ->required()
        ->type_name("FILE")
        ->check(notEmpty(say::cli::PictureFile{}));
    addPictureOptions(app, options);
    addLanguageOption(app, options.request.language);
    app.add_option("--scale", options.request.scale,
                   words.text(say::cli::Scale{.least = Verbatim{fmt::format("{}", kLeastScale)},
                                              .most = Verbatim{fmt::format("{}", kMostScale)}}))
        ->type_name("NUMBER")
        ->default_str("1")
        ->check(numberBetween(kLeastScale, kMostScale));
    return [command](const Console& console) {
        return drawRequested(console, command->options, [&](const Picture& picture) {
            return drawPicture(picture, command->out);
        });
    };
}

}  // namespace lookback
