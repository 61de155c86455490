import type { Secrets } from './secrets.ts';
import { createSignedToken, verifySignedToken } from './signed-token.ts';

/** The link of an email to pay an invoice, without signing in. It is valid as long as the invoice is open. */
export function createPayLink(deps: { secrets: Secrets; site: { url: string } }, invoiceId: string): string {
  const token = createSignedToken(deps.secrets, { purpose: 'pay-invoice', value: invoiceId, expiresAt: 'never' });
  return `${deps.site.url}/api/subscriptions/pay/${token}`;
}

/** The invoice of a link to pay, or null for a link that we did not make. */
export const readPayToken = (secrets: Secrets, token: string, now: number): string | null =>
  verifySignedToken(secrets, token, { purpose: 'pay-invoice', now })?.value ?? null;
