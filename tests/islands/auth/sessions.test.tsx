import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { SessionsIsland } from '#src/features/auth/sessions/Sessions.island.tsx';
import { createTestSession } from '../../support/app/users.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, expectFocus, findDialog, type IslandSite } from '../../support/islands/island-site.tsx';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
});

/** Signs the person in here, and at these browsers. */
const open = async (...userAgents: string[]) => {
  const user = await site.signIn();
  for (const userAgent of userAgents) {
    await createTestSession(site, user, { userAgent, audience: 'https://app.example.com' });
  }
  site.open(<SessionsIsland />);
};
const countSessions = async () => (await site.db.client.execute('SELECT 1 FROM sessions')).rows.length;

test('shows a loading state', async () => {
  const proceed = site.network.hold('GET', '/api/auth/sessions');
  await open();
  await waitFor(() => expect(document.querySelectorAll('.skeleton-card')).toHaveLength(2));
  proceed();
  await screen.findByRole('heading', { name: '1 session' });
});

test('a list that fails to load shows an error and can be retried', async () => {
  const restore = site.network.fail('GET', '/api/auth/sessions');
  await open();
  await screen.findByText('Couldn’t load your devices.');
  await expectAccessible();
  restore();
  await site.press('Retry');
  await screen.findByRole('heading', { name: '1 session' });
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
});

test('sessions are listed by device name with site and address; the current one cannot be ended', async () => {
  await open(FIREFOX, IPHONE, 'curl/8.4.0', '');
  await screen.findByRole('heading', { name: '5 sessions' });
  await expectAccessible();
  const list = document.querySelector('.sessions')?.textContent;
  for (const words of ['Firefox 144 on Windows', 'Safari 18 on iOS', 'curl', 'Unknown browser', '203.0.113.7']) {
    expect(list).toContain(words);
  }
  expect(screen.getAllByText('https://app.example.com')).toHaveLength(4);
  expect(screen.getAllByText('This device')).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: /^End session: / })).toHaveLength(4);
});

test('one session is ended after a prompt', async () => {
  await open(FIREFOX, IPHONE);
  await site.press('End session: Firefox 144 on Windows');
  const { dialog, getByRole } = await findDialog('End this session?');
  expect(dialog.textContent).toContain('Firefox 144 on Windows will be signed out straight away.');
  await expectAccessible();
  await site.user.click(getByRole('button', { name: 'End session' }));
  await screen.findByText('Firefox 144 on Windows signed out');
  await expectFocus(() => screen.getByRole('heading', { name: '2 sessions' }));
  expect(await countSessions()).toBe(2);
});

test('ending a session that has ended meanwhile counts as success', async () => {
  await open(FIREFOX);
  await site.press('End session: Firefox 144 on Windows');
  await site.db.client.execute("DELETE FROM sessions WHERE audience = 'https://app.example.com'");
  const { getByRole } = await findDialog();
  await site.user.click(getByRole('button', { name: 'End session' }));
  await screen.findByText('Firefox 144 on Windows signed out');
  await screen.findByRole('heading', { name: '1 session' });
});

test('all other sessions are ended after a prompt that names them; Cancel ends none', async () => {
  await open(IPHONE, 'curl/8.4.0');
  await site.press('Sign out everywhere else');
  const { dialog, getByRole } = await findDialog('Sign out everywhere else?');
  expect([...dialog.querySelectorAll('li')].map(({ textContent }) => textContent).sort()).toEqual([
    'Safari 18 on iOS',
    'curl',
  ]);
  await site.user.click(getByRole('button', { name: 'Cancel' }));
  expect(await countSessions()).toBe(3);
  await site.press('Sign out everywhere else');
  const again = await findDialog('Sign out everywhere else?');
  await site.user.click(again.getByRole('button', { name: 'Sign out everywhere else' }));
  await screen.findByText('2 other sessions signed out');
  await expectAccessible();
  await screen.findByRole('heading', { name: '1 session' });
  expect(await countSessions()).toBe(1);
});
