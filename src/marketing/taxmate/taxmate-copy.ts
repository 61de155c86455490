import { TAXMATE_PRICE_USD } from '#api/domain/catalogue.ts';
import { company } from '#src/config/site.ts';
import { formatPrice } from '#src/lib/format/date-and-price.ts';
import { paths } from '#src/lib/paths.ts';

export const taxmatePrice = formatPrice(TAXMATE_PRICE_USD);

export const taxmateHome = {
  title: 'TaxMate, tax without the dread',
  description: `TaxMate keeps income, expenses, receipts and due dates in one calm place. ${taxmatePrice} per month, cancel any month or request a refund.`,
  heading: 'Tax, done a little at a time.',
  lead: 'TaxMate is tax management for people who would rather be doing something else. Put things in as they happen; when the return is due, the work is already done.',
  overview: {
    title: 'One quiet place for the year’s money',
    lead: 'Most tax trouble is not arithmetic. It is a receipt in a glovebox, an invoice in an inbox, and a date that went past. TaxMate takes those three one by one.',
    parts: [
      {
        name: 'Records',
        text: 'Income and expenses go in as they happen, each with its date, amount, category and the receipt it came from.',
      },
      {
        name: 'Dates',
        text: 'Your own calendar of what is due and when, worked out from how you file. A reminder before, not a penalty after.',
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
        text: 'No total stands alone. Choose any number and see the entries and receipts it is made of, down to the cent.',
      },
      {
        name: 'It says what it does not know',
        text: 'When an entry could be treated two ways, TaxMate asks, or tells you it is a question for an accountant. It never guesses in silence.',
      },
      {
        name: 'Your accountant will thank you',
        text: 'Share the year as a tidy file instead of a box. You can go on working with the person you already trust.',
      },
      {
        name: 'Your records stay yours',
        text: 'Take everything with you whenever you like, in open formats. Leaving is as simple as joining.',
      },
    ],
  },
  specs: {
    title: 'The details, plainly',
    rows: [
      ['Works in', 'Current versions of Chrome, Edge, Firefox and Safari, on a computer, tablet or phone'],
      ['Made for', 'Sole traders, contractors and households in New Zealand'],
      ['Tax year', '1 April to 31 March'],
      ['Money', 'New Zealand dollars, kept to the cent'],
      ['Receipts', 'Photos (JPEG, PNG) and PDF files, kept with their entry'],
      ['Takes out', 'CSV for spreadsheets, PDF for people'],
      ['Sign-in', 'Your e-mail address and a one-time code. There is no password to lose'],
      ['Releases', 'Normal by default; Alpha and Beta for power users'],
      [
        'What it is not',
        'A tax agent or an adviser. You check the figures and file the return, or your accountant does',
      ],
    ],
  },
  subscribe: {
    title: 'One price, no small print',
    text: 'Everything in TaxMate, for one person’s tax. Cancel any month, or request a refund: write to us and a person answers.',
  },
} as const;

export const programLevels = [
  {
    name: 'Alpha',
    rhythm: 'Early',
    text: 'New work as soon as it runs. You see ideas first and shape them most.',
    gets: 'Features while they are being made',
    expect: 'Rough edges, and things that change from one week to the next',
    suits: 'People who enjoy finding faults and telling us',
    habit: 'Keep your own copy of anything important',
  },
  {
    name: 'Beta',
    rhythm: 'Tested',
    text: 'Features that are complete and have passed our own tests, a while before everyone has them.',
    gets: 'Finished features ahead of their release',
    expect: 'The occasional surprise, fixed quickly',
    suits: 'Careful people who like to be a step ahead',
    habit: 'A monthly export is a good habit',
  },
  {
    name: 'Normal',
    rhythm: 'Stable',
    text: 'What we would hand to our own families. Every account starts here.',
    gets: 'Features when Alpha and Beta have settled them',
    expect: 'Quiet. Changes are announced and documented',
    suits: 'Everyone with a return to file',
    habit: 'Nothing special to do',
  },
] as const;

export const subscribeMail = {
  subject: 'I would like to subscribe to TaxMate',
  lines: [
    `Hello ${company.name},`,
    '',
    `I would like to subscribe to TaxMate at ${taxmatePrice} per month.`,
    '',
    'My name:',
    'I file as (sole trader, contractor, household):',
    'Release I would like (Normal, Beta or Alpha):',
    '',
    'Thank you.',
  ],
} as const;

export const subscribeSteps = [
  {
    name: 'Write to us',
    text: 'The button opens a message that is already written. Add your name and how you file, and send it.',
  },
  {
    name: 'We set you up',
    text: 'A person replies within one business day with how to pay and how to sign in. Nothing is charged before that.',
  },
  {
    name: 'Put in your first month',
    text: 'Start with what is on your desk. Last month’s bank statement and a handful of receipts are enough to see how it works.',
  },
] as const;

export const subscribeBenefits = [
  'Records of income and expenses, with receipts',
  'Your calendar of due dates, with reminders',
  'Totals in the order your return asks for them',
  'Everything out again as CSV and PDF, at any time',
  'The power-user program: Alpha, Beta or Normal',
  'Answers from a person, by e-mail and by text',
] as const;

export const taxmateFaq = [
  {
    question: 'Can I cancel?',
    answer:
      'Yes, any month, without giving a reason. You keep TaxMate until the end of the month that you have paid for, and your records can be taken out before you go.',
  },
  {
    question: 'Can I have my money back?',
    answer:
      'If TaxMate is not right for you, request a refund by e-mail. Tell us what went wrong if you can; it helps.',
  },
  {
    question: 'Is the price the same for Alpha, Beta and Normal?',
    answer: `Yes. The levels are about when new work reaches you, not about what you pay. It is ${taxmatePrice} per month on all three.`,
  },
  {
    question: 'Does TaxMate file my return for me?',
    answer:
      'No. It prepares the figures and shows where each of them comes from. You, or your accountant, check them and file.',
  },
];

export const taxmateMenu = [
  { label: 'TaxMate', href: paths.taxmate },
  { label: 'Packages', href: paths.comparePackages },
  { label: 'Subscribe', href: paths.subscribe },
] as const;
