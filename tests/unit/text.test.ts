import { describe, expect, it } from 'vitest';
import { singleLineField, multilineField } from '#api/http/text-fields.ts';

const ABOVE = '\u0301';
const BELOW = '\u0316';
const parse = (schema: ReturnType<typeof multilineField | typeof singleLineField>, value: string) => {
  const { success, data, error } = schema.safeParse(value);
  return success ? data : error.issues[0]?.message;
};

describe('T23 text with many combining marks', () => {
  // Normalisation sorts a run of marks in quadratic time, so without the limit each of these takes minutes.
  it.each([
    ['alternating', `a${(BELOW + ABOVE).repeat(500_000)}`],
    ['in two blocks', `a${ABOVE.repeat(500_000)}${BELOW.repeat(500_000)}`],
    ['in many runs', `${`a${ABOVE.repeat(40)}${BELOW.repeat(40)}`.repeat(10_000)}`],
  ])('is rejected before it is normalised: %s', (_name, value) => {
    for (const schema of [
      multilineField('The content', { max: 1_500_000 }),
      singleLineField('The title', { max: 200 }),
    ]) {
      expect(parse(schema, value)).toMatch(/^The (content|title) has more than 30 accents on one letter\.$/);
    }
  });

  it('is accepted up to 30 marks on a letter, and normalised', () => {
    const word = `e${ABOVE}${BELOW.repeat(29)} a${ABOVE}`;
    expect(parse(multilineField('The content', { max: 100 }), word)).toBe(word.normalize('NFC'));
    expect(parse(singleLineField('The title', { max: 100 }), 'Tēnā koe, नमस्ते, ภาษาไทยที่')).toBe(
      'Tēnā koe, नमस्ते, ภาษาไทยที่',
    );
  });
});
