#include "tests/core/documents.h"

namespace lookback::test {

std::vector<Wanted> allTables(const Choice& choice) {
    std::vector<Wanted> all;
    std::mt19937 generator(1);
    const auto add = [&](Wanted wanted) {
        wanted.biases = generator() % 2 == 0;
        if (choice == nullptr || choice(wanted)) all.push_back(wanted);
    };
    for (const MaskInfo& mask : maskKinds()) {
        for (const MaskingInfo& method : kMaskingMethods) {
            for (const MaskingOrder order :
                 {MaskingOrder::after_scale, MaskingOrder::before_scale}) {
                for (const DTypeInfo& dtype : kDTypes) {
                    for (const PositionInfo& position : kPositionKinds) {
                        for (const SoftmaxOver softmax :
                             {SoftmaxOver::rows, SoftmaxOver::columns}) {
                            Wanted wanted{
                                .dtype = dtype.dtype,
                                .position = position.kind,
                                .mask = mask.kind,
                                .masking = {method.method, lowValue(dtype.dtype), order, softmax}};
                            add(wanted);
                            const bool meets =
                                position.kind == PositionKind::none || position.has_slopes;
                            if (!meets || order == MaskingOrder::before_scale) continue;
                            wanted.softcap = 2;
                            add(wanted);
                        }
                    }
                }
            }
        }
    }
    return all;
}

std::vector<Wanted> pairsOfTables(const std::vector<Wanted>& all) {
    std::vector<std::vector<std::size_t>> rows;
    for (const Wanted& wanted : all) {
        rows.push_back(
            {static_cast<std::size_t>(wanted.mask), static_cast<std::size_t>(wanted.masking.method),
             static_cast<std::size_t>(wanted.masking.order), static_cast<std::size_t>(wanted.dtype),
             static_cast<std::size_t>(wanted.masking.softmax),
             static_cast<std::size_t>(wanted.position),
             static_cast<std::size_t>(wanted.softcap.has_value()),
             static_cast<std::size_t>(wanted.biases)});
    }
    std::vector<Wanted> chosen;
    for (const std::size_t k : coverPairs(rows)) chosen.push_back(all[k]);
    return chosen;
}

}  // namespace lookback::test
