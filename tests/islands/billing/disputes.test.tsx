import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DisputesJson } from '#api/features/billing/billing.contract.ts';
import { paths } from '#src/lib/paths.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { type BillingSite, createBillingSite } from '../../support/islands/billing-site.tsx';

let site: BillingSite;
beforeEach(async () => {
  site = await createBillingSite();
});

type Dispute = DisputesJson['disputes'][number];
type Refund = DisputesJson['refunds'][number];

const PERSON = { user_id: 4, user_email: 'mere@example.com', invoice_number: 'MW-2026-1184' };
const createDispute = (values: Partial<Dispute> = {}): Dispute => ({
  ...{ id: 'du_1', ...PERSON, amount: 3000, currency: 'usd', reason: 'product_not_received' },
  ...{
    status: 'needs_response',
    due_at: '2026-12-01T10:00:00.000Z',
    created_at: '2026-11-20T10:00:00.000Z',
    ...values,
  },
});
const createRefund = (values: Partial<Refund> = {}): Refund => ({
  ...{ id: 're_1', ...PERSON, amount: 450, currency: 'eur', status: 'succeeded', failure_reason: null },
  ...{ created_at: '2026-11-20T10:00:00.000Z', ...values },
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
      createRefund({ status: 'failed', failure_reason: 'lost_or_stolen_card' }),
      createRefund({ id: 're_2', amount: 1000, currency: 'usd' }),
    ];
    await openDisputes();
    await screen.findByRole('heading', { name: '1 refund failed: refund it another way' });
    expect(listRows('Refunds').map((cells) => cells.slice(1, 3))).toEqual([
      ['€4.50', 'Failedlost or stolen card'],
      ['US$10.00', 'Refunded'],
    ]);
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
