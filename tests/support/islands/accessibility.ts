import axe from 'axe-core';
import { expect } from 'vitest';

/** What a DOM without layout cannot tell. The browser tests check these rules once for each component. */
const LAYOUT_RULES = [
  'color-contrast',
  'region',
  'document-title',
  'html-has-lang',
  'landmark-one-main',
  'page-has-heading-one',
];

/** The page as it is breaks no rule of accessibility that needs no layout. */
export async function expectAccessible(): Promise<void> {
  const rules = Object.fromEntries(LAYOUT_RULES.map((id) => [id, { enabled: false }]));
  const { violations } = await axe.run(document.body, { rules, resultTypes: ['violations'] });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
