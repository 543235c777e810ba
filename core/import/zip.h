/// ZIP archives, as far as NumPy writes them:
/// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace lookback {

/// A file in an archive, still packed.
struct ZipMember {
    std::string name{};         ///< UTF-8; `?` for bytes that are none
    std::string_view packed{};  ///< within the bytes of the archive
    bool is_deflated = false;   ///< else stored as it is
    std::size_t bytes = 0;      ///< once it is unpacked
    std::uint32_t crc = 0;      ///< CRC-32 of the unpacked bytes
};

/// Lists the members of an archive in their order, zip64 too, without unpacking them. The members
/// view `bytes`. Errors: what is not an archive, or cut; members that are encrypted, packed
/// otherwise than stored or deflated, outside the file, overlapping, given twice, or together
/// larger than kMaxUnpackedBytes.
[[nodiscard]] Result<std::vector<ZipMember>> readZip(std::string_view bytes);

/// Unpacks a member. Takes no more memory than the member's size. Errors: packed data that are
/// damaged, or unpack to another size or check sum than the archive says. `where` is its name.
[[nodiscard]] Result<std::string> unpacked(const ZipMember& member);

}  // namespace lookback
