import type { SiteSettings } from '#api/domain/site-settings.ts';

/** The demo's company. */
export const demoSettings: SiteSettings = {
  company: {
    name: 'Mateworks',
    legal_name: 'Mateworks Limited',
    tagline: 'Make your money work better for you.',
    greeting: 'We make tools for Creators, Doers, and Thinkers',
    registration_number: '',
    tax_number: '',
    email: 'support@mateworks.example',
    phone: '+64 4 555 0100',
    street: '12 Harbour Steps',
    postcode: '6011',
    city: 'Wellington',
    country: 'NZ',
    origin: 'Aotearoa New Zealand',
    founded: '2024-07',
  },
  brand: {
    logo: null,
    mark: null,
    link_preview: null,
    colour: '',
    second_colour: '',
    motif: 'hills',
    headline_font: 'fraunces',
    text_font: 'inter',
  },
  language: { language: 'en', locale: 'en-NZ', time_zone: 'Pacific/Auckland', currency: 'USD' },
  tax: {
    prices_include_tax: false,
    label: '',
    rate: null,
    is_automatic: false,
    asks_tax_number: false,
    charges_rate: false,
  },
  mail: { salutation: 'Kia ora', signature: '', sender_name: '' },
  search: {
    description:
      'Mateworks makes calm, exact tools for creators, doers and thinkers: long-form writing, tax, publishing and chat, from Aotearoa New Zealand.',
    blog_introduction: 'What we’re learning about writing, money, teaching and making software.',
    blog_description:
      'The {company} blog: writing long-form work, keeping money simple, teaching, and how we build our tools.',
    google_verification: '',
    bing_verification: '',
    is_listed: true,
    has_texts: true,
    general_documents: 'users',
  },
  features: { waiting_lists: true, subscriptions: true, documentation: true, openshelf: true },
};
