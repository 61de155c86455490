import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReconciliationsJson } from '#api/features/billing/billing.contract.ts';
import { formatDateTime } from '#src/lib/format/dates.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { type BillingSite, createBillingSite } from '../../support/islands/billing-site.tsx';
import { findToast } from '../../support/islands/island-site.tsx';

let site: BillingSite;
beforeEach(async () => {
  site = await createBillingSite();
});

const PATH = '/api/admin/billing/reconciliations';
const STARTED = '2026-11-22T09:05:00.000Z';
type Run = ReconciliationsJson['runs'][number];
type Drift = ReconciliationsJson['drifts'][number];

const run = (values: Partial<Run> = {}): Run => ({
  id: 2,
  started_at: STARTED,
  finished_at: STARTED,
  is_nightly: true,
  checked: 214,
  found: 0,
  repaired: 0,
  error: null,
  ...values,
});
const drift = (values: Partial<Drift> = {}): Drift => ({
  id: 1,
  user_id: 4,
  user_email: 'mere@example.com',
  object_id: 'sub_1',
  field: 'planName',
  local_value: '"Creator"',
  stripe_value: '"Pro"',
  found_at: STARTED,
  repaired_at: STARTED,
  ...values,
});
const openReconciliation = () => site.openBilling('?view=reconciliation');
const show = (runs: Run[], drifts: Drift[] = []) => {
  site.answers.reconciliations = { runs, drifts };
  return openReconciliation();
};

test('shows that it loads', async () => {
  site.network.hold('GET', PATH);
  await openReconciliation();
  await waitFor(() => expect(document.querySelector('.skeletons')).not.toBeNull());
  await expectAccessible();
});

test('says why it cannot be loaded, and tries again', async () => {
  const restore = site.network.fail('GET', PATH, 500, { message: 'Something broke.' });
  await openReconciliation();
  await screen.findByRole('heading', { name: 'Couldn’t load the comparisons' });
  await expectAccessible();
  restore();
  await site.press('Retry');
  await screen.findByRole('heading', { name: 'Not compared yet' });
});

describe('the last comparison', () => {
  test.each([
    [null, 'Not compared yet', /^Every night all subscriptions and invoices are compared with Stripe/, 'unknown'],
    [
      run(),
      'Everything matches Stripe',
      /^Nightly comparison, 1 hour ago\. 214 subscriptions and invoices compared\.$/,
      'good',
    ],
    [
      run({ found: 2, repaired: 2, is_nightly: false }),
      '2 differences found and repaired',
      /^Started by an admin/,
      'good',
    ],
    [run({ found: 3, repaired: 1 }), '3 differences found, 1 repaired', /^Nightly comparison/, 'open'],
    [run({ finished_at: null }), 'Comparing now...', /214 subscriptions and invoices compared so far\.$/, 'open'],
    [run({ error: 'Stripe didn’t answer.' }), 'The comparison failed', /^Nightly comparison/, 'failed'],
  ])('is the heading: %#', async (last, heading, words, state) => {
    await show(last ? [last] : []);
    const title = await screen.findByRole('heading', { name: heading });
    expect(title.dataset.state).toBe(state);
    expect(document.querySelector('.last-run p')?.textContent).toMatch(words);
    if (last?.error) screen.getByText(last.error);
    screen.getByText('None.');
    await expectAccessible();
  });

  test('is followed by all earlier ones on demand', async () => {
    await show([run(), run({ id: 1, is_nightly: false, error: 'Stripe didn’t answer.', checked: 1200 })]);
    await site.user.click(await screen.findByText('Show all comparisons'));
    const rows = [...document.querySelectorAll('details tbody tr')].map((each) =>
      [...each.children].map(({ textContent }) => textContent),
    );
    const when = formatDateTime(STARTED);
    expect(rows).toEqual([
      ['Everything matches Stripe', '214', 'The server, nightly', when],
      ['The comparison failedStripe didn’t answer.', '1,200', 'An admin', when],
    ]);
    await expectAccessible();
  });
});

