import axe from 'axe-core';
import { expect } from 'vitest';

/** Rules that need layout or a whole page. The browser tests check them once for each component. */
const LAYOUT_RULES = [
  'color-contrast',
  'region',
  'document-title',
  'html-has-lang',
  'landmark-one-main',
  'page-has-heading-one',
];

/** Fails when the page violates an axe rule that needs no layout. Frames are checked in a browser. */
export async function expectAccessible(): Promise<void> {
  const rules = Object.fromEntries(LAYOUT_RULES.map((id) => [id, { enabled: false }]));
  const { violations } = await axe.run(document.body, { rules, resultTypes: ['violations'], iframes: false });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
