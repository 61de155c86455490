import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PromotionCodeJson } from '#api/features/promotion-codes/promotion-codes.contract.ts';
import { SiteCatalogueIsland } from '#src/features/site-catalogue/SiteCatalogue.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  findDialog,
  findFailure,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';

const CODES = '/api/admin/promotion-codes';
const code: PromotionCodeJson = {
  id: 'promo_1',
  code: 'SPRING25',
  words: '25% off for 3 months',
  percent_off: 25,
  amount_off: null,
  currency: null,
  duration: 'repeating',
  months: 3,
  covers: null,
  is_active: true,
  times_redeemed: 3,
  max_redemptions: 100,
  expires_at: '2026-12-31T10:59:59.000Z',
  created_at: '2026-10-01T00:00:00.000Z',
};

let site: IslandSite;
let codes: PromotionCodeJson[];
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
  codes = [code];
  site.network.intercept('GET', '/api/admin/plans/prices', () =>
    Response.json({ is_connected: true, tax: null, prices: [] }),
  );
  site.network.intercept('GET', CODES, () => Response.json({ is_connected: true, promotion_codes: codes }));
});
const open = async () => {
  site.open(<SiteCatalogueIsland />, '/admin/plans');
  return within(await screen.findByRole('region', { name: 'Promotion codes' }));
};
const listBodies = () =>
  site.network.calls
    .filter(({ method, path }) => method === 'POST' && path === CODES)
    .map(({ body }) => JSON.parse(body));

describe('promotion codes', () => {
  test('are listed with what they take off and how often they were used', async () => {
    const ended = {
      ...code,
      id: 'promo_2',
      code: 'OLD',
      is_active: false,
      max_redemptions: null,
      covers: ['GenMate'],
    };
    codes = [code, ended];
    const region = await open();
    expect(region.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'CodeTakes offForUsedActions',
      'SPRING25 Until 31 December 202625% off for 3 monthsEverything3 of 100',
      'OLD Ended25% off for 3 monthsGenMate3',
    ]);
    await expectAccessible();
  });

  test('are made in a dialog that says what is missing', async () => {
    codes = [];
    const region = await open();
    region.getByText('No promotion codes yet.');
    await site.user.click(region.getByRole('button', { name: 'New code' }));
    const dialog = await findDialog('New promotion code');
    await site.user.type(dialog.getByLabelText('Code'), 'five');
    await site.user.click(dialog.getByRole('button', { name: 'Make code' }));
    dialog.getByText('Enter a percentage above 0, up to 100.');
    await expectAccessible();
    await site.user.click(dialog.getByRole('radio', { name: /^An amount/ }));
    await site.user.type(dialog.getByLabelText('Amount in USD'), '5');
    await site.user.selectOptions(dialog.getByLabelText('For how long'), 'Every payment');
    const parts = within(dialog.getByLabelText('For what')).getAllByRole('option');
    expect(parts.map(({ textContent }) => textContent).slice(0, 4)).toEqual([
      'Everything',
      'TaxMate',
      'GenMate, all plans',
      'GenMate Creator',
    ]);
    await site.user.selectOptions(dialog.getByLabelText('For what'), 'GenMate, all plans');
    site.network.intercept('POST', CODES, () => {
      codes = [{ ...code, code: 'FIVE' }];
      return Response.json({ promotion_code: codes[0] }, { status: 201 });
    });
    await site.user.click(dialog.getByRole('button', { name: 'Make code' }));
    await findToast('FIVE made');
    await screen.findByText('FIVE');
    expect(listBodies()).toEqual([
      {
        code: 'five',
        percent_off: null,
        amount_off: 500,
        duration: 'forever',
        months: null,
        plans: ['Creator', 'Pro', 'Studio'],
        max_redemptions: null,
        last_day: null,
        idempotency_key: expect.any(String),
      },
    ]);
  });

  test('that Stripe refuses keep what was typed', async () => {
    const region = await open();
    await site.user.click(region.getByRole('button', { name: 'New code' }));
    const dialog = await findDialog('New promotion code');
    await site.user.type(dialog.getByLabelText('Code'), 'SPRING25');
    await site.user.type(dialog.getByLabelText('Percent'), '25');
    site.network.fail('POST', CODES, 409, { message: 'Stripe says: ‘No.’', code: 'conflict' });
    await site.user.click(dialog.getByRole('button', { name: 'Make code' }));
    await findFailure('Failed to make the code', 'Stripe says: ‘No.’');
    expect(dialog.getByLabelText<HTMLInputElement>('Code').value).toBe('SPRING25');
  });

  test('are asked for with the key of the first attempt until something is changed', async () => {
    const region = await open();
    await site.user.click(region.getByRole('button', { name: 'New code' }));
    const dialog = await findDialog('New promotion code');
    await site.user.type(dialog.getByLabelText('Code'), 'SPRING25');
    await site.user.type(dialog.getByLabelText('Percent'), '25');
    site.network.fail('POST', CODES, 503, { message: 'Stripe didn’t answer.', code: 'unavailable' });
    const submit = async (attempts: number) => {
      await site.user.click(dialog.getByRole('button', { name: 'Make code' }));
      await waitFor(() => expect(listBodies()).toHaveLength(attempts));
      await findFailure('Failed to make the code', 'Stripe didn’t answer.');
    };
    await submit(1);
    await submit(2);
    await site.user.type(dialog.getByLabelText('Code'), 'A');
    await submit(3);
    const [first, second, third] = listBodies().map((body) => body.idempotency_key);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('are deactivated after a question', async () => {
    await open();
    await site.chooseAction('SPRING25', 'Deactivate...');
    const dialog = await findDialog('Deactivate SPRING25?');
    dialog.getByText(/Who has its discount keeps it\./);
    site.network.intercept('POST', `${CODES}/promo_1/deactivate`, () => {
      codes = [{ ...code, is_active: false }];
      return Response.json({ promotion_code: codes[0] });
    });
    await site.user.click(dialog.getByRole('button', { name: 'Deactivate' }));
    await findToast('SPRING25 deactivated');
    await screen.findByText('Ended');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('that can’t be loaded say why, and leave the plans', async () => {
    const mend = site.network.fail('GET', CODES, 500, { message: 'Something broke.' });
    site.open(<SiteCatalogueIsland />, '/admin/plans');
    await findFailure('Couldn’t load the promotion codes', 'Something broke.');
    screen.getByRole('heading', { name: 'GenMate', level: 2 });
    mend();
    await site.press('Retry');
    await screen.findByText('SPRING25');
  });
});