test('differences name the field, both values, and whether they are repaired', async () => {
  const at = Date.parse(STARTED);
  await show(
    [run({ found: 4, repaired: 3 })],
    [
      drift(),
      drift({ id: 2, field: 'currentPeriodEnd', local_value: String(at), stripe_value: String(at + 86_400_000) }),
      drift({ id: 3, field: 'row', local_value: null, stripe_value: '"paid"', user_email: null }),
      drift({ id: 4, field: 'error', local_value: 'null', stripe_value: 'no JSON', repaired_at: null }),
      drift({ id: 5, field: 'amountPaid', local_value: '0', stripe_value: '1000' }),
    ],
  );
  await screen.findByText('Plan name');
  const rows = [...document.querySelectorAll('.admin-table tbody tr')].map((each) =>
    [...each.children].map(({ textContent }) => textContent),
  );
  const [first, second] = [at, at + 86_400_000].map((each) => formatDateTime(new Date(each).toISOString()));
  expect(rows).toEqual([
    ['Plan namesub_1mere@example.com', 'Creator', 'Pro', 'Repaired', '1 hour ago'],
    ['Current period endsub_1mere@example.com', first, second, 'Repaired', '1 hour ago'],
    ['Not stored heresub_1', 'Missing', 'paid', 'Repaired', '1 hour ago'],
    ['Couldn’t be comparedsub_1mere@example.com', 'Empty', 'no JSON', 'Not repaired', '1 hour ago'],
    ['Amount paidsub_1mere@example.com', '0', '1000', 'Repaired', '1 hour ago'],
  ]);
  await expectAccessible();
});

describe('a comparison on demand', () => {
  test('is the button of the screen, and shows how far it is and what it found', async () => {
    await openReconciliation();
    const running = run({ finished_at: null, checked: 40 });
    site.network.intercept('POST', '/api/admin/billing/reconcile', () => {
      site.answers.reconciliations = { runs: [running], drifts: [] };
      return Response.json({ run: running });
    });
    await screen.findByRole('heading', { name: 'Not compared yet' });
    await site.press('Compare with Stripe now');
    await screen.findByRole('heading', { name: 'Comparing now...' });
    expect(screen.getByText(/40 subscriptions and invoices compared so far\./)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Comparing...' })).toBeDefined();
    site.answers.reconciliations = { runs: [run({ found: 1, repaired: 1 })], drifts: [drift()] };
    await screen.findByRole('heading', { name: '1 difference found and repaired' }, { timeout: 10_000 });
    await screen.findByRole('button', { name: 'Compare with Stripe now' });
  });

  test('that fails says why', async () => {
    site.network.fail('POST', '/api/admin/billing/reconcile', 409, { message: 'A check is already running.' });
    await openReconciliation();
    await site.press('Compare with Stripe now');
    await findToast('A check is already running.');
  });

  test('needs Stripe', async () => {
    site.answers.status.is_configured = false;
    await openReconciliation();
    await screen.findByRole('heading', { name: 'Stripe is not configured' });
    expect(screen.queryByRole('button', { name: 'Compare with Stripe now' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Resync' })).toBeNull();
  });
});

describe('a resync of one user', () => {
  const submit = async (email: string) => {
    await openReconciliation();
    await site.user.type(await screen.findByLabelText('Email address'), `${email}{Enter}`);
  };

  test('finds the user by email address', async () => {
    const mere = await site.signIn('admin');
    await site.db.client.execute(
      `INSERT INTO stripe_customers (user_id, customer_id, created_at) VALUES (${mere.id}, 'cus_1', 0)`,
    );
    site.network.intercept('POST', `/api/admin/billing/users/${mere.id}/resync`, () =>
      Response.json({ message: '2 differences repaired.', repaired: 2 }),
    );
    await submit(mere.email.toUpperCase());
    await findToast('2 differences repaired.');
    expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('');
  });

  test('has nothing to compare for someone who never bought anything', async () => {
    const { email } = await site.signIn('admin');
    await submit(email);
    await findToast(`${email} has never bought anything.`);
  });

  test.each([
    ['no.one@example.com', 'No account has this email address.'],
    ['tea', 'Enter an email address like name@example.com.'],
    [' ', 'Enter an email address.'],
  ])('says what is wrong with ‘%s’', async (email, message) => {
    await submit(email);
    await screen.findByText(message);
    expect(screen.getByLabelText('Email address').getAttribute('aria-invalid')).toBe('true');
    await expectAccessible();
  });
});
