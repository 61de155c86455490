import * as palette from '#api/domain/palette.ts';

/** The company, in one place; its language, locale, time zone and currency are in `api/domain/region.ts`. After an edit, `npm run assets` draws the icons, the link-preview image and the film again. */
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
  /** The country as the pages name it: 'From Aotearoa New Zealand'. */
  origin: 'Aotearoa New Zealand',
  /** Months of the two milestones. */
  founded: '2024-07',
  earlyAccess: '2025-08',
  /** The team page introduces them in this order. */
  people: [
    { name: 'Aroha Ngata', role: 'Founder' },
    { name: 'Tom Whitaker', role: 'Founder' },
    { name: 'Mei Lin Chen', role: 'Writer' },
    { name: 'Sione Taufa', role: 'Writer' },
  ],
  /** Where 'start free' leads: the content-generation product itself. */
  genmateAppUrl: 'https://genmate.mateworks.example/start',
  socials: [
    { name: 'LinkedIn', url: 'https://www.linkedin.com/company/mateworks-example' },
    { name: 'Mastodon', url: 'https://mastodon.example/@mateworks' },
  ],
} as const;

/** The symbol on a stone of the given tint, as SVG on a grid of 32; `dark` is the icon of dark browsers. Apart from the facts, which browsers load. */
export const companyMark = {
  description: 'a green stone with a folded M',
  tint: palette.pounamu,
  symbol: `<path d="M7.5 24V9.5L16 18v6z" fill="${palette.chalk}"/><path d="M24.5 24V9.5L16 18v6z" fill="${palette.celadon}"/>`,
  dark: {
    tint: palette.pounamuDark,
    symbol: `<path d="M7.5 24V9.5L16 18v6z" fill="${palette.onPounamuDark}"/><path d="M24.5 24V9.5L16 18v6z" fill="#1f6b54"/>`,
  },
} as const;
