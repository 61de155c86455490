import { listCompanyAddress } from './postal-address.ts';
import type { SiteSettings } from './site-settings.ts';

/** The company as receipts and invoices name it: as in the register, where it is, then the numbers that it has. */
export const listSellerFacts = (company: SiteSettings['company'], language: string): string[] =>
  [
    company.legal_name,
    ...listCompanyAddress(company, language),
    company.registration_number,
    company.tax_number,
  ].filter((fact) => fact !== '');
