#include "app/views/shared/glossary.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "app/state/model/app_state.h"
#include "app/state/model/compare_views.h"
#include "app/state/update/action.h"
#include "app/state/update/update_view.h"
#include "core/engine/steps.h"
#include "core/io/lesson_library.h"
#include "core/words/say.h"
#include "messages/course.h"
#include "messages/edit.h"
#include "messages/glossary.h"
#include "messages/mask.h"
#include "messages/train.h"

namespace lookback {
namespace {

constexpr GlossaryPlace kCompare{.mode = Mode::compare, .at = CompareView::pair};
constexpr GlossaryPlace kLeakTest{.mode = Mode::leak};
constexpr GlossaryPlace kTrain{.mode = Mode::train};

constexpr GlossaryPlace kStepOfNumber{.mode = Mode::train, .at = TrainBelow::step};
constexpr GlossaryPlace kCoursePage{.at = OnCoursePage{}};
constexpr GlossaryPlace kMaskMenu{.at = Menu::mask};
constexpr GlossaryPlace kModelMenu{.at = Menu::model};

constexpr GlossaryPlace step(MatrixId id, std::string_view lesson = "write-a-poem") {
    return {.at = id, .lesson = lesson};
}
constexpr GlossaryPlace part(WordPart part) { return {.mode = Mode::generate, .at = part}; }
constexpr GlossaryPlace table(CompareView view) { return {.mode = Mode::compare, .at = view}; }

constexpr std::array kGlossary{
    GlossaryEntry{stated<say::glossary::Infinity>, stated<say::glossary::InfinityText>,
                  step(MatrixId::masked_scores, "the-cat-sat")},
    GlossaryEntry{stated<say::glossary::SqrtDk>, stated<say::glossary::SqrtDkText>,
                  step(MatrixId::scaled_scores)},
    GlossaryEntry{stated<say::glossary::MaskToken>, stated<say::glossary::MaskTokenText>,
                  step(MatrixId::embeddings)},
    GlossaryEntry{stated<say::glossary::AdditiveMask>, stated<say::glossary::AdditiveMaskText>,
                  step(MatrixId::masked_scores, "the-cat-sat")},
    GlossaryEntry{stated<say::glossary::Alibi>, stated<say::glossary::AlibiText>, kModelMenu},
    GlossaryEntry{stated<say::glossary::AttentionSink>, stated<say::glossary::AttentionSinkText>,
                  kMaskMenu},
    GlossaryEntry{stated<say::glossary::AttentionWeights>,
                  stated<say::glossary::AttentionWeightsText>, step(MatrixId::attention_weights)},
    GlossaryEntry{stated<say::glossary::Batch>, stated<say::glossary::BatchText>, kTrain},
    GlossaryEntry{stated<say::glossary::BatchLoss>, stated<say::glossary::BatchLossText>, kTrain},
    GlossaryEntry{stated<say::glossary::Bias>, stated<say::glossary::BiasText>,
                  step(MatrixId::query)},
    GlossaryEntry{stated<say::glossary::BooleanMask>, stated<say::glossary::BooleanMaskText>,
                  step(MatrixId::mask)},
    GlossaryEntry{stated<say::glossary::CausalMask>, stated<say::glossary::CausalMaskText>,
                  step(MatrixId::mask)},
    GlossaryEntry{stated<say::glossary::Context>, stated<say::glossary::ContextText>,
                  step(MatrixId::context)},
    GlossaryEntry{stated<say::glossary::ContextLength>, stated<say::glossary::ContextLengthText>,
                  kTrain},
    GlossaryEntry{stated<say::glossary::Dimensions>, stated<say::glossary::DimensionsText>,
                  step(MatrixId::query)},
    GlossaryEntry{stated<say::glossary::Derivative>, stated<say::glossary::DerivativeText>,
                  kLeakTest},
    GlossaryEntry{stated<say::glossary::DotProduct>, stated<say::glossary::DotProductText>,
                  step(MatrixId::scores)},
    GlossaryEntry{stated<say::glossary::Embedding>, stated<say::glossary::EmbeddingText>,
                  step(MatrixId::embeddings)},
    GlossaryEntry{stated<say::glossary::Floor>, stated<say::glossary::FloorText>, kTrain},
    GlossaryEntry{stated<say::glossary::Head>, stated<say::glossary::HeadText>,
                  step(MatrixId::query)},
    GlossaryEntry{stated<say::glossary::HeldOutLoss>, stated<say::glossary::HeldOutLossText>,
                  kTrain},
    GlossaryEntry{stated<say::glossary::Key>, stated<say::glossary::KeyText>, step(MatrixId::key)},
    GlossaryEntry{stated<say::glossary::KvCache>, stated<say::glossary::KvCacheText>,
                  part(WordPart::weights)},
    GlossaryEntry{stated<say::glossary::Leak>, stated<say::glossary::LeakText>, kLeakTest},
    GlossaryEntry{stated<say::glossary::LearningRate>, stated<say::glossary::LearningRateText>,
                  kTrain},
    GlossaryEntry{stated<say::glossary::Logit>, stated<say::glossary::LogitText>,
                  part(WordPart::logits)},
    GlossaryEntry{stated<say::glossary::Loss>, stated<say::glossary::LossText>, kTrain},
    GlossaryEntry{stated<say::glossary::Mask>, stated<say::glossary::MaskText>,
                  step(MatrixId::mask)},
    GlossaryEntry{stated<say::glossary::MaskedScore>, stated<say::glossary::MaskedScoreText>,
                  step(MatrixId::masked_scores)},
    GlossaryEntry{stated<say::glossary::MaskingMethod>, stated<say::glossary::MaskingMethodText>,
                  table(CompareView::methods)},
    GlossaryEntry{stated<say::glossary::MaskingValue>, stated<say::glossary::MaskingValueText>,
                  step(MatrixId::masked_scores)},
    GlossaryEntry{stated<say::glossary::Nan>, stated<say::glossary::NanText>,
                  step(MatrixId::attention_weights)},
    GlossaryEntry{stated<say::glossary::Notebook>, stated<say::glossary::NotebookText>,
                  kCoursePage},
    GlossaryEntry{stated<say::glossary::Optimizer>, stated<say::glossary::OptimizerText>,
                  kStepOfNumber},
    GlossaryEntry{stated<say::glossary::Output>, stated<say::glossary::OutputText>,
                  step(MatrixId::context)},
    GlossaryEntry{stated<say::glossary::OutputProjection>,
                  stated<say::glossary::OutputProjectionText>,
                  step(MatrixId::output, "numpy-from-scratch")},
    GlossaryEntry{stated<say::glossary::PackedDocuments>,
                  stated<say::glossary::PackedDocumentsText>, step(MatrixId::mask)},
    GlossaryEntry{stated<say::glossary::Padding>, stated<say::glossary::PaddingText>,
                  step(MatrixId::mask)},
    GlossaryEntry{stated<say::glossary::PositionEncoding>,
                  stated<say::glossary::PositionEncodingText>, step(MatrixId::embeddings)},
    GlossaryEntry{stated<say::glossary::Precision>, stated<say::glossary::PrecisionText>,
                  table(CompareView::precisions)},
    GlossaryEntry{stated<say::glossary::Probability>, stated<say::glossary::ProbabilityText>,
                  part(WordPart::chances)},
    GlossaryEntry{stated<say::glossary::Query>, stated<say::glossary::QueryText>,
                  step(MatrixId::query)},
    GlossaryEntry{stated<say::glossary::Renormalize>, stated<say::glossary::RenormalizeText>,
                  step(MatrixId::masked_weights, "causal-two-ways")},
    GlossaryEntry{stated<say::glossary::Residual>, stated<say::glossary::ResidualText>, kTrain},
    GlossaryEntry{stated<say::glossary::RotaryPositions>,
                  stated<say::glossary::RotaryPositionsText>, kModelMenu},
    GlossaryEntry{stated<say::glossary::Rounding>, stated<say::glossary::RoundingText>,
                  table(CompareView::precisions)},
    GlossaryEntry{stated<say::glossary::RowAndColumn>, stated<say::glossary::RowAndColumnText>,
                  step(MatrixId::scores)},
    GlossaryEntry{stated<say::glossary::Sample>, stated<say::glossary::SampleText>,
                  part(WordPart::choice)},
    GlossaryEntry{stated<say::glossary::ScaledScore>, stated<say::glossary::ScaledScoreText>,
                  step(MatrixId::scaled_scores)},
    GlossaryEntry{stated<say::glossary::Score>, stated<say::glossary::ScoreText>,
                  step(MatrixId::scores)},
    GlossaryEntry{stated<say::glossary::Seed>, stated<say::glossary::SeedText>,
                  step(MatrixId::embeddings)},
    GlossaryEntry{stated<say::glossary::Snapshot>, stated<say::glossary::SnapshotText>, kCompare},
    GlossaryEntry{stated<say::glossary::Softcap>, stated<say::glossary::SoftcapText>, kModelMenu},
    GlossaryEntry{stated<say::glossary::Softmax>, stated<say::glossary::SoftmaxText>,
                  step(MatrixId::attention_weights)},
    GlossaryEntry{stated<say::glossary::Temperature>, stated<say::glossary::TemperatureText>,
                  part(WordPart::chances)},
    GlossaryEntry{stated<say::glossary::Token>, stated<say::glossary::TokenText>,
                  step(MatrixId::embeddings)},
    GlossaryEntry{stated<say::glossary::TopK>, stated<say::glossary::TopKText>,
                  part(WordPart::chances)},
    GlossaryEntry{stated<say::glossary::Unembedding>, stated<say::glossary::UnembeddingText>,
                  part(WordPart::logits)},
    GlossaryEntry{stated<say::glossary::UnitInTheLastPlace>,
                  stated<say::glossary::UnitInTheLastPlaceText>, table(CompareView::precisions)},
    GlossaryEntry{stated<say::glossary::Value>, stated<say::glossary::ValueText>,
                  step(MatrixId::value)},
    GlossaryEntry{stated<say::glossary::Variant>, stated<say::glossary::VariantText>, kCompare},
    GlossaryEntry{stated<say::glossary::Window>, stated<say::glossary::WindowText>, kTrain},
};

/// Returns the name of a menu of the Lab that an entry leads to.
Message menuName(Menu menu) {
    if (menu == Menu::model) return say::edit::ModelMenu{};
    return say::mask::Menu{};
}

/// A step, and the action that leads to it with all of its cells.
struct StepOfPlace {
    Message title;
    Action go;
};

/// Returns the step of a document that covers a stage; nothing where it has none.
std::optional<StepOfPlace> stepOf(const Document& document, MatrixId id) {
    const std::vector<Step> steps = documentSteps(document);
    const std::optional<std::size_t> at = stepCovering(steps, id);
    if (!at) return std::nullopt;
    const Step& step = steps[*at];
    return StepOfPlace{step.title, GoTo{*at, std::max<Index>(cellCount(document, step) - 1, 0)}};
}

/// Returns the document of a shipped lesson, which is read once: the sheet asks in every frame.
const Checked<Document>& shippedDocument(std::string_view lesson) {
    static std::map<std::string_view, Checked<Document>> read;
    const auto found = read.find(lesson);
    return found != read.end() ? found->second
                               : read.emplace(lesson, openLesson(lesson)).first->second;
}

/// Returns the step of the document on screen or, where it has none, of the lesson of the place.
std::optional<StepOfPlace> stepOf(const Scene& scene, const GlossaryPlace& place, MatrixId id) {
    if (auto found = stepOf(scene.state.document(), id)) return found;
    const Checked<Document>& lesson = shippedDocument(place.lesson);
    return lesson ? stepOf(*lesson, id) : std::nullopt;
}

}  // namespace

std::span<const GlossaryEntry> glossary() { return kGlossary; }

std::string_view lessonToOpen(const Scene& scene, const GlossaryPlace& place) {
    const auto* const id = std::get_if<MatrixId>(&place.at);
    return id != nullptr && !stepOf(scene.state.document(), *id) ? place.lesson
                                                                 : std::string_view();
}

std::string placeTitle(const Scene& scene, const GlossaryPlace& place) {
    std::string step;
    if (const auto* const id = std::get_if<MatrixId>(&place.at)) {
        if (const auto found = stepOf(scene, place, *id)) step = scene.said(found->title);
    } else if (const auto* const part = std::get_if<WordPart>(&place.at)) {
        step = scene.said(kWordParts[static_cast<std::size_t>(*part)].title());
    } else if (const auto* const view = std::get_if<CompareView>(&place.at)) {
        step = scene.said(compareViewTitle(*view));
    } else if (std::holds_alternative<TrainBelow>(place.at)) {
        step = scene.said(say::train::Number{});
    } else if (const auto* const menu = std::get_if<Menu>(&place.at)) {
        step = scene.said(say::glossary::MenuOfPlace{.menu = menuName(*menu)});
    }
    if (std::holds_alternative<OnCoursePage>(place.at)) return scene.said(say::course::Title{});
    std::string title = scene.said(info(place.mode).title());
    if (!step.empty()) title += " \u00b7 " + step;
    return title;
}

void goToPlace(const Scene& scene, const GlossaryPlace& place) {
    const std::string_view lesson = lessonToOpen(scene, place);
    if (std::holds_alternative<OnCoursePage>(place.at)) {
        return scene.emit(Change(&Hands::sheet, CoursePage{}));
    }
    if (!lesson.empty()) scene.emit(OpenLesson{std::string(lesson), false});
    scene.emit(SetMode{place.mode});
    if (const auto* const id = std::get_if<MatrixId>(&place.at)) {
        if (const auto found = stepOf(scene, place, *id)) scene.emit(found->go);
    } else if (const auto* const part = std::get_if<WordPart>(&place.at)) {
        scene.emit(Change(goToWord, scene.state.generate_place.written, *part));
    } else if (const auto* const view = std::get_if<CompareView>(&place.at)) {
        scene.emit(Change(&Place::compare_view, *view));
    } else if (const auto* const below = std::get_if<TrainBelow>(&place.at)) {
        scene.emit(Change(&TrainPlace::below, *below));
    } else if (const auto* const menu = std::get_if<Menu>(&place.at)) {
        scene.emit(Change(&Hands::wanted_menu, *menu));
    }
}

}  // namespace lookback
