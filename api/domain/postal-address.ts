import { formatAddress } from 'localized-address-format';
import type { PostalAddress } from './invoice-tax.ts';
import { getCountryName } from './placeholders.ts';

type CompanyAddress = { street: string; postcode: string; city: string; country: string };

/** The address of the company in the order of its country: '1070 Wien', 'Wellington 6011'. `language`: of the country's name. */
export const listCompanyAddress = ({ street, postcode, city, country }: CompanyAddress, language: string): string[] =>
  listAddressLines(
    { line1: street, line2: '', city, state: '', postalCode: postcode, country },
    { countryIn: language },
  );

/** The lines of an address in the order of its country (two letters); its name comes last, where a language is given. */
export function listAddressLines(
  { line1, line2, city, state, postalCode, country }: PostalAddress,
  { countryIn }: { countryIn: string | null },
): string[] {
  const streets = [line1, line2].filter(Boolean);
  const lines = formatAddress(
    { postalCountry: country, addressLines: streets, locality: city, administrativeArea: state, postalCode },
    'latin',
  ).filter(Boolean);
  // The library's format of a country may lack a part, such as the city of a Japanese address or the postcode of an unknown country.
  const text = lines.join('\n').toLowerCase();
  const isWhole = [city, state, postalCode].every((part) => text.includes(part.toLowerCase()));
  const inOrder = isWhole ? lines : [...streets, [postalCode, city].filter(Boolean).join(' '), state].filter(Boolean);
  const name = countryIn === null || country === '' ? '' : getCountryName(country, countryIn);
  return name === '' ? inOrder : [...inOrder, name];
}
