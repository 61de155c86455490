import { definePage, defineSection } from './define-page.ts';

const text = `
<h2>Agreeing to these terms</h2>
<p>These terms are an agreement between you and {legal name} (“{company}”, “we”, “us”) about our website and our products {product: genmate}, {product: taxmate}, {product: openshelf} and {product: chatmate} (together, the “services”). By using a service you accept them. If you do not accept them, do not use the services.</p>
<p>If you use a service for an organisation, you accept these terms on its behalf and confirm that you may do so.</p>
<p>We may change these terms. We will publish the new terms here and, if a change affects you, tell you by email or in the service before it applies. If you keep using a service after that, the new terms apply.</p>
<h2>Who may use the services</h2>
<p>You must be at least 13 years old. If you are under 18, you may use the services only with the consent of a parent or guardian, who accepts these terms for you and is responsible for what you do with the services.</p>
<h2>Your account</h2>
<p>You sign in with your email address and a one-time code; there is no password. Use your own details, keep them up to date, and keep your email account secure, because anyone who can read your email can sign in as you.</p>
<p>You are responsible for what happens in your account. If you think someone else has used it, tell us straight away.</p>
<p>One sign-in serves all our products. When you create an account, we record which version of these terms and of the privacy policy you accepted, and when.</p>
<h2>The services</h2>
<p>{product: genmate} helps you to write long-form content. {product: taxmate} helps you to keep tax records. {product: openshelf} publishes and shares finished work. {product: chatmate} is a chat assistant that we are still building.</p>
<p>Some features are offered as Alpha, Beta or early access. They may be incomplete, may change and may be withdrawn. Use them with that in mind, and keep copies of anything that matters.</p>
<h2>Your content</h2>
<p>You own the content that you put into the services and, as between you and us, what the services produce for you from it. Nothing in these terms takes that from you.</p>
<p>So that we can run the services, you grant us a non-exclusive licence to host, store, copy, convert and show your content, only as needed to provide the services to you and to those with whom you choose to share it. The licence ends when you delete the content, apart from backup copies, which are replaced over time, and anything that others already lawfully hold because you published it.</p>
<p>You confirm that you have the right to use whatever you put in.</p>
<h2>Drafts, figures and your judgement</h2>
<p>Text that {product: genmate} or {product: chatmate} produces may be wrong, out of date or similar to text produced for others. Read it before you rely on it or publish it.</p>
<p>{product: taxmate} keeps records and prepares figures. It is not a tax agent and gives no tax, legal or financial advice. You remain responsible for the returns that you file.</p>
<h2>Acceptable use</h2>
<p>Use the services as you would want others to use them. You may not:</p>
<ul>
  <li>break the law, or help others to break it;</li>
  <li>infringe copyright, privacy or other rights;</li>
  <li>harass, threaten or deceive people, or publish content that exploits children;</li>
  <li>send spam or spread harmful software;</li>
  <li>get around limits, try to access other people’s accounts, or test our security without our written consent;</li>
  <li>resell the services, or use them to build a copy of them.</li>
</ul>
<p>Work submitted to {product: openshelf} is reviewed and may be declined.</p>
<h2>Paid plans, trials and payment</h2>
<p>Prices and what each plan includes are shown before you buy. Paid subscriptions go through a payment processor, whose own terms apply to the payment; we do not see or keep your full card number.</p>
<p>A subscription renews for the same period until you cancel it. If a plan begins with a trial, we say so before it begins, and the trial may convert to a paid plan at its end unless you cancel first.</p>
<p>Upgrades are immediate. Downgrades apply at the next billing cycle. If we change a price, we tell you before it applies to you, and you may cancel.</p>
<h2>Cancelling and refunds</h2>
<p>You can cancel at any time. The plan then runs to the end of the period that you have paid for.</p>
<p>We honour our money-back offers: {product: genmate}’s paid plans have a 30-day money-back guarantee, and {product: taxmate} subscribers may cancel any month or request a refund. Apart from these offers, fees are non-refundable as far as the law permits.</p>
<p>Nothing here limits your rights under the Consumer Guarantees Act 1993 or the Fair Trading Act 1986.</p>
<h2>What belongs to us</h2>
<p>The services, their design, software, names and marks belong to {company} or its licensors. You may use them as these terms allow, and no other right is given.</p>
<p>If you send us ideas or suggestions, we may use them without owing you anything. We are still grateful for them.</p>
<h2>Availability and changes</h2>
<p>We work to keep the services running but cannot promise that they will never be interrupted or have faults. We may add, change or end features. If we end a paid service, we will give you reasonable notice, a way to export your content, and a refund for any time you have paid for but not received.</p>
<h2>Suspending and ending</h2>
<p>You may stop using the services at any time. You can delete your account under My data in your account. You will see a receipt of what was deleted and what we must keep.</p>
<p>We may suspend or end your access if you break these terms seriously or repeatedly, if the law requires it, or to protect others. Where we reasonably can, we will tell you why first and let you export your content. Sections that by their nature should continue, such as 5, 10, 13 and 14, continue after your access ends.</p>
<h2>Liability</h2>
<p>As far as the law permits, the services are provided as they are, and we exclude warranties that these terms do not state. If you use the services in trade, you agree that the Consumer Guarantees Act 1993 does not apply, so far as that is lawful and fair.</p>
<p>We are not liable for loss of profit, revenue, data or opportunity, or for indirect loss. Our total liability to you, for everything connected with the services, is capped at NZD 100 or the amount that you paid us in the previous 12 months, whichever is greater.</p>
<p>No limit applies to liability that the law does not allow us to limit.</p>
<h2>Disputes and governing law</h2>
<p>If something goes wrong, write to us first. You and we will negotiate in good faith for 20 business days from that notice before either begins proceedings. This does not stop anyone from asking a court for urgent relief, or you from going to the Disputes Tribunal or a regulator.</p>
<p>These terms are governed by the law of New Zealand, and the New Zealand courts have jurisdiction. If part of these terms cannot be enforced, the rest stands.</p>
`;

export const terms = definePage({
  title: 'Terms of service',
  description:
    'The terms on which {company} offers its website, {product: genmate}, {product: taxmate}, {product: openshelf} and {product: chatmate}, in plain English.',
  address: '/terms',
  sections: [
    defineSection('legal', 'text', {
      heading: 'Terms of service',
      lead: 'What you can expect from us and what we expect from you, in plain English.',
      version: '1.0',
      effective_from: '2026-11-01',
      is_checked: false,
      summary: [
        { text: 'Your content stays yours.' },
        { text: 'You must be at least 13; under 18, a guardian agrees for you.' },
        { text: 'New Zealand law applies, and we talk before anyone sues.' },
      ],
      text: text.trim(),
      contact_note: 'Questions about these terms? Email us and we’ll reply within one business day.',
    }),
  ],
});
