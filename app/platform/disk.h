#pragma once

#include "app/program/host.h"

namespace lookback {

/// The files of this machine. Pipes and devices, which a window could wait for, are refused.
class Disk final : public Files {
public:
    /// Replaces a leading `~/` by the home folder.
    [[nodiscard]] std::string meantPath(const std::string& typed) const override;
    [[nodiscard]] Result<std::string> read(const std::string& path) override;
    [[nodiscard]] std::optional<std::string> fingerprint(const std::string& path) override;
    [[nodiscard]] Result<void> write(const std::string& path, std::string_view bytes) override;
    [[nodiscard]] Result<FolderListing> list(const std::string& path) override;
    [[nodiscard]] std::vector<std::string> ownLessonPaths() override;
    [[nodiscard]] std::string ownLessonsFolder() override;
    [[nodiscard]] std::vector<FontBytes> fallbackFonts() override;
};

}  // namespace lookback
