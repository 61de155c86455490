import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditLog, invoices, outbox, signInTotals, subscriptions } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestSession, createUser, toBearerHeader } from '../../support/app/users.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let admin: ApiCaller;
let user: Awaited<ReturnType<typeof createUser>>;
let now: number;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
  user = await createUser(test, { firstName: 'Henrik', lastName: 'Dahl', email: 'henrik@example.com' });
  now = test.clock.now();
});
afterEach(() => test.close());

const MINUTE = 60_000;
const get = async (path: string, by = admin) => (await by.call('GET', `/api/admin/users/${user.id}${path}`)).body.data;
const insert = (...statements: Parameters<typeof write>[1]) => write(test.db, statements);
const newInvoice = (id: string, values: Partial<typeof invoices.$inferInsert>) =>
  test.db.orm.insert(invoices).values({
    stripeInvoiceId: id,
    number: `MW-${id}`,
    customerId: 'cus_1',
    userId: user.id,
    stripeSubscriptionId: 'sub_1',
    productId: 4,
    planName: 'Pro',
    status: 'paid',
    billingReason: 'subscription_cycle',
    currency: 'usd',
    total: 3000,
    amountDue: 3000,
    amountPaid: 3000,
    attemptCount: 1,
    pdfUrl: `https://stripe.example/${id}.pdf`,
    periodStart: now,
    periodEnd: now + MINUTE,
    createdAt: now,
    paidAt: now,
    syncedAt: now,
    ...values,
  });

describe('GET /api/admin/users/:id', () => {
  it('answers the user, and what the caller may do', async () => {
    const { user: found } = await get('');
    expect(found).toMatchObject({
      id: user.id,
      email: 'henrik@example.com',
      taxmate_program: 'Normal',
      paid_total: 0,
      paid_currency: 'usd',
      paid_other: [],
      live_devices: 0,
      blacklisting: null,
      can: {
        change_role: { allowed: true, reason: null },
        blacklist: { allowed: true, reason: null },
        delete: { allowed: true, reason: null },
      },
    });
  });

  it('names who blacklisted the user and when', async () => {
    await admin.call('POST', `/api/admin/users/${user.id}/blacklist`, { reason: 'Spam' });
    expect((await get('')).user.blacklisting).toEqual({
      created_at: '2026-11-21T00:00:00.000Z',
      actor: { id: admin.id, name: 'Mere Tane' },
      cancellation: null,
    });
  });

  it.each(['', '/sessions', '/payments', '/timeline'])('answers 404 for an unknown user: %s', async (path) => {
    const { status, body } = await admin.call('GET', `/api/admin/users/999${path}`);
    expect(status).toBe(404);
    expect(body.message).toBe('User not found');
    expect((await admin.call('GET', `/api/admin/users/none${path}`)).status).toBe(400);
  });
});

describe('GET /api/admin/users/:id/sessions', () => {
  const getMe = async (token: string) =>
    (await test.app.request('/api/auth/me', { headers: toBearerHeader(token) })).status;

  it('answers sign-ins by product, the last one first', async () => {
    const total = { userId: user.id, signIns: 12, signOuts: 4 };
    await insert(
      test.db.orm.insert(signInTotals).values([
        { ...total, productName: 'GenMate', firstSignInAt: now - 3 * MINUTE, lastSignInAt: now - 2 * MINUTE },
        { ...total, productName: 'Mateworks', signIns: 29, firstSignInAt: now - 9 * MINUTE, lastSignInAt: now },
      ]),
    );
    const { sessions } = await get('/sessions');
    expect(sessions[0]).toEqual({
      product_name: 'Mateworks',
      login_count: 29,
      logout_count: 4,
      last_login: '2026-11-21T00:00:00.000Z',
      first_login: '2026-11-20T23:51:00.000Z',
    });
    expect(sessions[1]).toMatchObject({ product_name: 'GenMate', login_count: 12 });
    expect((await get('')).user.total_logins).toBe(41);
  });

  it('lists live devices, which can be ended one by one', async () => {
    const [one, two] = [await createTestSession(test, user), await createTestSession(test, user)];
    test.clock.advance(MINUTE);
    expect(await getMe(two)).toBe(200);
    const { devices } = await get('/sessions');
    expect(devices).toHaveLength(2);
    expect(devices[0]).toMatchObject({
      user_agent: 'Test browser',
      ip: '203.0.113.7',
      audience: null,
      last_used_at: '2026-11-21T00:01:00.000Z',
      current: false,
    });
    const path = `/api/admin/users/${user.id}/devices/${devices[0].id}`;
    expect(await admin.call('DELETE', path)).toMatchObject({
      status: 200,
      body: { message: 'Session ended', ended: 1 },
    });
    expect([await getMe(one), await getMe(two)]).toEqual([200, 401]);
    expect((await admin.call('DELETE', path)).status).toBe(404);
  });

  it('never ends the session of another user by this user’s address', async () => {
    const other = await createApiCaller(test, 'user');
    const { devices } = (await admin.call('GET', `/api/admin/users/${other.id}/sessions`)).body.data;
    expect((await admin.call('DELETE', `/api/admin/users/${user.id}/devices/${devices[0].id}`)).status).toBe(404);
    expect(await getMe(other.token)).toBe(200);
  });

  it('ends all devices, but not the one of the admin who asks', async () => {
    const tokens = [await createTestSession(test, user), await createTestSession(test, user)];
    const path = `/api/admin/users/${user.id}/devices`;
    expect((await admin.call('DELETE', path)).body).toEqual({ message: '2 sessions ended', ended: 2 });
    expect(await Promise.all(tokens.map(getMe))).toEqual([401, 401]);
    expect((await admin.call('DELETE', path)).body.ended).toBe(0);
    await createTestSession(test, admin);
    expect((await admin.call('DELETE', `/api/admin/users/${admin.id}/devices`)).body.message).toBe('1 session ended');
    expect((await get('')).user.id).toBe(user.id);
  });
});

