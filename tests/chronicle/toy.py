"""A chronicle of the duel, with one of everything."""

CHRONICLE = """\
chronicle: 1
battle:
  title: {fr: Le duel, en: The duel}
  dates: {from: 1916-05-22, until: 1916-05-24}
  places:
    field: {name: {fr: le champ, en: the field}, at: [45.5, 11.25], on-map: b}
  author: A chronicler
  licence: CC0
  summary: {fr: Rouge attaque Bleu., en: Red attacks Blue.}
scenario: duel/assault
sources:
  diary: {type: manuscript, kind: war-diary, title: A diary, author: [{family: Roe, given: J.}], archive: Somewhere}
  book:
    {type: book, title: A book, issued: "1920", URL: "https://example.org/book", accessed: 2020-01-02, read: {en: p. 3}}
formations:
  r1: {name: The Guard, certainty: probable, sources: [book]}
terms:
  - {word: {fr: garde, en: guard}, says: {fr: troupe choisie, en: chosen troops}}
lines:
  - pause: true
    chapter: {fr: Le matin, en: The morning}
    title: {fr: Tout est calme, en: All is quiet}
    time: 1916-05-22
    note: {fr: La garde attend., en: The guard is waiting.}
    shapes: [{ring: b, label: {fr: ici, en: here}}, {arrow: [a, b], colour: red}, {area: [a]}, {mark: b, label: B}]
  - fact: {sets: {b1: {place: c}}}
    time: 1916-05-22T10
    place: field
    certainty: certain
    note: Blue steps back.
    sources: [{source: diary, page: "3", text: {en: at ten}}]
  - fact: {sets: {b1: {place: a}}}
    time: 1916-05-22T11:30
    despite: ["1.6"]
    certainty: disputed
    glyph: "?!"
    sources: [diary, book]
  - fact: {setup: true, sets: {b1: {place: b, steps: 1}}}
    time: {from: 1916-05-22T12, until: 1916-05-23}
    certainty: conjecture
  - {rule: "1.1", kind: attack, answer: [r1, b], formations: [r1], time: 1916-05-23}
  - variation:
      title: {fr: S'il avait reculé, en: Had he gone back}
      lines:
        - fact: {sets: {r1: {place: c}}}
          certainty: conjecture
          despite: ["1.7"]
          time: 1916-05-23
        - variation: {title: Or stayed, lines: [{pause: true, note: He stays.}]}
  - {rule: "1.5", kind: die, answer: 4}
  - {rule: "1.6", kind: retreat, answer: c}
"""
