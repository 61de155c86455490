import { describe, expect, it } from 'vitest';
import { createBrandPalette, demoPalette } from '#api/domain/brand-palette.ts';
import { createSecrets } from '#api/adapters/secrets.ts';
import { computeRetryDelayMs, isRetryExhausted } from '#api/features/mail/outbox/outbox.service.ts';
import { renderEmail } from '#api/features/mail/templates/templates.service.ts';
import { renderLayout } from '#api/features/mail/templates/layout.email.ts';
import { createEntryToken, createInvitationToken } from '#api/adapters/entry-link.ts';
import { type EmailKind, emailKinds } from '#api/domain/enums.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { demoContent } from '../../support/site/demo-content.ts';

const site = { name: 'Mateworks', url: 'https://www.example.com', timeZone: 'Pacific/Auckland' };
const secrets = createSecrets('a secret of the tests, long enough');
const deps = { site, secrets };
const code = { code: '402917', link: `${site.url}/login/link#token` };
const entry = { productName: 'GenMate', firstName: 'Aroha', entry: 'p-1' };
const invitation = { ...entry, expiresAt: Date.UTC(2026, 11, 24, 12) };
const renderJoinedEmail = (firstName: unknown) => renderEmail(deps, 'waiting-list-joined', { ...entry, firstName });

it('an email has no button to a feature that is switched off, and keeps its words', () => {
  const features = { ...demoSettings.features, waiting_lists: false };
  const off = { ...deps, site: { ...site, settings: { ...demoSettings, features } } };
  const [withButton, without] = [deps, off].map((each) => renderEmail(each, 'waiting-list-joined', entry));
  expect(withButton?.text).toContain('/waitinglist/status');
  expect(without?.text).not.toContain('/waitinglist/status');
  expect(without?.html).not.toContain('/waitinglist/status');
  expect(without?.text).toContain('GenMate');
});

it('The email about another price says what a subscriber with a discount pays of it', () => {
  const data = { productName: 'GenMate', planName: 'Pro', before: '$12 per month', after: '$14 per month' };
  const payments = '$7.00 every month from 14 January 2027, then $14.00 every month from 14 March 2027';
  const rest = { startsOn: '14 January 2027', message: '', isCancelled: false };
  const email = renderEmail(deps, 'price-move', { ...data, ...rest, payments });
  expect(email?.text).toContain(`Your discount stays as it is: you pay ${payments}.`);
  expect(email?.text).not.toContain('You pay $12 per month');
  expect(renderEmail(deps, 'price-move', { ...data, ...rest })?.text).not.toContain('discount');
});

it('The email that a trial ends says what is paid on that day, and what after it where that is another amount', () => {
  const data = { productName: 'GenMate', planName: 'Pro', endsOn: '14 January 2027' };
  const later = '$12.00 every month from 14 February 2027';
  const read = (payment: object) => renderEmail(deps, 'trial-ending', { ...data, ...payment })?.text;
  expect(read({ amount: '$6.00', later })).toContain(
    `Your first payment of $6.00 is taken on that day. After that, you pay ${later}.`,
  );
  expect(read({ amount: '$0.00', isFree: true, later })).toContain(
    `Nothing is charged on that day. After that, you pay ${later}.`,
  );
  expect(read({ amount: '$6.00', later: null })).not.toContain('After that');
});

