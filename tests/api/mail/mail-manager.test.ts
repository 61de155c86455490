import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '#api/app.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { toRequestInit } from '../../support/app/users.ts';
import { addEmail, addHeldEmail, addSignInCode } from '../../support/mail/mail-manager.ts';

const BASE = '/api/admin/mail';
const DAY_MS = 24 * 60 * 60_000;

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  const opened = test;
  onTestFinished(() => opened.close());
  admin = await createApiCaller(test);
});

const list = async (query = '') => (await admin.call('GET', `${BASE}?${query}`)).body;
const listIds = async (query: string) => (await list(query)).data.map(({ id }: { id: number }) => id);
const find = async (id: number) => (await admin.call('GET', `${BASE}/${id}`)).body;

/** One email in each state, in the order of their ids. */
async function addAllStates(): Promise<void> {
  const { clock } = test;
  await addEmail(test);
  await addHeldEmail(test);
  await addEmail(test, { attempts: 2, lastError: 'server: CONN ECONNREFUSED', nextAttemptAt: clock.now() + 120_000 });
  await addEmail(test, { status: 'sent', sentAt: clock.now(), attempts: 1 });
  await addEmail(test, { status: 'expired', lastError: 'email: RCPT TO 550', attempts: 3 });
  await addEmail(test, { status: 'suppressed' });
}

describe('the list', () => {
  it('shows each email with its state, what can be done about it, and the counts', async () => {
    await addAllStates();
    const { data, counts, pagination, is_saved_to_files } = await list();
    const can = (...names: string[]) => ({
      retry: names.includes('retry'),
      resend: names.includes('resend'),
      suppress: names.includes('suppress'),
    });
    expect(
      data.map(({ id, status, last_error, can }: (typeof data)[number]) => ({ id, status, last_error, can })),
    ).toEqual([
      { id: 6, status: 'suppressed', last_error: null, can: can() },
      { id: 5, status: 'failed', last_error: 'The address doesn’t exist (550).', can: can('retry') },
      { id: 4, status: 'sent', last_error: null, can: can('resend') },
      {
        id: 3,
        status: 'retrying',
        can: can('retry', 'suppress'),
        last_error: 'The mail server can’t be reached (CONN ECONNREFUSED).',
      },
      { id: 2, status: 'held', last_error: null, can: can('suppress') },
      { id: 1, status: 'waiting', last_error: null, can: can('suppress') },
    ]);
    expect(counts).toEqual({ waiting: 1, held: 1, retrying: 1, sent: 1, failed: 1, suppressed: 1 });
    expect(pagination).toEqual({ page: 1, limit: 20, total: 6, totalPages: 1 });
    expect(is_saved_to_files).toBe(false);
    const at = (offset: number) => new Date(test.clock.now() + offset).toISOString();
    expect(data[4]).toEqual({
      id: 2,
      kind: 'plan-changed',
      to_email: 'mere@example.com',
      subject: 'You’re on GenMate Creator',
      status: 'held',
      attempts: 0,
      last_error: null,
      sent_at: null,
      is_address_suppressed: false,
      next_attempt_at: at(30_000),
      created_at: at(0),
      expires_at: at(3 * DAY_MS),
      can: can('suppress'),
    });
  });

  it.each([
    ['status=waiting', [1]],
    ['status=held', [2]],
    ['status=retrying', [3]],
    ['status=sent', [4]],
    ['status=failed', [5]],
    ['status=suppressed', [6]],
    ['status=failed&kind=plan-changed', [5]],
    ['kind=sign-in-code', []],
    ['search=MERE', [6, 5, 4, 3, 2, 1]],
    ['search=100%25', []],
    ['limit=2&page=2', [4, 3]],
    ['status=&kind=&search=', [6, 5, 4, 3, 2, 1]],
  ])('with %s lists %j', async (query, ids) => {
    await addAllStates();
    expect(await listIds(query)).toEqual(ids);
  });

  // Many hits, a few and one are found in different ways. Two characters are too short for the search index.
  it.each([
    ['many.', 24],
    ['many.', 1_005],
    ['ma', 1_005],
    ['1005@', 1_005],
  ])('a search for %s in %d emails lists each match once, newest first, whatever the filter', async (search, count) => {
    await addEmail(test, { status: 'sent', toEmail: 'other@example.com' });
    await test.db.client.execute({
      sql: `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
        INSERT INTO outbox (dedupe_key, kind, to_email, data, status, next_attempt_at, expires_at, created_at)
        SELECT 'many:' || n, iif(n % 3 = 0, 'plan-changed', 'payment-receipt'), 'many.' || n || '@example.com', '{}',
          CASE n % 10 WHEN 7 THEN 'queued' WHEN 8 THEN 'expired' WHEN 9 THEN 'suppressed' ELSE 'sent' END, 0, 0, n FROM numbers`,
      args: [count],
    });
    const toAddress = (n: number) => `many.${n}@example.com`;
    const newestFirst = Array.from({ length: count }, (_, index) => count - index);
    const matches = newestFirst.filter((n) => toAddress(n).includes(search));
    const filters: [string, (n: number) => boolean][] = [
      ['', () => true],
      ['&status=sent', (n) => n % 10 < 7],
      ['&status=waiting', (n) => n % 10 === 7],
      ['&status=failed', (n) => n % 10 === 8],
      ['&status=suppressed', (n) => n % 10 === 9],
      ['&kind=plan-changed', (n) => n % 3 === 0],
      ['&kind=plan-changed&status=sent', (n) => n % 3 === 0 && n % 10 < 7],
    ];
    for (const [filter, isListed] of filters) {
      const listed = matches.filter(isListed).map(toAddress);
      const totalPages = Math.ceil(listed.length / 20);
      for (const page of [1, 2, Math.max(totalPages, 1)]) {
        const { data, pagination } = await list(`search=${search}&page=${page}${filter}`);
        const shown = data.map(({ to_email }: { to_email: string }) => to_email);
        expect(shown, filter).toEqual(listed.slice((page - 1) * 20, page * 20));
        expect(pagination, filter).toEqual({ page, limit: 20, total: listed.length, totalPages });
      }
    }
  });

  it('a search follows an address that changes, and an email that is deleted', async () => {
    await addEmail(test, { status: 'sent', toEmail: 'before@example.com' });
    await test.db.client.execute(`UPDATE outbox SET to_email = 'after@example.com'`);
    expect(await listIds('search=before')).toEqual([]);
    expect(await listIds('search=after')).toEqual([1]);
    await test.db.client.execute('DELETE FROM outbox');
    expect(await listIds('search=after')).toEqual([]);
  });

  it.each(['status=queued', 'kind=letter', 'page=0', 'limit=101'])('refuses %s', async (query) => {
    expect((await admin.call('GET', `${BASE}?${query}`)).status).toBe(400);
  });

  it('an email is held exactly until its undo ends', async () => {
    await addHeldEmail(test);
    test.clock.advance(29_999);
    expect(await listIds('status=held')).toEqual([1]);
    test.clock.advance(1);
    expect(await listIds('status=held')).toEqual([]);
    expect(await listIds('status=waiting')).toEqual([1]);
    expect((await list()).counts).toMatchObject({ held: 0, waiting: 1 });
  });

  it('says when emails are only saved as files', async () => {
    const accounts = { ...test.deps.accounts, isEmailSavedToFiles: true };
    const app = createApp({ ...test.deps, accounts });
    const response = await app.request(BASE, toRequestInit(admin.token, 'GET'));
    expect(await response.json()).toMatchObject({ is_saved_to_files: true });
  });

  it.each([
    ['server: CONN ETIMEDOUT', 'It wasn’t sent in time. The mail server didn’t answer in time (CONN ETIMEDOUT).'],
    ['server: AUTH PLAIN 535', 'It wasn’t sent in time. The mail server didn’t accept our sign-in (535).'],
    ['server: CONN 421', 'It wasn’t sent in time. The mail server is busy (421).'],
    ['server: unknown', 'It wasn’t sent in time. The mail server failed.'],
    ['server: ENOSPC', 'It wasn’t sent in time. The disk is full (ENOSPC).'],
    ['email: RCPT TO 450', 'It wasn’t sent in time. The address was refused for now (450).'],
    ['email: DATA 552', 'The mail server refused this email (552).'],
    ['email: DATA 451', 'It wasn’t sent in time. The mail server refused this email for now (451).'],
    ['email: composing failed', 'The email couldn’t be put together.'],
    ['email: not exactly one address', 'The address isn’t valid.'],
    [null, 'It wasn’t sent in time.'],
  ])('says in words why an email failed: %s', async (lastError, words) => {
    await addEmail(test, { status: 'expired', lastError });
    expect((await list()).data[0].last_error).toBe(words);
  });
});

