import { expect, it } from 'vitest';
import { GENMATE_APP_URL } from '#db/seed/site/products.ts';
import { demoNavigation } from '#db/seed/site/navigation.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { companyMark } from '#src/config/site.ts';
import { hasExampleDetails } from '#src/features/overview/example-company.ts';

const company = { ...demoSettings.company, socials: demoNavigation.socials, appUrls: [GENMATE_APP_URL] };

const OWN = {
  name: 'Inkworks',
  email: 'hello@inkworks.co.nz',
  mark: { description: 'a drop of ink' },
  appUrls: ['https://app.inkworks.co.nz/start'],
  socials: [{ url: 'https://www.linkedin.com/company/inkworks' }],
};

it('the company of the example has example details, and a company of its own has none', () => {
  expect([hasExampleDetails({ ...company, mark: companyMark }), hasExampleDetails(OWN)]).toEqual([true, false]);
});

it.each([
  ['name', { name: company.name }],
  ['mark', { mark: companyMark }],
  ['email address', { email: company.email }],
  ['address of the app', { appUrls: company.appUrls }],
  ['account of a social network', { socials: [...OWN.socials, { url: 'https://mastodon.example/@mateworks' }] }],
])('one example detail is enough: the %s', (_name, example) => {
  expect(hasExampleDetails({ ...OWN, ...example })).toBe(true);
});
