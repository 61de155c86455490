import { html } from 'hono/html';
import { type Html, layout } from './layout.ts';

/** The bank's page of a 3D Secure payment. */
export const challengePage = ({
  action,
  paymentMethod,
  amount,
}: {
  action: string;
  paymentMethod: string;
  amount: string | null;
}): Html =>
  layout({
    title: 'Confirm with your bank',
    isNarrow: true,
    body: html`<form method="post" action="${action}" class="panel">
      <h1>Confirm with your bank</h1>
      <p>
        This page stands in for the bank’s 3D Secure check${amount ? ` of a payment of ${amount}` : ''}. Choose how it
        ends.
      </p>
      <input type="hidden" name="payment_method" value="${paymentMethod}" />
      <p class="actions">
        <button class="primary" name="outcome" value="passed">Complete</button>
        <button name="outcome" value="failed">Fail</button>
      </p>
    </form>`,
  });
