import { legalVersions } from '#api/domain/legal-versions.ts';
import { company } from '#src/config/site.ts';
import type { LegalDocument } from './legal-document.ts';

const name = company.name;
const { street, city, postcode, country } = company.address;

export const privacy: LegalDocument = {
  title: 'Privacy policy',
  description: `What ${name} collects about you, why, for how long, who sees it, and how to see, correct or delete it.`,
  lead: 'We collect what the services need and not more. This page says what that is, and what you can do about it.',
  version: legalVersions.privacy,
  summary: [
    'We do not sell personal data.',
    'You can see, correct and delete what we hold.',
    'No advertising and no tracking by others on this site.',
  ],
  sections: [
    {
      id: 'who',
      title: 'Who we are and what this covers',
      body: [
        `${company.legalName}, ${street}, ${city} ${postcode}, ${country}, is responsible for the personal information described here. This policy covers our website and our products GenMate, TaxMate, OpenShelf and ChatMate. We follow the New Zealand Privacy Act 2020.`,
      ],
    },
    {
      id: 'collect',
      title: 'What we collect',
      body: [
        [
          'Account: your e-mail address, your first and last name if you give them, your settings, and which version of the terms and of this policy you accepted.',
          'Sign-in: the times, the device’s browser name and the IP address of your sessions, so that you can see and end them; and for each code that you ask for, when that was. Codes and sessions themselves are kept only in a scrambled form that opens nothing.',
          'Waiting lists: your e-mail address and, if you choose, your name and how you plan to use the product.',
          'Payments: your plan, its dates and status, and a reference from the payment processor. We do not see or keep your full card number.',
          'Content: what you write, upload, record or publish with our products.',
          'Messages: what you write to us, and our answers.',
          'Records of what was done: such as signing in or deleting an account, with its time and the number of the account, without name or address.',
          'Logs: technical records of requests to our servers, kept for safety and repair.',
        ],
      ],
    },
    {
      id: 'use',
      title: 'Why we use it',
      body: [
        'We use personal information to provide the services, sign you in, take payment, answer you, invite you from a waiting list that you joined, keep the services safe, mend faults, and meet the law. We do not use it to advertise other people’s things to you.',
      ],
    },
    {
      id: 'products',
      title: 'Sharing between our products',
      body: [
        'One sign-in serves all our products. Under it, data may be shared between GenMate and OpenShelf: your name, your account and the works that you choose to publish pass from the one where you write to the one where you publish, so that you need not enter them twice.',
      ],
    },
    {
      id: 'others',
      title: 'Who else sees it',
      body: [
        'We do not sell personal data. We share it only:',
        [
          'with providers who work for us, such as hosting, e-mail delivery, text generation and the payment processor, each only as far as its task needs;',
          'with whomever you choose, when you publish or share your work;',
          'when the law requires it, or to protect someone from serious harm;',
          'with a successor, if the business or part of it changes hands, who must keep to this policy.',
        ],
      ],
    },
    {
      id: 'place',
      title: 'Where it is kept, and how safely',
      body: [
        'Some of our providers keep data outside New Zealand. We choose providers that protect it in a way comparable to New Zealand law, and hold them to that by contract.',
        'Traffic is encrypted, there are no passwords to steal, sign-in codes last minutes and work once, and only those of us whose work needs it can see personal information. No system is perfectly safe; if a breach is likely to cause you serious harm, we tell you and the Privacy Commissioner.',
      ],
    },
    {
      id: 'time',
      title: 'How long we keep it',
      body: [
        'Account information and content are kept while you have an account. When you delete it, they are deleted at once, with your sessions, your places on waiting lists and our records of mails to you, apart from what the law makes us keep, such as payment records; the receipt says what stays and why. A session ends after 10 days without use, and after 30 days in any case. Logs are kept typically up to 12 months. Waiting-list entries are kept until you leave the list or it has served its purpose. Backups fade out in their ordinary course.',
      ],
    },
    {
      id: 'browser',
      title: 'Cookies and browser storage',
      body: [
        'This site sets no advertising or analytics cookies and loads nothing from other companies.',
        'When you ask for a sign-in code, we set one cookie of our own, called “browser”. It recognises the browser that asked for the code, and later one that has signed in before, so that a stranger’s wrong guesses cannot lock you out. It signs nobody in, and your browser keeps it for up to 400 days.',
        'While you are signed in, your browser also stores your session (“token”) and your name and account details (“user”), so that you stay signed in. Signing out removes both. The last e-mail address that you used (“lastUsedEmail”) stays, so that you need not type it again, and so does your choice of light or dark. What you type in your profile is kept in that tab until you save it or close the tab. You can clear all of it in your browser’s settings.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      body: [
        'You may ask what we hold about you, have it corrected, take a copy, or have it deleted. When you are signed in, you can do this yourself: correct your name in your profile, see and end your sessions under Devices, and under My data download everything that we keep about you or delete your account.',
        'For anything else, write to us from the address of your account. We handle access requests typically within about 20 working days, and tell you if one will take longer.',
        'If our answer does not satisfy you, you can complain to the Office of the Privacy Commissioner in New Zealand (privacy.org.nz).',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      body: [
        'Our services are not for children under 13, and we do not knowingly collect information about them. If you believe that a child under 13 has given us personal information, tell us and we delete it. Those under 18 need the consent of a parent or guardian.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes and contact',
      body: [
        'When this policy changes, the new text appears here; when a change matters to you, we also tell you by e-mail or in the service. The version at the top says since when the text is in force; the date beside it is today’s, because what you see here is always the text that counts now.',
      ],
    },
  ],
};
