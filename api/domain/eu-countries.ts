/** Members of the European Union, whose sellers may report what they sell to consumers of the others in one return (OSS). */
const euCountries: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

export const isInEu = (country: string): boolean => euCountries.has(country.toUpperCase());
