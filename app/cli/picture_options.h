/// The options of commands that draw the window.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/cli/subcommands.h"
#include "app/program/picture.h"
#include "core/base/result.h"

namespace lookback {

struct PictureOptions {
    PictureRequest request;
    std::string file;
    std::string size = fmt::format("{}x{}", PictureRequest().width, PictureRequest().height);
    std::optional<std::string> step;
    std::string cell;
    std::string theme = "light";
    std::string with;
    std::string code;
    int lesson_step = 0;    ///< from 1 on; 0: no lesson
    bool has_mode = false;  ///< a mode was given
};

/// Adds the options that choose the contents of a picture: mode, step, cell, theme and so on. The
/// commands add those about its file, its language and its pixels themselves.
/// @param options must outlive `app` @return the options that were added
std::vector<const CLI::Option*> addPictureOptions(CLI::App& app, PictureOptions& options);

/// Opens the work that the options name, and lets its picture be drawn. @return the exit code
int drawRequested(const Console& console, PictureOptions options,
                  const std::function<Result<void>(const Picture&)>& draw);

}  // namespace lookback
