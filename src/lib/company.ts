import { getCountryName } from '#api/domain/placeholders.ts';
import { listCompanyAddress } from '#api/domain/postal-address.ts';
import { region } from '#api/domain/region.ts';
import { getSite } from './site.ts';

/** The company for pages that are rendered. */
export function getCompany() {
  const { company } = getSite().settings;
  return { ...company, country: getCountryName(company.country, region.language) };
}

/** '12 Harbour Steps, Wellington 6011, New Zealand', in the order of the country, without what is not filled in. */
export const formatPostalAddress = (): string => listAddress().join(', ');

/** The same, line by line. */
export const listAddress = (): string[] => listCompanyAddress(getSite().settings.company, region.language);
