import { formatPlanName } from '#api/domain/catalogue.ts';
import { formatPercent } from '#api/domain/numbers.ts';
import { formatPrice, toMajorUnits } from '#api/domain/money.ts';
import { formatPriceUnit } from '#api/domain/plan-words.ts';
import { formatCount } from '#api/domain/plurals.ts';
import type { PlanMoneyJson, PublishMoneyJson } from '#api/features/site-catalogue/money/money.contract.ts';
import { formatInterval } from '#src/lib/format/subscription-price.ts';

type Price = PlanMoneyJson['prices'][number];
type Money = NonNullable<Price['after']>;
type Payer = PlanMoneyJson['payers'][number];

/** `warning`: somebody can't buy, or pays what they may not expect. */
export type MoneySentence = { text: string; tone: 'plain' | 'warning'; isAboutTaxMoves?: boolean };

/** A price that Stripe lacks for what is sold after the publish; `isTaxSide`: it has the amount, and counts tax in another way. */
export type LackingPrice = { planId: number; interval: Price['interval']; isTaxSide: boolean };

/** Prices that can be created, so that people can buy; one that Stripe didn’t answer about is not known to lack. */
export const listLackingPrices = ({ is_connected: isConnected, plans }: PublishMoneyJson): LackingPrice[] =>
  plans.flatMap(({ plan_id: planId, after, prices }) =>
    isConnected && after === 'sold'
      ? prices
          .filter((price) => price.after !== null && ['missing', 'archived', 'differs'].includes(price.state ?? ''))
          .map((price) => ({ planId, interval: price.interval, isTaxSide: hasOtherTaxSide(price) }))
      : [],
  );

function hasOtherTaxSide({ state, charged, after }: Price): boolean {
  const isSame = charged?.amount === after?.amount && charged?.currency === after?.currency.toLowerCase();
  return state === 'differs' && isSame;
}

/** 'GenMate Creator', or the name of both where they are the same. */
export const formatMoneyPlan = ({ product_name: product, plan_name: plan }: PlanMoneyJson): string =>
  formatPlanName(product, plan);

/** What a publish does to one plan and to those who pay for it, a sentence each; none where nothing has to be said. */
export function describePlanMoney(plan: PlanMoneyJson, isConnected: boolean): MoneySentence[] {
  return [
    ...describeSale(plan),
    ...plan.prices.flatMap((price) => describePrice(plan, price, isConnected)),
    ...describeTaxRate(plan),
    ...describePayers(plan),
  ];
}

const plain = (text: string): MoneySentence => ({ text, tone: 'plain' });
const warning = (text: string): MoneySentence => ({ text, tone: 'warning' });

function describeSale({ before, after, payers }: PlanMoneyJson): MoneySentence[] {
  if (after === 'archived') return before === 'archived' ? [] : [plain('No one can choose it any more.')];
  if (after === 'free' && before !== 'free') {
    const isPaid = payers.some(({ unit_amount: amount }) => amount !== 0);
    return [plain(isPaid ? 'It becomes free for new people.' : 'It’s free for everyone.')];
  }
  if (before === 'new') return [plain('New on the site.')];
  return before === 'archived' ? [plain('It’s offered again.')] : [];
}

function describePrice(plan: PlanMoneyJson, price: Price, isConnected: boolean): MoneySentence[] {
  const { before, after, interval } = price;
  if (after === null)
    return before === null || plan.after !== 'sold' ? [] : [plain(`It’s no longer sold by the ${interval}.`)];
  return [...describeAmount(plan, price), ...(isConnected ? describeObstacle(price, after) : [])];
}

function describeAmount(
  { is_per_seat: isPerSeat }: PlanMoneyJson,
  { interval, before, after }: Price,
): MoneySentence[] {
  if (after === null) return [];
  const becomes = `${format(after)} ${formatPriceUnit({ sellsSeats: isPerSeat }, interval)}`;
  if (before === null) return [plain(`It costs ${becomes}.`)];
  if (before.currency !== after.currency)
    return [plain(`${format(before)} per ${interval} becomes ${becomes}, in another currency.`)];
  return before.amount === after.amount ? [] : [plain(`${format(before)} becomes ${becomes}.`)];
}

