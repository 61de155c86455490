/** Addresses of the hosted pages. Stripe's checkout address carries a long fragment, so this one has one too. */
export const checkoutUrl = (baseUrl: string, session: string) => `${baseUrl}/checkout/${session}#fid${'0'.repeat(120)}`;
export const invoiceUrl = (baseUrl: string, invoice: string) => `${baseUrl}/invoices/${invoice}`;
export const invoicePdfUrl = (baseUrl: string, invoice: string) => `${baseUrl}/invoices/${invoice}/pdf`;
export const receiptUrl = (baseUrl: string, charge: string) => `${baseUrl}/receipts/${charge}`;
export const portalUrl = (baseUrl: string, session: string) => `${baseUrl}/portal/${session}`;