describe('the email with a code', () => {
  const mail = renderEmail(deps, 'sign-in-code', code);

  it('has no secret in its subject', () => {
    expect(mail.subject).toBe('Your Mateworks sign-in code');
  });

  it('has the code on a line of its own, before anything else that looks like one', () => {
    expect(mail.text).toMatch(/^402917$/m);
    expect(mail.text.match(/\b\d{6}\b/)?.[0]).toBe('402917');
    expect(mail.html).toContain('>402917</p>');
  });

  it('has the link on a line of its own, explains it, and states the lifetime of the code', () => {
    expect(mail.text).toMatch(/^https:\/\/www\.example\.com\/login\/link#token$/m);
    expect(mail.html).toContain(`href="${code.link}"`);
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain('Or open this link on any device and select Sign in:');
      expect(form).toContain('expires in 10 minutes');
      expect(form).toContain('No one can sign in without the code');
    }
  });

  it.each([
    [{ ...code, code: '12345' }],
    [{ ...code, code: '<b>12</b>' }],
    [{ ...code, link: 'https://evil.example/login' }],
    [{ ...code, link: 'https://www.example.com.evil.example/' }],
    [{ code: code.code }],
    [{}],
  ])('T18 is not rendered from the data %j', (data) => {
    expect(() => renderEmail(deps, 'sign-in-code', data)).toThrow();
  });
});

describe('the colours of an email', () => {
  it('are those of the palette that it is given, in both themes, the demo’s otherwise', () => {
    const palette = createBrandPalette('#2a8fb5', '#e39a3b');
    const brand = { ...demoContent.brand, palette };
    const { html } = renderEmail({ ...deps, site: { ...deps.site, brand } }, 'waiting-list-joined', entry);
    const plain = renderEmail(deps, 'waiting-list-joined', entry).html;
    for (const name of ['paper', 'surface', 'pounamu', 'pounamuDark', 'muted', 'hairlineDark'] as const) {
      expect(html).toContain(palette[name]);
      expect(html, name).not.toContain(demoPalette[name]);
      expect(plain).toContain(demoPalette[name]);
    }
  });
});

it('the signature of the settings ends every email, as text', () => {
  const settings = { ...demoSettings, mail: { ...demoSettings.mail, signature: 'Ingrid & Lars\n<b>Tideworks</b>' } };
  const { text, html } = renderEmail({ ...deps, site: { ...deps.site, settings } }, 'waiting-list-joined', entry);
  expect(text).toContain('\n-- \nIngrid & Lars\n<b>Tideworks</b>\n');
  expect(html).toContain('Ingrid &amp; Lars<br>&lt;b&gt;Tideworks&lt;/b&gt;');
});

describe('the emails of a waiting list', () => {
  it('greets by first name, names the product and contains the private link', () => {
    const { subject, text, html } = renderJoinedEmail('Aroha');
    expect(subject).toBe('Confirm your place on the GenMate waiting list');
    expect(text).toMatch(/^Kia ora Aroha,$/m);
    const token = /\/waitinglist\/status#(\S+)/.exec(text)?.[1] ?? '';
    expect(token).toBe(createEntryToken(secrets, 'p-1'));
    expect(html).toContain(`/waitinglist/status#${token}"`);
    expect(text).toMatch(/leave the list/);
  });

  it.each([undefined, null, '', '  '])('greets without a name when there is none (%j)', (name) => {
    expect(renderJoinedEmail(name).text).toMatch(/^Kia ora,$/m);
  });

  it('invites with a personal link, until when it works, and the link to the list', () => {
    const mail = renderEmail(deps, 'waiting-list-invited', invitation);
    expect(mail.subject).toBe('You’re invited to GenMate');
    const token = createInvitationToken(secrets, 'p-1', invitation.expiresAt);
    expect(mail.text).toContain(`Create your account:\n${site.url}/signup#invitation=${token}\n`);
    // Noon UTC is the next day in Auckland.
    expect(mail.text).toContain('works until 25 December 2026.');
    expect(mail.text).toContain('/waitinglist/status#p-1.');
  });

  it.each([
    'Aroha',
    'Anne-Marie',
    'Māhina',
    "O'Hara",
    'D’Arcy',
    'ʻAlohi',
    'María José',
    'J. R.',
    '愛',
    'Nguyễn',
    'Ольга',
  ])('greets %s by name', (name) => {
    const { text, html } = renderJoinedEmail(name);
    expect(text).toMatch(new RegExp(`^Kia ora ${name.replaceAll('.', '\\.')},$`, 'm'));
    expect(html).toContain(`Kia ora ${name.replaceAll("'", '&#39;')},`);
  });

  it.each([
    '<img src=x>',
    '{{x}}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: text that looks like a template is what is tested
    '${x}',
    '<%= x %>',
    '"><script>alert(1)</script>',
    "' onload='x",
    '&lt;b&gt;',
    '%s $& $1',
    'Win at http://evil.example',
    'evil.example',
    'evil．example',
    'evil。example',
    'evil․example',
    'write to a@b',
    'Call 0800 838383',
    'WIN $1000',
    'Buy gold now at our shop',
    'x'.repeat(41),
    'A\r\nBcc: b',
    'A\u2028B: c',
    '\u202egnp.exe',
  ])('T18 T41 does not contain a name that is not plain: %j', (name) => {
    const { text, html } = renderJoinedEmail(name);
    expect(text).toMatch(/^Kia ora,$/m);
    expect(html).toContain('>Kia ora,<');
    expect(text + html).not.toContain(name);
    expect(text + html).toEqual(renderJoinedEmail(null).text + renderJoinedEmail(null).html);
  });

  it.each([[{ path: '/etc/passwd' }], [{ href: 'http://localhost/' }], [['a']], [1]])(
    'T18 is not rendered for the name %j',
    (name) => {
      expect(() => renderJoinedEmail(name)).toThrow();
    },
  );

  it('T18 ignores unknown fields of the data', () => {
    const unknownFields = { ...entry, html: '<b>', attachments: [{ path: '/etc/passwd' }], to: 'x@example.com' };
    expect(renderEmail(deps, 'waiting-list-joined', unknownFields)).toEqual(renderJoinedEmail('Aroha'));
  });
});

