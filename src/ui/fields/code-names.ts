import { offeredCurrencies } from '#api/domain/currencies.ts';
import type { CodeField } from '#api/domain/fields.ts';
import { formatPrice } from '#api/domain/money.ts';
import { formatNumberIn } from '#api/domain/numbers.ts';
import { listTimeZones } from '#api/domain/time-zones.ts';
import { formatClock, formatDateExample } from '#src/lib/format/dates.ts';

type Kind = CodeField['of'];
export type CodeOption = { value: string; label: string };

/** Locales beside the main one of each language: `Intl` has names for all and a list of none. */
const MORE_LOCALES = Object.entries({
  de: ['AT', 'CH'],
  en: ['AU', 'CA', 'GB', 'IE', 'IN', 'NO', 'NZ', 'SG', 'ZA'],
  es: ['AR', 'CL', 'CO', 'MX'],
  fr: ['BE', 'CA', 'CH'],
  it: ['CH'],
  nl: ['BE'],
  pt: ['PT'],
  sv: ['FI'],
  zh: ['HK', 'TW'],
}).flatMap(([language, regions]) => regions.map((region) => `${language}-${region}`));
/** Regions that are no countries: unions, reserved codes and those for tests. */
const NO_COUNTRIES = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']);
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const listPairs = () => LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

const createNames = (type: Intl.DisplayNamesType) =>
  new Intl.DisplayNames('en', { type, fallback: 'none', languageDisplay: 'standard' });

/** Two letters that name one today: `Intl` also knows names of codes that have been replaced. */
function listCountries(): string[] {
  return listPairs()
    .map((pair) => pair.toUpperCase())
    .filter((code) => !NO_COUNTRIES.has(code) && new Intl.Locale(`und-${code}`).region === code);
}

const listLanguages = () =>
  listPairs().filter(
    (code) => new Intl.Locale(code).language === code && Intl.PluralRules.supportedLocalesOf(code).length > 0,
  );

/** Each language with the country in which most speak it, and further ones. */
function listLocales(): string[] {
  const main = listLanguages().map((code) => {
    const { language, region } = new Intl.Locale(code).maximize();
    return region ? `${language}-${region}` : language;
  });
  return [...new Set([...main, ...MORE_LOCALES])];
}

const lists: Record<Kind, () => string[]> = {
  country: listCountries,
  currency: () => [...offeredCurrencies],
  language: () => [...listLanguages(), ...MORE_LOCALES],
  locale: listLocales,
  time_zone: listTimeZones,
};

const names: Record<Kind, () => (code: string) => string | undefined> = {
  country: () => readNames('region'),
  currency: () => {
    const find = readNames('currency');
    return (code) => `${find(code) ?? code} (${code})`;
  },
  language: () => readNames('language'),
  locale: () => readNames('language'),
  time_zone: () => (code) => code.replaceAll('_', ' '),
};

function readNames(type: Intl.DisplayNamesType) {
  const all = createNames(type);
  return (code: string) => all.of(code);
}

const loaded = new Map<Kind, CodeOption[]>();

/** All codes of a kind with their names, by name. A code that is in use stays, also where no name is known. */
export function listCodes(kind: Kind, current: string): CodeOption[] {
  const options = loaded.get(kind) ?? createOptions(kind);
  loaded.set(kind, options);
  if (options.some(({ value }) => value === current)) return options;
  return [{ value: current, label: current === '' ? 'Choose...' : (findName(kind, current) ?? current) }, ...options];
}

function createOptions(kind: Kind): CodeOption[] {
  const findLabel = names[kind]();
  return lists[kind]()
    .flatMap((value) => {
      const label = findLabel(value);
      return label ? [{ value, label }] : [];
    })
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
}

function findName(kind: Kind, code: string): string | undefined {
  try {
    return names[kind]()(code);
  } catch {
    return undefined;
  }
}

const EXAMPLE_AMOUNT = 1_234.5;

/** How something looks that is written with a code; null where the code says nothing that can be shown, or is unknown. */
export function formatCodeExample(kind: Kind, code: string, now: number): string | null {
  try {
    switch (kind) {
      case 'locale':
        return `${formatDateExample(code)} and ${formatNumberIn(code, EXAMPLE_AMOUNT)}`;
      case 'currency':
        return formatPrice(EXAMPLE_AMOUNT, code);
      case 'time_zone':
        return formatClock(new Date(now).toISOString(), code);
      default:
        return null;
    }
  } catch {
    return null;
  }
}
