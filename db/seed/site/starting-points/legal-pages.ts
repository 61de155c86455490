import type { SitePage } from '#api/domain/site-pages.ts';
import { definePage, defineSection } from '#db/seed/site/pages/define-page.ts';

const termsText = `
<h2>Agreeing to these terms</h2>
<p>These terms are an agreement between you and {legal name} (‘{company}’, ‘we’, ‘us’) about this website and what we offer on it (the ‘services’). By using a service you accept them. If you don’t accept them, don’t use the services.</p>
<p>If you use a service for an organisation, you accept these terms on its behalf and confirm that you may do so.</p>
<h2>Your account</h2>
<p>You sign in with your email address and a one-time code; there is no password. Use your own details, keep them up to date, and keep your email account secure, because anyone who can read your email can sign in as you.</p>
<p>You are responsible for what happens in your account. If you think someone else has used it, tell us straight away.</p>
<h2>Your content</h2>
<p>You own the content that you put into the services. Nothing in these terms takes that from you.</p>
<p>So that we can run the services, you let us store, copy, convert and show your content, only as needed to provide the services to you and to those with whom you choose to share it. This ends when you delete the content, apart from backup copies, which are replaced over time.</p>
<h2>Acceptable use</h2>
<p>Use the services as you would want others to use them. You may not:</p>
<ul>
  <li>break the law, or help others to break it;</li>
  <li>infringe copyright, privacy or other rights;</li>
  <li>harass, threaten or deceive people;</li>
  <li>send spam or spread harmful software;</li>
  <li>get around limits, or try to access other people’s accounts.</li>
</ul>
<h2>Paid plans</h2>
<p>Where we sell something, its price and what it includes are shown before you buy. Payments go through a payment processor, whose own terms apply to the payment; we don’t see or keep your full card number.</p>
<p>A subscription renews for the same period until you cancel it. You can cancel at any time; it then runs to the end of the period that you have paid for. Rights that the law gives you as a consumer stay yours.</p>
<h2>What we answer for</h2>
<p>We provide the services with reasonable care. Nothing in these terms limits what the law says can’t be limited. Otherwise we aren’t liable for damage that we couldn’t foresee, or that comes from what is outside our control.</p>
<h2>Ending</h2>
<p>You may stop using the services and delete your account at any time. We may suspend or end your access if you break these terms; where we can, we tell you before and say why.</p>
<h2>Changes</h2>
<p>When these terms change, we publish the new version here. If a change affects you, we tell you before it applies. Earlier versions can be read on this page.</p>
<h2>Law</h2>
<p>{legal name} has its place of business in {country}, whose law applies. If you are a consumer, the mandatory law of the place where you live protects you as well.</p>
`;

const privacyText = `
<h2>Who is responsible</h2>
<p>{legal name}, {country}, is responsible for the personal data described here. Write to {email} about anything in this policy.</p>
<h2>What we collect</h2>
<ul>
  <li>Account: your email address, your name if you give it, your settings, and which version of the terms and of this policy you accepted.</li>
  <li>Sign-in: the time, browser and IP address of each session, so that you can see and end your sessions, and when you asked for each code. Codes and sessions are stored only as hashes.</li>
  <li>Payments, if you buy something: what you bought, its dates and status, and a reference from the payment processor. We don’t see or keep your full card number.</li>
  <li>Content: what you write or upload here.</li>
  <li>Messages: what you write to us, our replies, and which emails we sent you.</li>
  <li>Logs: technical records of requests to our servers, and of actions such as signing in, kept for security and troubleshooting.</li>
</ul>
<h2>Why we use it</h2>
<p>We use personal data to provide the services, sign you in, take payment, reply to you, keep the services secure, fix problems and comply with the law. We don’t use it to advertise other companies’ products to you.</p>
<h2>Who else sees it</h2>
<p>We don’t sell personal data. We share it only:</p>
<ul>
  <li>with providers who work for us, such as hosting, email delivery and the payment processor, each only as much as it needs to do its job;</li>
  <li>with anyone you choose, when you publish or share something;</li>
  <li>when the law requires it;</li>
  <li>with a new owner, if all or part of the business is sold, who must follow this policy.</li>
</ul>
<h2>How long we keep it</h2>
<p>Account data and content are kept while you have an account. When you delete it, we delete them straight away, and keep only what the law requires, such as payment records. Backup copies are replaced over time.</p>
<h2>Cookies and browser storage</h2>
<p>This site sets no advertising or analytics cookies and loads nothing from other companies.</p>
<p>When you ask for a sign-in code, we set one cookie of our own. It recognises a browser that has asked for a code or signed in before, so that someone else’s wrong guesses can’t lock you out. It can’t sign anyone in.</p>
<p>While you are signed in, your browser also stores your session and your account details. Signing out removes both.</p>
<h2>Your rights</h2>
<p>You may ask what we hold about you, have it corrected, take a copy, object to its use, or have it deleted. When you are signed in, you can do most of this yourself: correct your name in your profile, end your sessions, download everything we keep about you, or delete your account. For anything else, write to {email} from the address of your account.</p>
<p>If our answer doesn’t satisfy you, you can complain to the data protection authority of the place where you live, or to that of {country}.</p>
<h2>Changes</h2>
<p>When this policy changes, we publish the new version here. If a change affects you, we also tell you. Earlier versions can be read on this page.</p>
`;

const VERSION = '1.0';

/** Templates that are filled in with the company: its owner has them checked. `today` as in 2026-11-25. */
export function createLegalPages(today: string): SitePage[] {
  const defineLegalPage = (
    address: string,
    { heading, description, lead, text }: Record<'heading' | 'description' | 'lead' | 'text', string>,
  ) =>
    definePage({
      title: heading,
      description,
      address,
      sections: [
        defineSection('legal', 'text', {
          heading,
          lead,
          version: VERSION,
          effective_from: today,
          is_checked: false,
          text: text.trim(),
          contact_note: '',
        }),
      ],
    });
  return [
    defineLegalPage('/terms', {
      heading: 'Terms of use',
      description: 'The terms of {company} for this website and what we offer on it.',
      lead: 'What you can expect from us, and what we expect from you.',
      text: termsText,
    }),
    defineLegalPage('/privacy', {
      heading: 'Privacy policy',
      description: 'What {company} collects about you, why, for how long, and how to see, correct or delete it.',
      lead: 'We collect what our services need and nothing more.',
      text: privacyText,
    }),
  ];
}
