import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitingListEntries } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { createTestSession, createUser, toRequestInit } from '../../support/app/users.ts';
import { createOwnApp } from '../../support/app/own-app.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import { joinWaitingList, listEntries, readJson, selectRows } from '../../support/app/waiting-list.ts';
import { ANCHOR_ID, BUOY_ID } from '../../support/payments/tideworks.ts';

type Entry = Partial<typeof waitingListEntries.$inferInsert>;

let test: TestApp;
let admin: string;
beforeEach(async () => {
  test = await createOwnApp();
  admin = await createTestSession(test, await createUser(test, { role: 'admin' }));
});
afterEach(() => test.close());

const call = (method: string, path: string, body?: unknown) =>
  readJson(test.app.request(`/api/waitinglist${path}`, toRequestInit(admin, method, body)));

const insertEntries = (entries: Entry[]) =>
  write(
    test.db,
    entries.map((entry, index) =>
      test.db.orm.insert(waitingListEntries).values({
        publicId: `public-${index}`,
        productId: BUOY_ID,
        email: `p${index + 1}@example.com`,
        createdAt: index,
        ...entry,
      }),
    ),
  );

describe('GET /api/waitinglist/next', () => {
  const next = async (query: string) =>
    (await call('GET', `/next?productId=${BUOY_ID}&${query}`)).body as Record<string, never> & {
      people: { id: number }[];
    };
  const listIds = async (query: string) => (await next(query)).people.map(({ id }) => id);

  beforeEach(async () => {
    await insertEntries([
      { confirmedAt: 1 },
      { confirmedAt: 1, intent: 'Lessons' },
      { intent: 'A family history' },
      { confirmedAt: 1, intent: 'Recipes' },
      {},
      { confirmedAt: 1, status: 'rejected', intent: 'Nothing' },
      { confirmedAt: 1, productId: ANCHOR_ID, intent: 'Chats' },
      { confirmedAt: 1, intent: 'Poems' },
    ]);
    await test.db.client.batch([
      `INSERT INTO outbox (dedupe_key, kind, to_email, data, status, next_attempt_at, expires_at, created_at, last_error) VALUES
        ('a', 'sign-in-code', 'p2@example.com', '{}', 'expired', 1, 1, 1, 'email: 550 no such user'),
        ('b', 'sign-in-code', 'p4@example.com', '{}', 'expired', 1, 1, 1, 'server: no answer'),
        ('c', 'sign-in-code', 'p5@example.com', '{}', 'expired', 1, 1, 1, 'email: 550 no such user')`,
      "INSERT INTO suppressed_addresses VALUES ('p8@example.com', 1, 1)",
    ]);
  });

  it('lists in the order of joining unless told otherwise, and counts whom another order passes over', async () => {
    expect(await listIds('count=3')).toEqual([1, 2, 3]);
    expect(await listIds('count=3&order=age')).toEqual([1, 2, 3]);
    expect(await listIds('count=5&order=intent')).toEqual([2, 3, 4, 8, 1]);
    expect(await listIds('count=9&order=intent')).toEqual([2, 3, 4, 8, 1, 5]);
    expect(await next('count=3')).toMatchObject({ passed_over: 0 });
    expect(await next('count=3&order=intent')).toMatchObject({ passed_over: 1 });
    expect(await next('count=9&order=intent')).toMatchObject({ passed_over: 0 });
  });

  it('leaves out addresses that are unconfirmed or bounced, and counts each once', async () => {
    expect(await next('count=2')).toMatchObject({ available: 6, left_out: { unconfirmed: 2, bounced: 3 } });
    expect(await listIds('count=9&leaveOut=bounced')).toEqual([1, 3, 4]);
    expect(await listIds('count=9&leaveOut=unconfirmed')).toEqual([1, 2, 4, 8]);
    expect(await next('count=9&leaveOut=unconfirmed,bounced')).toEqual({
      people: [expect.objectContaining({ id: 1, intent: null }), expect.objectContaining({ id: 4 })],
      available: 2,
      passed_over: 0,
      with_intent: 1,
      without_intent: 1,
      left_out: { unconfirmed: 2, bounced: 2 },
      first_joined_at: '1970-01-01T00:00:00.000Z',
      last_joined_at: '1970-01-01T00:00:00.003Z',
    });
  });

  it('changes nothing and has nobody for an empty list', async () => {
    const before = await listEntries(test);
    await next('count=500');
    expect(await listEntries(test)).toEqual(before);
    expect((await call('GET', '/next?productId=9&count=1')).body).toMatchObject({
      people: [],
      available: 0,
      first_joined_at: null,
    });
  });

  it.each(['count=0', 'count=501', 'count=x', 'order=name&count=1', 'leaveOut=all&count=1', ''])(
    'rejects ?%s',
    async (query) => expect((await call('GET', `/next?productId=${BUOY_ID}&${query}`)).status).toBe(400),
  );
});