describe('GET /api/admin/users/:id/payments', () => {
  it('answers the invoices, newest first, each with its state in words', async () => {
    await insert(
      newInvoice('in_draft', { status: 'draft', amountPaid: 0 }),
      newInvoice('in_paid', { createdAt: now - 1 }),
      newInvoice('in_back', { createdAt: now - 2, amountRefunded: 3000 }),
      newInvoice('in_part', { createdAt: now - 3, amountRefunded: 1 }),
      newInvoice('in_open', {
        createdAt: now - 4,
        status: 'open',
        amountPaid: 0,
        paidAt: null,
        nextPaymentAttempt: now + MINUTE,
      }),
      newInvoice('in_new', { createdAt: now - 5, status: 'open', amountPaid: 0, paidAt: null, attemptCount: 0 }),
      newInvoice('in_void', { createdAt: now - 6, status: 'void', amountPaid: 0, paidAt: null }),
      newInvoice('in_credit', { createdAt: now - 7, total: -500, amountDue: 0, amountPaid: 0 }),
    );
    const { payments } = await get('/payments');
    expect(payments.map((row: Record<string, string>) => [row.id, row.status, row.status_display])).toEqual([
      ['in_paid', 'paid', 'Paid'],
      ['in_back', 'paid', 'Refunded'],
      ['in_part', 'paid', 'Partly refunded'],
      ['in_open', 'open', 'Payment failed'],
      ['in_new', 'open', 'Due'],
      ['in_void', 'void', 'Void'],
      ['in_credit', 'paid', 'Credited'],
    ]);
    expect(payments[0]).toEqual({
      id: 'in_paid',
      product_name: 'GenMate',
      plan_name: 'Pro',
      status: 'paid',
      status_display: 'Paid',
      current_period_start: '2026-11-21T00:00:00.000Z',
      current_period_end: '2026-11-21T00:01:00.000Z',
      created_at: '2026-11-20T23:59:59.999Z',
      amount: 3000,
      amount_refunded: 0,
      refundable: 3000,
      refund_obstacle: null,
      has_failed_refund: false,
      is_disputed: false,
      currency: 'usd',
      invoice_number: 'MW-in_paid',
      paid_at: '2026-11-21T00:00:00.000Z',
      next_attempt_at: null,
      invoice_url: expect.stringMatching(/^\/api\/subscriptions\/invoice-links\/in_paid:invoice:/),
      receipt_url: null,
      credited_by: null,
    });
    expect(payments[3].next_attempt_at).toBe('2026-11-21T00:01:00.000Z');
    expect((await get('')).user.paid_total).toBe(5999);
  });
});

