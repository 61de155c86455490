import type { Secrets } from './secrets.ts';
import { createSignedToken } from './signed-token.ts';

const LINK_PATH = '/api/subscriptions/invoice-links';

/** `invoice`: the PDF. `receipt`: of its payment. `pay`: where it is paid. */
export type InvoiceDocument = 'invoice' | 'receipt' | 'pay';

type InvoiceLink = {
  invoiceId: string;
  document: InvoiceDocument;
  viewerId: number;
  /** UTC ms. */
  expiresAt: number | 'never';
};

/** The path of this site that leads one viewer to a document of an invoice, without signing in. */
export const createInvoicePath = (
  secrets: Secrets,
  { invoiceId, document, viewerId, expiresAt }: InvoiceLink,
): string =>
  `${LINK_PATH}/${createSignedToken(secrets, { purpose: 'invoice', value: `${invoiceId}:${document}:${viewerId}`, expiresAt })}`;
