/** The company, in one place: renaming it is one edit of this file. */
export const company = {
  name: 'Mateworks',
  legalName: 'Mateworks Limited',
  tagline: 'Make your money work better for you.',
  greeting: 'We make tools for Creators, Doers, and Thinkers',
  description:
    'Mateworks makes calm, exact tools for creators, doers and thinkers: long-form writing, tax, publishing and chat, from Aotearoa New Zealand.',
  email: 'support@mateworks.example',
  phone: '+64 4 555 0100',
  address: { street: '12 Harbour Steps', city: 'Wellington', postcode: '6011', country: 'New Zealand' },
  locale: 'en-NZ',
  timeZone: 'Pacific/Auckland',
  founded: '2024-07',
  /** Where 'start free' leads: the content-generation product itself. */
  genmateAppUrl: 'https://genmate.mateworks.example/start',
  socials: [
    { name: 'LinkedIn', url: 'https://www.linkedin.com/company/mateworks-example' },
    { name: 'Mastodon', url: 'https://mastodon.example/@mateworks' },
  ],
} as const;
