#include "core/io/zip_archive.h"

#include <array>
#include <utility>

namespace lookback {

void addLittleEndian(std::string& out, std::uint64_t value, std::size_t bytes) {
    for (std::size_t k = 0; k < bytes; ++k) out += static_cast<char>(value >> 8 * k & 0xFF);
}

std::uint32_t crc32(std::string_view bytes) {
    static constexpr auto kTable = [] {
        std::array<std::uint32_t, 256> table{};
        for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
            std::uint32_t sum = byte;
            for (int bit = 0; bit < 8; ++bit) {
                sum = sum >> 1 ^ ((sum & 1) != 0 ? 0xEDB88320U : 0U);
            }
            table[byte] = sum;
        }
        return table;
    }();
    std::uint32_t sum = 0xFFFFFFFFU;
    for (const char byte : bytes) {
        sum = sum >> 8 ^ kTable[(sum ^ static_cast<unsigned char>(byte)) & 0xFF];
    }
    return ~sum;
}

void ZipArchive::add(const std::string& name, const std::string& content) {
    constexpr std::uint64_t kDate = 1 << 5 | 1;  // 1980-01-01
    std::string fields;
    addLittleEndian(fields, 20, 2);  // version 2.0
    addLittleEndian(fields, 0, 2);
    addLittleEndian(fields, 0, 2);  // stored
    addLittleEndian(fields, 0, 2);
    addLittleEndian(fields, kDate, 2);
    addLittleEndian(fields, crc32(content), 4);
    addLittleEndian(fields, content.size(), 4);
    addLittleEndian(fields, content.size(), 4);
    addLittleEndian(fields, name.size(), 2);
    addLittleEndian(fields, 0, 2);
    directory_ += "PK\x01\x02";
    addLittleEndian(directory_, 20, 2);
    directory_ += fields;
    addLittleEndian(directory_, 0, 2);
    addLittleEndian(directory_, 0, 2);
    addLittleEndian(directory_, 0, 2);
    addLittleEndian(directory_, 0, 4);
    addLittleEndian(directory_, out_.size(), 4);
    directory_ += name;
    out_ += "PK\x03\x04" + fields + name + content;
    ++files_;
}

std::string ZipArchive::finish() {
    const std::size_t start = out_.size();
    out_ += directory_;
    out_ += "PK\x05\x06";
    addLittleEndian(out_, 0, 4);
    addLittleEndian(out_, files_, 2);
    addLittleEndian(out_, files_, 2);
    addLittleEndian(out_, directory_.size(), 4);
    addLittleEndian(out_, start, 4);
    addLittleEndian(out_, 0, 2);
    return std::move(out_);
}

}  // namespace lookback
