import { buildPrice, type Price } from './catalogue.ts';
import { buildCustomer, type Customer } from './customer.ts';
import { buildInvoice, type Invoice } from './invoice.ts';
import { buildCheckoutSession, type CheckoutSession } from './pages.ts';
import { buildSubscription, type Subscription } from './subscription.ts';

/** An object of a file that an earlier version of the sandbox wrote, with the fields that were added since. */
export function completeStored(kind: string, object: object): object {
  switch (kind) {
    case 'price':
      return buildPrice(object as Price);
    case 'customer':
      return buildCustomer(object as Customer);
    case 'subscription':
      return completeSubscription(object as Subscription);
    case 'invoice':
      return completeInvoice(object as Invoice);
    case 'checkout.session':
      return completeSession(object as CheckoutSession);
    default:
      return object;
  }
}

function completeSubscription({ items, ...fields }: Subscription): Subscription {
  const data = items.data.map((item) => ({ ...item, tax_rates: item.tax_rates ?? [] }));
  return { ...buildSubscription({ ...fields, itemList: [] }), items: { ...items, data } };
}

function completeInvoice(invoice: Invoice): Invoice {
  const data = invoice.lines.data.map((line) => ({ ...line, taxes: line.taxes ?? [] }));
  return buildInvoice({ ...invoice, lines: { ...invoice.lines, data } });
}

function completeSession(session: CheckoutSession): CheckoutSession {
  return buildCheckoutSession({
    ...session,
    automatic_tax: session.automatic_tax ?? { enabled: false, status: null },
    discounts: session.discounts ?? [],
    total_details: session.total_details ?? { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  });
}
