import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEntryLink, createEntryToken } from '#api/adapters/entry-link.ts';
import { createSignedToken } from '#api/adapters/signed-token.ts';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { createOwnApp } from '../../support/app/own-app.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import {
  listEntries,
  joinWaitingList,
  listEmails,
  sendJson,
  readJson,
  findEntryToken,
} from '../../support/app/waiting-list.ts';
import { ANCHOR, ANCHOR_ID, BUOY_ID, BUOY_NAME } from '../../support/payments/tideworks.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createOwnApp();
});
afterEach(() => test.close());

const readStatus = async (token: string) => readJson(sendJson(test, 'POST', '/status', { token }));
const INVALID_LINK = { status: 404, body: expect.objectContaining({ message: 'This link no longer works.' }) };

describe('the private link', () => {
  it('has the token in the fragment, which is not in logs or referrers', () => {
    const link = new URL(createEntryLink(test.deps, 'abc'));
    expect(link.pathname).toBe('/waitinglist/status');
    expect(link.search).toBe('');
    expect(link.hash).toBe(`#${createEntryToken(test.deps.secrets, 'abc')}`);
  });

  it('shows the entry without changing it', async () => {
    await joinWaitingList(test);
    const before = await listEntries(test);
    expect(await readStatus(await findEntryToken(test))).toEqual({
      status: 200,
      body: {
        product_id: BUOY_ID,
        product_name: BUOY_NAME,
        email: 'ada@example.com',
        first_name: 'Ada',
        intent: 'A book about engines.',
        status: 'pending',
        position: 1,
        confirmed_at: null,
        created_at: '2026-11-21T00:00:00.000Z',
      },
    });
    expect(await listEntries(test)).toEqual(before);
  });

  it('shows the position by date among the pending entries of the product', async () => {
    for (const name of ['a', 'b', 'c', 'd']) {
      await joinWaitingList(test, { email: `${name}@example.com` });
      await joinWaitingList(test, { email: `${name}@example.com`, productId: ANCHOR_ID });
      if (name !== 'b') test.clock.advance(1_000);
    }
    const position = async (name: string) =>
      ((await readStatus(await findEntryToken(test, `${name}@example.com`))).body as { position: number | null })
        .position;
    expect([await position('a'), await position('b'), await position('c'), await position('d')]).toEqual([1, 2, 3, 4]);
    await test.db.client.execute(
      `UPDATE waiting_list_entries SET status = 'rejected' WHERE email = 'b@example.com' AND product_id = ${BUOY_ID}`,
    );
    expect([await position('a'), await position('b'), await position('c')]).toEqual([1, null, 2]);
    // The same for admins, with how many wait in all.
    const admin = await createApiCaller(test);
    const getPlace = async (id: number) => (await admin.call('GET', `/api/waitinglist/${id}`)).body.place;
    expect([await getPlace(1), await getPlace(3), await getPlace(5)]).toEqual([
      ...[{ position: 1, total: 3 }, null, { position: 2, total: 3 }],
    ]);
  });

  it('is rejected when changed, truncated or signed for another purpose', async () => {
    await joinWaitingList(test);
    await joinWaitingList(test, { email: 'eve@example.com' });
    const [token, other] = [await findEntryToken(test), await findEntryToken(test, 'eve@example.com')];
    const [id = '', expiry = '', signature = ''] = token.split('.');
    const otherPurpose = createSignedToken(test.deps.secrets, { purpose: 'preview', value: id, expiresAt: 'never' });
    const wrong = [
      id,
      `${id}.${expiry}.`,
      `.${expiry}.${signature}`,
      `${id}.${signature}`,
      `${id}.${expiry}.${signature.slice(0, -1)}`,
      `${id}.${expiry}.${signature}x`,
      `${id}.${expiry}.${other.split('.')[2]}`,
      `${other.split('.')[0]}.${expiry}.${signature}`,
      `${token}.${token}`,
      otherPurpose,
      'x',
    ];
    for (const bad of wrong) {
      expect([bad, await readStatus(bad)]).toEqual([bad, INVALID_LINK]);
      for (const [method, path, body] of [
        ['POST', '/confirm', {}],
        ['PUT', '/intent', { intent: 'Mischief' }],
        ['POST', '/leave', {}],
      ] as const) {
        expect([path, await readJson(sendJson(test, method, path, { token: bad, ...body }))]).toEqual([
          path,
          INVALID_LINK,
        ]);
      }
    }
    expect(await listEntries(test)).toEqual([
      expect.objectContaining({ confirmed_at: null, intent: 'A book about engines.' }),
      expect.objectContaining({ confirmed_at: null }),
    ]);
  });

  it.each([
    ['/status', {}],
    ['/status', { token: '' }],
    ['/status', { token: 7 }],
    ['/status', { token: 'x'.repeat(201) }],
    ['/confirm', { token: 'x', extra: true }],
    ['/leave', null],
  ])('returns 400 to POST %s %j', async (path, body) => {
    expect((await sendJson(test, 'POST', path, body)).status).toBe(400);
  });
});

