import { region } from '#api/domain/region.ts';
import { getCompany } from '#src/lib/company.ts';
import { paths } from '#src/lib/paths.ts';
import { getSite } from '#src/lib/site.ts';

/** The company and its site, as search engines read them. */
export function createOrganizationJsonLd(origin: URL | undefined): Record<string, unknown>[] {
  const home = new URL(paths.home, origin).href;
  const company = getCompany();
  const { street, city, postcode, country } = company;
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: company.name,
      legalName: company.legal_name,
      url: home,
      email: company.email,
      telephone: company.phone || undefined,
      foundingDate: company.founded || undefined,
      address: {
        '@type': 'PostalAddress',
        streetAddress: street || undefined,
        addressLocality: city || undefined,
        postalCode: postcode || undefined,
        addressCountry: country || undefined,
      },
      sameAs: getSite().navigation.socials.map((social) => social.url),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: company.name,
      url: home,
      inLanguage: region.language,
    },
  ];
}