describe('GET /api/admin/users/:id/timeline', () => {
  const listActions = async (query = '') =>
    (await get(`/timeline${query}`)).entries.map(({ action }: { action: string }) => action);

  beforeEach(async () => {
    const audit = { actorId: user.id, subject: `user:${user.id}` };
    const email = { kind: 'sign-in-code' as const, toEmail: user.email, data: {}, nextAttemptAt: now, expiresAt: now };
    await insert(
      test.db.orm.insert(auditLog).values([
        { ...audit, action: 'auth.signed_in', at: now - 5 * MINUTE },
        {
          ...audit,
          action: 'subscription.started',
          actorId: null,
          subject: 'subscription:sub_1',
          at: now - 3 * MINUTE,
        },
        // Of another user.
        { ...audit, action: 'auth.signed_in', subject: `user:${user.id}1`, at: now },
      ]),
      test.db.orm.insert(subscriptions).values({
        stripeSubscriptionId: 'sub_1',
        customerId: 'cus_1',
        userId: user.id,
        productId: 4,
        planName: 'Pro',
        priceId: 'price_1',
        status: 'active',
        currentPeriodStart: now,
        currentPeriodEnd: now,
        createdAt: now,
        syncedAt: now,
      }),
      newInvoice('in_1', { createdAt: now - 4 * MINUTE, paidAt: now - 2 * MINUTE }),
      test.db.orm.insert(outbox).values([
        { ...email, dedupeKey: '1', status: 'sent', createdAt: now - MINUTE },
        { ...email, dedupeKey: '2', toEmail: 'other@example.com', createdAt: now },
      ]),
    );
    await admin.call('POST', `/api/admin/users/${user.id}/blacklist`, { reason: 'Two chargebacks.' });
    await admin.call('DELETE', `/api/admin/users/${user.id}/blacklist`);
  });

  const ALL = [
    'user.unblacklisted',
    'user.blacklisted',
    'email.sent',
    'invoice.paid',
    'subscription.started',
    'auth.signed_in',
  ];

  it('merges sign-ins, emails, payments and acts of admins, newest first', async () => {
    const { entries, next } = await get('/timeline');
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(ALL);
    expect(next).toBeNull();
    const [unblacklisted, blacklisted, email, invoice, started, signedIn] = entries;
    expect(unblacklisted.values.reason).toBe('Two chargebacks.');
    expect(blacklisted).toMatchObject({
      kind: 'admin',
      actor: { id: admin.id, name: 'Mere Tane' },
      values: { reason: 'Two chargebacks.', until: null, after: { is_blacklisted: true } },
    });
    expect(email).toMatchObject({ kind: 'email', values: { email_kind: 'sign-in-code', last_error: null } });
    expect(invoice).toMatchObject({
      kind: 'payment',
      at: '2026-11-20T23:58:00.000Z',
      values: { amount: 3000, currency: 'usd', invoice_number: 'MW-in_1', product_name: 'GenMate', plan_name: 'Pro' },
    });
    expect(started).toMatchObject({
      kind: 'payment',
      actor: null,
      values: { product_name: 'GenMate', plan_name: 'Pro' },
    });
    expect(signedIn).toMatchObject({ kind: 'sign_in', actor: { id: user.id, name: 'Henrik Dahl' } });
  });

  it.each([
    ['sign_in', ['auth.signed_in']],
    ['email', ['email.sent']],
    ['payment', ['invoice.paid', 'subscription.started']],
    ['admin', ['user.unblacklisted', 'user.blacklisted']],
  ])('filters by %s', async (kind, actions) => {
    expect(await listActions(`?kind=${kind}`)).toEqual(actions);
  });

  it('pages by cursor: every entry once, also when entries are added meanwhile', async () => {
    const seen: string[] = [];
    let before = '';
    for (let page = 0; page < 6; page += 1) {
      const { entries, next } = await get(`/timeline?limit=1&before=${before}`);
      seen.push(...entries.map(({ action }: { action: string }) => action));
      await createTestSession(test, user);
      await admin.call('DELETE', `/api/admin/users/${user.id}/devices`);
      before = next ?? '';
    }
    expect(seen).toEqual(ALL);
    expect(before).toBe('');
  });

  it.each(['?before=x', '?before=1.users.1', '?before=1.audit', '?kind=all', '?limit=0'])(
    'rejects %s',
    async (query) => {
      expect((await admin.call('GET', `/api/admin/users/${user.id}/timeline${query}`)).status).toBe(400);
    },
  );

  it('shows an admin whose account is deleted by id alone', async () => {
    const other = await createApiCaller(test);
    await write(test.db, [{ sql: 'DELETE FROM users WHERE id = ?', args: [admin.id] }]);
    const { entries } = await get('/timeline?kind=admin', other);
    expect(entries[0].actor).toEqual({ id: admin.id, name: null });
  });
});
