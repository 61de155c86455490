import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderEmail } from '#api/features/mail/templates/templates.service.ts';
import { issueFormToken } from '#api/features/auth/bot-check/bot-check.service.ts';
import {
  listEntries,
  joinWaitingList,
  createJoinRequest,
  listEmails,
  sendJson,
  readJson,
} from '../../support/app/waiting-list.ts';
import { createOwnApp } from '../../support/app/own-app.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import { ANCHOR_ID, BUOY_ID, BUOY_NAME, RUDDER_ID } from '../../support/payments/tideworks.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createOwnApp();
});
afterEach(() => test.close());

const MESSAGE = 'Thanks for joining the Buoy waiting list. Check your email for the next step.';
const DAY_MS = 24 * 60 * 60 * 1000;

describe('POST /api/waitinglist', () => {
  it('stores the entry as pending and queues the email in one batch', async () => {
    const body = createJoinRequest({
      email: ' Ada@Example.COM ',
      firstName: ' Ada ',
      intent: ' Engines.\r\nTwo of them. ',
    });
    expect(await readJson(sendJson(test, 'POST', '', body))).toEqual({ status: 201, body: { message: MESSAGE } });
    expect(await listEntries(test)).toEqual([
      {
        id: 1,
        public_id: expect.stringMatching(/^[\w-]{16}$/),
        product_id: BUOY_ID,
        email: 'ada@example.com',
        first_name: 'Ada',
        last_name: 'Lovelace',
        intent: 'Engines.\nTwo of them.',
        status: 'pending',
        created_at: test.clock.now(),
        confirmed_at: null,
        invited_at: null,
        undo_id: null,
        invitation_email_id: null,
        invitation_status: null,
        signed_up_at: null,
        paid_at: null,
        search_text: 'ada@example.com\nada lovelace',
      },
    ]);
    const [entry] = await listEntries(test);
    const [mail, ...others] = await listEmails(test);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'waiting-list-joined', to_email: 'ada@example.com', to_name: '' });
    expect(JSON.parse(String(mail?.data))).toEqual({
      productName: BUOY_NAME,
      firstName: null,
      entry: entry?.public_id,
      status: 'pending',
    });
    expect(test.countOutboxWakes()).toBe(1);
  });

  it('accepts an address without other fields', async () => {
    expect((await sendJson(test, 'POST', '', { email: 'a@example.com', productId: ANCHOR_ID })).status).toBe(201);
    expect(await listEntries(test)).toEqual([
      expect.objectContaining({ product_id: ANCHOR_ID, first_name: null, last_name: null, intent: null }),
    ]);
    expect(await listEmails(test)).toEqual([expect.objectContaining({ to_name: '' })]);
  });

  it('T4 a second join gets the same body and does not change the entry', async () => {
    const first = await joinWaitingList(test);
    const second = await joinWaitingList(test, { email: 'ADA@example.com', firstName: 'Mallory', intent: 'Mischief' });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(await second.text()).toBe(await first.text());
    const [one, two] = [Object.fromEntries(first.headers), Object.fromEntries(second.headers)];
    delete one['x-request-id'];
    delete two['x-request-id'];
    expect(two).toEqual(one);
    expect(await listEntries(test)).toEqual([expect.objectContaining({ first_name: 'Ada' })]);
  });

  it('T16 sends at most one email a day', async () => {
    for (let n = 0; n < 3; n += 1) await joinWaitingList(test);
    expect(await listEmails(test)).toHaveLength(1);
    test.clock.advance(DAY_MS);
    await joinWaitingList(test);
    await joinWaitingList(test);
    expect(await listEmails(test)).toHaveLength(2);
  });

  it.each([
    ['rejected', 'We can’t offer you a place this time'],
    ['invited', 'You’re invited already'],
  ] as const)('T4 tells only the mailbox of someone who joins again that they were %s', async (status, words) => {
    const first = await joinWaitingList(test);
    await test.db.client.execute(`UPDATE waiting_list_entries SET status = '${status}', invited_at = 1`);
    test.clock.advance(DAY_MS);
    const second = await joinWaitingList(test);
    expect([second.status, await second.text()]).toEqual([200, await first.text()]);
    const [, mail, ...others] = await listEmails(test);
    expect(others).toEqual([]);
    const { text } = renderEmail(test.deps, 'waiting-list-joined', JSON.parse(String(mail?.data)));
    expect(text).toContain(words);
    expect(text).not.toContain('confirm your address');
    expect(await listEntries(test)).toEqual([expect.objectContaining({ status })]);
  });

  it('allows one address on each list', async () => {
    expect([
      (await joinWaitingList(test)).status,
      (await joinWaitingList(test, { productId: ANCHOR_ID })).status,
    ]).toEqual([201, 201]);
    expect(await listEmails(test)).toHaveLength(2);
  });

  it('T16 creates one entry for 50 concurrent joins', async () => {
    const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await joinWaitingList(test)).status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(49);
    expect(await listEntries(test)).toHaveLength(1);
    expect(await listEmails(test)).toHaveLength(1);
  });

  it.each([
    ['email', { email: undefined }],
    ['email', { email: '' }],
    ['email', { email: 7 }],
    ['firstName', { firstName: 'A\r\nBcc: b@example.com' }],
    ['firstName', { firstName: 'x'.repeat(101) }],
    ['lastName', { lastName: 'a\u0000b' }],
    ['lastName', { lastName: { path: '/etc/passwd' } }],
    ['intent', { intent: 'x'.repeat(1_001) }],
    ['intent', { intent: '\ud800' }],
    ['productId', { productId: RUDDER_ID }],
    ['productId', { productId: RUDDER_ID }],
    ['productId', { productId: String(BUOY_ID) }],
    ['productId', { productId: 4.5 }],
    ['productId', { productId: undefined }],
    ['role', { role: 'admin' }],
    ['status', { status: 'invited' }],
  ])('rejects a wrong %s: %j', async (path, changes) => {
    const { status, body } = await readJson(joinWaitingList(test, changes));
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'validation_failed',
      issues: expect.arrayContaining([{ path, message: expect.any(String) }]),
    });
    expect(await listEntries(test)).toEqual([]);
    expect(await listEmails(test)).toEqual([]);
  });

  it('T30 rejects a body that is not JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const request = { method: 'POST', headers: { 'Content-Type': type }, body: JSON.stringify(createJoinRequest()) };
      expect([type, (await test.app.request('/api/waitinglist', request)).status]).toEqual([type, 415]);
    }
    expect(await listEntries(test)).toEqual([]);
  });

  it('T8 rejects fields with the names of columns', async () => {
    const columns = [
      'id',
      'status',
      'public_id',
      'created_at',
      'confirmedAt',
      'invited_at',
      'role',
      '__proto__',
      'constructor',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...columns), fc.jsonValue(), { minKeys: 1, noNullPrototype: false }),
        async (extra) => {
          const body = `${JSON.stringify(createJoinRequest()).slice(0, -1)},${JSON.stringify(extra).slice(1)}`;
          const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
          expect((await test.app.request('/api/waitinglist', request)).status).toBe(400);
        },
      ),
      { numRuns: 500 },
    );
    expect(await listEntries(test)).toEqual([]);
  });
});

