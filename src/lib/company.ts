import { getCountryName } from '#api/domain/placeholders.ts';
import { region } from '#api/domain/region.ts';
import { getSite } from './site.ts';

/** The company for pages that are rendered. */
export function getCompany() {
  const { company } = getSite().settings;
  return { ...company, country: getCountryName(company.country, region.language) };
}

/** '12 Harbour Steps, Wellington 6011, New Zealand', without what is not filled in. */
export function formatPostalAddress({ street, city, postcode, country }: ReturnType<typeof getCompany>): string {
  return [street, [city, postcode].filter(Boolean).join(' '), country].filter(Boolean).join(', ');
}