describe('GET /api/waitinglist/funnel', () => {
  it('counts joined, confirmed and invited, and of the invited who signed up and paid', async () => {
    await insertEntries([
      {},
      { confirmedAt: 1, signedUpAt: 1, paidAt: 1 },
      { status: 'invited', invitedAt: 1 },
      { status: 'invited', invitedAt: 1, confirmedAt: 1, signedUpAt: 1 },
      { status: 'invited', invitedAt: 1, confirmedAt: 1, signedUpAt: 1, paidAt: 1 },
      { status: 'rejected', productId: ANCHOR_ID, confirmedAt: 1 },
    ]);
    const all = { joined: 6, confirmed: 4, invited: 3, signed_up: 2, paid: 1 };
    expect((await call('GET', '/funnel')).body).toEqual(all);
    expect((await call('GET', `/funnel?productId=${BUOY_ID}`)).body).toEqual({ ...all, joined: 5, confirmed: 3 });
    expect((await call('GET', '/funnel?productId=9')).body).toEqual({
      joined: 0,
      confirmed: 0,
      invited: 0,
      signed_up: 0,
      paid: 0,
    });
  });
});

describe('bulk actions on all that match', () => {
  type Part = { updated: number; skipped: number; next: object | null; undo: { id: string } };
  const rejectAll = async (filter: object, total: number) => {
    const parts: Part[] = [];
    for (let next: object | null = { first: true }; next; next = parts.at(-1)?.next ?? null) {
      const target = parts.length === 0 ? { filter, total } : { filter, next };
      parts.push((await call('POST', '/reject', target)).body as Part);
    }
    return parts;
  };

  it('run in parts of 500, leave out who joins meanwhile, and are undone together', async () => {
    await insertEntries(
      Array.from({ length: 1_203 }, (_, index) => (index % 400 === 0 ? { productId: ANCHOR_ID } : {})),
    );
    const first = (await call('POST', '/reject', { filter: { productId: BUOY_ID, status: 'pending' }, total: 1_199 }))
      .body as Part;
    expect(first).toMatchObject({ updated: 500, skipped: 0, next: { after_id: 502 } });
    await joinWaitingList(test);
    const filter = { productId: BUOY_ID, status: 'pending' };
    const second = (await call('POST', '/reject', { filter, next: first.next })).body as Part;
    const third = (await call('POST', '/reject', { filter, next: second.next })).body as Part;
    expect([second.updated, third.updated, third.next]).toEqual([500, 199, null]);
    const count = async (status: string) =>
      (await selectRows(test, `SELECT id FROM waiting_list_entries WHERE status = '${status}'`)).length;
    expect([await count('rejected'), await count('pending')]).toEqual([1_199, 5]);
    const ids = [first, second, third].map(({ undo }) => undo.id);
    const undone = await readJson(test.app.request('/api/admin/undo', toRequestInit(admin, 'POST', { ids })));
    expect(undone.body).toMatchObject({ restored: 1_199, left: 0 });
    expect(await count('pending')).toBe(1_204);
  });

  it('match what the list shows for the filter', async () => {
    await insertEntries([
      { firstName: 'Māia' },
      { firstName: 'Kiri' },
      { lastName: 'Kiriona' },
      { productId: ANCHOR_ID },
    ]);
    expect(await rejectAll({ search: 'kiri' }, 2)).toEqual([
      expect.objectContaining({ updated: 2, skipped: 0, next: null }),
    ]);
    expect(await rejectAll({}, 4)).toEqual([expect.objectContaining({ updated: 2, skipped: 2 })]);
  });

  it('are refused when the list is not about as long as it was shown', async () => {
    await insertEntries(Array.from({ length: 30 }, () => ({})));
    const invite = async (total: number) => (await call('POST', '/invite', { filter: {}, total })).status;
    expect([await invite(41), await invite(19), await invite(40)]).toEqual([409, 409, 200]);
    const none = await call('POST', '/invite', { filter: { search: 'no one' }, total: 1 });
    expect(none.status).toBe(409);
  });
});
