/** What a company offers: a part of the site for each product. */
import type { Product } from './catalogue-types.ts';
import { completeValues, type Fields, type FieldValues, linkField, switchField, textField } from './fields.ts';

export const productFields = {
  name: textField('Name', { max: 60, required: true }),
  description: textField('In a sentence', { max: 200, rows: 2, hint: 'In the list of product documents.' }),
  prices_address: linkField('Page with its plans', { hint: 'Where a plan is chosen. Empty, if none is sold.' }),
  app_url: textField('App', { max: 300, format: 'web_address', hint: 'Where the product is used.' }),
  has_waiting_list: switchField('Waiting list'),
} satisfies Fields;

/** What a product is known by, whatever it is called: its number in the data, its key in texts and addresses. Neither is used again. */
type ProductIdentity = { product_id: number; key: string };

export type SiteProduct = FieldValues<typeof productFields> &
  ProductIdentity & {
    /** In lists of products, from 1. */
    position: number;
    is_archived: boolean;
  };

/** A stored product as today’s code reads it. */
export const completeProduct = (stored: Readonly<Record<string, unknown>>): SiteProduct => ({
  ...completeValues(productFields, stored),
  product_id: Number(stored.product_id ?? 0),
  key: String(stored.key ?? ''),
  position: Number(stored.position ?? 0),
  is_archived: stored.is_archived === true,
});

export const toProduct = (product: SiteProduct): Product => ({
  id: product.product_id,
  key: product.key,
  name: product.name,
  description: product.description,
  pricesAddress: product.prices_address || null,
  hasWaitingList: product.has_waiting_list,
  appUrl: product.app_url || null,
  isArchived: product.is_archived,
});
