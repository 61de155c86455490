import { screen } from '@testing-library/react';
import type { z } from 'zod';
import type {
  billingStatusResponse,
  DisputesJson,
  eventsResponse,
  pastDueResponse,
  ReconciliationsJson,
  RevenueJson,
  StripeEventJson,
} from '#api/features/billing/billing.contract.ts';
import { BillingIsland } from '#src/features/billing/Billing.island.tsx';
import { createIslandSite, type IslandSite } from './island-site.tsx';

type Answers = {
  status: z.infer<typeof billingStatusResponse>;
  events: z.infer<typeof eventsResponse>;
  revenue: RevenueJson;
  disputes: DisputesJson;
  'past-due': z.infer<typeof pastDueResponse>;
  reconciliations: ReconciliationsJson;
};

export type BillingSite = IslandSite & {
  /** What the API answers; a test may change it. */
  answers: Answers;
  openBilling(query?: string): Promise<void>;
};

const NOW = '2026-11-22T10:00:00.000Z';

export const createEvent = (values: Partial<StripeEventJson> = {}): StripeEventJson => ({
  id: 'evt_1',
  type: 'invoice.paid',
  object_id: 'in_1',
  status: 'applied',
  attempts: 1,
  last_error: null,
  next_attempt_at: null,
  created_at: NOW,
  received_at: NOW,
  applied_at: NOW,
  user_id: 4,
  user_email: 'mere@example.com',
  ...values,
});

export const createEventPage = (...data: StripeEventJson[]): Answers['events'] => {
  const count = (status: StripeEventJson['status']) => data.filter((event) => event.status === status).length;
  return {
    data,
    pagination: { page: 1, limit: 20, total: data.length, totalPages: Math.ceil(data.length / 20) },
    counts: {
      received: count('received'),
      applied: count('applied'),
      failed: count('failed'),
      ignored: count('ignored'),
    },
  };
};

/** The billing screen, signed in as an admin, with answers of the test in place of the server's. */
export async function createBillingSite(options: Parameters<typeof createIslandSite>[0] = {}): Promise<BillingSite> {
  const site = await createIslandSite(options);
  site.clock.set('2026-11-22T10:05:00.000Z');
  await site.signIn('admin');
  const answers: Answers = {
    status: {
      is_configured: true,
      is_sandbox: false,
      sandbox_url: null,
      failed_events: 0,
      waiting_events: 0,
      past_due: 0,
      stripe_check: [],
      open_disputes: 0,
      dispute_due_at: null,
      failed_refunds: 0,
    },
    events: createEventPage(),
    revenue: { currency: 'usd', months: [], monthly_recurring: 0, live_subscriptions: 0, other_currencies: [] },
    disputes: { disputes: [], refunds: [] },
    'past-due': { data: [] },
    reconciliations: { runs: [], drifts: [] },
  };
  for (const name of Object.keys(answers) as (keyof Answers)[]) {
    site.network.intercept('GET', `/api/admin/billing/${name}`, () => Response.json(answers[name]));
  }
  return {
    ...site,
    answers,
    async openBilling(query = '') {
      site.open(<BillingIsland />, `/admin/billing${query}`);
      await screen.findByRole('navigation', { name: 'Billing' });
    },
  };
}
