import { expect, it } from 'vitest';
import { createNumberedNames } from '#api/domain/numbered-names.ts';
import { addSlugSuffix } from '#api/domain/slug.ts';

it('A name that is free stays as it is, and a taken one gets the first number that is free', () => {
  const takeFreeName = createNumberedNames(new Set(['tea', 'tea-2']), addSlugSuffix);
  expect(['milk', 'tea', 'tea', 'milk'].map(takeFreeName)).toEqual(['milk', 'tea-3', 'tea-4', 'milk-2']);
});

it('Ten thousand texts of one title try some ten thousand numbers, not fifty million (T52)', () => {
  let tries = 0;
  const takeFreeName = createNumberedNames(new Set(['tea']), (base, number) => {
    tries += 1;
    return addSlugSuffix(base, number);
  });
  const names = new Set(Array.from({ length: 10_000 }, () => takeFreeName('tea')));
  expect(names.size).toBe(10_000);
  expect(tries).toBeLessThan(20_001);
});

it('The search for a number ends where numbers make no difference (T52)', () => {
  const takeFreeName = createNumberedNames(new Set(['tea', 'cake']), () => 'tea');
  expect(() => takeFreeName('tea')).toThrow('the same name');
});
