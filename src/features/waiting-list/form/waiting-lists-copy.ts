import { findProductByKey, getPlanName, getProductName } from '#api/domain/catalogue.ts';
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
  /** The page of the list, and the result page of a form without scripts. */
  path: string;
  joinedPath: string;
  /** Where one may read on. */
  more: { label: string; href: string };
};

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

/** Next steps on the confirmation page. */
export const nextSteps = [
  {
    name: 'Check your email',
    text: 'We’ve sent you a link. Open it to confirm your address, so our invitation reaches you.',
  },
  {
    name: 'We invite people in the order they joined',
    text: 'Your place counts from the day you first joined. If you joined before, the email says where you stand.',
  },
  {
    name: 'We’ll email you when there’s room',
    text: 'Use the same link to see your place, change your answers or leave the list.',
  },
];

export function getGenmateWaitingList(): WaitingList {
  const genmate = getProductName('genmate');
  const starter = getPlanName('Starter');
  return {
    productId: findProductByKey('genmate')?.id ?? 0,
    mark: 'genmate',
    name: genmate,
    badge: 'Early access',
    title: `Join the ${genmate} waiting list`,
    description: `Join the early-access waiting list for ${genmate}: long-form writing, chapter by chapter. Free, and you can leave at any time.`,
    heading: `Be among the first to write with ${genmate}.`,
    lead: `${genmate} writes long-form work with you, chapter by chapter. It’s in early access: we let people in from this list, a small group at a time.`,
    aboutTitle: 'Why there’s a waiting list',
    about: [
      {
        name: 'Small groups',
        text: 'With a few people at a time, we can read every message and fix things the same week.',
      },
      {
        name: 'A person reads your feedback',
        text: `It goes to the people who build ${genmate}. They reply, and they make changes.`,
      },
      {
        name: 'Free to start',
        text: `Your invitation starts you on ${starter}, which is free and doesn’t need a card.`,
      },
    ],
    steps: [
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
    faq: [
      {
        question: 'When will I be invited?',
        answer:
          'We invite new groups as fast as we can look after them. We’d rather not give a date than give one and miss it.',
      },
      {
        question: 'What can I do on the first day?',
        answer: `Everything in ${starter}: make an outline, draft from it, edit as often as you like, go back to any earlier version, and export to EPUB, PDF and HTML.`,
      },
      cost,
      twice,
      use,
    ],
    path: paths.genmateWaitingList,
    joinedPath: paths.genmateJoined,
    more: { label: `What ${genmate} does`, href: paths.genmateFeatures },
  };
}

export function getChatmateWaitingList(): WaitingList {
  const chatmate = getProductName('chatmate');
  return {
    productId: findProductByKey('chatmate')?.id ?? 0,
    mark: 'chatmate',
    name: chatmate,
    badge: 'Coming Soon',
    title: `Join the ${chatmate} waiting list`,
    description: `${chatmate} is a chat assistant for everyday work, coming soon. Join the waiting list and we’ll let you know when it opens.`,
    heading: 'A chat assistant that gets to the point.',
    lead: `${chatmate} is an assistant for everyday work: it drafts the awkward reply, finds the decision in a long thread, and says so when it doesn’t know. We’re building it now.`,
    aboutTitle: 'What we’re aiming for',
    about: [
      { name: 'Short answers first', text: 'The point in one sentence, with the reasons underneath if you want them.' },
      { name: 'Honest when it’s not sure', text: 'It separates what it knows from what it’s guessing.' },
      {
        name: 'Part of the family',
        text: 'The same sign-in as our other products, and the same care with what you write.',
      },
    ],
    steps: [
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
    faq: [
      {
        question: `When does ${chatmate} open?`,
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
    path: paths.chatmateWaitingList,
    joinedPath: paths.chatmateJoined,
    more: { label: 'Read our blog', href: paths.blogs },
  };
}
