import { productIds, products } from '#api/domain/catalogue.ts';
import { paths } from '#src/lib/paths.ts';

export type WaitingList = {
  productId: number;
  mark: 'genmate' | 'chatmate';
  name: string;
  badge: string;
  title: string;
  description: string;
  heading: string;
  lead: string;
  aboutTitle: string;
  about: readonly { name: string; text: string }[];
  steps: readonly { name: string; text: string }[];
  faq: { question: string; answer: string }[];
  /** The page of the list, and the one that a form without scripts leads to. */
  path: string;
  joinedPath: string;
  /** Where one may read on. */
  more: { label: string; href: string };
};

function getProductName(productId: number): string {
  return products.find((product) => product.id === productId)?.name ?? '';
}

const cost = {
  question: 'Does it cost anything to join?',
  answer: 'No. Joining is free, asks for no card, and commits you to nothing.',
};

const twice = {
  question: 'What if I join twice?',
  answer: 'It does no harm and does not move you forward. One address has one place.',
};

const use = {
  question: 'What do you do with my e-mail address?',
  answer:
    'We send one message to confirm the address and another when there is an invitation, and nothing else. We do not sell or lend addresses. The link in the first message shows your place, and lets you leave the list whenever you like.',
};

/** What a person does after joining, on the page that confirms it. */
export const nextSteps = [
  {
    name: 'Open our e-mail',
    text: 'We have sent a link to your address. It leads to a button that confirms the address is yours.',
  },
  {
    name: 'Your place is kept',
    text: 'You are on the list from now on, by the day you joined. Confirming tells us that an invitation reaches you.',
  },
  {
    name: 'We write when there is room',
    text: 'The same link shows your place, lets you change what you told us, and lets you leave.',
  },
];

const genmate = getProductName(productIds.genmate);
const chatmate = getProductName(productIds.chatmate);

export const genmateWaitingList: WaitingList = {
  productId: productIds.genmate,
  mark: 'genmate',
  name: genmate,
  badge: 'Early access',
  title: `Join the ${genmate} waiting list`,
  description: `Join the early-access waiting list for ${genmate}: long-form writing, chapter by chapter. Free, and you can leave at any time.`,
  heading: 'Be among the first to write with it.',
  lead: `${genmate} writes long-form work with you, chapter by chapter. It is in early access: we let people in from this list, a small group at a time.`,
  aboutTitle: 'Why there is a list',
  about: [
    {
      name: 'Small groups',
      text: 'With a few people at a time we can read every message, and mend things the same week.',
    },
    { name: 'A person reads it', text: 'Your notes go to those who make it. They answer, and they change things.' },
    { name: 'Free to begin', text: 'An invitation starts you on Starter, which costs nothing and asks for no card.' },
  ],
  steps: [
    {
      name: 'Join the list',
      text: 'Your e-mail address is all we need. Your name and what you plan to write are welcome and optional.',
    },
    {
      name: 'Confirm your address',
      text: 'We send you one e-mail. Press the button that it leads to, and we know that an invitation will reach you.',
    },
    {
      name: 'We read what people plan',
      text: 'An answer such as ‘a year of science for two children’ helps us to invite a mixture, so that not everyone in a group writes the same kind of book.',
    },
    { name: 'You are invited', text: 'When there is room, an invitation arrives by e-mail with a link to begin.' },
  ],
  faq: [
    {
      question: 'When will I be invited?',
      answer:
        'We open groups as fast as we can look after them. We would rather not name a day than name one and miss it.',
    },
    {
      question: 'What can I do on the first day?',
      answer:
        'Everything that Starter has: make an outline, draft from it, edit as often as you like, go back to any earlier version, and export to EPUB, PDF and HTML.',
    },
    cost,
    twice,
    use,
  ],
  path: paths.genmateWaitingList,
  joinedPath: paths.genmateJoined,
  more: { label: `What ${genmate} does`, href: paths.genmateFeatures },
};

export const chatmateWaitingList: WaitingList = {
  productId: productIds.chatmate,
  mark: 'chatmate',
  name: chatmate,
  badge: 'Coming Soon',
  title: `Join the ${chatmate} waiting list`,
  description: `${chatmate}, a chat assistant for everyday work, is coming. Join the waiting list and hear from us when it opens.`,
  heading: 'A chat assistant that gets to the point.',
  lead: `${chatmate} is an assistant for everyday work: it drafts the awkward reply, finds the decision in a long thread, and says so when it does not know. We are making it now.`,
  aboutTitle: 'What we are aiming for',
  about: [
    { name: 'Short answers first', text: 'The point in a sentence, the reasons underneath for those who want them.' },
    { name: 'Honest about doubt', text: 'It separates what it knows from what it supposes.' },
    { name: 'Part of the family', text: 'The same sign-in as our other tools, and the same care for what you write.' },
  ],
  steps: [
    {
      name: 'Join the list',
      text: 'Your e-mail address is all we need. Tell us about one task that you would hand over, if you like.',
    },
    {
      name: 'Confirm your address',
      text: 'We send you one e-mail. Press the button that it leads to, and we know that an invitation will reach you.',
    },
    {
      name: 'We keep making it',
      text: 'What people tell us they need decides what we make first. Until there is something to try, we send you nothing more.',
    },
    {
      name: 'You hear first',
      text: 'When it is worth your time, an invitation comes by e-mail, in small groups, before it is announced.',
    },
  ],
  faq: [
    {
      question: 'When does ChatMate open?',
      answer:
        'It is being made. We have not set a date, and will not until we can keep it. The list hears before anyone else.',
    },
    {
      question: 'What will it cost?',
      answer: 'We have not set a price. You will see it before you decide anything.',
    },
    cost,
    twice,
    use,
  ],
  path: paths.chatmateWaitingList,
  joinedPath: paths.chatmateJoined,
  more: { label: 'Some things we’ve written', href: paths.blogs },
};
