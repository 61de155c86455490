import { definePage, defineSection } from './define-page.ts';

const text = `
<h2>Who we are and what this covers</h2>
<p>{legal name}, {street}, {city} {postcode}, {country}, is responsible for the personal information described here. This policy covers our website and our products {product: genmate}, {product: taxmate}, {product: openshelf} and {product: chatmate}. We follow the New Zealand Privacy Act 2020.</p>
<h2>What we collect</h2>
<ul>
  <li>Account: your email address, your first and last name if you give them, your settings, and which version of the terms and of this policy you accepted.</li>
  <li>Sign-in: the time, browser and IP address of each session, so that you can see and end your sessions, and when you asked for each code. Codes and sessions are stored only as hashes, which cannot be used to sign in.</li>
  <li>Waiting lists: your email address and, if you choose, your name and how you plan to use the product, and whether and when we invited you.</li>
  <li>Payments: your plan, its dates and status, and a reference from the payment processor. We do not see or keep your full card number.</li>
  <li>Content: what you write, upload, record or publish with our products.</li>
  <li>Messages: what you write to us, our replies, short notes that our staff make about your requests, and which emails we sent you. If we stop emailing you, we keep your address on a list so that you get only sign-in codes.</li>
  <li>Suspensions: if we suspend your account, the reason, and when it starts and ends. Where the suspension must outlast the account, also a keyed hash of the email address or its domain: a code by which we recognise the address, and from which it can’t be read.</li>
  <li>Audit log: actions such as signing in or deleting an account, with the time, the account number and what changed, but no name or email address.</li>
  <li>Logs: technical records of requests to our servers, kept for security and troubleshooting.</li>
</ul>
<h2>Why we use it</h2>
<p>We use personal information to provide the services, sign you in, take payment, reply to you, invite you from a waiting list that you joined, keep the services secure, fix problems and comply with the law. We do not use it to advertise other companies’ products to you.</p>
<h2>Sharing between our products, and authors on {product: openshelf}</h2>
<p>One sign-in serves all our products. Data may be shared between {product: genmate} and {product: openshelf}: your name, your account and the work you choose to publish pass from {product: genmate} to {product: openshelf}, so that you do not have to enter them twice.</p>
<p>Authors on {product: openshelf} do not need an account with us. The publishing service that an author uses sends us each version of a work with its description, the author’s name, and a biography and contact details if the author gave them. We use these to review the work, to tell the service what we decided, and to show the work on {product: openshelf} with the name and biography. The contact details are for our reviewers only.</p>
<p>An author can withdraw a work at the publishing service at any time. We then remove it from our pages, feeds and search straight away. We keep what we received and the record of our review, which only our staff see, for as long as we may need them for a later version, an appeal or a complaint. To have them deleted, email us.</p>
<h2>Who else sees it</h2>
<p>We do not sell personal data. We share it only:</p>
<ul>
  <li>with providers who work for us, such as hosting, email delivery, text generation and the payment processor, each only as much as it needs to do its job;</li>
  <li>with anyone you choose, when you publish or share your work;</li>
  <li>when the law requires it, or to protect someone from serious harm;</li>
  <li>with a new owner, if all or part of the business is sold, who must follow this policy.</li>
</ul>
<h2>Where it is kept, and how safely</h2>
<p>Some of our providers keep data outside New Zealand. We choose providers that protect it in a way comparable to New Zealand law, and hold them to that by contract.</p>
<p>Traffic is encrypted, there are no passwords to steal, sign-in codes expire after 10 minutes and work once, and only staff who need personal information for their work can see it. No system is perfectly safe. If a breach is likely to cause you serious harm, we will tell you and the Privacy Commissioner.</p>
<h2>How long we keep it</h2>
<p>Account information and content are kept while you have an account. When you delete it, we delete them straight away, along with your sessions, your places on waiting lists, our records of emails to you, our notes about you and the reasons for suspensions that have ended. If we delete your account, the same is deleted, after 30 seconds in which we can undo it. We keep only what the law requires, such as payment records; your receipt says what we keep and why. A session ends after 10 days without use, and after 30 days in any case. Logs are typically kept for up to 12 months. Records of emails are kept for 30 days. Waiting list entries are kept until you leave the list or the list closes. Backup copies are replaced over time.</p>
<p>A suspension does not end when the account is deleted or gets another email address: otherwise the same person could sign up again. So we then keep the reason, the end of the suspension, the account number and a keyed hash of the address, and the same where we suspended every form of an address or a whole domain. We delete this 30 days after the suspension has ended or we have lifted it. A suspension without an end is kept until we lift it, which you can ask us to do at any time.</p>
<h2>Cookies and browser storage</h2>
<p>This site sets no advertising or analytics cookies and loads nothing from other companies.</p>
<p>When you ask for a sign-in code, we set one cookie of our own, called “browser”. It recognises a browser that has asked for a code or signed in before, so that someone else’s wrong guesses cannot lock you out. It cannot sign anyone in, and it lasts for up to 400 days.</p>
<p>While you are signed in, your browser also stores your session (“token”) and your name and account details (“user”), so that you stay signed in. Signing out removes both. The last email address you used (“lastUsedEmail”) stays, so that you do not have to type it again, and so does your choice of light or dark. What you type in your profile is kept in that tab until you save it or close the tab. You can clear all of it in your browser’s settings.</p>
<h2>Your rights</h2>
<p>You may ask what we hold about you, have it corrected, take a copy, or have it deleted. When you are signed in, you can do this yourself: correct your name in your profile, see and end your sessions under Devices, and under My data download everything we keep about you or delete your account.</p>
<p>For anything else, email us from the address on your account. We typically handle access requests within about 20 working days, and will tell you if one will take longer.</p>
<p>If our answer does not satisfy you, you can complain to the Office of the Privacy Commissioner in New Zealand (privacy.org.nz).</p>
<h2>Children</h2>
<p>Our services are not for children under 13, and we do not knowingly collect information about them. If you believe that a child under 13 has given us personal information, tell us and we will delete it. Those under 18 need the consent of a parent or guardian.</p>
<h2>Changes and contact</h2>
<p>When this policy changes, we publish the new version here. If a change affects you, we will also tell you by email or in the service. The version at the top shows when this text took effect. The ‘Last updated’ date is always today’s, because this page always shows the current text.</p>
`;

export const privacy = definePage({
  title: 'Privacy policy',
  description:
    'What {company} collects about you, why, for how long, who sees it, and how to see, correct or delete it.',
  address: '/privacy',
  sections: [
    defineSection('legal', 'text', {
      heading: 'Privacy policy',
      lead: 'We collect what our services need and nothing more. This page explains what that is and the choices you have.',
      version: '1.1',
      effective_from: '2026-11-25',
      is_checked: false,
      summary: [
        { text: 'We do not sell personal data.' },
        { text: 'You can see, correct and delete what we hold.' },
        { text: 'No advertising and no third-party tracking on this site.' },
      ],
      text: text.trim(),
    }),
  ],
});
