import { productName } from '../../billing/invoices/lines.ts';
import type { Kinds } from '../../state/kinds.ts';
import type { Transaction } from '../../state/transaction.ts';

type Subscription = Kinds['subscription'];

export type PortalView = {
  session: Kinds['billing_portal.session'];
  configuration: Kinds['billing_portal.configuration'];
  customer: Kinds['customer'];
  subscriptions: readonly { subscription: Subscription; name: string }[];
  card: Kinds['payment_method'] | null;
  invoices: readonly Kinds['invoice'][];
};

const ENDED: readonly string[] = ['canceled', 'incomplete_expired'];

/** What the portal of a session shows; null when there is none, or its customer was deleted. */
export function readView(tx: Transaction, id: string): PortalView | null {
  const session = tx.find('billing_portal.session', id);
  const customer = tx.find('customer', session?.customer);
  if (!session || !customer) return null;
  const subscriptions = tx.list(
    'subscription',
    (each) => each.customer === customer.id && !ENDED.includes(each.status),
  );
  const method = subscriptions[0]?.default_payment_method ?? customer.invoice_settings.default_payment_method;
  return {
    session,
    customer,
    configuration: tx.get('billing_portal.configuration', session.configuration),
    subscriptions: subscriptions.map((subscription) => ({
      subscription,
      name: subscription.items.data.map(({ price }) => productName(tx, price)).join(', '),
    })),
    card: tx.find('payment_method', method) ?? null,
    invoices: tx.list('invoice', (each) => each.customer === customer.id && each.status !== 'draft').reverse(),
  };
}

/** A subscription with a planned change is changed by the website, not here. */
export const canChange = ({ schedule, pending_update: pending }: Subscription): boolean => !schedule && !pending;
