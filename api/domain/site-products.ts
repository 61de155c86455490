/** What a company offers: a part of the site for each product. */
import { formatList } from './lists.ts';
import type { Product } from './catalogue-types.ts';
import { plainDrawings } from './drawings.ts';
import {
  choiceField,
  completeValues,
  type FieldChange,
  type FieldFault,
  type Fields,
  type FieldValues,
  imageField,
  linkField,
  listField,
  listFieldChanges,
  listFieldFaults,
  numberField,
  switchField,
  textField,
} from './fields.ts';
import { isSameName, type Listed, listListedChanges } from './listed-parts.ts';
import { productMotifs } from './product-look.ts';

const ownWords = 'Written for you, if empty.';
const namedTexts = (label: string, itemName: string, hint: string) =>
  listField(label, {
    item: {
      name: textField('Title', { max: 120, required: true }),
      text: textField('Text', { max: 600, rows: 3, required: true }),
    },
    itemName,
    max: 12,
    hint,
  });

/** What the page of its waiting list says. */
export const waitingListFields = {
  waiting_badge: textField('Waiting list: badge', { max: 40, hint: ownWords }),
  waiting_heading: textField('Waiting list: headline', { max: 160, hint: ownWords }),
  waiting_lead: textField('Waiting list: text below the headline', { max: 600, rows: 3, hint: ownWords }),
  waiting_description: textField('Waiting list: description', {
    max: 300,
    rows: 2,
    hint: `In search results and shared links. ${ownWords}`,
  }),
  waiting_about_title: textField('Waiting list: second title', { max: 160, hint: ownWords }),
  waiting_about: namedTexts('Waiting list: below the second title', 'text', ownWords),
  waiting_drawing: choiceField('Waiting list: drawing', plainDrawings),
  waiting_steps: namedTexts('Waiting list: what happens next', 'step', ownWords),
  waiting_questions: listField('Waiting list: questions', {
    item: {
      question: textField('Question', { max: 300, required: true }),
      answer: textField('Answer', { max: 2_000, rows: 4, required: true }),
    },
    itemName: 'question',
    max: 20,
    hint: ownWords,
  }),
  waiting_more_label: textField('Waiting list: link for who has joined', { max: 80, hint: ownWords }),
  waiting_more_href: linkField('Waiting list: leads to', { hint: 'The page of the product, else the blog, if empty.' }),
} satisfies Fields;

/** What those read who have just subscribed to one of its plans. */
export const sellingFields = {
  first_steps: namedTexts('After subscribing: next steps', 'step', 'Below the note on the receipt.'),
  start_label: textField('After subscribing: button', { max: 60, hint: ownWords }),
  start_href: linkField('After subscribing: leads to', { hint: 'The app of the product, else its page, if empty.' }),
} satisfies Fields;

export const productFields = {
  name: textField('Name', { max: 60, required: true }),
  tagline: textField('Tagline', { max: 160, hint: 'What it is for, in lists of products and on its waiting list.' }),
  description: textField('In a sentence', { max: 200, rows: 2, hint: 'In the list of product documents.' }),
  page: linkField('Page', { hint: 'Where visitors read about it.' }),
  mark: imageField('Mark', { needsAlt: false, hint: 'A square image. Without one it is drawn.' }),
  motif: choiceField('Drawn mark', productMotifs),
  colour: textField('Colour', { max: 7, format: 'colour', hint: 'One of the palette of the site, if empty.' }),
  app_url: textField('App', { max: 300, format: 'web_address', hint: 'Where the product is used.' }),
  program: choiceField(
    'Early access',
    { none: 'None', open: 'Open', soon: 'Coming soon' },
    { hint: 'Users choose in their settings how early they get new features. One product has it at a time.' },
  ),
  program_page: linkField('Page that compares its levels'),
  pitch_title: textField('Headline below posts', {
    max: 120,
    hint: 'The first product with a waiting list, else with a page, is named below every post.',
  }),
  pitch_text: textField('Text below posts', { max: 300, rows: 2, hint: 'The tagline, if empty.' }),
  prices_address: linkField('Page with its plans', { hint: 'Where a plan is chosen. Empty, if none is sold.' }),
  tax_rate: numberField('Tax rate of its own', {
    min: 0,
    max: 100,
    unit: '%',
    hint: 'Such as a reduced rate for books. Not used with Stripe Tax. Leave it empty for the rate in the settings.',
  }),
  ...sellingFields,
  has_waiting_list: switchField('Waiting list'),
  ...waitingListFields,
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
  taxRate: product.tax_rate,
  hasWaitingList: product.has_waiting_list,
  appUrl: product.app_url || null,
  hasProgram: product.program === 'open',
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
