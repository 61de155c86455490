import { html } from 'hono/html';
import { type BillingDetails, PREFILLED } from '../billing/taxes/billing-details.ts';
import type { Customer } from '../objects/customer.ts';
import type { Html } from './layout.ts';

export type BillingValues = Pick<Customer, 'address' | 'name'> & { taxNumber: string | null };

/** Fields of a billing address, and of the name and number of a company where these are asked for. */
export function billingFields({ address, name, taxNumber }: BillingValues, asksTaxNumber: boolean): Html {
  const field = (key: string, label: string, value: string | null | undefined) =>
    html`<label>${label}<input name="${key}" autocomplete="off" value="${value ?? ''}" /></label>`;
  return html`<div class="pair">
      ${field('country', 'Country (two letters)', address?.country ?? PREFILLED.address.country)}
      ${field('postal_code', 'Postal code', address?.postal_code)}
    </div>
    <div class="pair">${field('line1', 'Address', address?.line1)} ${field('city', 'City', address?.city)}</div>
    ${
      asksTaxNumber
        ? html`<div class="pair">
            ${field('name', 'Business name', name)} ${field('tax_number', 'Tax number', taxNumber)}
          </div>`
        : ''
    }`;
}

/** The billing details of a sent form. Fields that were left empty are missing. */
export function readBillingForm(body: Record<string, unknown>): BillingDetails {
  const { country, name, tax_number: taxNumber, ...rest } = readTexts(body);
  const { city = null, line1 = null, postal_code = null } = rest;
  return { address: { country: country ?? '', city, line1, postal_code }, name, taxNumber };
}

/** Fields of a form that were filled in. */
const readTexts = (body: Record<string, unknown>): Partial<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim().slice(0, 200)]] : [],
    ),
  );
