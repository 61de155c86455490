import { describe, expect, it } from 'vitest';
import { createEntryToken } from '#api/adapters/entry-link.ts';
import { createSecrets } from '#api/adapters/secrets.ts';
import { renderMaskedEmail } from '#api/features/mail/templates/templates.service.ts';

const secrets = createSecrets('a secret of the tests, long enough');
const deps = { site: { name: 'Mateworks', url: 'https://www.example.com', timeZone: 'Pacific/Auckland' }, secrets };
const entry = { productName: 'GenMate', firstName: 'Aroha', entry: 'p-1' };

describe('an email for an admin’s eyes', () => {
  it('T7 needs no secret, and shows none', () => {
    const mail = renderMaskedEmail(deps, 'sign-in-code', { minutes: 10 });
    expect(mail?.text).toMatch(/^••••••$/m);
    expect(mail?.text).toMatch(/^https:\/\/www\.example\.com\/login\/link#••••••$/m);
    expect(mail?.html).not.toMatch(/123456|#sample/);
    expect(renderMaskedEmail(deps, 'waiting-list-joined', entry)?.text).not.toContain(createEntryToken(secrets, 'p-1'));
  });

  it('is null when its data is incomplete', () => {
    expect(renderMaskedEmail(deps, 'plan-changed', {})).toBeNull();
  });
});
