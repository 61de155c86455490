import { expect, it } from 'vitest';
import { listStartWarnings } from '#api/start-warnings.ts';

const SETTINGS = {
  NODE_ENV: 'production' as const,
  ADMIN_EMAILS: ['owner@example.com'],
  DATABASE_URL: 'file:/srv/data/app.db',
};

it('a production server with an admin and a database file starts without a warning', () => {
  expect(listStartWarnings(SETTINGS)).toEqual([]);
});

it('production without ADMIN_EMAILS warns that no one can become an admin, development does not', () => {
  const withoutAdmins = { ...SETTINGS, ADMIN_EMAILS: [] };
  expect(listStartWarnings(withoutAdmins)).toEqual([expect.stringMatching(/^ADMIN_EMAILS is empty: /)]);
  expect(listStartWarnings({ ...withoutAdmins, NODE_ENV: 'development' })).toEqual([]);
});

it.each(['libsql://db.example.com', 'https://db.example.com', 'ws://127.0.0.1:8080'])(
  'a database at %s warns that only one server may use it (T48)',
  (DATABASE_URL) => {
    expect(listStartWarnings({ ...SETTINGS, DATABASE_URL })).toEqual([
      expect.stringMatching(/^DATABASE_URL is a database server: only one server .* at a time\./),
    ]);
  },
);
