import type { Catalogue } from './catalogue-types.ts';
import { formatCalendarMonth } from './local-time.ts';
import { formatCurrencyName, formatPrice } from './money.ts';
import type { SiteContent } from './site-content.ts';

/**
 * What a text of the owner may hold in braces, such as ‘{company}’ and ‘{price: Creator}’, so that a new name or address reaches every page. Filled in
 * when a page is rendered; in an address without the space, as in ‘{product:genmate}’. Braces around anything else stay as they are.
 */
export const placeholderNames = {
  company: 'Company name',
  'legal name': 'Legal name',
  tagline: 'Tagline',
  street: 'Street',
  postcode: 'Postcode',
  city: 'City',
  country: 'Country',
  origin: 'Where you are from',
  email: 'Email',
  phone: 'Phone',
  founded: 'Founded',
  greeting: 'Greeting',
  currency: 'Currency',
} as const;

export type PlaceholderName = keyof typeof placeholderNames;

/** Of the published settings; a month as the locale writes it. */
export function toPlaceholderValues({
  settings,
  ...catalogue
}: Pick<SiteContent, 'settings' | 'products' | 'plans'>): Record<PlaceholderName, string> & Record<string, string> {
  const { company, language } = settings;
  return {
    ...toCatalogueValues(catalogue),
    company: company.name,
    'legal name': company.legal_name,
    tagline: company.tagline,
    street: company.street,
    postcode: company.postcode,
    city: company.city,
    country: getCountryName(company.country, language.language),
    origin: company.origin,
    greeting: company.greeting,
    currency: formatCurrencyName(language.currency),
    email: company.email,
    phone: company.phone,
    founded: company.founded && formatCalendarMonth(company.founded, language),
  };
}

/** What products and plans are called, and what plans cost, by their keys: ‘{product: genmate}’, ‘{plan: Creator}’, ‘{price: Creator}’, and ‘{price: Creator: year}’ of one by the month and by the year. */
export const toCatalogueValues = ({ products, plans }: Pick<Catalogue, 'products' | 'plans'>): Record<string, string> =>
  Object.fromEntries([
    ...products.map(({ key, name }) => [`product: ${key}`, name]),
    ...plans.flatMap(({ key, planName, prices, currency }) => [
      [`plan: ${key}`, planName],
      [`price: ${key}`, formatPrice(prices[0]?.amount ?? 0, currency)],
      ...prices.map(({ interval, amount }) => [`price: ${key}: ${interval}`, formatPrice(amount, currency)]),
    ]),
  ]);

/** 'New Zealand' of 'NZ', in a language. */
export const getCountryName = (code: string, language: string): string =>
  (code && new Intl.DisplayNames(language, { type: 'region' }).of(code)) || '';

export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(
    /\{([A-Za-z0-9_: -]{1,80})\}/g,
    (written, name: string) => values[name.replace(/: */g, ': ')] ?? written,
  );
