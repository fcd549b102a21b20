import fc from 'fast-check';

/** Texts of what makes offsets go wrong: astral characters, combining marks, every line end, repetitions. */
export const awkwardText = fc
  .array(
    fc.constantFrom(
      'a',
      'aa',
      'ab',
      'é',
      'e\u0301',
      '\u{1F600}',
      '\u{1F469}\u200d\u{1F469}',
      '\n',
      '\n\n',
      '\r\n',
      '\r',
      '\ufeff',
      ' ',
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));
