import { completeProduct, type SiteProduct } from '#api/domain/site-products.ts';

/** Products of the demo by their keys; its documents and waiting lists name them so. */
export const productIds = { taxmate: 1, openshelf: 2, genmate: 4, chatmate: 5 } as const;

/** Where 'start free' leads: the app of GenMate. */
export const GENMATE_APP_URL = 'https://genmate.mateworks.example/start';

type Key = keyof typeof productIds;

const defineProduct = (
  key: Key,
  position: number,
  given: Pick<SiteProduct, 'name' | 'description'> & Partial<SiteProduct>,
): SiteProduct => completeProduct({ product_id: productIds[key], key, position, ...given });

const cost = {
  question: 'Does it cost anything to join?',
  answer: 'No. Joining is free, you don’t need a card, and there’s no obligation.',
};
const twice = {
  question: 'What if I join twice?',
  answer: 'Nothing changes. Each email address has one place on the list. We’ll email you where you stand.',
};
const use = {
  question: 'What do you do with my email address?',
  answer:
    'We send one email to confirm the address and one when we invite you. If you join again, an email says where you are on the list. We don’t sell or share addresses. The link in the first email shows your place and lets you leave the list at any time.',
};

/** What the demo's company offers. */
export const demoProducts: readonly SiteProduct[] = [
  defineProduct('taxmate', 1, {
    name: 'TaxMate',
    tagline: 'Tax, kept tidy all year.',
    page: '/taxmate/home',
    motif: 'receipt',
    description: 'Tax management for people who would rather be doing something else. {price: TaxMate} per month.',
    prices_address: '/subscribe',
    program: 'open',
    program_page: '/compare-packages',
    first_steps: [
      { name: 'Choose your level', text: 'Normal suits most people. Alpha and Beta get new features earlier.' },
      {
        name: 'Add your first month',
        text: 'Last month’s bank statement and a handful of receipts are enough to see how it works.',
      },
    ],
    start_label: 'Read about your first month',
    start_href: '/product-documents?product={product:taxmate}',
  }),
  defineProduct('openshelf', 2, {
    name: 'OpenShelf',
    tagline: 'Finished works by independent authors.',
    page: '/openshelf',
    motif: 'shelf',
    description: 'Publish long-form work on a public shelf, in every format readers use.',
  }),
  defineProduct('genmate', 3, {
    name: 'GenMate',
    tagline: 'Long-form writing, chapter by chapter.',
    page: '/genmate',
    motif: 'page',
    description: 'Long-form writing, chapter by chapter, from outline to finished book.',
    prices_address: '/genmate/pricing',
    has_waiting_list: true,
    app_url: GENMATE_APP_URL,
    program: 'soon',
    pitch_title: 'Have something long to write?',
    pitch_text: '{product: genmate} helps you plan it, draft it chapter by chapter, and finish it.',
    first_steps: [
      {
        name: 'Open {product: genmate}',
        text: 'Sign in with the same email address and start a project. A working title is enough.',
      },
      {
        name: 'Write the brief',
        text: 'A few sentences about the work and who it’s for. {product: genmate} uses them to propose an outline.',
      },
    ],
    waiting_badge: 'Early access',
    waiting_description:
      'Join the early-access waiting list for {product: genmate}: long-form writing, chapter by chapter. Free, and you can leave at any time.',
    waiting_heading: 'Be among the first to write with {product: genmate}.',
    waiting_lead:
      '{product: genmate} writes long-form work with you, chapter by chapter. It’s in early access: we let people in from this list, a small group at a time.',
    waiting_about_title: 'Why there’s a waiting list',
    waiting_about: [
      {
        name: 'Small groups',
        text: 'With a few people at a time, we can read every message and fix things the same week.',
      },
      {
        name: 'A person reads your feedback',
        text: 'It goes to the people who build {product: genmate}. They reply, and they make changes.',
      },
      {
        name: 'Free to start',
        text: 'Your invitation starts you on {plan: Starter}, which is free and doesn’t need a card.',
      },
    ],
    waiting_drawing: 'book',
    waiting_steps: [
      {
        name: 'Join the list',
        text: 'Your email address is all we need. Your name and what you plan to write are optional.',
      },
      {
        name: 'Confirm your address',
        text: 'We’ll send you an email. Open its link to confirm your address, so we know an invitation will reach you.',
      },
      {
        name: 'We read your plans',
        text: 'An answer like ‘a year of science for two children’ helps us decide what to build first. It doesn’t change your place: we invite people in the order they joined.',
      },
      { name: 'You’re invited', text: 'When there’s room, we’ll email you an invitation with a link to get started.' },
    ],
    waiting_questions: [
      {
        question: 'When will I be invited?',
        answer:
          'We invite new groups as fast as we can look after them. We’d rather not give a date than give one and miss it.',
      },
      {
        question: 'What can I do on the first day?',
        answer:
          'Everything in {plan: Starter}: make an outline, draft from it, edit as often as you like, go back to any earlier version, and export to EPUB, PDF and HTML.',
      },
      cost,
      twice,
      use,
    ],
    waiting_more_label: 'What {product: genmate} does',
    waiting_more_href: '/genmate/features',
  }),
  defineProduct('chatmate', 4, {
    name: 'ChatMate',
    tagline: 'A chat assistant for everyday work.',
    motif: 'speech',
    description: 'A chat assistant for everyday work. Coming soon.',
    has_waiting_list: true,
    program: 'soon',
    waiting_badge: 'Coming Soon',
    waiting_description:
      '{product: chatmate} is a chat assistant for everyday work, coming soon. Join the waiting list and we’ll let you know when it opens.',
    waiting_heading: 'A chat assistant that gets to the point.',
    waiting_lead:
      '{product: chatmate} is an assistant for everyday work: it drafts the awkward reply, finds the decision in a long thread, and says so when it doesn’t know. We’re building it now.',
    waiting_about_title: 'What we’re aiming for',
    waiting_about: [
      { name: 'Short answers first', text: 'The point in one sentence, with the reasons underneath if you want them.' },
      { name: 'Honest when it’s not sure', text: 'It separates what it knows from what it’s guessing.' },
      {
        name: 'Part of the family',
        text: 'The same sign-in as our other products, and the same care with what you write.',
      },
    ],
    waiting_drawing: 'chat',
    waiting_steps: [
      {
        name: 'Join the list',
        text: 'Your email address is all we need. If you like, tell us about one task you’d hand over.',
      },
      {
        name: 'Confirm your address',
        text: 'We’ll send you an email. Open its link to confirm your address, so we know an invitation will reach you.',
      },
      {
        name: 'We keep building',
        text: 'What people tell us they need decides what we build first. We won’t email you again until there’s something to try.',
      },
      {
        name: 'You hear first',
        text: 'When it’s worth your time, we’ll email invitations to small groups before we announce it.',
      },
    ],
    waiting_questions: [
      {
        question: 'When does {product: chatmate} open?',
        answer: 'We’re building it now and haven’t set a date. People on the waiting list will hear first.',
      },
      {
        question: 'What will it cost?',
        answer: 'We haven’t set a price. You’ll see it before you decide.',
      },
      cost,
      twice,
      use,
    ],
  }),
];