describe('the emails about subscriptions', () => {
  const plan = { firstName: 'Aroha', productName: 'GenMate', planName: 'Creator' };
  const receipt = {
    ...plan,
    amount: 'US$10.00',
    number: 'MW-2026-0001',
    periodStart: '14 November 2026',
    periodEnd: '14 December 2026',
  };
  const change = { firstName: 'Aroha', productName: 'GenMate', fromPlan: 'Pro', toPlan: 'Creator' };
  const sentences = ({ text }: { text: string }) => text.replaceAll(/\s+/g, ' ');

  it('a receipt has the amount, the period and the number of the invoice', () => {
    const mail = renderEmail(deps, 'payment-receipt', receipt);
    expect(mail.subject).toBe('Your receipt for GenMate Creator');
    expect(sentences(mail)).toContain(
      'Kia ora Aroha, Thank you. We’ve received your payment of US$10.00 for GenMate Creator. ' +
        'It covers 14 November 2026 to 14 December 2026. Your invoice number is MW-2026-0001. ' +
        `See your invoices: ${site.url}/subscriptions You can change or cancel your plan on that page at any time.`,
    );
  });

  it('names a product once whose only plan is called the same', () => {
    const mail = renderEmail(deps, 'payment-receipt', { ...receipt, productName: 'TaxMate', planName: 'TaxMate' });
    expect(mail.subject).toBe('Your receipt for TaxMate');
  });

  it.each([
    ['26 November 2026', 'We’ll try again on 26 November 2026. You keep Creator in the meantime.'],
    [null, 'We won’t try again on our own, and Creator ends unless you pay.'],
  ])('a failed payment says what happens next: %s', (nextAttempt, next) => {
    const mail = renderEmail(deps, 'payment-failed', { ...plan, amount: 'US$10.00', nextAttempt });
    expect(mail.subject).toBe('Your payment for GenMate Creator didn’t go through');
    expect(sentences(mail)).toContain(
      `We couldn’t take US$10.00 for GenMate Creator. Your card may have expired, or your bank may have declined the payment. ${next} ` +
        `Pay now: ${site.url}/subscriptions If you’ve paid since, you don’t need to do anything.`,
    );
  });

  it('a change of plan says when it starts, and until when it can be taken back', () => {
    const mail = renderEmail(deps, 'plan-changed', { ...change, startsOn: '14 December 2026' });
    expect(mail.subject).toBe('GenMate changes to Creator on 14 December 2026');
    expect(sentences(mail)).toContain(
      'Your GenMate plan changes from Pro to Creator on 14 December 2026. You keep Pro until then. ' +
        `See your subscription: ${site.url}/subscriptions Changed your mind? You can keep Pro on that page until then.`,
    );
  });

  it('a change of plan says what is paid from then on', () => {
    const payments = '$10.00 every month from 14 December 2026';
    const mails = ['14 December 2026', null].map((startsOn) =>
      renderEmail(deps, 'plan-changed', { ...change, startsOn, payments }),
    );
    for (const mail of mails) expect(sentences(mail)).toContain(`You pay ${payments}.`);
  });

  it('a change of plan that has been made offers nothing to take back', () => {
    const mail = renderEmail(deps, 'plan-changed', { ...change, startsOn: null });
    expect(mail.subject).toBe('You’re on GenMate Creator');
    expect(sentences(mail)).toContain('Your GenMate plan has changed from Pro to Creator.');
    expect(mail.text).not.toContain('Changed your mind?');
  });

  it.each([
    [
      true,
      'GenMate Creator ends on 14 December 2026',
      'Your subscription to GenMate Creator is cancelled. You keep it until 14 December 2026, and nothing more will be charged. ' +
        `Keep my subscription: ${site.url}/subscriptions Changed your mind? You can keep your subscription until then.`,
    ],
    [
      false,
      'GenMate Creator has ended',
      'Your subscription to GenMate Creator ended on 14 December 2026. Nothing more will be charged. ' +
        `Subscribe again: ${site.url}/subscriptions --`,
    ],
  ])('a cancellation says until when it can be taken back: %s', (canReactivate, subject, words) => {
    const mail = renderEmail(deps, 'subscription-cancelled', { ...plan, endsOn: '14 December 2026', canReactivate });
    expect(mail.subject).toBe(subject);
    expect(sentences(mail)).toContain(words);
  });
});

