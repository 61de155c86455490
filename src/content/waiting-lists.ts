import { productIds, products } from '#db/catalogue.ts';
import { mailLink } from './mail-links.ts';

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
  mail: string;
};

function nameOf(productId: number): string {
  return products.find((product) => product.id === productId)?.name ?? '';
}

function joinMail(name: string): string {
  return mailLink(`Please add me to the ${name} waiting list`, [
    'Hello Mateworks,',
    '',
    `Please add me to the ${name} waiting list at this e-mail address.`,
    '',
    'First name (optional):',
    'Last name (optional):',
    'How I plan to use it (optional):',
    '',
    'Thank you.',
  ]);
}

const cost = {
  question: 'Does it cost anything to join?',
  answer: 'No. Joining is free, asks for no card, and commits you to nothing.',
};

const use = {
  question: 'What do you do with my e-mail address?',
  answer:
    'We write to you about this waiting list and your invitation, and nothing else. We do not sell or lend addresses. To leave, reply to any message and say so.',
};

const genmate = nameOf(productIds.genmate);
const chatmate = nameOf(productIds.chatmate);

export const genmateWaitingList: WaitingList = {
  productId: productIds.genmate,
  mark: 'genmate',
  name: genmate,
  badge: 'Early access',
  title: `Join the ${genmate} waiting list`,
  description: `Join the early-access waiting list for ${genmate}: long-form writing, chapter by chapter. Free, and you can leave at any time.`,
  heading: 'Be among the first to write with it.',
  lead: `${genmate} writes long-form work with you, chapter by chapter. The early-access group gets each new release before it is general, and has our ear.`,
  aboutTitle: 'What it is like to be on the list',
  about: [
    { name: 'Each release first', text: 'Try new capabilities while there is still time to change them.' },
    { name: 'A person who reads', text: 'Your notes go to the people who make it, and they answer.' },
    { name: 'Small groups', text: 'We invite a few people at a time, so that nobody waits for help.' },
  ],
  steps: [
    {
      name: 'Join the list',
      text: 'Your e-mail address is all we need. A line about what you would write helps us to choose groups that fit.',
    },
    { name: 'We confirm', text: 'You get a reply within one business day, so that you know you are on it.' },
    { name: 'You are invited', text: 'When your group opens, an invitation arrives with a link and a short guide.' },
  ],
  faq: [
    {
      question: 'Can I use GenMate without waiting?',
      answer:
        'Yes. The free Starter plan is open. The waiting list is for the early-access group, which sees new releases first.',
    },
    {
      question: 'When will I be invited?',
      answer:
        'We open groups as fast as we can look after them. We would rather not name a day than name one and miss it.',
    },
    cost,
    use,
  ],
  mail: joinMail(genmate),
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
      text: 'Your e-mail address is all we need. Tell us about one task you would hand over, if you like.',
    },
    { name: 'We confirm', text: 'You get a reply within one business day, so that you know you are on it.' },
    {
      name: 'You hear first',
      text: 'When there is something worth your time to try, you get an invitation before it is announced.',
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
    use,
  ],
  mail: joinMail(chatmate),
};
