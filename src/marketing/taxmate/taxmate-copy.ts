import { taxmatePlan } from '#api/domain/catalogue.ts';
import { formatPrice } from '#api/domain/money.ts';
import { paths } from '#src/lib/paths.ts';

export const getTaxmatePrice = () => formatPrice(taxmatePlan.price, taxmatePlan.currency);

export const taxmateHome = {
  title: 'TaxMate, tax without the dread',
  description:
    'TaxMate keeps income, expenses, receipts and due dates in one calm place. {price: TaxMate} per month, cancel any month or request a refund.',
  heading: 'Tax, done a little at a time.',
  lead: 'TaxMate is tax management for people who would rather be doing something else. Add things as they happen; when the return is due, the work is already done.',
  overview: {
    title: 'One quiet place for the year’s money',
    lead: 'Most tax trouble isn’t arithmetic. It’s a receipt in a glovebox, an invoice in an inbox and a missed date. TaxMate takes care of all three.',
    parts: [
      {
        name: 'Records',
        text: 'Add income and expenses as they happen, each with its date, amount, category and receipt.',
      },
      {
        name: 'Dates',
        text: 'Your own calendar of what’s due and when, based on how you file. A reminder before, not a penalty after.',
      },
      {
        name: 'Returns',
        text: 'The year’s totals, set out in the order the form asks for them, with the entries behind every figure.',
      },
    ],
  },
  why: {
    title: 'Why people who dislike tax like TaxMate',
    reasons: [
      {
        name: 'Every figure can be opened',
        text: 'Select any total to see the entries and receipts behind it, down to the cent.',
      },
      {
        name: 'It says when it doesn’t know',
        text: 'When an entry could be treated in two ways, TaxMate asks you, or says it’s a question for an accountant. It never guesses without telling you.',
      },
      {
        name: 'Your accountant will thank you',
        text: 'Share the year as one tidy file instead of a shoebox, and keep working with the accountant you trust.',
      },
      {
        name: 'Your records stay yours',
        text: 'Export everything whenever you like, in open formats. Leaving is as easy as joining.',
      },
    ],
  },
  specs: {
    title: 'The details',
    rows: [
      ['Works with', 'Current versions of Chrome, Edge, Firefox and Safari, on a computer, tablet or phone'],
      ['Made for', 'Sole traders, contractors and households in New Zealand'],
      ['Tax year', '1 April to 31 March'],
      ['Money', 'New Zealand dollars, kept to the cent'],
      ['Receipts', 'Photos (JPEG, PNG) and PDF files, kept with their entry'],
      ['Exports', 'CSV for spreadsheets, PDF for reading'],
      ['Sign-in', 'Your email address and a one-time code. There’s no password to lose'],
      ['Levels', 'Normal by default; Alpha and Beta for power users'],
      [
        'What it isn’t',
        'A tax agent or an adviser. You check the figures and file the return, or your accountant does',
      ],
    ],
  },
  subscribe: {
    title: 'One price, no small print',
    text: 'Everything in TaxMate, for one person’s tax. Cancel any month or request a refund.',
  },
} as const;

export const programLevels = [
  {
    name: 'Alpha',
    rhythm: 'Early',
    text: 'New features as soon as they run. You see ideas first and help shape them.',
    gets: 'Features while we’re still building them',
    expect: 'Rough edges, and things that change from one week to the next',
    suits: 'People who enjoy finding problems and reporting them',
    habit: 'Keep your own copy of anything important',
  },
  {
    name: 'Beta',
    rhythm: 'Tested',
    text: 'Finished features that have passed our tests, a little before everyone else gets them.',
    gets: 'Finished features ahead of their release',
    expect: 'The occasional surprise, fixed quickly',
    suits: 'Careful people who like to be a step ahead',
    habit: 'Export your records once a month',
  },
  {
    name: 'Normal',
    rhythm: 'Stable',
    text: 'What we’d give our own families. Every account starts here.',
    gets: 'Features once they’ve proved themselves in Alpha and Beta',
    expect: 'No surprises. Changes are announced and documented',
    suits: 'Anyone with a return to file',
    habit: 'Nothing special to do',
  },
] as const;

export const subscribeSteps = [
  {
    name: 'Sign in',
    text: 'Use your email address and the code we send to it. A first sign-in creates your account.',
  },
  {
    name: 'Pay by card',
    text: 'On a secure page. Your subscription starts straight away, and a receipt comes by email.',
  },
  {
    name: 'Add your first month',
    text: 'Start with what’s on your desk. Last month’s bank statement and a handful of receipts are enough to see how it works.',
  },
] as const;

export const subscribeBenefits = [
  'Records of income and expenses, with receipts',
  'Your calendar of due dates, with reminders',
  'Totals in the order your return asks for them',
  'Export everything as CSV and PDF at any time',
  'The power-user program: Alpha, Beta or Normal',
  'Help from a person, by email or text',
] as const;

export const taxmateFaq = [
  {
    question: 'Can I cancel?',
    answer:
      'Yes, in any month, without giving a reason. You keep TaxMate until the end of the month you’ve paid for, and you can export your records before you go.',
  },
  {
    question: 'Can I get my money back?',
    answer: 'If TaxMate isn’t right for you, request a refund by email. If you can, tell us what went wrong; it helps.',
  },
  {
    question: 'Is the price the same for Alpha, Beta and Normal?',
    answer: 'Yes. The level only changes when you get new features. All three cost {price: TaxMate} per month.',
  },
  {
    question: 'Does TaxMate file my return for me?',
    answer:
      'No. It prepares the figures and shows where each one comes from. You or your accountant check them and file.',
  },
];

export const taxmateMenu = [
  { label: 'TaxMate', href: paths.taxmate },
  { label: 'Packages', href: paths.comparePackages },
  { label: 'Subscribe', href: paths.subscribe },
] as const;
