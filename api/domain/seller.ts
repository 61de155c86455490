import type { SiteSettings } from './site-settings.ts';

/** The company as receipts and invoices name it: as in the register, then the numbers that it has. */
export const listSellerFacts = (company: SiteSettings['company']): string[] =>
  [company.legal_name, company.registration_number, company.tax_number].filter((fact) => fact !== '');
