import { company } from '#src/config/site.ts';
import { toMailtoUrl } from '#src/lib/contact-links.ts';

export const pricing = {
  title: 'GenMate pricing',
  description:
    'GenMate plans compared: Creator, Pro and Studio by the month, and Starter for free. No setup fees, cancel anytime, 30-day money back.',
  heading: 'Pay for how much you write.',
  claims: [
    { name: 'No setup fees', text: 'The price of the plan is the whole price.' },
    { name: 'Cancel anytime', text: 'Your plan runs to the end of the period you paid for.' },
    { name: '30-day money back', text: 'On every paid plan. Write to us and we return it.' },
  ],
  nav: [
    { label: 'Plans', href: '#pricing' },
    { label: 'Compare', href: '#compare' },
    { label: 'Starter', href: '#starter' },
    { label: 'Questions', href: '#questions' },
    { label: 'Custom', href: '#custom' },
  ],
} as const;

/** For whom each paid plan is; prices and limits come from the catalogue. */
export const planAudience: Readonly<Record<string, string>> = {
  Creator: 'For one book at a time, or a piece every few days.',
  Pro: 'For people who write for a living, about a chapter a day.',
  Studio: 'For teams, schools and publishers with several works in hand.',
};

export const pricingFaq = [
  {
    question: 'What is a generation?',
    answer:
      'One request to draft, up to the number of words your plan allows: a chapter, several chapters, or a whole short book.',
  },
  {
    question: 'Does an edit count as a generation?',
    answer: 'No. An edit does not count as a generation. Change your text as often as you like.',
  },
  {
    question: 'What happens when I upgrade?',
    answer: 'Upgrades are immediate. The larger allowance is yours as soon as the payment has gone through.',
  },
  {
    question: 'What happens when I downgrade?',
    answer: 'Downgrades apply at the next billing cycle. Until then you keep everything the larger plan gives you.',
  },
  {
    question: 'How does the 30-day money back work?',
    answer:
      'If a paid plan is not right for you, write to us within 30 days of your first payment for it and we refund that payment.',
  },
  {
    question: 'Can I cancel?',
    answer:
      'Anytime, and without asking us. The plan then runs to the end of the period you paid for and does not renew.',
  },
  {
    question: 'What happens to my work if I leave?',
    answer: 'It stays yours. Export your projects to EPUB, PDF or HTML before or after you cancel.',
  },
  {
    question: 'In which currency are the prices?',
    answer: 'In US dollars, per month. Your bank may show the amount in your own currency.',
  },
];

export const enterpriseMail = toMailtoUrl('A custom GenMate plan', [
  `Hello ${company.name},`,
  '',
  'We would like to talk about a custom plan for GenMate.',
  '',
  'Organisation:',
  'How many people would write with it:',
  'What we would like to write:',
  '',
  'Thank you.',
]);

export const demoMail = toMailtoUrl('Request a GenMate demo', [
  `Hello ${company.name},`,
  '',
  'Please show us GenMate. These times would suit us (with our time zone):',
  '',
  '1.',
  '2.',
  '',
  'What we would most like to see:',
  '',
  'Thank you.',
]);
