import { Notice } from '#src/ui/feedback/Notice.tsx';
import type { BillingStatus } from './billing-api.ts';

/** Shows that payments are not set up, or that the payment sandbox takes them. */
export function BillingNotice({ status }: { status: BillingStatus }) {
  if (!status.is_configured) {
    return (
      <Notice tone="info">
        <h2 className="error-title">Stripe is not configured</h2>
        <p>
          Nothing can be bought. Set <code>STRIPE_SECRET_KEY</code>, <code>STRIPE_WEBHOOK_SECRET</code> and the price of
          each plan that you sell, then restart the server. <code>docs/stripe.md</code> says how, and{' '}
          <code>npm run stripe:check</code> whether it is right.
        </p>
      </Notice>
    );
  }
  if (!status.is_sandbox) return null;
  return (
    <Notice tone="info">
      <p>
        Payment sandbox: no real money moves on this site.{' '}
        {status.sandbox_url && <a href={status.sandbox_url}>Open the sandbox</a>}
      </p>
    </Notice>
  );
}
