#include "core/io/zip_archive.h"

#include <utility>

#include <zlib.h>

namespace lookback {

void addLittleEndian(std::string& out, std::uint64_t value, std::size_t bytes) {
    for (std::size_t k = 0; k < bytes; ++k) out += static_cast<char>(value >> 8 * k & 0xFF);
}

std::uint32_t crcOf(std::string_view bytes) {
    return static_cast<std::uint32_t>(
        crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

void ZipArchive::add(const std::string& name, const std::string& content) {
    constexpr std::uint64_t kDate = 1 << 5 | 1;  // 1980-01-01
    std::string fields;
    addLittleEndian(fields, 20, 2);  // version 2.0
    addLittleEndian(fields, 0, 2);
    addLittleEndian(fields, 0, 2);  // stored
    addLittleEndian(fields, 0, 2);
    addLittleEndian(fields, kDate, 2);
    addLittleEndian(fields, crcOf(content), 4);
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
