import { expect, it } from 'vitest';
import { listStartWarnings } from '#api/start-warnings.ts';

const SETTINGS = {
  NODE_ENV: 'production' as const,
  ADMIN_EMAILS: ['owner@example.com'],
};

it('a production server with an admin starts without a warning', () => {
  expect(listStartWarnings(SETTINGS)).toEqual([]);
});

it('production without ADMIN_EMAILS warns that no one can become an admin, development does not', () => {
  const withoutAdmins = { ...SETTINGS, ADMIN_EMAILS: [] };
  expect(listStartWarnings(withoutAdmins)).toEqual([expect.stringMatching(/^ADMIN_EMAILS is empty: /)]);
  expect(listStartWarnings({ ...withoutAdmins, NODE_ENV: 'development' })).toEqual([]);
});
