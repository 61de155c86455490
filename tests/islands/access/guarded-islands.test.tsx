import { screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AccountDataIsland } from '#src/features/account/AccountData.island.tsx';
import { ProfileIsland } from '#src/features/account/Profile.island.tsx';
import { ProgramIsland } from '#src/features/account/Program.island.tsx';
import { MagicLinkIsland } from '#src/features/auth/MagicLink.island.tsx';
import { SignInIsland } from '#src/features/auth/SignIn.island.tsx';
import { SessionsIsland } from '#src/features/auth/sessions/Sessions.island.tsx';
import { BlogEditorIsland } from '#src/features/blogs/editor/BlogEditor.island.tsx';
import { BlogManagerIsland } from '#src/features/blogs/manager/BlogManager.island.tsx';
import { CategoryManagerIsland } from '#src/features/categories/CategoryManager.island.tsx';
import { DocumentEditorIsland } from '#src/features/documents/editor/DocumentEditor.island.tsx';
import { DocumentManagerIsland } from '#src/features/documents/manager/DocumentManager.island.tsx';
import { DocumentIsland } from '#src/features/documents/reader/Document.island.tsx';
import { ProductDocumentsIsland } from '#src/features/documents/reader/ProductDocuments.island.tsx';
import { EmailPreviewsIsland } from '#src/features/mail/EmailPreviews.island.tsx';
import { ReasonsIsland } from '#src/features/openshelf/reasons/Reasons.island.tsx';
import { StatsIsland } from '#src/features/openshelf/stats/Stats.island.tsx';
import { WebhooksIsland } from '#src/features/openshelf/webhooks/Webhooks.island.tsx';
import { OverviewIsland } from '#src/features/overview/Overview.island.tsx';
import { ProductManagerIsland } from '#src/features/products/ProductManager.island.tsx';
import { BillingIsland } from '#src/features/billing/Billing.island.tsx';
import { PublishesIsland } from '#src/features/publishes/Publishes.island.tsx';
import { SectionManagerIsland } from '#src/features/sections/SectionManager.island.tsx';
import { SubscriptionsIsland } from '#src/features/subscriptions/Subscriptions.island.tsx';
import { UploadsIsland } from '#src/features/uploads/Uploads.island.tsx';
import { WaitingListStatusIsland } from '#src/features/waiting-list/status/WaitingListStatus.island.tsx';
import { $session } from '#src/stores/session.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
});

const MEMBERS: [string, ReactElement][] = [
  ['account data', <AccountDataIsland key="" />],
  ['profile', <ProfileIsland key="" support={{ email: '', photo: '' }} />],
  ['program', <ProgramIsland key="" levels={[]} comparePath="" />],
  ['sessions', <SessionsIsland key="" />],
  ['subscriptions', <SubscriptionsIsland key="" />],
  ['product documents', <ProductDocumentsIsland key="" />],
  ['document', <DocumentIsland key="" />],
];
const ADMINS: [string, ReactElement][] = [
  ['start page', <OverviewIsland key="" company={{ isCompanyRenamed: true }} />],
  ['blog manager', <BlogManagerIsland key="" />],
  ['blog editor', <BlogEditorIsland key="" />],
  ['categories', <CategoryManagerIsland key="" />],
  ['documents manager', <DocumentManagerIsland key="" />],
  ['document editor', <DocumentEditorIsland key="" />],
  ['products', <ProductManagerIsland key="" />],
  ['sections', <SectionManagerIsland key="" />],
  ['uploads', <UploadsIsland key="" />],
  ['billing', <BillingIsland key="" />],
  ['publishing', <PublishesIsland key="" />],
  ['statistics of OpenShelf', <StatsIsland key="" />],
  ['rejection reasons', <ReasonsIsland key="" />],
  ['webhooks of OpenShelf', <WebhooksIsland key="" />],
  ['mails', <EmailPreviewsIsland key="" />],
];
const getApiCalls = () => site.network.calls.map(({ path }) => path).filter((path) => path !== '/api/auth/me');

/** Its visitors are asked to sign in on the page itself (tests/islands/subscriptions). */
const redirectingMembers = MEMBERS.filter(([name]) => name !== 'subscriptions');

test.each([...redirectingMembers, ...ADMINS])(
  'a visitor of %s is redirected to sign-in, and nothing is loaded',
  async (_, island) => {
    site.open(island, '/screen?a=1');
    await waitFor(() => expect(site.navigations).toEqual(['/login?callbackUrl=%2Fscreen%3Fa%3D1']));
    expect(document.querySelector('[data-guarded]')?.textContent).toBe('Loading...');
    expect(getApiCalls()).toEqual([]);
  },
);

test.each(ADMINS)('a user who is no admin is redirected from %s, and nothing is loaded', async (_, island) => {
  await site.signIn('user');
  site.open(island, '/screen');
  const denied = /^\/login\?callbackUrl=%2Fscreen&denied=[\w.-]+$/;
  await waitFor(() => expect(site.navigations).toEqual([expect.stringMatching(denied)]));
  expect(document.querySelector('[data-guarded]')?.textContent).toBe('Loading...');
  expect(getApiCalls()).toEqual([]);
});

test.each([...MEMBERS, ...ADMINS])(
  '%s: an error in rendering shows what happened and a way to reload',
  async (_, island) => {
    await site.signIn('admin');
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn($session, 'get').mockImplementation(() => {
      throw new Error('broken');
    });
    site.open(island, '/screen');
    const isEditor = island.type === BlogEditorIsland || island.type === DocumentEditorIsland;
    await expectReload(isEditor);
    const report = site.network.calls.find(({ path }) => path === '/api/client-errors');
    expect(JSON.parse(report?.body ?? '{}')).toMatchObject({ name: 'Error', message: 'broken' });
  },
);

test.each([
  [
    'sign-in link',
    <MagicLinkIsland key="" company={{} as never} />,
    '/api/auth/email/link/account',
    { email: 'a@b.nz' },
  ],
  ['waiting list', <WaitingListStatusIsland key="" />, '/api/waitinglist/status', { product_name: {} }],
  ['sign-in', <SignInIsland key="" mode={{} as never} />, '/api/auth/me', {}],
])('%s: an error in rendering shows what happened and a way to reload', async (_, island, path, answer) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  if (path === '/api/auth/me')
    vi.spyOn($session, 'get').mockImplementation(() => {
      throw new Error('broken');
    });
  site.network.intercept('POST', path, () => Response.json(answer));
  site.open(island, '/screen#token');
  await expectReload();
});

async function expectReload(hasDraft = false) {
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' });
  expect(screen.queryByText(/Your drafts are saved/) !== null).toBe(hasDraft);
  screen.getByRole('alert');
  await expectAccessible();
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  await site.press('Reload');
  expect(reload).toHaveBeenCalledOnce();
}
