import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import type { emailPreviewsResponse } from '#api/features/mail/mail.contract.ts';
import { emailKinds } from '#api/domain/enums.ts';
import type { z } from 'zod';
import { toRequestInit, createUser, createTestSession } from '../../support/app/users.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const createRequestAs = async (role: 'user' | 'admin') =>
  toRequestInit(await createTestSession(test, await createUser(test, { role })), 'GET');

it('returns one email of each kind to admins, rendered from sample data', async () => {
  const response = await test.app.request('/api/admin/mails', await createRequestAs('admin'));
  expect(response.status).toBe(200);
  const { mails } = (await response.json()) as z.infer<typeof emailPreviewsResponse>;
  expect(mails.map((mail) => mail.kind)).toEqual([...emailKinds]);
  for (const mail of mails) {
    expect(Object.keys(mail)).toEqual(['kind', 'subject', 'text', 'html']);
    expect(mail.text).toContain(test.deps.site.url);
    expect(mail.html).toContain(`<title>${mail.subject}</title>`);
  }
});

it('The previews of emails about another price or tax compare two amounts that differ', async () => {
  const response = await test.app.request('/api/admin/mails', await createRequestAs('admin'));
  const { mails } = (await response.json()) as z.infer<typeof emailPreviewsResponse>;
  const read = (kind: string) => mails.find((mail) => mail.kind === kind)?.text.replace(/\s+/g, ' ') ?? '';
  const [, before, after] = /You pay (.+?) for .+? it costs (.+?)\. /.exec(read('price-move')) ?? [];
  expect([before, after]).toEqual([expect.any(String), expect.any(String)]);
  expect(after).not.toBe(before);
  const [, taxed, earlier] = / is (\S+) instead of (\S+), because the tax is/.exec(read('tax-move')) ?? [];
  expect([taxed, earlier]).toEqual([expect.any(String), expect.any(String)]);
  expect(taxed).not.toBe(earlier);
});

it('T7 is for admins only', async () => {
  expect((await test.app.request('/api/admin/mails')).status).toBe(401);
  expect((await test.app.request('/api/admin/mails', await createRequestAs('user'))).status).toBe(403);
});

it('T18 returns 404 in production', async () => {
  const accounts = { ...test.deps.accounts, isProduction: true };
  const app = createApp({ ...test.deps, accounts });
  const response = await app.request('/api/admin/mails', await createRequestAs('admin'));
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'not_found' });
});
