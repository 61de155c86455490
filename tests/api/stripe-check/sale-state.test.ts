import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StripeCheck } from '#api/features/stripe-check/stripe-check.service.ts';
import { loadSiteContent } from '#db/queries/site-content.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { OwnSite } from '../../support/payments/own-site.ts';
import { selectRows } from '../../support/payments/send-event.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { HANG_MS } from '../../support/vitest/hang.ts';
import { CREW, findPriceId, FLEET, RUDDER, SOLO, toKey } from '../../support/payments/tideworks.ts';

const PLANS = '/api/admin/plans';

let test: OwnSite;
let admin: ApiCaller;
let check: StripeCheck;
let wakes: number;
beforeEach(async () => {
  test = await createPaymentApp();
  admin = await createApiCaller(test);
  wakes = 0;
  check = new StripeCheck({
    ...test.deps,
    taxSide: () => null,
    publisher: {
      wake: () => {
        wakes += 1;
      },
    },
    settings: { isProduction: false, allowsTestKey: false, webhookUrl: () => test.webhookUrl },
  });
  test.deps.stripeCheck = check;
});
afterEach(async () => {
  await check.stop();
  await test.close();
});

const readUnsold = async () => (await loadSiteContent(test.db)).unsold;
const readHash = async () => (await loadSiteContent(test.db)).hash;
const listJobs = async () =>
  (await selectRows(test, "SELECT reason FROM publish_jobs WHERE kind = 'site' AND status = 'queued' ORDER BY id")).map(
    ({ reason }) => reason,
  );
const setActive = (isActive: boolean) =>
  test.control.dashboard.updatePrice(findPriceId(test, CREW), { active: isActive });
const UNSOLD = [{ planKey: toKey(CREW), interval: 'month' }];
const CHANGED = 'What can be bought has changed';

/** Publishes the draft of Crew, as the publisher then makes it known to this server. */
async function publishCrew(change: object, { isFollowed = true } = {}): Promise<void> {
  const { plans } = (await admin.call('GET', PLANS)).body;
  const { id } = (plans as { id: number; key: string }[]).find(({ key }) => key === toKey(CREW)) ?? { id: 0 };
  const { live_draft, draft } = (await admin.call('GET', `${PLANS}/${id}/draft`)).body;
  const { fields, version, base_revision } = draft ?? live_draft;
  const body = { fields: { ...fields, ...change }, content: '', client_id: 'client-of-sale', version, base_revision };
  await admin.call('PUT', `${PLANS}/${id}/draft`, body);
  const { changes } = (await admin.call('GET', '/api/admin/site-changes')).body;
  const parts = (changes as { kind: string; id: number; version: number }[]).map((part) => ({
    kind: part.kind,
    id: part.id,
    version: part.version,
  }));
  expect(await admin.call('POST', '/api/admin/site-changes/publish', { parts })).toMatchObject({ status: 200 });
  await test.published.reload();
  if (isFollowed) check.followCatalogue();
}

describe('what can be bought', () => {
  it('is published once when a price can’t be bought any more, and once when it can again', async () => {
    await check.run();
    expect([await readUnsold(), await listJobs(), wakes]).toEqual([[], [], 0]);
    const hash = await readHash();
    await setActive(false);
    await check.run();
    await check.run();
    expect([await readUnsold(), await listJobs(), wakes]).toEqual([UNSOLD, [CHANGED], 1]);
    expect(await readHash()).not.toBe(hash);
    await setActive(true);
    await check.run();
    expect([await readUnsold(), await listJobs(), wakes]).toEqual([[], [CHANGED, CHANGED], 2]);
    expect(await readHash()).toBe(hash);
  });

  it('is known from the moment at which another amount is published, and checked at once', async () => {
    await check.run();
    await publishCrew({ price_month: 35 });
    expect(await readUnsold()).toEqual(UNSOLD);
    await vi.waitFor(async () => {
      const lines = (await check.readReport())?.lines ?? [];
      expect(lines.find(({ name }) => name === 'prices')?.text).toMatch(/^3 of 4 prices match/);
    }, HANG_MS);
    await publishCrew({ price_month: 30 });
    await vi.waitFor(async () => {
      const report = await check.readReport();
      expect(report?.finishedAt).not.toBeNull();
      expect(report?.lines.find(({ name }) => name === 'prices')?.state).toBe('ok');
    }, HANG_MS);
    expect(await readUnsold()).toEqual([]);
  });

  it('is the same on the pages and in the list of plans, after a check, a publish and another check', async () => {
    const buyer = await createSubscriber(test);
    const listClosed = async () => {
      const { body } = await buyer.call('GET', '/plans');
      return (body as { planName: string; prices: { interval: string; obstacle: string | null }[] }[]).flatMap(
        ({ planName, prices }) =>
          prices.flatMap(({ interval, obstacle }) =>
            obstacle === null ? [] : [{ planKey: toKey(planName), interval }],
          ),
      );
    };
    expect([await readUnsold(), await listClosed()]).toEqual([[], []]);
    await check.run();
    await publishCrew({ price_month: 35 }, { isFollowed: false });
    expect([await readUnsold(), await listClosed()]).toEqual([UNSOLD, UNSOLD]);
    await check.run();
    expect([await readUnsold(), await listClosed()]).toEqual([UNSOLD, UNSOLD]);
    await publishCrew({ price_month: 30 }, { isFollowed: false });
    await check.run();
    expect([await readUnsold(), await listClosed()]).toEqual([[], []]);
  });

  it('is put right on the pages by a purchase that finds the price right again', async () => {
    await setActive(false);
    await check.run();
    await setActive(true);
    expect(await (await createSubscriber(test)).checkout(CREW)).toMatchObject({ status: 200 });
    await vi.waitFor(async () => expect(await readUnsold()).toEqual([]), HANG_MS);
    expect(await listJobs()).toEqual([CHANGED, CHANGED]);
  });

  it('stays as it was while Stripe doesn’t answer', async () => {
    await setActive(false);
    await check.run();
    const away = {
      ...test.payments,
      setup: { ...test.payments.setup, findPrice: () => Promise.reject(new Error('away')) },
    };
    await new StripeCheck({
      ...test.deps,
      taxSide: () => null,
      payments: away,
      settings: { isProduction: false, allowsTestKey: false, webhookUrl: () => test.webhookUrl },
    }).run();
    expect(await readUnsold()).toEqual(UNSOLD);
  });

  it('is nothing with a test key in production', async () => {
    const settings = { isProduction: true, allowsTestKey: false, webhookUrl: () => test.webhookUrl };
    const payments = { ...test.payments, isSandbox: false };
    await new StripeCheck({ ...test.deps, payments, settings, taxSide: () => null }).run();
    expect((await readUnsold()).map(({ planKey }) => planKey)).toEqual([SOLO, CREW, FLEET, RUDDER].map(toKey));
  });
});
