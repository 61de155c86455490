/** What a company offers: a part of the site for each product. */
import { formatList } from './lists.ts';
import type { Product } from './catalogue-types.ts';
import {
  choiceField,
  completeValues,
  type FieldChange,
  type FieldFault,
  type Fields,
  type FieldValues,
  imageField,
  linkField,
  listFieldChanges,
  listFieldFaults,
  switchField,
  textField,
} from './fields.ts';
import { isSameName, type Listed, listListedChanges } from './listed-parts.ts';
import { productMotifs } from './product-look.ts';

export const productFields = {
  name: textField('Name', { max: 60, required: true }),
  tagline: textField('Tagline', { max: 160, hint: 'What it is for, in lists of products and on its waiting list.' }),
  description: textField('In a sentence', { max: 200, rows: 2, hint: 'In the list of product documents.' }),
  page: linkField('Page', { hint: 'Where visitors read about it.' }),
  mark: imageField('Mark', { needsAlt: false, hint: 'A square image. Without one it is drawn.' }),
  motif: choiceField('Drawn mark', productMotifs),
  colour: textField('Colour', { max: 7, format: 'colour', hint: 'One of the palette of the site, if empty.' }),
  prices_address: linkField('Page with its plans', { hint: 'Where a plan is chosen. Empty, if none is sold.' }),
  app_url: textField('App', { max: 300, format: 'web_address', hint: 'Where the product is used.' }),
  has_waiting_list: switchField('Waiting list'),
} satisfies Fields;

/** What a product is known by, whatever it is called: its number in the data, its key in texts and addresses. Neither is used again. */
type ProductIdentity = { product_id: number; key: string };

export type SiteProduct = FieldValues<typeof productFields> & ProductIdentity & Listed;

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

type ProductSurroundings = {
  otherNames: readonly string[];
  /** What its plans that are sold are called. */
  soldPlans: readonly string[];
  /** Another product of the documentation has its name. */
  isDocumented: boolean;
  findLinkFault: (path: string) => string | null;
};

/** What keeps a product from being published. */
export function listProductFaults(
  product: SiteProduct,
  { otherNames, soldPlans, isDocumented, findLinkFault }: ProductSurroundings,
): FieldFault[] {
  const { name } = product;
  const isTaken = isDocumented || otherNames.some((other) => isSameName(other, name));
  return [
    ...listFieldFaults(productFields, product, findLinkFault),
    ...(isTaken && name !== ''
      ? [{ path: 'name', message: `Another product is called ‘${name}’. Choose another name.` }]
      : []),
    ...(product.is_archived && soldPlans.length > 0
      ? [{ path: 'is_archived', message: `Archive the plans of ${name} first: ${formatList(soldPlans)}.` }]
      : []),
  ];
}

/** What was changed, in the order of the form. */
export const listProductChanges = (before: SiteProduct, after: SiteProduct): FieldChange[] => [
  ...listFieldChanges(productFields, before, after),
  ...listListedChanges(before, after),
];
