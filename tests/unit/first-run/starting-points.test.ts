import { describe, expect, it } from 'vitest';
import { findCountryDefaults, guessCountry, knownCountries } from '#api/domain/countries.ts';
import { isKnownCode } from '#api/domain/fields.ts';
import {
  createFirstRunDefaults,
  findFirstRunQuestion,
  type FirstRunAnswers,
  firstRunFields,
  listFirstRunFaults,
  type StartingPoint,
  startingPoints,
} from '#api/domain/first-run.ts';
import { fillPlaceholders, toPlaceholderValues } from '#api/domain/placeholders.ts';
import { listNavigationFaults } from '#api/domain/site-navigation.ts';
import { listPageFaults } from '#api/domain/site-pages.ts';
import { listProductFaults } from '#api/domain/site-products.ts';
import { listSettingsFaults } from '#api/domain/site-settings.ts';
import { createSiteContent } from '#db/queries/site-content.ts';
import { createStartingParts } from '#db/seed/site/starting-points/index.ts';
import { TIDEWORKS } from '../../support/app/new-site.ts';

const TODAY = '2026-11-26';
const starts = Object.keys(startingPoints) as StartingPoint[];
const sizes = [0, 1, 3];
const cases = starts.flatMap((start) => sizes.map((count) => [start, count] as const));
const withStart = (start: StartingPoint, count: number): FirstRunAnswers => ({
  ...TIDEWORKS,
  starting_point: start,
  products: TIDEWORKS.products.slice(0, count),
});
/** Pages and files of the code that a starting point links to. */
const CODE_PATHS = new Set(['/blogs', '/product-documents', '/rss.xml']);

describe.each(cases)('the starting point %s with %i products', (start, count) => {
  const parts = createStartingParts(withStart(start, count), { today: TODAY });
  const addresses = parts.pages.map(({ address }) => address);
  const findLinkFault = (path: string) => (addresses.includes(path) || CODE_PATHS.has(path) ? null : `No ${path}`);

  it('has nothing that would keep it from being published', () => {
    expect(listSettingsFaults(parts.settings)).toEqual([]);
    expect(listNavigationFaults(parts.navigation, findLinkFault)).toEqual([]);
    for (const page of parts.pages) {
      const otherAddresses = addresses.filter((address) => address !== page.address);
      expect(listPageFaults(page, { otherAddresses, findLinkFault })).toEqual([]);
    }
    for (const product of parts.products)
      expect(listProductFaults(product, { otherNames: [], soldPlans: [], isDocumented: false, findLinkFault })).toEqual(
        [],
      );
  });

  it('has all of its braces filled in, and no word of the demo', () => {
    const content = createSiteContent({ ...parts, plans: [] });
    const text = JSON.stringify([content.settings, content.navigation, content.products, [...content.pages.values()]]);
    const shown = fillPlaceholders(text, toPlaceholderValues(content));
    expect(shown).not.toMatch(/\{[a-z]+(: ?[a-z_]+)?\}/);
    expect(shown).not.toMatch(/mateworks|genmate|taxmate|chatmate|zealand|aotearoa|koru|kia ora|wellington|aroha/i);
  });

  it('has a home page, the pages of the company, and one for each of several products', () => {
    expect(addresses).toContain('/');
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(parts.pages).toHaveLength(5 + (start === 'products' ? count : 0));
  });
});

describe('a starting point', () => {
  it('gives products other addresses than those that the site itself uses', () => {
    const products = ['Terms', 'Login', 'Blog', '42', '日本'].map((name) => ({ name, tagline: '' }));
    const { pages } = createStartingParts({ ...TIDEWORKS, products }, { today: TODAY });
    const addresses = pages.map(({ address }) => address);
    for (const page of pages) {
      const otherAddresses = addresses.filter((address) => address !== page.address);
      expect(listPageFaults(page, { otherAddresses })).toEqual([]);
    }
  });

  it('leaves out a product without a name, and numbers the others behind those that there are', () => {
    const products = [{ name: ' ', tagline: 'x' }, ...TIDEWORKS.products];
    const parts = createStartingParts({ ...TIDEWORKS, products }, { today: TODAY, lastProductId: 7 });
    expect(parts.products.map(({ product_id, name }) => [product_id, name])).toEqual([
      [8, 'Logbook'],
      [9, 'Harbourmaster'],
      [10, 'Tidal'],
    ]);
  });
});

describe('the answers of someone who skips all', () => {
  it.each([
    ['https://www.tideworks.example', 'Tideworks', 'hello@tideworks.example'],
    ['https://tideworks.example', 'Tideworks', 'hello@tideworks.example'],
    ['http://localhost:4321', 'New site', 'owner@firm.example'],
    ['http://127.0.0.1:4321', 'New site', 'owner@firm.example'],
  ])('at %s can be published', (url, name, email) => {
    const answers = createFirstRunDefaults(url, 'owner@firm.example');
    expect(answers).toMatchObject({ name, email });
    expect(listFirstRunFaults(answers)).toEqual([]);
  });

  it('belong to a question each', () => {
    for (const name of Object.keys(firstRunFields)) expect(findFirstRunQuestion(name)).toBeDefined();
    expect(findFirstRunQuestion('products.0.name')).toBe('offer');
  });
});

describe('the countries', () => {
  it.each(knownCountries.map((code) => [code]))('%s has codes that can be used', (code) => {
    const known = findCountryDefaults(code);
    expect(isKnownCode('country', code)).toBe(true);
    expect(isKnownCode('currency', known?.currency ?? '')).toBe(true);
    expect(isKnownCode('locale', known?.locale ?? '')).toBe(true);
    expect(isKnownCode('time_zone', known?.timeZone ?? '')).toBe(true);
  });

  it('have all of the EU and the EEA', () => {
    const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
    expect(knownCountries).toEqual(expect.arrayContaining([...union, 'IS', 'LI', 'NO']));
  });

  it('are guessed by the clock first, and then by the language', () => {
    expect(guessCountry('Europe/Oslo', 'en-US')).toBe('NO');
    expect(guessCountry('America/Chicago', 'en-US')).toBe('US');
    expect(guessCountry('America/Bogota', 'es-CO')).toBeNull();
  });
});
