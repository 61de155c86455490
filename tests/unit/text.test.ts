import { describe, expect, it } from 'vitest';
import { singleLineField, multilineField } from '#api/http/text-fields.ts';

const ABOVE = '\u0301';
const BELOW = '\u0316';
const content = { one: 'the content', the: 'the content' };
const title = { one: 'a title', the: 'the title' };
const parse = (schema: ReturnType<typeof multilineField | typeof singleLineField>, value: string) => {
  const { success, data, error } = schema.safeParse(value);
  return success ? data : error.issues[0]?.message;
};

describe('T23 text with many combining marks', () => {
  // Normalising sorts a run of marks in quadratic time: without the limit each of these takes minutes.
  it.each([
    ['alternating', `a${(BELOW + ABOVE).repeat(500_000)}`],
    ['in two blocks', `a${ABOVE.repeat(500_000)}${BELOW.repeat(500_000)}`],
    ['in many runs', `${`a${ABOVE.repeat(40)}${BELOW.repeat(40)}`.repeat(10_000)}`],
  ])('is rejected before it is normalised: %s', (_name, value) => {
    for (const schema of [multilineField(content, { max: 1_500_000 }), singleLineField(title, { max: 200 })]) {
      expect(parse(schema, value)).toMatch(/^Remove special characters from the (content|title) and try again\.$/);
    }
  });

  it('is accepted up to 30 marks on a letter, and normalised', () => {
    const word = `e${ABOVE}${BELOW.repeat(29)} a${ABOVE}`;
    expect(parse(multilineField(content, { max: 100 }), word)).toBe(word.normalize('NFC'));
    expect(parse(singleLineField(title, { max: 100 }), 'Tēnā koe, नमस्ते, ภาษาไทยที่')).toBe('Tēnā koe, नमस्ते, ภาษาไทยที่');
  });
});
