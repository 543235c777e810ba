#include "core/import/zip.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

#include <zlib.h>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/import/found.h"
#include "core/import/number_bytes.h"
#include "core/io/zip_archive.h"
#include "messages/files.h"
#include "messages/imports.h"

namespace lookback {
namespace {

constexpr std::string_view kEndSign{"PK\5\6", 4};
constexpr std::string_view kEnd64LocatorSign{"PK\6\7", 4};
constexpr std::string_view kEnd64Sign{"PK\6\6", 4};
constexpr std::string_view kMemberSign{"PK\1\2", 4};
constexpr std::string_view kLocalSign{"PK\3\4", 4};

constexpr std::size_t kEndSize = 22;
constexpr std::size_t kLocatorSize = 20;
constexpr std::size_t kEnd64Size = 56;
constexpr std::size_t kMemberSize = 46;
constexpr std::size_t kLocalSize = 30;

constexpr std::uint64_t kSee64 = 0xFFFFFFFF;  ///< a field whose value is in the zip64 extension

/// A byte range of the archive that a member takes, with its local header.
struct Taken {
    std::size_t begin;
    std::size_t end;
    std::size_t member;
};

tl::unexpected<Error> refused(std::string where, Message message) {
    return tl::unexpected(Error{std::move(where), std::move(message)});
}

/// Reads the directory of an archive. Offsets are checked before they are used.
class ZipDirectory {
public:
    explicit ZipDirectory(std::string_view bytes) : bytes_(bytes) {}

    Result<std::vector<ZipMember>> read() {
        if (!findDirectory()) return refused("", say::imports::DamagedZip{});
        for (std::uint64_t k = 0; k < count_; ++k) {
            if (!has(at_, kMemberSize, kMemberSign)) return refused("", say::imports::DamagedZip{});
            if (auto added = addMember(); !added) return tl::unexpected(added.error());
        }
        if (auto apart = checkOverlaps(); !apart) return tl::unexpected(apart.error());
        return std::move(members_);
    }

private:
    [[nodiscard]] std::uint64_t number(std::size_t at, std::size_t size) const {
        return littleEndian(bytes_, at, size);
    }

    /// True where a record of this sign and size stands at a place.
    [[nodiscard]] bool has(std::uint64_t at, std::size_t size, std::string_view sign) const {
        return at <= bytes_.size() && size <= bytes_.size() - at &&
               bytes_.substr(static_cast<std::size_t>(at), sign.size()) == sign;
    }

    /// Finds where the directory begins, and the number of its members.
    bool findDirectory() {
        constexpr std::size_t kLongestComment = 0xFFFF;
        const std::size_t first =
            bytes_.size() - std::min(bytes_.size(), kEndSize + kLongestComment);
        const std::size_t end = bytes_.rfind(kEndSign);
        if (end == std::string_view::npos || end < first || !has(end, kEndSize, kEndSign)) {
            return false;
        }
        count_ = number(end + 10, 2);
        std::uint64_t begin = number(end + 16, 4);
        if (end >= kLocatorSize && has(end - kLocatorSize, kLocatorSize, kEnd64LocatorSign)) {
            const std::uint64_t end64 = number(end - kLocatorSize + 8, 8);
            if (!has(end64, kEnd64Size, kEnd64Sign)) return false;
            count_ = number(static_cast<std::size_t>(end64) + 32, 8);
            begin = number(static_cast<std::size_t>(end64) + 48, 8);
        }
        if (begin > end || count_ > (end - begin) / kMemberSize) return false;
        at_ = begin;
        directory_ = static_cast<std::size_t>(begin);
        return true;
    }

