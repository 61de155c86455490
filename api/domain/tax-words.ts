import { formatPercent } from './numbers.ts';
import type { SiteSettings } from './site-settings.ts';

/** 'Prices include 25% VAT.', or that it is added; null where the settings don't say what the tax is called. */
export function describeTax({ label, rate, prices_include_tax: isIncluded }: SiteSettings['tax']): string | null {
  const name = label.trim();
  if (name === '') return null;
  const tax = rate === null ? name : `${formatPercent(rate)} ${name}`;
  // ‘MwSt.’ ends with its own full stop.
  return isIncluded ? `Prices include ${tax}${tax.endsWith('.') ? '' : '.'}` : `${tax} is added at checkout.`;
}
