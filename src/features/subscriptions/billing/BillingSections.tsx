import { formatCents } from '#api/domain/money.ts';
import type { BillingDetailsJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { formatCard, formatExpiry, isExpired } from './card-label.ts';
import { InvoiceList } from './InvoiceList.tsx';
import { PortalButton } from './PortalButton.tsx';

type Props = {
  /** Null until it is loaded. */
  details: BillingDetailsJson | null;
  error: string | null;
  hasSubscription: boolean;
  onRetry: () => void;
};

/** The payment method, what invoices say of the customer, and the invoices. */
export function BillingSections({ details, error, hasSubscription, onRetry }: Props) {
  if (!details) {
    if (error === null) return <span className="skeleton" aria-hidden="true" />;
    return <ErrorPanel message="Couldn’t load your payment method and invoices." onRetry={onRetry} />;
  }
  return (
    <>
      {details.is_configured && (hasSubscription || details.card) && (
        <PaymentMethod card={details.card} isUnknown={details.is_card_unknown} onRetry={onRetry} />
      )}
      {details.is_configured && (hasSubscription || details.invoices.length > 0) && <BillingAddress />}
      <Credits credits={details.credits} />
      <InvoiceList invoices={details.invoices} />
      {details.is_sandbox && <p className="small muted">Payment sandbox: no real money moves on this site.</p>}
    </>
  );
}

const BillingAddress = () => (
  <section aria-labelledby="billing-address">
    <h2 id="billing-address">Billing details</h2>
    <div className="payment-method">
      <p>Your next invoices have the name, address and tax number that you save here. Earlier ones stay as they are.</p>
      <PortalButton flow="overview">Change billing details</PortalButton>
    </div>
  </section>
);

function Credits({ credits }: Pick<BillingDetailsJson, 'credits'>) {
  if (credits.length === 0) return null;
  const amounts = credits.map(({ amount, currency }) => formatCents(amount, currency)).join(' and ');
  return (
    <section aria-labelledby="credit">
      <h2 id="credit">Credit</h2>
      <p>You have a credit of {amounts}. It’s taken off your next payments in the same currency.</p>
    </section>
  );
}

type PaymentMethodProps = { card: BillingDetailsJson['card']; isUnknown: boolean; onRetry: () => void };

function PaymentMethod({ card, isUnknown, onRetry }: PaymentMethodProps) {
  if (isUnknown) {
    return (
      <section aria-labelledby="payment-method">
        <h2 id="payment-method">Payment method</h2>
        <ErrorPanel message="Couldn’t load your card." onRetry={onRetry} />
      </section>
    );
  }
  return (
    <section aria-labelledby="payment-method">
      <h2 id="payment-method">Payment method</h2>
      <div className="payment-method">
        {card ? (
          <p>
            {formatCard(card)}
            <span className={isExpired(card, new Date()) ? 'expired' : 'muted'}>
              {isExpired(card, new Date()) ? 'Expired' : 'Expires'} {formatExpiry(card)}
            </span>
          </p>
        ) : (
          <p>No card is saved.</p>
        )}
        <PortalButton>{card ? 'Change card' : 'Add a card'}</PortalButton>
      </div>
    </section>
  );
}
