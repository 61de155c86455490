import { useState } from 'react';
import { formatCents } from '#api/domain/money.ts';
import type { InvoiceJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { Badge, type BadgeTone } from '#src/ui/feedback/Badge.tsx';
import { Button } from '#src/ui/forms/Button.tsx';

/** A year of monthly invoices. */
const SHOWN_AT_FIRST = 12;

const STATES: Record<InvoiceJson['status'], [tone: BadgeTone, label: string]> = {
  paid: ['green', 'Paid'],
  open: ['yellow', 'Due'],
  uncollectible: ['red', 'Not paid'],
  void: ['grey', 'Void'],
  draft: ['grey', 'Draft'],
};

/** Invoices and receipts, newest first. A draft is not an invoice yet. */
export function InvoiceList({ invoices }: { invoices: readonly InvoiceJson[] }) {
  const [isWhole, setWhole] = useState(false);
  const issued = invoices
    .filter(({ status }) => status !== 'draft')
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at));
  if (issued.length === 0) return null;
  const shown = isWhole ? issued : issued.slice(0, SHOWN_AT_FIRST);
  return (
    <section aria-labelledby="invoices">
      <h2 id="invoices">Invoices</h2>
      <ul className="invoices">
        {shown.map((invoice) => (
          <Invoice key={invoice.id} invoice={invoice} />
        ))}
      </ul>
      {shown.length < issued.length && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          Show all {issued.length} invoices
        </Button>
      )}
    </section>
  );
}

function describeState({ status, is_refunded, is_disputed, amount_refunded, total }: InvoiceJson): [BadgeTone, string] {
  if (status === 'paid' && total < 0) return ['grey', 'Credited'];
  if (is_disputed) return ['yellow', 'Disputed'];
  if (is_refunded) return ['grey', 'Refunded'];
  return amount_refunded > 0 ? ['grey', 'Partly refunded'] : STATES[status];
}

function Invoice({ invoice }: { invoice: InvoiceJson }) {
  const date = formatLongDate(invoice.created_at);
  const [tone, label] = describeState(invoice);
  const { amount_refunded: refunded, has_failed_refund: hasFailedRefund } = invoice;
  const links = [
    { name: 'Invoice', href: invoice.invoice_url },
    { name: 'Receipt', href: invoice.receipt_url },
  ];
  return (
    <li>
      <p>
        <time dateTime={invoice.created_at}>{date}</time>
        <span className="muted">{[invoice.plan_name, invoice.number].filter(Boolean).join(' · ')}</span>
      </p>
      <Badge tone={tone}>{label}</Badge>
      <span className="amount">
        {formatCents(invoice.total, invoice.currency)}
        {refunded > 0 && <span className="muted">{formatCents(refunded, invoice.currency)} refunded</span>}
        {hasFailedRefund && <span className="muted">A refund didn’t go through</span>}
      </span>
      <span className="invoice-links">
        {links.map(
          ({ name, href }) =>
            href && (
              <a
                key={name}
                href={href}
                target="_blank"
                rel="noopener"
                aria-label={`${name} of ${date} (opens a new tab)`}
              >
                {name}
              </a>
            ),
        )}
      </span>
    </li>
  );
}