describe('POST /api/waitinglist/confirm', () => {
  it('stores the time of the first confirmation', async () => {
    await joinWaitingList(test);
    test.clock.advance(60_000);
    const token = await findEntryToken(test);
    const confirmed = {
      status: 200,
      body: expect.objectContaining({ confirmed_at: '2026-11-21T00:01:00.000Z', position: 1 }),
    };
    expect(await readJson(sendJson(test, 'POST', '/confirm', { token }))).toEqual(confirmed);
    test.clock.advance(60_000);
    expect(await readJson(sendJson(test, 'POST', '/confirm', { token }))).toEqual(confirmed);
    expect(await readStatus(token)).toEqual(confirmed);
  });
});

describe('PUT /api/waitinglist/intent', () => {
  it.each([
    [' A history\r\nof tea. ', 'A history\nof tea.'],
    ['   ', null],
    [null, null],
  ])('stores %j as %j', async (intent, stored) => {
    await joinWaitingList(test);
    const token = await findEntryToken(test);
    expect(await readJson(sendJson(test, 'PUT', '/intent', { token, intent }))).toMatchObject({
      status: 200,
      body: { intent: stored },
    });
    expect(await listEntries(test)).toEqual([expect.objectContaining({ intent: stored, email: 'ada@example.com' })]);
  });

  it.each(['x'.repeat(1_001), 'a\u0000', undefined, 7])('rejects %j and keeps the stored text', async (intent) => {
    await joinWaitingList(test);
    const token = await findEntryToken(test);
    expect((await sendJson(test, 'PUT', '/intent', { token, intent })).status).toBe(400);
    expect(await listEntries(test)).toEqual([expect.objectContaining({ intent: 'A book about engines.' })]);
  });
});

describe('POST /api/waitinglist/leave', () => {
  it('deletes the entry and its unsent email, of this list only, and is idempotent', async () => {
    await joinWaitingList(test);
    await joinWaitingList(test, { productId: ANCHOR_ID });
    const token = await findEntryToken(test);
    expect((await sendJson(test, 'POST', '/leave', { token })).status).toBe(204);
    expect((await sendJson(test, 'POST', '/leave', { token })).status).toBe(204);
    expect(await listEntries(test)).toEqual([expect.objectContaining({ product_id: ANCHOR_ID })]);
    expect((await listEmails(test)).map((mail) => JSON.parse(String(mail.data)).productName)).toEqual([ANCHOR]);
    expect(await readStatus(token)).toEqual(INVALID_LINK);
    expect(await readJson(sendJson(test, 'POST', '/confirm', { token }))).toEqual(INVALID_LINK);
    expect(await readJson(sendJson(test, 'PUT', '/intent', { token, intent: null }))).toEqual(INVALID_LINK);
  });

  it('allows to join again at once, with a new link', async () => {
    await joinWaitingList(test);
    const token = await findEntryToken(test);
    await sendJson(test, 'POST', '/leave', { token });
    expect((await joinWaitingList(test)).status).toBe(201);
    expect(await listEmails(test)).toHaveLength(1);
    expect(await readStatus(token)).toEqual(INVALID_LINK);
  });
});
