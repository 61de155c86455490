import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { UserDetailJson, UserPaymentsJson } from '#api/features/users/users.contract.ts';
import { UserDetailIsland } from '#src/features/users/detail/UserDetail.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  expectFocus,
  findDialog,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';
import { createPayment, createSubscription, createUserDetail } from '../../support/islands/user-fixtures.ts';

const USER = '/api/admin/users/412';
const REFUND = `${USER}/payments/in_1/refund`;
let site: IslandSite;
let user: UserDetailJson;
let payments: UserPaymentsJson['payments'];

beforeEach(async () => {
  site = await createIslandSite();
  site.clock.set('2026-11-22T10:05:00.000Z');
  await site.signIn('admin');
  user = createUserDetail();
  payments = [createPayment()];
  site.network.intercept('GET', USER, () => Response.json({ data: { user } }));
  site.network.intercept('GET', `${USER}/notes`, () => Response.json({ data: { notes: [] } }));
  site.network.intercept('GET', `${USER}/payments`, () => Response.json({ data: { payments } }));
});

async function open(tab: string) {
  site.open(<UserDetailIsland />, `/admin/users/412?tab=${tab}`);
  await screen.findByRole('navigation', { name: 'Henrik Dahl' });
}
const listBodies = (path: string) =>
  site.network.calls.filter((call) => call.method === 'POST' && call.path === path).map(({ body }) => JSON.parse(body));

