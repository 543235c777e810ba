#include "app/state/update/update_document.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/state/model/sentences.h"
#include "app/state/update/settle.h"
#include "app/state/update/update_lesson.h"
#include "core/base/result.h"
#include "core/document/edit.h"
#include "core/document/mask_edit.h"
#include "core/engine/memory.h"
#include "core/io/redraw.h"
#include "core/io/reshape.h"
#include "core/io/system_memory.h"
#include "core/language/training_findings.h"
#include "core/lesson/needs.h"
#include "core/words/say.h"
#include "messages/common.h"
#include "messages/notices.h"

namespace lookback {

double DocumentEditor::allowed() const {
    return std::max(allowedMemory(), traceMemory(state_.document()));
}

bool DocumentEditor::isTooLarge(const Document& wished) {
    // Finding out how much memory is free takes a good part of a frame: done only where the wished
    // document is larger than the present one.
    const double held = traceMemory(state_.document());
    const auto found = needsFault(wished, traceMemory(wished) > held ? allowed() : held);
    if (found) state_.notice = {refusalSentence(wished, *found)};
    return found.has_value();
}

bool DocumentEditor::isLocked(const Snapshot& next) {
    const std::optional<DocumentPart> part = lockedPart(state_, next);
    if (part) state_.notice = {lockedSentence(state_, *part)};
    return part.has_value();
}

void DocumentEditor::edit(const Edit& change) {
    Snapshot next = state_.document_work.history.current();
    change(next);
    if (isLocked(next)) return;
    if (const std::vector<Error> found = faults(next.document); !found.empty()) {
        state_.notice = {refusalSentence(next.document, found.front())};
        return;
    }
    if (isTooLarge(next.document)) return;
    state_.document_work.history.commit(std::move(next));
    settleKeepingStep(state_);
}

void DocumentEditor::drag(const Edit& change) {
    Snapshot next = state_.document_work.history.current();
    change(next);
    if (isLocked(next)) return;
    if (!state_.document_work.history.isDragging()) state_.document_work.history.begin();
    state_.document_work.history.update(std::move(next));
    settle(state_);
}

void MaskUpdate::operator()(const SetMasked& a) {
    edit([&](Snapshot& s) {
        if (!a.masked && isMasked(s.document)) s.remembered = s.document.mask;
        setMasked(s.document, a.masked, s.remembered);
    });
}

void MaskUpdate::operator()(const SetMaskRules& a) {
    edit([&](Snapshot& s) {
        const Mask mask{a.rules, {}};
        if (isMasked(s.document) && !canBlock(mask)) s.remembered = s.document.mask;
        s.document.mask = mask;
    });
}

void MaskUpdate::operator()(const Change<Mask>& a) {
    edit([&](Snapshot& s) { a.applyTo(s.document.mask); });
}

void MaskUpdate::operator()(const PaintMask& a) {
    const MaskPainting& stroke = a.stroke;
    if (!isPair(a.to)) return;
    if (!stroke.is_line) {
        return drag([&](Snapshot& s) {
            Mask& mask = s.document.mask;
            if (allows(mask, a.to.row, a.to.col) != stroke.allowed) flip(mask, a.to);
        });
    }
    if (!isPair(stroke.from)) return;
    const auto paint_line = [&](Snapshot& s) {
        s.document.mask.flips = stroke.flips_were;
        paint(s.document.mask, strokeCells(stroke.from, a.to, s.document.n()), stroke.allowed);
    };
    // A stroke goes on until it is finished; a key paints once.
    const bool is_stroke =
        state_.document_work.history.isDragging() || state_.hands.doing<MaskPainting>() != nullptr;
    is_stroke ? drag(paint_line) : edit(paint_line);
}

void MaskUpdate::operator()(const FlipCell& a) {
    if (!isPair(a.cell)) return;
    edit([&](Snapshot& s) { flip(s.document.mask, a.cell); });
}

/// A value that the precision cannot hold is left out of a drag.
void MaskUpdate::operator()(const SetMasking& a) {
    const auto set = [&](Snapshot& s) { s.document.masking = a.masking; };
    if (!a.is_dragged) return edit(set);
    if (fits(state_.document().dtype, a.masking)) drag(set);
}

void DocumentUpdate::tellOf(const TypedWords& typed) {
    if (state_.notice.empty()) state_.notice = whatBecameOf(typed);
}

void DocumentUpdate::operator()(const SetNumber& a) {
    if (!isNumber(state_.document(), a.id, a.cell)) return;
    const auto set = [&](Snapshot& s) { setNumber(s.document, a.id, a.cell, a.value); };
    a.is_dragged ? drag(set) : edit(set);
    if (a.is_dragged) state_.preferences.invites_drag = false;
}

/// A value with which the document does not fit together, as a scale of 0, is left out of a drag.
void DocumentUpdate::operator()(const Change<Document>& a) {
    const auto set = [&](Snapshot& s) { a.applyTo(s.document); };
    if (!a.is_dragged) return edit(set);
    Document sketch = state_.document();
    a.applyTo(sketch);
    if (faults(sketch).empty()) drag(set);
}

void DocumentUpdate::operator()(const RenameToken& a) {
    if (!isToken(a.at)) return;
    const TypedWords typed = typedWords({a.word});
    const std::string word = typed.words.empty() ? "" : typed.words.front();
    const std::string before = state_.document().tokens[static_cast<std::size_t>(a.at)];
    if (a.draws_numbers && word != before) {
        const Document& opened = *state_.origin().opened;
        edit([&](Snapshot& s) { replaceToken(s.document, a.at, word, opened); });
        tellOf(typed);
        if (state_.notice.empty()) state_.notice = {newNumbersOf(word, before)};
    } else {
        edit([&](Snapshot& s) { renameToken(s.document, a.at, word); });
        tellOf(typed);
    }
}

void DocumentUpdate::operator()(const InsertToken& a) {
    const Index n = state_.document().n();
    if (a.at > n || n >= kMaxTokens) return;
    const TypedWords typed = typedWords({a.word});
    const std::string word = typed.words.empty() ? "" : typed.words.front();
    edit([&](Snapshot& s) {
        insertToken(s.document, a.at, word);
        s.token = a.at;
    });
    tellOf(typed);
}

void DocumentUpdate::operator()(const RemoveToken& a) {
    if (!isToken(a.at)) return;
    edit([&](Snapshot& s) {
        removeToken(s.document, a.at);
        s.token = clampedToken(a.at, s.document);
    });
}

void DocumentUpdate::operator()(const MoveToken& a) {
    if (!isToken(a.from) || !isToken(a.to)) return;
    edit([&](Snapshot& s) {
        moveToken(s.document, a.from, a.to);
        s.token = a.to;
    });
}

void DocumentUpdate::operator()(const SetSentence& a) {
    const TypedWords typed = typedWords(a.words);
    Document sketch = state_.document();
    sketch.tokens = typed.words;
    if (isTooLarge(sketch)) return;
    edit([&](Snapshot& s) {
        setSentence(s.document, typed.words);
        s.token = clampedToken(s.token, s.document);
    });
    tellOf(typed);
}

void DocumentUpdate::operator()(const SetTitle& a) {
    const TypedTitle typed(a.title);
    edit([&](Snapshot& s) { s.document.title = typed.text(); });
    tellOf(typed);
}

void DocumentUpdate::operator()(const SetShape& a) {
    const Document& now = state_.document();
    const DocumentShape shape = boundedShape(a.shape, shapeOf(now));
    if (shape == shapeOf(now)) return;
    Document sketch = now;
    sketch.heads = shape.heads;
    sketch.embeddings = Matrix<double>(0, shape.d_model);
    sketch.weights.query = Matrix<double>(0, shape.heads * shape.d_k);
    sketch.weights.value = Matrix<double>(0, shape.heads * shape.d_v);
    if (isTooLarge(sketch)) return;
    Checked<Document> wished = reshaped(now, shape, a.redraws, allowed());
    if (!wished) {
        state_.notice = {refusalSentence(sketch, wished.error().front())};
        return;
    }
    edit([&](Snapshot& s) { s.document = *std::move(wished); });
}

/// Tokens that the model does not know keep their numbers, and are remembered.
void DocumentUpdate::operator()(const TakeEmbeddings& a) {
    const TrainingReport* const report = state_.training.report();
    if (report == nullptr || a.twin >= report->run.twins()) return;
    const std::vector<std::string>& vocabulary = report->run.text().vocabulary;
    const Matrix<double> learned = report->run.twin(a.twin, [](const auto& history) {
        return history.stateAfter(history.steps())
            ->parameters.token_embeddings.template cast<double>()
            .eval();
    });
    Checked<Document> wished = withEmbeddings(state_.document(), vocabulary, learned, allowed());
    if (!wished) {
        state_.notice = {faultOnScreen(wished.error().front())};
        return;
    }
    std::vector<std::string> unlearned;
    Index known = 0;
    for (const std::string& token : state_.document().tokens) {
        if (std::binary_search(vocabulary.begin(), vocabulary.end(), token)) {
            ++known;
        } else if (std::find(unlearned.begin(), unlearned.end(), token) == unlearned.end()) {
            unlearned.push_back(token);
        }
    }
    edit([&](Snapshot& s) {
        s.document = *std::move(wished);
        s.unlearned = unlearned;
    });
    state_.notice = {say::notices::EmbeddingsTaken{
        .known = Count{known}, .n = state_.document().n(), .letter = modelLetter(a.twin)}};
    if (unlearned.empty()) return;
    state_.notice.emplace_back(say::notices::WordsUnlearned{});
}

void DocumentUpdate::operator()(const SetOutput& a) {
    Document sketch = state_.document();
    if (a.has_output) sketch.weights.output = Matrix<double>(0, sketch.weights.value.cols());
    if (isTooLarge(sketch)) return;
    edit([&](Snapshot& s) { setOutput(s.document, a.has_output); });
}

/// Compare shows the new snapshot as its variant A at once.
void DocumentUpdate::operator()(const TakeSnapshot&) {
    const Wording wording = state_.wording();
    std::string name;
    for (std::size_t number = state_.document().snapshots.size() + 1;; ++number) {
        name = wording.text(say::common::Snapshot{.n = Count{static_cast<Index>(number)}});
        if (!snapshotNameFault(state_.document(), name)) break;
    }
    edit([&](Snapshot& s) { addSnapshot(s.document, name); });
    if (findSnapshot(state_.document(), name) == nullptr) return;
    state_.place.compared = {.a = {.kind = VariantKind::snapshot, .name = name}, .b = {}};
    state_.notice = {say::notices::SnapshotKept{.name = TokenLabel{name}}};
}

void DocumentUpdate::operator()(const RemoveSnapshot& a) {
    const std::vector<DocumentSnapshot>& kept = state_.document().snapshots;
    const auto is_wanted = [&](const DocumentSnapshot& one) { return one.name == a.name; };
    const auto at = std::find_if(kept.begin(), kept.end(), is_wanted);
    if (at == kept.end()) return;
    const auto place = static_cast<std::size_t>(at - kept.begin());
    edit([&](Snapshot& s) { removeSnapshot(s.document, place); });
}

void DocumentUpdate::operator()(const RenameSnapshot& a) {
    const std::vector<DocumentSnapshot>& kept = state_.document().snapshots;
    const auto is_wanted = [&](const DocumentSnapshot& one) { return one.name == a.name; };
    const auto at = std::find_if(kept.begin(), kept.end(), is_wanted);
    if (at == kept.end() || a.into == a.name) return;
    if (const auto fault = snapshotNameFault(state_.document(), a.into)) {
        state_.notice = {*fault};
        return;
    }
    const auto place = static_cast<std::size_t>(at - kept.begin());
    ComparedChoices renamed = state_.place.compared;
    for (const Side side : {Side::a, Side::b}) {
        VariantChoice& choice = renamed.of(side);
        if (choice.kind == VariantKind::snapshot && choice.name == a.name) choice.name = a.into;
    }
    edit([&](Snapshot& s) { renameSnapshot(s.document, place, a.into); });
    if (findSnapshot(state_.document(), a.into) != nullptr) state_.place.compared = renamed;
}

/// A fault is shown on the draw sheet where that is open, else in a notice.
void DocumentUpdate::operator()(const SetDraw& a) {
    Checked<Document> drawn = redrawn(state_.document(), a.draw, allowed());
    auto* const sheet = state_.hands.open<DrawSheet>();
    std::vector<Message>& message = sheet != nullptr ? sheet->message : state_.notice;
    message.clear();
    if (!drawn) {
        message = {faultOnScreen(drawn.error().front())};
        return;
    }
    edit([&](Snapshot& s) { s.document = *std::move(drawn); });
}

}  // namespace lookback
