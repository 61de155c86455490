/** What an owner says about the company and how its site writes, looks and is found. The words of pages and menus are parts of their own. */
import { coverMotifLabels, defaultCoverMotif } from './cover-motifs.ts';
import { documentReaderWords } from './document-readers.ts';
import { featureWords } from './feature-words.ts';
import { type Feature, featureNames } from './features.ts';
import { type FontFamily, fontFamilies, fonts, textFontFamilies } from './site-fonts.ts';
import type { SiteFacts } from './site-facts.ts';
import {
  choiceField,
  codeField,
  imageField,
  listFieldChanges,
  listFieldFaults,
  numberField,
  completeValues,
  type FieldChange,
  type FieldFault,
  type Fields,
  type FieldValues,
  type SwitchField,
  switchField,
  textField,
} from './fields.ts';

const nameFonts = <Family extends FontFamily>(families: readonly Family[]) =>
  Object.fromEntries(families.map((family) => [family, fonts[family].name])) as Record<Family, string>;

export const settingsGroups = {
  company: {
    name: textField('Company name', { max: 60, required: true }),
    legal_name: textField('Legal name', {
      max: 120,
      required: true,
      hint: 'As in the register. In the footer, terms and invoices.',
    }),
    tagline: textField('Tagline', { max: 120 }),
    greeting: textField('Home page greeting', {
      max: 120,
      hint: 'The small line above the headline of the home page.',
    }),
    registration_number: textField('Registration number', { max: 60 }),
    tax_number: textField('Tax number', { max: 60 }),
    email: textField('Email', { max: 254, required: true, format: 'email', hint: 'Where visitors write to.' }),
    phone: textField('Phone', { max: 40 }),
    street: textField('Street', { max: 120 }),
    postcode: textField('Postcode', { max: 20 }),
    city: textField('City', { max: 80 }),
    country: codeField('Country', 'country'),
    origin: textField('Where you are from', {
      max: 80,
      hint: 'As the pages say it after ‘From’, such as Western Norway.',
    }),
    founded: textField('Founded', { max: 7, format: 'month', hint: 'Year and month, such as 2024-07.' }),
  },
  brand: {
    logo: imageField('Logo', {
      needsAlt: false,
      hint: 'In the header and the footer. Without one they show the mark and the company name.',
    }),
    mark: imageField('Mark', {
      needsAlt: false,
      hint: 'Square, for small places: beside the name, and as the icon of browser tabs and phones.',
    }),
    link_preview: imageField('Link preview', {
      needsAlt: false,
      hint: 'Shown with shared links, 1,200 by 630 pixels. Drawn from mark and greeting, if empty.',
    }),
    colour: textField('Your colour', {
      max: 30,
      format: 'colour',
      hint: 'Buttons, links and covers follow it. Without one the site wears the colours that it came with.',
    }),
    second_colour: textField('Second colour', { max: 30, format: 'colour', hint: 'Used sparingly, for highlights.' }),
    motif: choiceField('Covers', coverMotifLabels),
    headline_font: choiceField('Headlines', nameFonts(fontFamilies)),
    text_font: choiceField('Text', nameFonts(textFontFamilies)),
  },
  language: {
    language: codeField('Language of the words', 'language', { hint: 'For browsers and search engines.' }),
    locale: codeField('Dates and numbers', 'locale'),
    time_zone: codeField('Time zone', 'time_zone'),
    currency: codeField('Currency', 'currency'),
  },
  tax: {
    prices_include_tax: switchField('Prices include tax', { hint: 'Off: tax comes on top of them at checkout.' }),
    label: textField('What the tax is called', {
      max: 20,
      hint: 'Such as MVA, VAT or GST. Said beside prices, if filled in.',
    }),
    rate: numberField('Rate', { min: 0, max: 100, unit: '%', hint: 'Said beside prices. Stripe works out its own.' }),
    charges_rate: switchField('Charge this rate', {
      hint: 'As a line of every invoice, wherever the buyer is. Not used while Stripe works the tax out.',
    }),
    is_automatic: switchField('Stripe works the tax out', {
      hint: 'By the address of the buyer. Needs Stripe Tax, and where you are registered, in your Stripe account.',
    }),
    asks_tax_number: switchField('Ask companies for their tax number', {
      hint: 'At checkout, with the name of the company. Both stand on their invoices.',
    }),
  },
  mail: {
    salutation: textField('Email greeting', { max: 40, required: true, hint: 'Before the name: ‘Hello Sam,’.' }),
    signature: textField('Signature', { max: 200, rows: 2 }),
    sender_name: textField('Sender', { max: 60, hint: 'The company name, if empty.' }),
  },
  search: {
    description: textField('Description', {
      max: 300,
      rows: 3,
      hint: 'Of the home page and the feeds, in search results.',
    }),
    blog_introduction: textField('Introduction of the blog', {
      max: 200,
      rows: 2,
      hint: 'Below its heading.',
    }),
    blog_description: textField('Description of the blog', {
      max: 300,
      rows: 3,
      hint: 'In search results. Names the company, if empty.',
    }),
    google_verification: textField('Google verification', { max: 120, hint: 'The content of Google’s meta tag.' }),
    bing_verification: textField('Bing verification', { max: 120, hint: 'The content of Bing’s meta tag.' }),
    is_listed: switchField('Search engines may list this site'),
    has_texts: switchField('Pages as plain text', {
      hint: 'Posts, pages and public documents also as Markdown, such as /about.md, and a list of them at /llms.txt: for AI assistants and other programs.',
      isOnAtFirst: true,
    }),
    general_documents: choiceField('Documents without a product', documentReaderWords, {
      hint: 'Who can read them. Each product has a choice of its own.',
    }),
  },
  features: Object.fromEntries(
    featureNames.map((name) => [
      name,
      switchField(featureWords[name].label, { hint: featureWords[name].hint, isOnAtFirst: true }),
    ]),
  ) as Record<Feature, SwitchField>,
} satisfies Record<string, Fields>;

