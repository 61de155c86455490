import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { purchaseStepNames } from '#api/domain/purchase-rehearsal.ts';
import { PurchaseRehearsalIsland } from '#src/features/purchase-rehearsal/PurchaseRehearsal.island.tsx';
import type { PurchaseRehearsal, RehearsalStep } from '#src/features/purchase-rehearsal/rehearsal-api.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

const PATH = '/api/admin/purchase-rehearsal';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
});

const step = (name: RehearsalStep['name'], values: Partial<RehearsalStep> = {}): RehearsalStep => ({
  name,
  state: 'ok',
  text: `About ${name}.`,
  remedy: null,
  ...values,
});

const purchase = {
  plan: 'crew',
  plan_name: 'Crew',
  product_name: 'Kelp',
  interval: 'year' as const,
  amount: 50_000,
  currency: 'EUR',
  steps: purchaseStepNames.map((name) => step(name)),
  records: [{ id: 7, kind: 'email' as const, title: 'Your receipt for Kelp Crew' }],
};

const createRehearsal = (values: Partial<PurchaseRehearsal> = {}, steps = [step('feature')]): PurchaseRehearsal => ({
  state: 'passed',
  offer_count: 1,
  rehearsal: {
    id: 1,
    started_at: '2026-11-22T10:04:00.000Z',
    finished_at: '2026-11-22T10:04:05.000Z',
    user: null,
    steps,
    purchases: [purchase],
  },
  ...values,
});

const NEVER = createRehearsal({ state: 'none', rehearsal: null });

function open(...answers: PurchaseRehearsal[]) {
  const next = () => Response.json(answers.length > 1 ? answers.shift() : answers[0]);
  site.network.intercept('GET', PATH, next);
  site.network.intercept('POST', PATH, next);
  return site.open(<PurchaseRehearsalIsland />, '/admin/plans/rehearsal');
}

test('A site without a paid plan says that nothing is sold and leads to the plans', async () => {
  open(createRehearsal({ state: 'none', offer_count: 0, rehearsal: null }));
  await screen.findByText('Nothing is sold yet');
  expect(screen.getByRole('link', { name: 'Go to the plans' })).toHaveProperty('pathname', '/admin/plans');
  expect(screen.queryByRole('button', { name: 'Rehearse' })).toBeNull();
});

test('A rehearsal begins by a press and shows each step until it has passed', async () => {
  const begun = createRehearsal({ state: 'running' });
  open(NEVER, begun, begun, createRehearsal());
  await site.user.click(await screen.findByRole('button', { name: 'Rehearse' }));
  await screen.findByText('Passed', { selector: '.badge' });
  screen.getByRole('heading', { level: 2, name: /^Kelp Crew/ });
  screen.getByText('€500.00 per year', { exact: false });
  screen.getByRole('button', { name: 'Rehearse again' });
  await expectAccessible();
});

test('A step that failed says what happened and how to put it right', async () => {
  const failed = step('webhook', { state: 'failed', text: 'The webhook was refused.', remedy: 'Copy the secret.' });
  open(createRehearsal({ state: 'failed' }, [step('feature'), failed]));
  const item = (await screen.findByText('The webhook was refused.')).closest('li');
  within(item as HTMLElement).getByRole('img', { name: 'Failed' });
  within(item as HTMLElement).getByText('Copy the secret.');
  screen.getByText('Failed', { selector: '.badge' });
});

test('A rehearsal of plans that have changed since is out of date', async () => {
  open(createRehearsal({ state: 'outdated' }));
  await screen.findByText('Out of date');
});

test('An email that the customer got opens in a dialog', async () => {
  site.network.intercept('GET', `${PATH}/records/7`, () =>
    Response.json({ title: purchase.records[0]?.title, html: '<p>Thank you for €500.00</p>', styles: '' }),
  );
  open(createRehearsal());
  await site.user.click(await screen.findByRole('button', { name: 'Your receipt for Kelp Crew' }));
  const dialog = await screen.findByRole('dialog', { name: 'Your receipt for Kelp Crew' });
  await expect.poll(() => dialog.querySelector('.mail-html')?.shadowRoot?.textContent).toBe('Thank you for €500.00');
});

test('A rehearsal that can’t begin says why', async () => {
  open(NEVER);
  site.network.intercept('POST', PATH, () =>
    Response.json({ message: 'A rehearsal is running. Wait until it has finished.' }, { status: 409 }),
  );
  await site.user.click(await screen.findByRole('button', { name: 'Rehearse' }));
  await findToast('A rehearsal is running. Wait until it has finished.');
});
