/// A lesson of three steps about a masking value that is not low enough: a number, a cell, and a
/// repair.
#pragma once

namespace lookback::test {

inline constexpr const char* kFiniteValueLesson = R"json({
  "lookback_lesson": 1,
  "title": {"en": "A finite value is not −∞", "id": "Nilai hingga bukan −∞"},
  "group": "mistakes",
  "order": 7,
  "about": ["M9"],
  "minutes": 6,
  "summary": {"en": "This program fills blocked scores with −1. Is that low enough?", "id": "Program ini mengisi skor terblokir dengan −1. Apakah itu cukup rendah?"},
  "goal": [
    {"en": "A blocked score must be so low that its exponential is 0.", "id": "Skor terblokir harus serendah itu sehingga eksponensialnya 0."}
  ],
  "document": {
    "lookback": 1, "title": "Blocked scores become -1", "tokens": ["Write", "a", "poem"], "dtype": "float32",
    "embeddings": [[1.16, 0.23], [0.57, 1.36], [4.41, -2.16]], "heads": 1, "weights": {"output": null},
    "scale": "sqrt_dk", "mask": [{"kind": "causal"}],
    "masking": {"method": "fill", "value": -1, "order": "after_scale"},
    "draw": {"library": "torch", "seed": 42, "program": "linear:2,2,0 linear:2,2,0 linear:2,2,0", "into": ["query", "key", "value"]}
  },
  "steps": [
    {
      "title": {"en": "The weight of a later token", "id": "Bobot token yang lebih akhir"},
      "text": {"en": "Blocked scores are filled with {short: value}. The row of {token: 0} holds one score of its own and two blocked ones.", "id": "Skor terblokir diisi dengan {short: value}. Baris {token: 0} berisi satu skor miliknya dan dua yang terblokir."},
      "look": {"mode": "lab", "step": "attention_weights", "cell": [0, 2]},
      "hide": ["attention_weights"],
      "task": {
        "kind": "number",
        "ask": {"en": "How much of its weight does {token: 0} give to {token: 2}?", "id": "Berapa bagian bobot {token: 0} diberikan kepada {token: 2}?"},
        "of": "attention_weights[0][2]", "within": 0.02, "unit": "percent"
      },
      "mistakes": [
        {"when": "0", "reply": {"en": "{percent: answer} would be right if {short: value} blocked the token. But e<sup>{short: value}</sup> is {exp(value)}, not 0.", "id": "{percent: answer} benar jika {short: value} memblokir token itu. Namun e<sup>{short: value}</sup> adalah {exp(value)}, bukan 0."}},
        {"mistake": "no_mask", "reply": {"en": "That is the weight without the mask.", "id": "Itu bobot tanpa mask."}}
      ],
      "hint": [{"en": "Compare e<sup>{short: value}</sup> with e<sup>{masked_scores[0][0]}</sup>.", "id": "Bandingkan e<sup>{short: value}</sup> dengan e<sup>{masked_scores[0][0]}</sup>."}],
      "then": {"en": "It is {percent: right}. Softmax divides e<sup>{short: value}</sup> by the sum of its {@row}.", "id": "Hasilnya {percent: right}. Softmax membagi e<sup>{short: value}</sup> dengan jumlah {@row} itu."}
    },
    {
      "title": {"en": "Find a leak", "id": "Temukan kebocoran"},
      "text": {"en": "Weights of blocked tokens should be 0.", "id": "Bobot token terblokir seharusnya 0."},
      "task": {
        "kind": "cell",
        "ask": {"en": "Click the largest weight on a blocked token.", "id": "Klik bobot terbesar pada token terblokir."},
        "cells": "attention_weights",
        "where": {"of": "it * (1 - mask[row][col])", "equals": "max(attention_weights * (1 - mask))"}
      },
      "mistakes": [
        {"where": {"of": "mask[row][col]", "equals": 1}, "reply": {"en": "{token: answer_row} may look at {token: answer_col}: this one is allowed.", "id": "{token: answer_row} boleh melihat {token: answer_col}: yang ini diizinkan."}}
      ],
      "then": {"en": "There it leaks most.", "id": "Di sanalah kebocoran terbesar."}
    },
    {
      "title": {"en": "Repair it", "id": "Perbaiki"},
      "text": {"en": "Now make the mask block.", "id": "Sekarang buat mask itu memblokir."},
      "lock": ["tokens", "embeddings", "weights", "mask"],
      "task": {
        "kind": "make",
        "ask": {"en": "Change the masking so that nothing leaks.", "id": "Ubah masking agar tidak ada yang bocor."},
        "all": [
          {"no_leak": [{"kind": "causal"}]},
          {"rows_add_up": true},
          {"of": "sum(attention_weights[0][1..2])", "at_most": 0, "text": {"en": "{token: 0} gives later tokens nothing", "id": "{token: 0} tidak memberi apa pun kepada token setelahnya"}}
        ],
        "solution": {"masking": {"value": "-inf"}}
      },
      "hint": {"en": "Which number has an exponential of exactly 0?", "id": "Bilangan mana yang eksponensialnya tepat 0?"},
      "then": {"en": "−∞ blocks, however low the other scores are: {token: 0} gives {attention_weights[0][2]} to {token: 2}.", "id": "−∞ memblokir, serendah apa pun skor lainnya: {token: 0} memberi {attention_weights[0][2]} kepada {token: 2}."}
    }
  ]
}
)json";

}  // namespace lookback::test
