import type { Customer } from '../../objects/customer.ts';
import { buildInvoice, type Invoice, type InvoiceLine } from '../../objects/invoice.ts';
import type { Subscription, SubscriptionItem } from '../../objects/subscription.ts';
import { embedList } from '../../objects/wire.ts';
import type { Transaction } from '../../state/transaction.ts';
import { readBalance } from '../customer-currency.ts';
import { consumeDiscounts, discountCycleLines, sumReductions } from '../discounts.ts';
import { computeTaxes, sumTaxes, totalTaxes } from '../taxes/compute-taxes.ts';
import { buildCycleLine, buildItemLine, buildTrialLine } from './lines.ts';

const FINALIZATION_DELAY_SECONDS = 3600;

type DraftOptions = {
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';
  /** Items that are charged for their current periods; their lines come after the pending invoice items. */
  cycleItems: readonly SubscriptionItem[];
  /** Whether due work finalizes and collects it an hour later. */
  finalizesLater?: boolean;
};

/** A draft for a subscription with all its pending invoice items. */
export function draftInvoice(tx: Transaction, subscription: Subscription, options: DraftOptions): Invoice {
  const { reason, cycleItems, finalizesLater = false } = options;
  const payer = tx.get('customer', subscription.customer);
  const id = tx.createId(reason === 'upcoming' ? 'upcoming_invoice' : 'invoice');
  const isPending = ({ parent }: { parent: { subscription_details: { subscription: string } } }) =>
    parent.subscription_details.subscription === subscription.id;
  const itemLines = tx
    .list('invoiceitem', (item) => item.invoice === null && isPending(item))
    .map((item) => {
      tx.update('invoiceitem', item.id, { invoice: id });
      return buildItemLine(tx, item);
    });
  const cycleLines = discountCycleLines(
    tx,
    subscription,
    cycleItems.map((item) =>
      subscription.status === 'trialing' ? buildTrialLine(tx, item) : buildCycleLine(tx, item),
    ),
  );
  if (sumReductions(cycleLines) > 0) consumeDiscounts(tx, subscription);
  const lines = [...itemLines, ...cycleLines].map((line) => taxLine(tx, subscription, payer, line));
  const { automatic_tax: automatic, default_tax_rates: rates } = subscription;
  const location = payer.address?.country ? 'complete' : 'requires_location_inputs';
  return tx.put(
    'invoice',
    buildInvoice({
      id,
      auto_advance: finalizesLater,
      automatic_tax: {
        disabled_reason: null,
        enabled: automatic.enabled,
        status: automatic.enabled ? location : null,
      },
      automatically_finalizes_at: finalizesLater ? tx.now() + FINALIZATION_DELAY_SECONDS : null,
      billing_reason: reason,
      created: tx.now(),
      currency: subscription.currency,
      customer: payer.id,
      customer_address: payer.address,
      customer_email: payer.email,
      customer_name: payer.name ?? null,
      customer_tax_ids: tx
        .list('tax_id', (each) => each.customer === payer.id)
        .map(({ type, value }) => ({ type, value })),
      default_tax_rates: rates,
      lines: embedList(lines, `/v1/invoices/${id}/lines`),
      parent: {
        type: 'subscription_details',
        subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
      },
      ...sumInvoice(lines, { balance: readBalance(payer, subscription.currency) }),
    }),
  );
}

/** The line with its taxes, computed after its discounts. */
function taxLine(tx: Transaction, subscription: Subscription, customer: Customer, line: InvoiceLine): InvoiceLine {
  const { automatic_tax: automatic, default_tax_rates: defaults, items } = subscription;
  const { subscription_item: itemId } = line.parent.subscription_item_details;
  const own = items.data.find(({ id }) => id === itemId)?.tax_rates ?? [];
  const rates = (own.length > 0 ? own : defaults).map(({ id }) => id);
  const price = tx.get('price', line.pricing.price_details.price);
  const taxable = line.amount - sumReductions([line]);
  const taxation = { isAutomatic: automatic.enabled, rates };
  return { ...line, taxes: computeTaxes(tx, taxation, { price, customer }, taxable) };
}

/** Totals of a draft. The customer's balance (negative: credit) is only estimated here; finalization applies it. */
export function sumInvoice(lines: readonly InvoiceLine[], { balance }: Pick<Customer, 'balance'>) {
  const taxes = lines.flatMap((line) => line.taxes);
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const [inclusive, exclusive] = [sumTaxes(taxes, 'inclusive'), sumTaxes(taxes, 'exclusive')];
  const total = subtotal - sumReductions(lines) + exclusive;
  const due = Math.max(0, total + balance);
  return {
    subtotal,
    subtotal_excluding_tax: subtotal - inclusive,
    total,
    total_excluding_tax: total - inclusive - exclusive,
    total_discount_amounts: lines.flatMap(({ discount_amounts: amounts }) => amounts),
    total_taxes: totalTaxes(taxes),
    starting_balance: balance,
    amount_due: due,
    amount_remaining: due,
  };
}
