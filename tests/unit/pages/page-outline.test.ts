import { expect, it } from 'vitest';
import type { SectionKind } from '#api/domain/section-kinds.ts';
import { drawPageOutline } from '#src/features/pages/page-outline.ts';
import { kinds } from '../../support/site/sections.ts';

const bottom = (drawn: readonly SectionKind[]) =>
  Math.max(0, ...drawPageOutline(drawn).map(([, , y, , height]) => y + height));

it('the outline of a page draws its first sections below each other, as many as there is room for', () => {
  expect(drawPageOutline([])).toEqual([]);
  const [first, second] = [drawPageOutline(['hero']), drawPageOutline(['hero', 'call_to_action'])];
  expect(second.slice(0, first.length)).toEqual(first);
  expect(second.at(-1)).toEqual(['dark', 8, 26, 64, 6]);
  for (const kind of kinds) {
    expect(drawPageOutline([kind]).length, kind).toBeGreaterThan(0);
    expect(bottom(Array.from({ length: 20 }, () => kind)), kind).toBeLessThanOrEqual(52);
  }
});