describe('one email', () => {
  it('is shown as its receiver sees it', async () => {
    const email = await find(await addEmail(test));
    expect(email.text).toContain('Your GenMate plan has changed from Pro to Creator.');
    expect(email.html).toContain('Your GenMate plan has changed from Pro to Creator.');
    expect(email.text).toContain(`${test.deps.site.url}/subscriptions`);
    expect((await admin.call('GET', `${BASE}/99`)).status).toBe(404);
  });

  it('T7 holds no code and no private link, so that an admin cannot sign in as its receiver', async () => {
    const code = await addSignInCode(test);
    const joined = await addEmail(test, {}, {
      kind: 'waiting-list-joined',
      data: { productName: 'GenMate', firstName: 'Mere', entry: 'abc' },
    } as never);
    for (const id of [code, joined]) {
      const response = JSON.stringify(await find(id));
      expect(response).toContain('#••••••');
      expect(response).not.toMatch(/123456|secret-token|#abc/);
    }
    expect((await find(code)).text).toMatch(/^••••••$/m);
    expect((await find(joined)).text).toMatch(/\/waitinglist\/status#••••••$/m);
  });

  it('that cannot be put together has no subject and no text', async () => {
    const id = await addEmail(test, { data: {} });
    expect(await find(id)).toMatchObject({ subject: null, text: '', html: '' });
    expect((await list()).data[0].subject).toBeNull();
  });
});