describe('every email', () => {
  const refund = { productName: 'GenMate', planName: 'Creator', amount: 'US$4.00', number: 'MW-2026-0001' };
  const data: Record<EmailKind, Record<string, unknown>> = {
    'sign-in-code': code,
    'waiting-list-joined': entry,
    'waiting-list-invited': invitation,
    'payment-receipt': {
      productName: 'GenMate',
      planName: 'Creator',
      amount: 'US$10.00',
      number: 'MW-2026-0001',
      periodStart: '14 November 2026',
      periodEnd: '14 December 2026',
    },
    'payment-failed': {
      productName: 'GenMate',
      planName: 'Creator',
      amount: 'US$10.00',
      invoiceId: 'in_1',
      nextAttempt: '26 November 2026',
    },
    'payment-refunded': refund,
    'refund-failed': refund,
    'payment-disputed': {
      amount: 'US$10.00',
      reason: 'product_not_received',
      dueOn: '1 December 2026',
      number: 'MW-2026-0001',
      customerEmail: 'mere@example.com',
    },
    'refund-needs-attention': {
      amount: 'US$10.00',
      number: 'MW-2026-0001',
      customerEmail: 'mere@example.com',
      isCustomerTold: true,
    },
    'plan-changed': { productName: 'GenMate', fromPlan: 'Pro', toPlan: 'Creator', startsOn: '14 December 2026' },
    'subscription-cancelled': {
      productName: 'GenMate',
      planName: 'Creator',
      endsOn: '14 December 2026',
      canReactivate: true,
    },
    'subscription-reactivated': { productName: 'GenMate', planName: 'Creator', renewsOn: '14 December 2026' },
    'system-alert': {
      firstName: 'Aroha',
      alert: 'backups',
      state: 'begun',
      since: Date.UTC(2026, 10, 24, 8, 15),
      reason: 'The disk is full.',
    },
    'post-review': {
      firstName: 'Jo',
      event: 'returned',
      who: 'Aroha Ngata',
      postId: 7,
      title: 'What GST costs a stall',
      note: 'Say which year.',
    },
    'account-email-changed': { firstName: 'Aroha', isNew: true, other: 'a•••@example.com' },
    'account-role-changed': { firstName: 'Aroha', before: 'editor', after: 'user' },
    'subscription-extended': { productName: 'GenMate', planName: 'Pro', days: 1, until: '14 January 2027' },
    'subscription-coupon': {
      productName: 'GenMate',
      planName: 'Pro',
      coupon: 'Thanks',
      words: '10% off',
      isAdded: false,
    },
    'trial-started': { productName: 'GenMate', planName: 'Pro', amount: '$12.00', endsOn: '14 January 2027' },
    'trial-ending': { productName: 'GenMate', planName: 'Pro', amount: null, endsOn: '14 January 2027' },
    'price-move': {
      productName: 'GenMate',
      planName: 'Pro',
      before: '$12 per month',
      after: null,
      startsOn: '14 January 2027',
      message: 'Thanks for staying.',
      isCancelled: false,
    },
    'tax-move': {
      productName: 'GenMate',
      planName: 'Pro',
      net: '$12',
      before: '$14.40',
      after: '$14.64',
      ratesBefore: '20% VAT',
      ratesAfter: '22% VAT',
      startsOn: '14 January 2027',
    },
    'complimentary-plan': { productName: 'GenMate', planName: 'Pro', quantity: 3, endsOn: null },
    'complimentary-plan-ended': { productName: 'GenMate', planName: 'Pro' },
    'account-blacklisted': { firstName: 'Henrik', reason: 'Two chargebacks', endsOn: '24 December 2026' },
  };

  it.each(emailKinds)('%s has the same content in text and HTML', (kind) => {
    const { text, html } = renderEmail(deps, kind, data[kind]);
    const lines = text.split('\n').filter((line) => line !== '' && line !== '-- ');
    const shown = html.replaceAll('&#39;', "'").replaceAll('&quot;', '"');
    for (const line of lines) expect(shown).toContain(line.replace(/:$/, ''));
  });

  it.each(emailKinds)('%s has no external resource and no active content', (kind) => {
    const { html } = renderEmail(deps, kind, data[kind]);
    expect(html).not.toMatch(/<(img|script|link|iframe|form|object|video|audio)\b|url\(|@import|\son\w+=/i);
    for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https:\/\/www\.example\.com\//);
  });

  it('escapes each part of the layout', () => {
    const head = { name: 'A & <B>', url: site.url };
    const hostile = '<i>"&\'';
    const parts = [
      { text: hostile },
      { code: hostile },
      { note: hostile },
      { label: hostile, href: `${site.url}/"<i>` },
    ];
    const { html } = renderLayout(head, { subject: hostile, preview: hostile, parts });
    expect(html).not.toContain('<i>');
    expect(html.match(/&lt;i&gt;&quot;&amp;&#39;/g)).toHaveLength(6);
    expect(html).toContain('A &amp; &lt;B&gt;');
  });
});

describe('the retry delay', () => {
  const DAYS = 3 * 24 * 60 * 60_000;
  const getMaxDelay = (attempt: number, remainingMs = DAYS) => computeRetryDelayMs(attempt, remainingMs, () => 1);

  it('doubles from 2 s to 10 minutes, half of it random', () => {
    expect([1, 2, 3, 4, 9, 10, 100, 5_000].map((attempt) => getMaxDelay(attempt))).toEqual([
      2_000, 4_000, 8_000, 16_000, 512_000, 600_000, 600_000, 600_000,
    ]);
    expect(computeRetryDelayMs(3, DAYS, () => 0)).toBe(4_000);
  });

  it('is at most a twentieth of the remaining lifetime of the email', () => {
    expect(getMaxDelay(10, 10 * 60_000)).toBe(30_000);
    expect(getMaxDelay(10, 1)).toBe(1_000);
  });

  it('is exhausted after the third permanent rejection', () => {
    expect([1, 2, 3].map(isRetryExhausted)).toEqual([false, false, true]);
  });
});
