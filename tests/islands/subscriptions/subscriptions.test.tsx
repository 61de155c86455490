import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SubscriptionsIsland } from '#src/features/subscriptions/Subscriptions.island.tsx';
import { paths } from '#src/lib/paths.ts';
import { createIslandSite } from '../../support/islands/island-site.tsx';

test('a user without a subscription sees that nothing is charged, and links to the plans', async () => {
  const site = await createIslandSite();
  const { email } = await site.signIn();
  site.open(<SubscriptionsIsland />);
  await screen.findByRole('heading', { name: 'You don’t have a subscription' });
  expect(document.body.textContent).toContain(`nothing will be charged to ${email}`);
  expect(screen.getByRole('link', { name: 'See the GenMate plans' }).getAttribute('href')).toBe(paths.genmatePricing);
  expect(screen.getByRole('link', { name: 'Join the waiting list' }).getAttribute('href')).toBe(
    paths.genmateWaitingList,
  );
});
