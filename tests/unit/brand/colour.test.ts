import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { contrast, formatColourError, fromOklch, parseColour, toOklch } from '#api/domain/colour.ts';

describe('a colour that is typed', () => {
  it.each([
    ['#2A8FB5', '#2a8fb5'],
    [' #abc ', '#aabbcc'],
    ['teal', '#008080'],
    ['RebeccaPurple', '#663399'],
    ['magenta', '#ff00ff'],
  ])('%s is %s', (text, colour) => {
    expect(parseColour(text)).toBe(colour);
  });

  it.each(['fjord', '', '#12', '#12345', '#gggggg', 'abc', 'rgb(1, 2, 3)', 'constructor', '#2a8fb5;color:red'])(
    '“%s” is none',
    (text) => {
      expect(parseColour(text)).toBeNull();
    },
  );

  it('is refused with two examples', () => {
    expect(formatColourError(' fjord ')).toBe('‘fjord’ isn’t a colour. Try a name such as teal, or #2A8FB5.');
  });
});

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('every colour of a screen comes back from OKLCH as it was', () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      expect(fromOklch(toOklch(colour))).toBe(colour);
    }),
    { numRuns: 3_000 },
  );
});

test('a colour that screens lack keeps its lightness and hue and loses chroma', () => {
  const colour = toOklch(fromOklch({ l: 0.6, c: 0.4, h: 200 }));
  expect(colour.l).toBeCloseTo(0.6, 2);
  expect(colour.h).toBeCloseTo(200, -0.5);
  expect(colour.c).toBeLessThan(0.2);
});

test('contrast is that of WCAG 2', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrast('#2a8fb5', '#2a8fb5')).toBe(1);
});
