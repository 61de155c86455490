import { describe, expect, it } from 'vitest';
import { createSecrets } from '#api/adapters/secrets.ts';
import { renderEmail } from '#api/features/mail/templates/templates.service.ts';

const site = { name: 'Mateworks', url: 'https://www.example.com', timeZone: 'Pacific/Auckland' };
const deps = { site, secrets: createSecrets('a secret of the tests, long enough') };

describe('the email about a suspended account', () => {
  const render = (endsOn: string | null) =>
    renderEmail(deps, 'account-blacklisted', { firstName: 'Henrik', reason: 'Two chargebacks in October.', endsOn });

  it.each([
    [
      '24 December 2026',
      'You can sign in again after 24 December 2026.',
      'We’ve suspended your Mateworks account until the end of 24 December 2026. We’ve signed you out on all devices, and you can’t sign in until then.',
    ],
    [
      null,
      'You can’t sign in any more.',
      'We’ve suspended your Mateworks account. We’ve signed you out on all devices, and you can’t sign in any more.',
    ],
  ])('says until when (%s), why, and whom to ask', (endsOn, preview, sentence) => {
    const { subject, text, html } = render(endsOn);
    expect(subject).toBe('Your Mateworks account is suspended');
    expect(html).toContain(`>${preview}<`);
    for (const form of [text, html]) {
      expect(form).toContain('Kia ora Henrik,');
      expect(form).toContain(sentence);
      expect(form).toContain('Reason: Two chargebacks in October.');
      expect(form).toContain('If you think this is a mistake, tell us and we’ll take another look.');
      expect(form).toContain(`${site.url}/company/contact`);
    }
  });

  it('is not rendered without a reason', () => {
    expect(() => renderEmail(deps, 'account-blacklisted', { reason: '', endsOn: null })).toThrow();
  });
});