function describeObstacle(price: Price, after: Money): MoneySentence[] {
  const { state, interval, was_sold: wasSold } = price;
  if (state === 'matches' || state === 'free' || state === null)
    return wasSold === false ? [plain(`It can be bought by the ${interval}: its price is at Stripe.`)] : [];
  if (state === 'unknown')
    return [warning(`Stripe didn’t answer, so we don’t know whether it can be bought by the ${interval}.`)];
  // The choice to create prices at Stripe stands below these sentences.
  const reason = {
    missing: `until Stripe has a price of ${format(after)} for it. Create it below, or under Plans.`,
    archived:
      'until it has another price: its price is archived at Stripe. Create one below, or choose one under Plans.',
    differs: `until it has a new price${describeDifference(price, after)} Create it below, or under Plans.`,
  }[state];
  return [warning(`${describeEffect(price)}, ${reason}`)];
}

function describeEffect({ before, was_sold: wasSold, interval }: Price): string {
  if (before === null) return `It can’t be bought by the ${interval} yet`;
  return wasSold === false
    ? `It still can’t be bought by the ${interval}`
    : `It can’t be bought by the ${interval} any more`;
}

function describeDifference({ charged, message }: Price, after: Money): string {
  if (charged === null) return ': its price at Stripe isn’t one fixed amount by the month or by the year.';
  const isSame = charged.amount === after.amount && charged.currency === after.currency.toLowerCase();
  // The sentence of the comparison ends with the id of the price, which the list of changes has.
  const reason = message?.replace(/ \(price_\w+\)$/, '');
  return isSame && reason ? `: ${reason}.` : `: Stripe charges ${formatCharge(charged)}.`;
}

/** A rate that Stripe charges stays with whoever subscribed before, until they are moved. */
function describeTaxRate({ tax }: PlanMoneyJson): MoneySentence[] {
  if (tax === null) return [];
  const name = tax.label.trim() || 'tax';
  const [before, after] = [tax.before, tax.after].map((rate) =>
    rate === null ? `no ${name}` : `${formatPercent(rate)} ${name}`,
  );
  if (!tax.is_charged) return [plain(`Pages and receipts say ${after} instead of ${before}`)].map(endWithStop);
  const sentences = [endWithStop(plain(`New subscriptions are charged ${after} instead of ${before}`))];
  if (tax.people > 0) sentences.push({ ...plain(describeEarlierRates(tax.people)), isAboutTaxMoves: true });
  return sentences;
}

const describeEarlierRates = (people: number): string =>
  `${formatCount(people, 'person', 'people')} ${people === 1 ? 'keeps' : 'keep'} the rate they have until you move them, which you can do after the publish:`;

/** ‘USt.’ ends with its own full stop. */
const endWithStop = ({ text, tone }: MoneySentence): MoneySentence => ({
  text: text.endsWith('.') ? text : `${text}.`,
  tone,
});

function describePayers({ after, payers }: PlanMoneyJson): MoneySentence[] {
  return payers.flatMap((payer) => {
    const { people } = payer;
    if (!payer.is_kept || payer.unit_amount === 0) return [];
    const count = formatCount(people, 'person', 'people');
    const verb = (one: string, several: string) => (people === 1 ? one : several);
    const known = formatPayment(payer);
    const amount = known ?? 'the price they have';
    if (after === 'free')
      return [
        warning(
          `${count} ${verb('is', 'are')} still charged ${amount} although the plan is free. Cancel or change ${verb('this subscription', 'these subscriptions')} under Users.`,
        ),
      ];
    if (after === 'archived')
      return [plain(`${count} ${verb('keeps', 'keep')} it at ${amount} until they change or cancel.`)];
    return [plain(`${count} ${verb('keeps', 'keep')} ${known === null ? amount : `their price of ${known}`}.`)];
  });
}

const format = ({ amount, currency }: Money): string => formatPrice(toMajorUnits(amount, currency), currency);

const formatCharge = ({ amount, currency, ...interval }: NonNullable<Price['charged']>): string =>
  `${format({ amount, currency })} ${formatInterval(interval)}`;

/** Null for an amount that isn’t known, as of a price with tiers. */
function formatPayment({ unit_amount: amount, currency, interval, interval_count: count }: Payer): string | null {
  if (amount === null || currency === null || interval === null) return null;
  return `${format({ amount, currency })} ${formatInterval({ interval, interval_count: count })}`;
}
