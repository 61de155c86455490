import { refuse } from '../../http/errors.ts';
import type { Address } from '../../objects/tax.ts';
import type { Transaction } from '../../state/transaction.ts';
import { updateCustomer } from '../customer-currency.ts';
import { findTaxIdType } from './rates-by-country.ts';
import { addTaxId } from './taxes-api.ts';

/** Details that a payer enters for bill and tax. */
export type BillingDetails = { address: Partial<Address> & { country: string }; name?: string; taxNumber?: string };

/** Details that the pages have filled in before a payer changes them. */
export const PREFILLED: BillingDetails = { address: { country: 'US' } };

/** Saves name, address and number with a customer: invoices from then on have them. @throws StripeError without a country. */
export function saveBillingDetails(
  tx: Transaction,
  customerId: string,
  { address, name, taxNumber }: BillingDetails,
): void {
  const country = address.country.toUpperCase();
  if (!/^[A-Z]{2}$/.test(country)) throw refuse('Choose a country.', { param: 'country' });
  const whole = { city: null, line1: null, line2: null, postal_code: null, state: null, ...address, country };
  updateCustomer(tx, customerId, { address: whole, ...(name && { name }) });
  const isNew = (value: string) =>
    tx.list('tax_id', (each) => each.customer === customerId && each.value === value).length === 0;
  if (taxNumber && isNew(taxNumber)) {
    addTaxId(tx, customerId, { type: findTaxIdType(taxNumber, country), value: taxNumber });
  }
}

/** Puts another number in the place of those that a customer has; none where it is empty. */
export function replaceTaxNumber(tx: Transaction, customerId: string, value: string): void {
  for (const taxId of tx.list('tax_id', (each) => each.customer === customerId && each.value !== value)) {
    tx.delete('tax_id', taxId.id);
    tx.emit('customer.tax_id.deleted', taxId);
  }
}
