import { beforeAll, expect, test } from 'vitest';
import { type WeightResult, weight } from '../bench/weight.ts';

let result: WeightResult;
beforeAll(async () => {
  // The screens are weighed in page-weight-admin.test.ts.
  result = await weight({ log: () => undefined, screens: [] });
});

test.each(['home', 'list', 'post', 'pricing', 'waitingList', 'shelf', 'work'])(
  'the page %s stays within its budget',
  (name) => {
    const page = result.pages[name];
    expect(page?.bytes.html, 'the page was measured').toBeGreaterThan(1_000);
    expect(page?.bytes.fonts, 'its fonts were measured').toBeGreaterThan(1_000);
    expect(result.over.filter((line) => line.startsWith(`${name}:`))).toEqual([]);
  },
);