describe('refunding a payment', () => {
  const openDialog = async () => {
    await open('payments');
    await site.chooseAction('A-0001', 'Refund...');
    return findDialog('Refund invoice A-0001?');
  };
  /** Answers the refund, after which the list says what is left. */
  const acceptRefund = (refunded: number) =>
    site.network.intercept('POST', REFUND, () => {
      payments = [createPayment({ amount_refunded: refunded, refundable: 1_000 - refunded })];
      return Response.json({ message: 'Refunded', data: { user }, undo: null });
    });

  test('names invoice, amount and person, and asks for the reason', async () => {
    payments = [createPayment({ amount_refunded: 400, refundable: 600 })];
    const { dialog, getByRole, getByLabelText } = await openDialog();
    expect(dialog.querySelector('form > p')?.textContent).toBe(
      'Henrik Dahl paid US$10.00 for GenMate Creator on 14 November 2026. US$4.00 is refunded already.',
    );
    expect([...dialog.querySelectorAll('.facts li')].map(({ textContent }) => textContent)).toEqual([
      'Henrik gets an email. The money takes 5 to 10 days.',
      'Subscriptions go on. You can cancel them under Subscriptions.',
      'A refund can’t be undone.',
    ]);
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Refund US$6.00' }));
    expect(dialog.querySelector('.field-error')?.textContent).toBe('Choose a reason.');
    await expectFocus(() => getByLabelText('Reason'));
    expect(listBodies(REFUND)).toEqual([]);
    await expectAccessible();
    await site.user.selectOptions(getByLabelText('Reason'), 'fraudulent');
    screen.getByText('Stripe then blocks the card and the email address.');
  });

  test('says of a payment whose rest was credited that a full refund would give it back twice', async () => {
    const credited_by = { at: '2026-11-24T00:00:00.000Z', plan_name: 'Pro', number: 'A-0002' };
    payments = [createPayment({ credited_by })];
    const { getByText } = await openDialog();
    getByText(
      'The plan changed to Pro on 24 November 2026, and what was left of this payment was credited on invoice A-0002. A full refund would give that part back twice.',
    );
    await expectAccessible();
  });

  test('sends all that is left, says so, and loads the payments again', async () => {
    acceptRefund(1_000);
    const { getByRole, getByLabelText } = await openDialog();
    await site.user.selectOptions(getByLabelText('Reason'), 'requested_by_customer');
    await site.user.click(getByRole('button', { name: 'Refund US$10.00' }));
    await findToast('Refunded');
    expect(listBodies(REFUND)).toEqual([
      {
        amount: 1_000,
        refundedBefore: 0,
        reason: 'requested_by_customer',
        idempotencyKey: expect.stringMatching(/^[\da-f]{32}$/),
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('sends a part that was typed, and refuses more than is left', async () => {
    acceptRefund(450);
    const { dialog, getByRole, getByLabelText } = await openDialog();
    await site.user.click(getByRole('radio', { name: /^A part/ }));
    await site.user.selectOptions(getByLabelText('Reason'), 'other');
    for (const typed of ['', 'ten', '10.01', '0', '1.005']) {
      await site.user.clear(getByLabelText('Amount in USD'));
      if (typed) await site.user.type(getByLabelText('Amount in USD'), typed);
      await site.user.click(getByRole('button', { name: 'Refund' }));
      expect(dialog.querySelector('.field-error')?.textContent).toBe('Enter an amount up to US$10.00.');
    }
    await expectFocus(() => getByLabelText('Amount in USD'));
    await expectAccessible();
    await site.user.clear(getByLabelText('Amount in USD'));
    await site.user.type(getByLabelText('Amount in USD'), '4,5');
    await site.user.click(getByRole('button', { name: 'Refund US$4.50' }));
    await findToast('Refunded');
    expect(listBodies(REFUND)).toMatchObject([{ amount: 450, reason: 'other' }]);
    await screen.findByText('US$4.50 refunded');
  });

  test('keeps its key when it is tried again, and takes another one for another amount', async () => {
    const restore = site.network.fail('POST', REFUND, 503, { message: 'Stripe didn’t answer.', code: 'unavailable' });
    const { getByRole, getByLabelText } = await openDialog();
    await site.user.selectOptions(getByLabelText('Reason'), 'duplicate');
    const press = () => site.user.click(getByRole('button', { name: /^Refund/ }));
    await press();
    await screen.findByText('Stripe didn’t answer.');
    await expectAccessible();
    await press();
    await waitFor(() => expect(listBodies(REFUND)).toHaveLength(2));
    await site.user.click(getByRole('radio', { name: /^A part/ }));
    await site.user.type(getByLabelText('Amount in USD'), '5');
    restore();
    acceptRefund(500);
    await press();
    await findToast('Refunded');
    const [first, second, third] = listBodies(REFUND).map(({ idempotencyKey }) => idempotencyKey);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('that is refused says why, and shows what is left now', async () => {
    site.network.intercept('POST', REFUND, () => {
      payments = [createPayment({ amount_refunded: 400, refundable: 600 })];
      return Response.json({ message: 'US$4.00 is refunded by now.', code: 'conflict' }, { status: 409 });
    });
    const { getByRole, getByLabelText } = await openDialog();
    await site.user.selectOptions(getByLabelText('Reason'), 'other');
    await site.user.click(getByRole('button', { name: 'Refund US$10.00' }));
    await screen.findByText('US$4.00 is refunded by now.');
    await screen.findByRole('button', { name: 'Refund US$6.00' });
    expect(screen.queryByText('Failed to refund')).toBeNull();
  });

  test('that is refused because nothing is left closes on what the list says now', async () => {
    site.network.intercept('POST', REFUND, () => {
      payments = [createPayment({ amount_refunded: 1_000, refundable: 0, refund_obstacle: 'All is refunded.' })];
      return Response.json({ message: 'All is refunded.', code: 'conflict' }, { status: 409 });
    });
    const { getByRole, getByLabelText } = await openDialog();
    await site.user.selectOptions(getByLabelText('Reason'), 'other');
    await site.user.click(getByRole('button', { name: 'Refund US$10.00' }));
    await waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull());
    screen.getByText('All is refunded.', { selector: 'dialog *' });
    await expectAccessible();
    await site.user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('asks before it closes on what was typed', async () => {
    const { getByRole, getByLabelText } = await openDialog();
    await site.user.selectOptions(getByLabelText('Reason'), 'other');
    await site.user.click(getByRole('button', { name: 'Close' }));
    await screen.findByText('Your changes aren’t saved.');
    await site.user.click(getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is offered for what was paid, and says why where nothing is left', async () => {
    payments = [
      createPayment({ refundable: 0, refund_obstacle: 'This payment is already refunded.' }),
      createPayment({ id: 'in_2', invoice_number: 'A-0002', status: 'open', status_display: 'Due' }),
    ];
    await open('payments');
    await site.user.click(await screen.findByRole('button', { name: 'Actions for A-0001' }));
    const item = await screen.findByRole('menuitem', { name: /^Refund/ });
    expect(item.textContent).toBe('Refund...This payment is already refunded.');
    expect(item.getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('button', { name: 'Actions for A-0002' })).toBeNull();
    await expectAccessible();
  });
});

describe('the subscriptions of a user', () => {
  const CANCEL = '/api/subscriptions/cancel/sub_1';
  const REACTIVATE = '/api/subscriptions/reactivate/sub_1';
  const answer = (path: string, message: string, change: Parameters<typeof createSubscription>[0]) =>
    site.network.intercept('POST', path, () => {
      user = createUserDetail({ subscriptions: [createSubscription(change)] });
      return Response.json({ message, subscription: {} });
    });
  beforeEach(() => {
    user = createUserDetail({ subscriptions: [createSubscription({ pending_plan_name: 'Pro' })] });
  });

  test('are cancelled at the end of the period, with what will happen', async () => {
    answer(CANCEL, 'Subscription cancelled successfully', { cancel_at_period_end: true });
    await open('subscriptions');
    await site.chooseAction('GenMate Creator', 'Cancel...');
    const { dialog, getByRole } = await findDialog('Cancel GenMate Creator of Henrik Dahl?');
    expect(dialog.textContent).not.toContain('credit');
    expect(dialog.querySelector('.choices')?.textContent).toContain('Henrik keeps it until 14 December 2026.');
    expect(dialog.textContent).toContain(
      'Nothing more is charged, and nothing is refunded: you can do that under Payments. Henrik gets an email. The change to Pro is cancelled, too.',
    );
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Cancel subscription' }));
    await findToast('Subscription cancelled successfully');
    expect(listBodies(CANCEL)).toEqual([{ userId: 412, when: 'period_end' }]);
    await screen.findByText('Cancelled, ends with this period');
  });

  test('that are cancelled leave the credit in their currency with the account, and the question says so', async () => {
    user.credits = [
      { amount: 900, currency: 'eur' },
      { amount: 5_767, currency: 'usd' },
    ];
    await open('subscriptions');
    await site.chooseAction('GenMate Creator', 'Cancel...');
    const { dialog } = await findDialog('Cancel GenMate Creator of Henrik Dahl?');
    expect(dialog.textContent).toContain(
      'Henrik has a credit of US$57.67. It stays with the account, and is taken off the next purchase in the same currency.',
    );
  });

  test('end now by choice, after which there is nothing to do with them', async () => {
    answer(CANCEL, 'Subscription ended', { status: 'canceled', ended_at: '2026-11-22T10:05:00.000Z' });
    await open('subscriptions');
    await site.chooseAction('GenMate Creator', 'Cancel...');
    const { getByRole } = await findDialog('Cancel GenMate Creator of Henrik Dahl?');
    await site.user.click(getByRole('radio', { name: /^Now/ }));
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'End subscription now' }));
    await findToast('Subscription ended');
    expect(listBodies(CANCEL)).toEqual([{ userId: 412, when: 'now' }]);
    await screen.findByText('Ended on 22 November 2026');
    expect(screen.queryByRole('button', { name: 'Actions for GenMate Creator' })).toBeNull();
    await expectFocus(() => screen.getByRole('link', { name: 'Subscriptions' }));
  });

  test('that end with their period are reactivated, or end now', async () => {
    user.subscriptions = [createSubscription({ cancel_at_period_end: true })];
    await open('subscriptions');
    await site.chooseAction('GenMate Creator', 'End now...');
    const end = await findDialog('End GenMate Creator of Henrik Dahl?');
    expect(end.dialog.textContent).toContain('It would end on 14 December 2026. Ended now, it can’t be reactivated.');
    await expectAccessible();
    await site.user.click(end.getByRole('button', { name: 'Keep GenMate Creator' }));
    answer(REACTIVATE, 'Subscription reactivated successfully', {});
    await site.chooseAction('GenMate Creator', 'Reactivate...');
    const { dialog, getByRole } = await findDialog('Reactivate GenMate Creator of Henrik Dahl?');
    expect(dialog.textContent).toContain(
      'It renews on 14 December 2026 for US$10 per month. Henrik is charged then, so make sure that this was asked for.',
    );
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Reactivate' }));
    await findToast('Subscription reactivated successfully');
    expect(listBodies(REACTIVATE)).toEqual([{ userId: 412 }]);
    await waitFor(() => expect(screen.queryByText('Cancelled, ends with this period')).toBeNull());
  });

  test('that are reactivated with a discount name it beside the price', async () => {
    const off = { name: 'Half price', percent_off: 50, amount_off: null, ends_at: null, is_once: false };
    const { price } = createSubscription();
    const discounted = price && { ...price, discounts: [off] };
    user.subscriptions = [createSubscription({ cancel_at_period_end: true, price: discounted })];
    await open('subscriptions');
    await site.chooseAction('GenMate Creator', 'Reactivate...');
    const { dialog } = await findDialog('Reactivate GenMate Creator of Henrik Dahl?');
    expect(dialog.textContent).toContain('for US$10 per month (50% off). Henrik is charged then');
  });

  test('that can’t be cancelled say why in the dialog', async () => {
    site.network.fail('POST', CANCEL, 409, { message: 'This subscription has ended.', code: 'conflict' });
    await open('subscriptions');
    await site.chooseAction('GenMate Creator', 'Cancel...');
    const { getByRole, findByText } = await findDialog('Cancel GenMate Creator of Henrik Dahl?');
    await site.user.click(getByRole('button', { name: 'Cancel subscription' }));
    await findByText('This subscription has ended.');
    await expectAccessible();
  });
});

describe('the customer at Stripe', () => {
  test('is a link to the dashboard', async () => {
    user.stripe_customer = { id: 'cus_1', url: 'https://dashboard.stripe.com/test/customers/cus_1' };
    await open('info');
    const link = await screen.findByRole('link', { name: 'cus_1 (opens a new tab)' });
    expect(link.getAttribute('href')).toBe('https://dashboard.stripe.com/test/customers/cus_1');
    expect(link.getAttribute('rel')).toBe('noopener');
  });

  test('is only named where the payment sandbox stands in for Stripe', async () => {
    user.stripe_customer = { id: 'cus_1', url: null };
    await open('info');
    await screen.findByText('cus_1');
    expect(screen.queryByRole('link', { name: /cus_1/ })).toBeNull();
  });
});