export type SettingsGroup = keyof typeof settingsGroups;
export type SiteSettings = { [Group in SettingsGroup]: FieldValues<(typeof settingsGroups)[Group]> };

/** Stored settings as today's code reads them: also those that an earlier version has stored. */
export function completeSettings(stored: Readonly<Record<string, unknown>>): SiteSettings {
  const entries = Object.entries(settingsGroups).map(([group, fields]) => [
    group,
    completeValues(fields, (stored[group] ?? {}) as Record<string, unknown>),
  ]);
  return Object.fromEntries(entries) as SiteSettings;
}

const groups = Object.entries(settingsGroups) as [SettingsGroup, Fields][];

/** What keeps settings from being published; paths as in 'company.name'. */
export const listSettingsFaults = (settings: SiteSettings): FieldFault[] =>
  groups.flatMap(([group, fields]) =>
    listFieldFaults(fields, settings[group]).map(({ path, message }) => ({ path: `${group}.${path}`, message })),
  );

/** What was changed, in the order of the screen. */
export const listSettingsChanges = (before: SiteSettings, after: SiteSettings): FieldChange[] =>
  groups.flatMap(([group, fields]) => listFieldChanges(fields, before[group], after[group]));

/** The features that are switched off. */
export const listOffFeatures = ({ features: switches }: SiteSettings): Feature[] =>
  featureNames.filter((name) => !switches[name]);

/** What server and browser format and name things with. */
export const toSiteFacts = (settings: SiteSettings, shelf: string): SiteFacts => ({
  ...toFacts(settings, listOffFeatures(settings)),
  shelf,
});

const toFacts = (
  { company, brand, language, mail }: SiteSettings,
  off: readonly Feature[],
): Omit<SiteFacts, 'shelf'> => ({
  ...(off.length > 0 && { off }),
  ...(brand.motif !== defaultCoverMotif && { motif: brand.motif }),
  company: company.name,
  email: company.email,
  phone: company.phone,
  salutation: mail.salutation,
  language: language.language,
  locale: language.locale,
  timeZone: language.time_zone,
  currency: language.currency,
});
