// Pasted text: whatever the clipboard holds, its words make a document that can be read again.
#include "core/base/limits.h"
#include "core/base/utf8.h"
#include "core/document/words.h"
#include "core/io/document_json.h"
#include "tests/fuzz/fuzz.h"

using namespace lookback;
using namespace lookback::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = asUtf8(textOf(data, size));
    require(isUtf8(text), "what is pasted is UTF-8");
    const TypedWords typed = typedWords(splitWords(textOf(data, size)));
    require(typed.words.size() <= static_cast<std::size_t>(kMaxTokens), "words have a limit");
    for (const std::string& word : typed.words) {
        require(!word.empty() && isUtf8(word), "a word is readable");
        require(firstCharacters(word, kLongestTypedWord) == word, "a word has a limit");
    }
    require(typedWords(typed.words).words == typed.words, "what is clean stays as it is");
    Document document;
    document.tokens = typed.words;
    document.embeddings = Matrix<double>(document.n(), 0);
    const Result<std::string> written = documentBytes(document);
    require(written.has_value(), "what was pasted can be saved");
    require(readDocument(*written)->tokens == document.tokens, "and is read again");
    return 0;
}
