/** The first run of a new site: six questions, whose answers become its settings, menus, products and pages. */
import { demoPalette } from './brand-palette.ts';
import { findCountryDefaults } from './countries.ts';
import {
  choiceField,
  codeField,
  completeValues,
  type FieldFault,
  type Fields,
  type FieldValues,
  imageField,
  listField,
  listFieldFaults,
  textField,
} from './fields.ts';
import { type FirstRunQuestion, firstRunQuestions } from './first-run-questions.ts';
import { isSameName } from './listed-parts.ts';
import { settingsGroups } from './site-settings.ts';

/** What a site begins with. */
export const startingPoints = {
  products: 'Several products',
  product: 'One product',
  blog: 'Blog and docs',
} as const;
export type StartingPoint = keyof typeof startingPoints;

const { company, brand, mail } = settingsGroups;
const PRODUCTS_MAX = 12;

/** The answers, by the question that asks for them. */
export const firstRunQuestionFields = {
  name: {
    name: { ...company.name, label: 'Name of the company' },
    legal_name: { ...company.legal_name, required: false, hint: 'On invoices, terms and privacy. The name, if empty.' },
  },
  // One of the two: a wide image says the name itself, a square one stands beside it.
  logo: {
    logo: imageField('Logo', { needsAlt: false, hint: 'SVG, PNG or WebP.' }),
    mark: imageField('Mark', { needsAlt: false }),
  },
  colour: { colour: { ...brand.colour, label: 'Or its value', required: true, hint: '' } },
  offer: {
    starting_point: choiceField('Start from', startingPoints),
    products: listField('Your products', {
      item: {
        name: textField('Name', { max: 60, required: true }),
        tagline: textField('Tagline', { max: 120 }),
      },
      itemName: 'product',
      max: PRODUCTS_MAX,
    }),
  },
  country: {
    country: codeField('Country', 'country'),
    currency: codeField('Currency', 'currency'),
    locale: codeField('Dates and numbers', 'locale'),
    time_zone: codeField('Time zone', 'time_zone'),
  },
  mail: {
    sender_name: { ...mail.sender_name, label: 'Name', hint: 'The name of the company, if empty.' },
    email: { ...company.email, label: 'Address', hint: 'Also where visitors write to.' },
  },
} satisfies Record<FirstRunQuestion, Fields>;

export const firstRunFields = {
  ...firstRunQuestionFields.name,
  ...firstRunQuestionFields.logo,
  ...firstRunQuestionFields.colour,
  ...firstRunQuestionFields.offer,
  ...firstRunQuestionFields.country,
  ...firstRunQuestionFields.mail,
} satisfies Fields;

export type FirstRunAnswers = FieldValues<typeof firstRunFields>;

/** Stored answers as today's code reads them. */
export const completeFirstRunAnswers = (stored: Readonly<Record<string, unknown>>): FirstRunAnswers =>
  completeValues(firstRunFields, stored);

/** A name for a company that has said none: of 'www.tideworks.example' it is 'Tideworks'. */
function toCompanyName(host: string): string {
  const labels = host.split('.');
  const [name = ''] = labels.length > 1 ? labels.slice(-2) : [];
  return /^[a-z]/.test(name) ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : 'New site';
}

/** In a colour of its own, also where none is chosen: without one a site wears the demo's, with its mark. */
const DEFAULT_COLOUR = demoPalette.pounamu;
const DEFAULT_COUNTRY = 'IE';

/** The answers of someone who skips every question. `adminEmail` is used where the host can't have email. */
export function createFirstRunDefaults(siteUrl: string, adminEmail = ''): FirstRunAnswers {
  const { hostname } = new URL(siteUrl);
  const hasMail = /\.[a-z-]{2,}$/.test(hostname);
  return completeFirstRunAnswers({
    name: toCompanyName(hostname),
    colour: DEFAULT_COLOUR,
    starting_point: 'products' satisfies StartingPoint,
    country: DEFAULT_COUNTRY,
    ...toCountryAnswers(DEFAULT_COUNTRY),
    email: hasMail ? `hello@${hostname.replace(/^www\./, '')}` : adminEmail || 'hello@localhost.localdomain',
  });
}

/** What follows from a country; nothing where it isn't known. */
export function toCountryAnswers(country: string): Partial<FirstRunAnswers> {
  const known = findCountryDefaults(country);
  return known ? { currency: known.currency, locale: known.locale, time_zone: known.timeZone } : {};
}

/** What keeps answers from being published, by the names of their fields. */
export const listFirstRunFaults = (answers: FirstRunAnswers): FieldFault[] => [
  ...listFieldFaults(firstRunFields, answers),
  ...answers.products.flatMap(({ name }, at): FieldFault[] =>
    name.trim() !== '' && answers.products.some((other, before) => before < at && isSameName(other.name, name))
      ? [{ path: `products.${at}.name`, message: `Another product is called ‘${name.trim()}’. Choose another name.` }]
      : [],
  ),
];

/** The question that asks for a field, such as 'products.0.name'. */
export const findFirstRunQuestion = (path: string): FirstRunQuestion | undefined =>
  firstRunQuestions.find((question) => Object.hasOwn(firstRunQuestionFields[question], path.split('.', 1)[0] ?? ''));
