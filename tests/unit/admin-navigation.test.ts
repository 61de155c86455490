import { expect, test } from 'vitest';
import { adminGroups } from '#src/layouts/admin/admin-navigation.ts';
import { adminLinks } from '#src/layouts/site/navigation.ts';

const screens = adminGroups.flatMap((group) => group.screens);

test('every admin link is in the side navigation, with the same label and permission', () => {
  for (const { label, href, permission } of adminLinks) {
    expect(screens).toContainEqual(expect.objectContaining({ label, href, permission }));
  }
});

test('each screen has an address and a letter of its own', () => {
  for (const key of ['href', 'shortcut'] as const) {
    const values = screens.map((screen) => screen[key]);
    expect(new Set(values).size).toBe(values.length);
  }
});

test('screens that work in development only are not among the links of the account menu', () => {
  const hidden = screens.filter(({ isDevelopmentOnly }) => isDevelopmentOnly).map(({ href }) => href);
  expect(hidden).toHaveLength(1);
  expect(adminLinks.filter(({ href }) => hidden.includes(href))).toEqual([]);
});
