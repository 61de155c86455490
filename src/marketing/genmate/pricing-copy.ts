import { type GenmatePlanName, genmatePlans } from '#api/domain/catalogue.ts';
import { formatList } from '#api/domain/lists.ts';
import { formatCurrencyName } from '#api/domain/money.ts';
import { region } from '#api/domain/region.ts';
import { getSiteFacts } from '#api/domain/site-facts.ts';
import { toMailtoUrl } from '#src/lib/contact-links.ts';

const listNames = (isFree: boolean) =>
  formatList(genmatePlans.filter(({ price }) => (price === 0) === isFree).map(({ planName }) => planName));

export const pricing = {
  title: 'GenMate pricing',
  description: `GenMate plans compared: ${listNames(false)} by the month, and ${listNames(true)} for free. No setup fees, cancel anytime, 30-day money back.`,
  heading: 'Pay for how much you write.',
  claims: [
    { name: 'No setup fees', text: 'The plan price is all you pay.' },
    { name: 'Cancel anytime', text: 'Your plan runs to the end of the period you paid for.' },
    { name: '30-day money back', text: 'On every paid plan. Email us and we’ll refund you.' },
  ],
  nav: [
    { label: 'Plans', href: '#pricing' },
    { label: 'Compare', href: '#compare' },
    { label: 'Starter', href: '#starter' },
    { label: 'Questions', href: '#questions' },
    { label: 'Custom', href: '#custom' },
  ],
} as const;

/** For whom each plan is; prices and limits come from the catalogue. */
export const planAudience: Readonly<Record<GenmatePlanName, string>> = {
  Starter: 'Enough to take one short piece from outline to export, and see if this way of writing suits you.',
  Creator: 'For one book at a time, or a piece every few days.',
  Pro: 'For people who write for a living, about a chapter a day.',
  Studio: 'For teams, schools and publishers with several projects on the go.',
};

export const getPricingFaq = () => [
  {
    question: 'Do I need an invitation?',
    answer:
      'For Starter, yes: join the waiting list and we’ll email you one. A paid plan is ready as soon as the payment goes through.',
  },
  {
    question: 'What is a generation?',
    answer: 'One drafting request, up to your plan’s word limit: a chapter, several chapters or a whole short book.',
  },
  {
    question: 'Does an edit count as a generation?',
    answer: 'No. An edit does not count as a generation. Change your text as often as you like.',
  },
  {
    question: 'What happens when I upgrade?',
    answer: 'Upgrades are immediate. You get the larger allowance as soon as the payment goes through.',
  },
  {
    question: 'What happens when I downgrade?',
    answer: 'Downgrades apply at the next billing cycle. Until then you keep everything in the larger plan.',
  },
  {
    question: 'How does the 30-day money back work?',
    answer: 'If a paid plan isn’t right for you, email us within 30 days of your first payment and we’ll refund it.',
  },
  {
    question: 'Can I cancel?',
    answer:
      'Yes, anytime, without contacting us. Your plan runs to the end of the period you’ve paid for and doesn’t renew.',
  },
  {
    question: 'What happens to my work if I leave?',
    answer: 'It stays yours. Export your projects to EPUB, PDF or HTML before or after you cancel.',
  },
  {
    question: 'How do I pay?',
    answer: 'By card, on the secure page of Stripe, our payment processor. We never see your full card number.',
  },
  {
    question: 'What currency are the prices in?',
    answer: `In ${formatCurrencyName(region.currency)}, per month. Your bank may show the amount in your own currency.`,
  },
];

export const getEnterpriseMail = () =>
  toMailtoUrl('A custom GenMate plan', [
    `Hello ${getSiteFacts().company},`,
    '',
    'We would like to talk about a custom plan for GenMate.',
    '',
    'Organisation:',
    'Number of writers:',
    'What we would like to write:',
    '',
    'Thank you.',
  ]);

export const getDemoMail = () =>
  toMailtoUrl('Request a GenMate demo', [
    `Hello ${getSiteFacts().company},`,
    '',
    'We’d like a demo of GenMate. These times suit us (including time zone):',
    '',
    '1.',
    '2.',
    '',
    'What we would most like to see:',
    '',
    'Thank you.',
  ]);