    /// Reads the record at the present place, and moves on to the next.
    Result<void> addMember() {
        const auto at = static_cast<std::size_t>(at_);
        const auto name_size = static_cast<std::size_t>(number(at + 28, 2));
        const auto extra_size = static_cast<std::size_t>(number(at + 30, 2));
        const auto comment_size = static_cast<std::size_t>(number(at + 32, 2));
        const std::size_t size = kMemberSize + name_size + extra_size + comment_size;
        if (size > bytes_.size() - at) return refused("", say::imports::DamagedZip{});
        const std::string_view name = bytes_.substr(at + kMemberSize, name_size);
        ZipMember member{.name = isUtf8(name) ? std::string(name) : excerpt(name),
                         .crc = static_cast<std::uint32_t>(number(at + 16, 4))};
        std::uint64_t packed = number(at + 20, 4);
        std::uint64_t unpacked = number(at + 24, 4);
        std::uint64_t local = number(at + 42, 4);
        readExtension(bytes_.substr(at + kMemberSize + name_size, extra_size),
                      {&unpacked, &packed, &local});
        const std::uint64_t method = number(at + 10, 2);
        const bool is_encrypted = (number(at + 8, 2) & 1) != 0;
        at_ += size;
        if (is_encrypted || (method != 0 && method != Z_DEFLATED)) {
            return refused(member.name, say::imports::OtherPacking{});
        }
        member.is_deflated = method != 0;
        if (!names_.insert(std::string(name)).second)
            return refused(member.name, say::files::Twice{});
        if (unpacked > kMaxUnpackedBytes - total_) {
            return refused(
                "", say::imports::TooLargeUnpacked{
                        .most = Verbatim{memoryText(static_cast<double>(kMaxUnpackedBytes))}});
        }
        total_ += static_cast<std::size_t>(unpacked);
        member.bytes = static_cast<std::size_t>(unpacked);
        if (!has(local, kLocalSize, kLocalSign) || local >= directory_) {
            return refused(member.name, say::imports::OutsideFile{});
        }
        const auto begin = static_cast<std::size_t>(local);
        const std::size_t data = begin + kLocalSize +
                                 static_cast<std::size_t>(number(begin + 26, 2)) +
                                 static_cast<std::size_t>(number(begin + 28, 2));
        if (data > directory_ || packed > directory_ - data) {
            return refused(member.name, say::imports::OutsideFile{});
        }
        member.packed = bytes_.substr(data, static_cast<std::size_t>(packed));
        taken_.push_back({begin, data + member.packed.size(), members_.size()});
        members_.push_back(std::move(member));
        return {};
    }

    /// Takes the sizes that do not fit 32 bits from the zip64 extension of a record, in its order.
    void readExtension(std::string_view extra, const std::array<std::uint64_t*, 3>& fields) const {
        while (extra.size() >= 4) {
            const auto size = static_cast<std::size_t>(littleEndian(extra, 2, 2));
            if (size > extra.size() - 4) return;
            std::string_view data = extra.substr(4, size);
            if (littleEndian(extra, 0, 2) == 1) {
                for (std::uint64_t* const field : fields) {
                    if (*field != kSee64 || data.size() < 8) continue;
                    *field = littleEndian(data, 0, 8);
                    data.remove_prefix(8);
                }
            }
            extra.remove_prefix(4 + size);
        }
    }

    /// Refuses members that share bytes: a small archive of them unpacks to a large one.
    Result<void> checkOverlaps() {
        std::sort(taken_.begin(), taken_.end(),
                  [](const Taken& a, const Taken& b) { return a.begin < b.begin; });
        for (std::size_t k = 1; k < taken_.size(); ++k) {
            if (taken_[k].begin >= taken_[k - 1].end) continue;
            return refused(
                members_[taken_[k].member].name,
                say::imports::Overlaps{.other = Verbatim{members_[taken_[k - 1].member].name}});
        }
        return {};
    }

    std::string_view bytes_;
    std::uint64_t count_ = 0;
    std::uint64_t at_ = 0;       // of the present record
    std::size_t directory_ = 0;  // where it begins; members end before it
    std::size_t total_ = 0;      // bytes of all members, unpacked
    std::vector<ZipMember> members_;
    std::vector<Taken> taken_;
    std::unordered_set<std::string> names_;
};

/// Unpacks raw deflate data into a text of the expected size. @return false where it has another
bool inflateInto(std::string_view packed, std::string& text) {
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return false;
    stream.next_in = reinterpret_cast<const Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(text.size());
    const int result = inflate(&stream, Z_FINISH);
    const bool is_whole = result == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    return is_whole;
}

}  // namespace

Result<std::vector<ZipMember>> readZip(std::string_view bytes) {
    return ZipDirectory(bytes).read();
}

Result<std::string> unpacked(const ZipMember& member) {
    static_assert(kMaxUnpackedBytes <= std::numeric_limits<uInt>::max());
    std::string text;
    if (member.is_deflated) {
        text.resize(member.bytes);
        if (!inflateInto(member.packed, text))
            return refused(member.name, say::imports::OtherSize{});
    } else {
        if (member.packed.size() != member.bytes)
            return refused(member.name, say::imports::OtherSize{});
        text = member.packed;
    }
    if (crcOf(text) != member.crc) return refused(member.name, say::imports::OtherSum{});
    return text;
}

}  // namespace lookback
