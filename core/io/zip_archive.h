#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lookback {

/// Appends a whole number, the lowest byte first.
void addLittleEndian(std::string& out, std::uint64_t value, std::size_t bytes);

/// The checksum of ZIP archives, CRC-32 of ISO 3309; Python's `zlib.crc32`.
[[nodiscard]] std::uint32_t crcOf(std::string_view bytes);

/// A ZIP archive of files that are stored as they are, all of one date: the same files give the
/// same bytes. At most 65,535 files, and 4 GiB together.
class ZipArchive {
public:
    void add(const std::string& name, const std::string& content);

    /// The whole archive; nothing can be added after it.
    [[nodiscard]] std::string finish();

    [[nodiscard]] std::size_t size() const { return out_.size() + directory_.size(); }

private:
    std::string out_;
    std::string directory_;
    std::size_t files_ = 0;
};

}  // namespace lookback
