import { createInvoicePath, type InvoiceDocument } from '#api/adapters/invoice-link.ts';
import { verifySignedToken } from '#api/adapters/signed-token.ts';
import { PaymentError, type ProviderInvoice } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { hasPermission, type UserRole } from '#api/domain/permissions.ts';
import { onPaymentError, requirePayments } from '#api/features/subscriptions/provider.service.ts';
import { findUser } from '#api/features/subscriptions/subscriptions.queries.ts';
import { AppError, notFoundError } from '#api/http/errors.ts';
import { findInvoiceByStripeId } from './invoices.queries.ts';

/** How long a page may stay open until its links must be loaded again (ms). */
const LINK_TTL_MS = 24 * 60 * 60_000;

type Links = Pick<ProviderInvoice, 'hostedUrl' | 'pdfUrl' | 'receiptUrl'>;
type InvoiceLink = { invoiceId: string; document: InvoiceDocument; viewerId: number };

/**
 * An address of this site that leads to a document of an invoice. Stripe's own expire, so the present one is fetched when
 * the link is opened. It is signed for one viewer, because a link that is opened can't send the session.
 */
export function createInvoiceLink(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  { invoiceId, document, viewerId }: InvoiceLink,
): string {
  return createInvoicePath(secrets, { invoiceId, document, viewerId, expiresAt: clock.now() + LINK_TTL_MS });
}

/** The links of a row to those documents that it has. */
export function createInvoiceLinks(
  deps: Pick<Deps, 'secrets' | 'clock'>,
  row: Links & { stripeInvoiceId: string },
  viewerId: number,
): { invoiceUrl: string | null; receiptUrl: string | null; payUrl: string | null } {
  const link = (document: InvoiceDocument) =>
    findDocument(row, document) && createInvoiceLink(deps, { invoiceId: row.stripeInvoiceId, document, viewerId });
  return { invoiceUrl: link('invoice'), receiptUrl: link('receipt'), payUrl: link('pay') };
}

const findDocument = ({ hostedUrl, pdfUrl, receiptUrl }: Links, document: InvoiceDocument): string | null => {
  if (document === 'receipt') return receiptUrl;
  return document === 'pay' ? hostedUrl : (pdfUrl ?? hostedUrl);
};

/**
 * Where a signed link leads now. Its viewer must still exist and may still see the invoice. While Stripe doesn’t answer, the
 * address that it gave last. @throws not_found, gone, unavailable.
 */
export async function openInvoiceLink(deps: Deps, token: string): Promise<string> {
  const verified = verifySignedToken(deps.secrets, token, { purpose: 'invoice', now: deps.clock.now() });
  const [invoiceId = '', document = '', viewerId = ''] = verified?.value.split(':') ?? [];
  if (!verified) throw notFound();
  if (verified.isExpired) throw new AppError('gone', 'This link has expired. Reload the page that you opened it from.');
  const viewer = await findUser(deps.db, Number(viewerId));
  const row = await findInvoiceByStripeId(deps.db, invoiceId);
  const mayView = viewer && row && (row.userId === viewer.id || isPaymentReader(viewer.role));
  if (!mayView) throw notFound();
  const payments = requirePayments(deps);
  const current = await payments.getInvoice(invoiceId).catch((error: unknown): Links => {
    if (error instanceof PaymentError && error.kind === 'unavailable' && findDocument(row, 'pay')) return row;
    return onPaymentError(deps, 'Couldn’t open the invoice. Try again in a few minutes.')(error);
  });
  const url = findDocument(current, document as InvoiceDocument);
  if (url === null) throw notFound();
  return url;
}

/** The roles that see the payments of others. */
const isPaymentReader = (role: UserRole): boolean =>
  hasPermission(role, 'billing.read') || hasPermission(role, 'users.read');

const notFound = () => notFoundError('Invoice not found. Reload the page that you opened it from.');