describe('bots', () => {
  it('T16 honeypot: a filled hidden field gets the usual response and stores nothing', async () => {
    const response = await readJson(sendJson(test, 'POST', '', createJoinRequest()));
    expect(
      await readJson(
        sendJson(test, 'POST', '', createJoinRequest({ email: 'bot@example.com', website: 'http://x.example' })),
      ),
    ).toEqual(response);
    expect(await listEntries(test)).toHaveLength(1);
    expect(await listEmails(test)).toHaveLength(1);
  });

  it('T16 a forged form token is rejected', async () => {
    const formToken = `${test.clock.now()}.forged`;
    expect((await sendJson(test, 'POST', '', createJoinRequest({ formToken }))).status).toBe(400);
    expect(await listEntries(test)).toEqual([]);
  });

  it('T16 one network may join 10 times an hour with a form token, 5 times without', async () => {
    const formToken = issueFormToken(test.deps);
    test.clock.advance(2_000);
    const joinMany = async (count: number, ip: string, proof: object) => {
      const statuses = [];
      for (let n = 0; n < count; n += 1) {
        const body = createJoinRequest({ email: `p${n}@${ip}.example.com`.replaceAll(':', '-'), ...proof });
        statuses.push((await sendJson(test, 'POST', '', body, ip)).status);
      }
      return statuses;
    };
    expect(await joinMany(11, '198.51.100.1', { formToken })).toEqual([...Array(10).fill(201), 429]);
    expect(await joinMany(6, '198.51.100.2', {})).toEqual([...Array(5).fill(201), 429]);
    expect(await joinMany(5, '2001:db8::1', {})).toEqual(Array(5).fill(201));
    const neighbour = await sendJson(test, 'POST', '', createJoinRequest(), '2001:db8::2');
    expect([neighbour.status, neighbour.headers.get('retry-after')]).toEqual([429, '30']);
    test.clock.advance(60 * 60 * 1000);
    expect((await sendJson(test, 'POST', '', createJoinRequest(), '2001:db8::2')).status).toBe(201);
  });

  it('T16 invalid input does not count', async () => {
    for (let n = 0; n < 12; n += 1) await sendJson(test, 'POST', '', createJoinRequest({ email: 'nobody' }));
    expect((await sendJson(test, 'POST', '', createJoinRequest())).status).toBe(201);
  });
});
