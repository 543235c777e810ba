#include "core/io/picture_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include <zlib.h>

#include "core/base/base64.h"
#include "core/io/zip_archive.h"
#include "messages/files.h"

namespace lookback {
namespace {

constexpr std::string_view kSignature{"\x89PNG\r\n\x1a\n", 8};
constexpr std::string_view kHeaderType = "IHDR";
constexpr std::string_view kTextType = "iTXt";
constexpr std::string_view kEndType = "IEND";
constexpr std::size_t kAroundData = 12;  ///< bytes of a chunk for its length, type and checksum
constexpr std::size_t kHeaderSize = kAroundData + 13;
/// The keyword, then: compressed, by deflate, in no language, without a translated keyword.
constexpr std::string_view kMetadata = "<metadata";
constexpr std::size_t kPrologue = 4096;  ///< bytes in which the element `svg` begins
constexpr std::string_view kKeyword{"lookback\0\1\0\0\0", 13};
constexpr std::string_view kComment = "lookback:";
constexpr std::size_t kGifHeader = 13;     ///< bytes before the palette
constexpr std::size_t kPaletteFlags = 10;  ///< place in it
constexpr std::size_t kGifImage = 10;      ///< bytes of a picture's block before its palette
constexpr std::size_t kImageFlags = 9;     ///< place in it
constexpr int kRawWindow = -MAX_WBITS;
constexpr char kGifExtension = '!';
constexpr char kGifCommentLabel = '\xFE';

std::uint32_t bigEndian(std::string_view bytes) {
    std::uint32_t value = 0;
    for (std::size_t k = 0; k < 4; ++k) value = value << 8 | static_cast<unsigned char>(bytes[k]);
    return value;
}

void addBigEndian(std::string& out, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xFF);
}

std::string packedText(std::string_view text) {
    uLongf size = compressBound(static_cast<uLong>(text.size()));
    std::string packed(size, '\0');
    compress(reinterpret_cast<Bytef*>(packed.data()), &size,
             reinterpret_cast<const Bytef*>(text.data()), static_cast<uLong>(text.size()));
    packed.resize(size);
    return packed;
}

tl::unexpected<Error> refusedPicture(Message message) {
    return tl::unexpected(Error{"", std::move(message)});
}

/// A text deflated without zlib's head and checksum, as links carry it.
std::string rawPacked(std::string_view text) {
    constexpr int kMemory = 9;
    z_stream stream{};
    deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kRawWindow, kMemory, Z_DEFAULT_STRATEGY);
    std::string packed(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
    stream.next_in = reinterpret_cast<const Bytef*>(text.data());
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(packed.size() - stream.avail_out);
    deflateEnd(&stream);
    return packed;
}

/// Unpacks in steps, so that no more memory is taken than the text has bytes.
/// @param window of zlib; kRawWindow: as `rawPacked` wrote it
Result<std::string> inflated(std::string_view packed, std::size_t limit, int window = MAX_WBITS) {
    z_stream stream{};
    if (inflateInit2(&stream, window) != Z_OK) return refusedPicture(say::files::DamagedPicture{});
    stream.next_in = reinterpret_cast<const Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    std::array<char, 1 << 16> part;
    std::string text;
    int result = Z_OK;
    while (result == Z_OK && text.size() <= limit) {
        stream.next_out = reinterpret_cast<Bytef*>(part.data());
        stream.avail_out = static_cast<uInt>(part.size());
        result = inflate(&stream, Z_NO_FLUSH);
        text.append(part.data(), part.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    if (text.size() > limit) {
        return refusedPicture(say::files::TooLarge{.n = Count{static_cast<Index>(limit >> 20)}});
    }
    if (result != Z_STREAM_END) return refusedPicture(say::files::DamagedPicture{});
    return text;
}

/// Returns the text of a packed one, unless it is a picture again.
Result<std::string> carriedText(std::string_view packed, std::size_t limit) {
    return inflated(packed, limit).and_then([](std::string text) -> Result<std::string> {
        if (isPicture(text)) return refusedPicture(say::files::CarriesNothing{});
        return text;
    });
}

/// True where the first element of an XML file is `svg`.
bool isSvg(std::string_view bytes) {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    if (bytes.starts_with(kMark)) bytes.remove_prefix(kMark.size());
    std::string_view rest = bytes.substr(0, kPrologue);
    for (;;) {
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
        if (rest.starts_with("<svg")) return true;
        const bool is_comment = rest.starts_with("<!--");
        if (!is_comment && !rest.starts_with("<?") && !rest.starts_with("<!DOCTYPE")) return false;
        const std::size_t end = rest.find(is_comment ? "-->" : ">");
        if (end == std::string_view::npos) return false;
        rest.remove_prefix(end + (is_comment ? 3 : 1));
    }
}

/// Finds the element by its tags alone. Each byte is read once, whatever the file holds.
Result<std::string> textOfSvg(std::string_view svg, std::size_t limit) {
    std::size_t at = svg.find(kMetadata);
    while (at != std::string_view::npos) {
        const std::size_t end = svg.find('>', at);
        if (end == std::string_view::npos) return refusedPicture(say::files::DamagedPicture{});
        const std::string_view tag = svg.substr(at, end - at);
        if (tag.find("id=\"lookback\"") != std::string_view::npos ||
            tag.find("id='lookback'") != std::string_view::npos) {
            const std::string_view rest = svg.substr(end + 1);
            const std::size_t length = rest.find('<');
            const auto packed = bytesOfBase64(rest.substr(0, length));
            if (length == std::string_view::npos || !packed) {
                return refusedPicture(say::files::DamagedPicture{});
            }
            return carriedText(*packed, limit);
        }
        at = svg.find(kMetadata, end);
    }
    return refusedPicture(svg.find("</svg") != std::string_view::npos
                              ? Message(say::files::CarriesNothing{})
                              : Message(say::files::DamagedPicture{}));
}

bool isGif(std::string_view bytes) {
    return bytes.starts_with("GIF89a") || bytes.starts_with("GIF87a");
}

/// Bytes of the palette that the flags of a GIF file announce.
std::size_t paletteBytes(char flags) {
    return (flags & 0x80) != 0 ? std::size_t{3} << ((flags & 7) + 1) : 0;
}

/// Takes the data of a block of a GIF file, which comes in parts of at most 255 bytes.
/// @return nothing: the file ends before
std::optional<std::string> takeGifData(std::string_view& rest) {
    std::string data;
    while (!rest.empty()) {
        const auto size = static_cast<unsigned char>(rest.front());
        rest.remove_prefix(1);
        if (size == 0) return data;
        if (size > rest.size()) break;
        data += rest.substr(0, size);
        rest.remove_prefix(size);
    }
    return std::nullopt;
}

/// Goes through the blocks of the file.
Result<std::string> textOfGif(std::string_view gif, std::size_t limit) {
    const tl::unexpected<Error> damaged = refusedPicture(say::files::DamagedPicture{});
    if (gif.size() < kGifHeader) return damaged;
    const std::size_t header = kGifHeader + paletteBytes(gif[kPaletteFlags]);
    std::string_view rest = gif.substr(std::min(header, gif.size()));
    while (!rest.empty()) {
        if (rest.front() == ';') return refusedPicture(say::files::CarriesNothing{});
        const bool is_image = rest.front() == ',' && rest.size() > kImageFlags;
        const bool is_extension = rest.front() == kGifExtension && rest.size() > 1;
        if (!is_image && !is_extension) break;
        const bool is_comment = is_extension && rest[1] == kGifCommentLabel;
        // The data of a picture begin after one byte, the code size of its compression.
        const std::size_t before = is_image ? kGifImage + paletteBytes(rest[kImageFlags]) + 1 : 2;
        rest.remove_prefix(std::min(before, rest.size()));
        const auto data = takeGifData(rest);
        if (!data) break;
        if (!is_comment || !data->starts_with(kComment)) continue;
        const auto packed = bytesOfBase64(data->substr(kComment.size()));
        return packed ? carriedText(*packed, limit) : Result<std::string>(damaged);
    }
    return damaged;
}

}  // namespace

bool isPng(std::string_view bytes) { return bytes.starts_with(kSignature); }

bool isPicture(std::string_view bytes) { return isPng(bytes) || isGif(bytes) || isSvg(bytes); }

std::string svgMetadata(std::string_view text) {
    return "<metadata id=\"lookback\">" + base64(packedText(text)) + "</metadata>";
}

std::string gifComment(std::string_view text) {
    return std::string(kComment) + base64(packedText(text));
}

std::string withText(const std::string& png, const std::string& text) {
    const std::string data = std::string(kTextType) + std::string(kKeyword) + packedText(text);
    std::string chunk;
    addBigEndian(chunk, static_cast<std::uint32_t>(data.size() - kTextType.size()));
    chunk += data;
    addBigEndian(chunk, crcOf(data));
    std::string carrying = png;
    return carrying.insert(kSignature.size() + kHeaderSize, chunk);
}

Result<std::string> textOfPicture(std::string_view picture, std::size_t limit) {
    if (isGif(picture)) return textOfGif(picture, limit);
    if (!isPng(picture)) return textOfSvg(picture, limit);
    std::string_view rest = picture.substr(kSignature.size());
    if (rest.size() < kHeaderSize || rest.substr(4, 4) != kHeaderType) {
        return refusedPicture(say::files::DamagedPicture{});
    }
    while (rest.size() >= kAroundData) {
        const std::size_t size = bigEndian(rest);
        if (size > rest.size() - kAroundData) break;
        const std::string_view type = rest.substr(4, 4);
        const std::string_view typed = rest.substr(4, 4 + size);
        const std::string_view data = rest.substr(8, size);
        if (type == kTextType && data.starts_with(kKeyword)) {
            if (crcOf(typed) != bigEndian(rest.substr(8 + size))) break;
            return carriedText(data.substr(kKeyword.size()), limit);
        }
        if (type == kEndType) return refusedPicture(say::files::CarriesNothing{});
        rest.remove_prefix(kAroundData + size);
    }
    return refusedPicture(say::files::DamagedPicture{});
}

std::string linkData(std::string_view text) {
    std::string data = base64(rawPacked(text));
    std::replace(data.begin(), data.end(), '+', '-');
    std::replace(data.begin(), data.end(), '/', '_');
    return data.substr(0, data.find('='));
}

Result<std::string> textOfLinkData(std::string_view data, std::size_t limit) {
    std::string usual(data);
    std::replace(usual.begin(), usual.end(), '-', '+');
    std::replace(usual.begin(), usual.end(), '_', '/');
    constexpr std::size_t kGroup = 4;
    usual.append((kGroup - usual.size() % kGroup) % kGroup, '=');
    const auto damaged = [] { return tl::unexpected(Error{"", say::files::DamagedLink{}}); };
    const std::optional<std::string> packed = bytesOfBase64(usual);
    if (!packed) return damaged();
    Result<std::string> text = inflated(*packed, limit, kRawWindow);
    if (!text && text.error().message == Message(say::files::DamagedPicture{})) return damaged();
    return text;
}

}  // namespace lookback
