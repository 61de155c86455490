import { definePage, defineSection, paragraphs } from './define-page.ts';

const subscribe = { label: 'Subscribe', href: '/subscribe', look: 'primary' } as const;
const comparePackages = { label: 'Compare packages', href: '/compare-packages' } as const;

const levels = [
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
];

const questions = [
  {
    question: 'Can I cancel?',
    answer:
      'Yes, in any month, without giving a reason. You keep {product: taxmate} until the end of the month you’ve paid for, and you can export your records before you go.',
  },
  {
    question: 'Can I get my money back?',
    answer:
      'If {product: taxmate} isn’t right for you, request a refund by email. If you can, tell us what went wrong; it helps.',
  },
  {
    question: 'Is the price the same for Alpha, Beta and Normal?',
    answer: 'Yes. The level only changes when you get new features. All three cost {price: TaxMate} per month.',
  },
  {
    question: 'Does {product: taxmate} file my return for me?',
    answer:
      'No. It prepares the figures and shows where each one comes from. You or your accountant check them and file.',
  },
];

const home = definePage({
  title: '{product: taxmate}, tax without the dread',
  description:
    '{product: taxmate} keeps income, expenses, receipts and due dates in one calm place. {price: TaxMate} per month, cancel any month or request a refund.',
  address: '/taxmate/home',
  sections: [
    defineSection('hero', 'hero', {
      heading: 'Tax, done a little at a time.',
      lead: '{product: taxmate} is tax management for people who would rather be doing something else. Add things as they happen; when the return is due, the work is already done.',
      size: 'large',
      product_menu: 'taxmate',
      actions: [subscribe, { ...comparePackages, look: 'secondary' }],
      note: paragraphs('{price: TaxMate} per month. Cancel any month or request a refund.'),
      drawing: 'year',
    }),
    defineSection('feature_grid', 'overview', {
      title: 'One quiet place for the year’s money',
      lead: 'Most tax trouble isn’t arithmetic. It’s a receipt in a glovebox, an invoice in an inbox and a missed date. {product: taxmate} takes care of all three.',
      items: [
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
      layout: 'three_columns',
    }),
    defineSection('feature_grid', 'why-taxmate', {
      title: 'Why people who dislike tax like {product: taxmate}',
      items: [
        {
          name: 'Every figure can be opened',
          text: 'Select any total to see the entries and receipts behind it, down to the cent.',
        },
        {
          name: 'It says when it doesn’t know',
          text: 'When an entry could be treated in two ways, {product: taxmate} asks you, or says it’s a question for an accountant. It never guesses without telling you.',
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
      background: 'sunken',
    }),
    defineSection('feature_grid', 'tech-specs', {
      title: 'The details',
      items: [
        {
          name: 'Works with',
          text: 'Current versions of Chrome, Edge, Firefox and Safari, on a computer, tablet or phone',
        },
        { name: 'Made for', text: 'Sole traders, contractors and households in New Zealand' },
        { name: 'Tax year', text: '1 April to 31 March' },
        { name: 'Money', text: 'New Zealand dollars, kept to the cent' },
        { name: 'Receipts', text: 'Photos (JPEG, PNG) and PDF files, kept with their entry' },
        { name: 'Exports', text: 'CSV for spreadsheets, PDF for reading' },
        { name: 'Sign-in', text: 'Your email address and a one-time code. There’s no password to lose' },
        { name: 'Levels', text: 'Normal by default; Alpha and Beta for power users' },
        {
          name: 'What it isn’t',
          text: 'A tax agent or an adviser. You check the figures and file the return, or your accountant does',
        },
      ],
      layout: 'table',
    }),
    defineSection('steps', 'program', {
      title: 'The power-user program',
      lead: 'Choose how early you get new features. Everyone starts on Normal, and you can switch at any time.',
      items: levels.map(({ name, rhythm, text }) => ({ eyebrow: rhythm, name, text })),
      layout: 'line',
      links: [{ label: 'Compare the three levels side by side', href: '/compare-packages' }],
      spacing: 'narrow',
    }),
    defineSection('call_to_action', 'subscribe', {
      figure: '{price: TaxMate}',
      figure_note: 'per month, in {currency}',
      title: 'One price, no small print',
      text: 'Everything in {product: taxmate}, for one person’s tax. Cancel any month or request a refund.',
      actions: [subscribe, { ...comparePackages, look: 'link' }],
      background: 'deep',
    }),
    defineSection('questions', 'questions', { title: 'Questions', items: questions }),
  ],
});

const packages = definePage({
  title: 'Compare {product: taxmate} packages',
  description:
    'Compare {product: taxmate}’s Alpha, Beta and Normal releases: early, tested or stable, all at {price: TaxMate} per month.',
  address: '/compare-packages',
  sections: [
    defineSection('hero', 'hero', {
      heading: 'Early, tested or stable.',
      lead: 'There’s one {product: taxmate} and one price: {price: TaxMate} per month. You choose how early you get new features.',
      size: 'wide',
      product_menu: 'taxmate',
    }),
    defineSection('comparison', 'levels', {
      caption: 'Alpha, Beta and Normal releases of {product: taxmate} compared',
      columns: levels.map(({ name }) => ({ name })),
      rows: [
        { label: 'In a word', cells: levels.map(({ rhythm }) => ({ text: rhythm })) },
        { label: 'What you get', cells: levels.map(({ gets }) => ({ text: gets })) },
        { label: 'What to expect', cells: levels.map(({ expect }) => ({ text: expect })) },
        { label: 'Suits', cells: levels.map(({ suits }) => ({ text: suits })) },
        { label: 'Good habit', cells: levels.map(({ habit }) => ({ text: habit })) },
        { label: 'Price per month', cells: levels.map(() => ({ text: '{price: TaxMate}' })) },
      ],
    }),
    defineSection('text', 'which', {
      title: 'Which one?',
      text: paragraphs(
        'If you’re not sure, choose Normal. Every account starts there, and it’s a good place to stay. Move to Beta if you like to see what’s next, or to Alpha if you’d like a say in it.',
      ),
      note: 'You can change level at any time. Your records stay the same on all three.',
      layout: 'beside',
      actions: [subscribe, { label: 'About {product: taxmate}', href: '/taxmate/home', look: 'secondary' }],
    }),
  ],
});

const subscription = definePage({
  title: 'Subscribe to {product: taxmate}',
  description:
    'Subscribe to {product: taxmate} for {price: TaxMate} per month: what you get, how to start and how to cancel.',
  address: '/subscribe',
  sections: [
    defineSection('hero', 'hero', {
      heading: '{product: taxmate}, {price: TaxMate} per month.',
      lead: 'Everything in {product: taxmate}, for one person’s tax. Cancel any month or request a refund.',
      product_menu: 'taxmate',
      actions: [subscribe, { ...comparePackages, look: 'secondary' }],
      plan: 'TaxMate',
      note: paragraphs(
        'You pay by card on a secure page, in {currency}. Your card and invoices are under <a href="/subscriptions" rel="noopener noreferrer">Subscriptions</a>, where you can also cancel.',
      ),
      list_title: 'What you get',
      list: [
        { text: 'Records of income and expenses, with receipts' },
        { text: 'Your calendar of due dates, with reminders' },
        { text: 'Totals in the order your return asks for them' },
        { text: 'Export everything as CSV and PDF at any time' },
        { text: 'The power-user program: Alpha, Beta or Normal' },
        { text: 'Help from a person, by email or text' },
      ],
    }),
    defineSection('steps', 'begin', {
      title: 'How to get started',
      items: [
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
      ],
      layout: 'columns',
      background: 'sunken',
    }),
    defineSection('questions', 'questions', { title: 'Before you decide', items: questions }),
  ],
});

export const taxmatePages = [home, packages, subscription];
