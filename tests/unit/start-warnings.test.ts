import { expect, it } from 'vitest';
import { listStartWarnings } from '#api/start-warnings.ts';

const SETTINGS = {
  NODE_ENV: 'production' as const,
  ADMIN_EMAILS: ['owner@example.com'],
  DATABASE_URL: 'file:/srv/data/app.db',
  SMTP_URL: 'smtps://smtp.example.com' as string | undefined,
};

it('a production server with an admin starts without a warning', () => {
  expect(listStartWarnings(SETTINGS)).toEqual([]);
});

it('production without ADMIN_EMAILS warns that no one can become an admin, development does not', () => {
  const withoutAdmins = { ...SETTINGS, ADMIN_EMAILS: [] };
  expect(listStartWarnings(withoutAdmins)).toEqual([expect.stringMatching(/^ADMIN_EMAILS is empty: /)]);
  expect(listStartWarnings({ ...withoutAdmins, NODE_ENV: 'development' })).toEqual([]);
});

it('without a mail server, several servers are told that each saves emails on its own disk, one server is not', () => {
  const withoutMail = { ...SETTINGS, SMTP_URL: undefined };
  expect(listStartWarnings({ ...withoutMail, DATABASE_URL: 'libsql://db.example.com' })).toContainEqual(
    expect.stringMatching(/^SMTP_URL is empty: .* DATA_DIR\/outbox of the server that sends it\./),
  );
  expect(listStartWarnings(withoutMail)).toEqual([]);
});
