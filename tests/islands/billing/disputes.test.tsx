import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DisputesJson } from '#api/features/billing/billing.contract.ts';
import { paths } from '#src/lib/paths.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { findToast } from '../../support/islands/island-site.tsx';
import { type BillingSite, createBillingSite } from '../../support/islands/billing-site.tsx';

let site: BillingSite;
beforeEach(async () => {
  site = await createBillingSite();
});

type Dispute = DisputesJson['disputes'][number];
type Refund = DisputesJson['refunds'][number];

const PERSON = { user_id: 4, user_email: 'mere@example.com', invoice_number: 'MW-2026-1184' };
const createDispute = (values: Partial<Dispute> = {}): Dispute => ({
  id: 'du_1',
  ...PERSON,
  amount: 3000,
  currency: 'usd',
  reason: 'product_not_received',
  status: 'needs_response',
  due_at: '2026-12-01T10:00:00.000Z',
  created_at: '2026-11-20T10:00:00.000Z',
  ...values,
});
const createRefund = (values: Partial<Refund> = {}): Refund => ({
  id: 're_1',
  ...PERSON,
  amount: 450,
  currency: 'eur',
  status: 'succeeded',
  failure_reason: null,
  is_open: false,
  settled_at: null,
  created_at: '2026-11-20T10:00:00.000Z',
  ...values,
});

const openDisputes = () => site.openBilling('?view=disputes');
const listRows = (table: string) =>
  [...screen.getByRole('table', { name: table }).querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );

describe('7 disputes and refunds', () => {
  test('show the person, the amount in its currency, what the customer says, and until when to answer', async () => {
    site.answers.disputes.disputes = [
      createDispute(),
      createDispute({ id: 'du_2', status: 'won', reason: 'fraudulent', user_id: null, user_email: null }),
    ];
    await openDisputes();
    await screen.findByRole('heading', { name: '1 dispute waits for your answer' });
    expect(listRows('Disputes').map((cells) => cells.slice(0, 4))).toEqual([
      ['mere@example.comMW-2026-1184', 'US$30.00', 'what was paid for wasn’t received', 'Answer itby 1 December 2026'],
      ['Deleted accountMW-2026-1184', 'US$30.00', 'the customer doesn’t recognise the payment', 'Won'],
    ]);
    const person = screen.getByRole('link', { name: 'mere@example.com' });
    expect(person.getAttribute('href')).toBe(paths.userDetail(4));
    expect(screen.queryByRole('table', { name: 'Refunds' })).toBeNull();
    await expectAccessible();
  });

  test('say which refunds failed, and why', async () => {
    site.answers.disputes.refunds = [
      createRefund({ status: 'failed', is_open: true, failure_reason: 'lost_or_stolen_card' }),
      createRefund({ id: 're_2', amount: 1000, currency: 'usd' }),
    ];
    await openDisputes();
    await screen.findByRole('heading', { name: '1 refund failed: refund it in another way' });
    expect(listRows('Refunds').map((cells) => cells.slice(1, 3))).toEqual([
      ['€4.50', 'Failedlost or stolen card'],
      ['US$10.00', 'Refunded'],
    ]);
  });

  test('that failed are marked as paid back, and opened again after a slip', async () => {
    const failed = createRefund({ status: 'failed', is_open: true });
    site.answers.disputes.refunds = [failed];
    const settle = (next: Partial<Refund>, failed_refunds: number) =>
      site.network.intercept('POST', '/api/admin/billing/refunds/re_1/settle', () => {
        site.answers.disputes.refunds = [{ ...failed, ...next }];
        site.answers.status.failed_refunds = failed_refunds;
        return Response.json({ message: next.settled_at ? 'Marked as paid back.' : 'The refund is open again.' });
      });
    site.answers.status.failed_refunds = 1;
    await openDisputes();
    await screen.findByRole('link', { name: /^Disputes and refunds 1/ });
    settle({ is_open: false, settled_at: '2026-11-22T10:05:00.000Z' }, 0);
    await site.chooseAction('the refund of €4.50', 'Mark as paid back');
    await findToast('Marked as paid back.');
    await screen.findByText('Paid back on 22 November 2026');
    await screen.findByRole('heading', { name: 'Refunds' });
    await screen.findByRole('link', { name: 'Disputes and refunds' });
    await expectAccessible();
    settle({}, 1);
    await site.chooseAction('the refund of €4.50', 'Open again');
    await findToast('The refund is open again.');
    await screen.findByRole('heading', { name: '1 refund failed: refund it in another way' });
    expect(
      site.network.calls.filter(({ path }) => path.endsWith('/settle')).map(({ body }) => JSON.parse(body)),
    ).toEqual([{ is_settled: true }, { is_settled: false }]);
  });

  test('say so when there are none, and can be loaded again after a failure', async () => {
    site.network.fail('GET', '/api/admin/billing/disputes', 500);
    await openDisputes();
    await screen.findByText('Couldn’t load disputes and refunds');
    site.network.intercept('GET', '/api/admin/billing/disputes', () => Response.json(site.answers.disputes));
    await site.press('Retry');
    await screen.findByRole('heading', { name: 'No disputes or refunds' });
  });
});
