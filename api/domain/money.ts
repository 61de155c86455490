/** 'US$10.00' of 1000, '−US$6.67' of -667. The currency is a code such as 'usd', as Stripe writes it. */
export const formatCents = (cents: number, currency = 'usd'): string =>
  getFormatter(currency)
    .format(cents / 100)
    .replace('-', '−');

const formatters = new Map<string, Intl.NumberFormat>();

/** Making a formatter costs far more than using it: one for each currency. */
function getFormatter(currency: string): Intl.NumberFormat {
  const known = formatters.get(currency);
  if (known) return known;
  // 'negative': without it an amount of -0 is shown with a minus.
  const formatter = new Intl.NumberFormat('en-NZ', { style: 'currency', currency, signDisplay: 'negative' });
  formatters.set(currency, formatter);
  return formatter;
}

/** The day of a payment or a period, in a time zone: '14 December 2026'. */
export const formatBillingDate = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-NZ', { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(at);
