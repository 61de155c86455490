import { expect, it } from 'vitest';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp } from '../../support/app/test-app.ts';
import { createTestSession, createUser, toBearerHeader, toRequestInit } from '../../support/app/users.ts';

it('a suppressed address is named in the export of its account, and deleted with the account', async () => {
  const test = await createTestApp();
  try {
    const admin = await createApiCaller(test);
    const { email, ...user } = await createUser(test);
    const token = await createTestSession(test, user);
    for (const address of [email, 'other@example.com']) {
      await admin.call('POST', '/api/admin/mail/addresses/suppress', { email: address });
    }
    const exported = await test.app.request('/api/account/export', { headers: toBearerHeader(token) });
    expect((await exported.json()).account.email_suppressed_at).toBe('2026-11-21T00:00:00.000Z');

    const deleted = await test.app.request('/api/account', toRequestInit(token, 'DELETE', { email }));
    expect((await deleted.json()).receipt.deleted).toContain('Our note not to email you.');
    const { rows } = await test.db.client.execute('SELECT email FROM suppressed_addresses');
    expect(rows.map((row) => row.email)).toEqual(['other@example.com']);
  } finally {
    await test.close();
  }
});
