import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { emailKinds } from '#api/domain/enums.ts';
import { formatEmailKind } from '#api/domain/mail-list.ts';
import { EmailPreviewsIsland } from '#src/features/mail/EmailPreviews.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
});

test('every kind of email is shown as HTML and text', async () => {
  site.open(<EmailPreviewsIsland />);
  for (const kind of emailKinds) {
    await screen.findByText(formatEmailKind(kind), { selector: '.mail-kind' });
    const preview = document.querySelector(`[data-kind=${kind}]`);
    expect(preview?.querySelector('.mail-text')?.textContent).toContain('Kia ora');
    expect(preview?.querySelector('.mail-html')?.shadowRoot?.textContent).toContain('Kia ora');
  }
  const code = document.querySelector('[data-kind=sign-in-code] .mail-html')?.shadowRoot?.querySelector('.code');
  expect(code?.textContent).toBe('123456');
});

test('one kind can be shown alone, by the address, without its name again; an unknown kind shows an error', async () => {
  site.open(<EmailPreviewsIsland />, '/admin/mails?releases=2');
  await site.user.click(await screen.findByRole('link', { name: 'Waiting list invited' }));
  expect(window.location.search).toBe('?releases=2&kind=waiting-list-invited');
  expect(document.querySelectorAll('[data-kind]')).toHaveLength(1);
  expect(document.querySelector('.mail-kind')).toBeNull();
  await expectAccessible();
  site.open(<EmailPreviewsIsland />, '/admin/mails?kind=lost');
  await screen.findByText('There is no email of the kind ‘lost’.');
  await site.press('Clear filters');
  expect(document.querySelectorAll('[data-kind]')).toHaveLength(emailKinds.length);
});

test('shows a loading state, and the reason of a failure, which can be retried', async () => {
  const restore = site.network.fail('GET', '/api/admin/mails', 500, { message: 'Something broke.' });
  site.open(<EmailPreviewsIsland />);
  await screen.findByText('Something broke.');
  restore();
  const proceed = site.network.hold('GET', '/api/admin/mails');
  await site.user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Loading...');
  proceed();
  await screen.findByText(formatEmailKind(emailKinds[0]), { selector: '.mail-kind' });
});
