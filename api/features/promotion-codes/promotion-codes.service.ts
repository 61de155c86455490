import {
  PaymentError,
  type NewPromotionCode,
  type Payments,
  type ProviderPromotionCode,
} from '#api/adapters/payments.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import type { Plan } from '#api/domain/catalogue-types.ts';
import {
  findPlanByKey,
  formatPlanName,
  listEverPaidPlans,
  listPaidPlans,
  listPlanPriceIds,
} from '#api/domain/catalogue.ts';
import { describeCoupon } from '#api/domain/coupon-words.ts';
import type { AuditAction } from '#api/domain/enums.ts';
import { getEndOfDay, getStartOfDay } from '#api/domain/local-time.ts';
import { describeAmountFault } from '#api/domain/charge-amounts.ts';
import { invalidFieldError, notFoundError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import {
  requireConnected,
  throwRefusal as throwProviderRefusal,
} from '#api/features/site-catalogue/prices/refusals.service.ts';
import { write } from '#db/write.ts';
import type { CreatePromotionCodeRequest, PromotionCodeJson } from './promotion-codes.contract.ts';

type CodeDeps = Pick<Deps, 'db' | 'clock' | 'payments' | 'site'>;

/** The promotion codes at the payment provider, the newest first. @throws conflict with Stripe's words; unavailable. */
export async function listPromotionCodes({ payments, clock }: CodeDeps) {
  if (payments === null) return { is_connected: false, promotion_codes: [] };
  const codes = await payments.listPromotionCodes().catch(throwRefusal);
  return { is_connected: true, promotion_codes: await toPromotionCodesJson(payments, codes, clock.now()) };
}

/**
 * Creates a code that buyers enter on the payment page. A code is never changed: it is deactivated, and another one created.
 * @throws validation_failed for an amount, day or plan that can’t be, and a code that an active one has; conflict with Stripe's words; unavailable.
 */
export async function createPromotionCode(deps: CodeDeps, request: CreatePromotionCodeRequest, actorId: number) {
  const payments = requireConnected(deps);
  const wanted: NewPromotionCode = {
    ...readTerms(deps, request),
    productIds: request.plans && (await listProviderProducts(payments, request.plans)),
  };
  await requireFreeCode(payments, wanted);
  await recordAct(deps, { action: 'promotion_code.created', code: wanted.code, actorId });
  const created = await payments
    .createPromotionCode(wanted, `promotion-code-${request.idempotency_key}`)
    .catch(throwCodeRefusal);
  return toResponse(deps, payments, created);
}

/** Nobody can enter a code any more; who has used it keeps the discount. @throws not_found; conflict; unavailable. */
export async function deactivatePromotionCode(deps: CodeDeps, id: string, actorId: number) {
  const payments = requireConnected(deps);
  const code = (await payments.listPromotionCodes().catch(throwRefusal)).find((each) => each.id === id);
  if (!code) throw notFoundError('This promotion code no longer exists.');
  if (!code.isActive) return toResponse(deps, payments, code);
  await recordAct(deps, { action: 'promotion_code.deactivated', code: code.code, actorId });
  return toResponse(deps, payments, await payments.deactivatePromotionCode(id).catch(throwRefusal));
}

/** @throws validation_failed */
function readTerms(
  { clock, site }: CodeDeps,
  request: CreatePromotionCodeRequest,
): Omit<NewPromotionCode, 'productIds'> {
  const { amount_off: amountOff, last_day: lastDay } = request;
  const { currency } = site.settings.language;
  const fault = amountOff === null ? null : describeAmountFault('An amount', amountOff, currency);
  if (fault !== null) throw invalidFieldError('amount_off', fault);
  const expiresAt = lastDay === null ? null : getLastSecond(lastDay, site.timeZone);
  if (expiresAt !== null && expiresAt <= clock.now()) throw invalidFieldError('last_day', 'This day has passed.');
  return {
    code: request.code.toUpperCase(),
    percentOff: request.percent_off,
    amountOff,
    currency: amountOff === null ? null : currency,
    duration: request.duration,
    durationMonths: request.months,
    maxRedemptions: request.max_redemptions,
    expiresAt,
  };
}

/** The provider counts seconds; the end of the day itself is of the next one, and would be shown as that. */
const getLastSecond = (day: string, zone: string): number => getEndOfDay(getStartOfDay(day, zone), zone) - 1_000;

/** Before the provider is asked, as with refunds: what it did can’t be taken back if the row fails. */
async function recordAct(
  { db, clock }: CodeDeps,
  { action, code, actorId }: { action: AuditAction; code: string; actorId: number },
): Promise<void> {
  const at = clock.now();
  await write(db, [
    insertAuditStatement(db, { at, action, actorId, subject: `promotion_code:${code}`, after: { code } }),
  ]);
}

/**
 * The provider checks it too, but only once there is a coupon for the code. One that takes off the same may be of an earlier attempt whose
 * answer was lost: the provider knows by the idempotency key.
 */
async function requireFreeCode(payments: Payments, wanted: NewPromotionCode): Promise<void> {
  const codes = await payments.listPromotionCodes().catch(throwRefusal);
  const words = toWords(wanted);
  const isTaken = codes.some(
    (each) => each.isActive && each.code.toUpperCase() === wanted.code && toWords(each) !== words,
  );
  if (isTaken) throw takenError();
}

const takenError = () => invalidFieldError('code', 'An active code is called the same. Choose another one.');

const toWords = (code: NewPromotionCode): string => describeCoupon({ ...code, months: code.durationMonths }, 'first');

/** The products at the provider that plans are sold as. @throws validation_failed for a plan that isn’t sold, or has no price there. */
async function listProviderProducts(payments: Payments, planKeys: readonly string[]): Promise<string[]> {
  const ids = await Promise.all(
    planKeys.map(async (key) => {
      const plan = findPlanByKey(key);
      if (!plan || plan.isArchived)
        throw invalidFieldError('plans', 'One of these plans isn’t sold. Reload the page and choose again.');
      const priceIds = plan.prices.flatMap(({ interval }) => payments.findPriceId(key, interval) ?? []);
      const found = await readProviderProducts(payments, priceIds);
      if (found.length > 0) return found;
      const reason = `${plan.planName} has no price at Stripe, so it can’t have a code. Create its price first.`;
      throw invalidFieldError('plans', reason);
    }),
  );
  return [...new Set(ids.flat())];
}

async function readProviderProducts(payments: Payments, priceIds: readonly string[]): Promise<string[]> {
  const prices = await Promise.all(priceIds.map((priceId) => payments.setup.findPrice(priceId).catch(throwRefusal)));
  return prices.flatMap((price) => price?.productId ?? []);
}

/** A plan and the products at the provider that it is or was sold as. */
type SoldPlan = { plan: Plan; productIds: readonly string[] };

const listSoldPlans = (payments: Payments): Promise<SoldPlan[]> =>
  Promise.all(
    listEverPaidPlans().map(async (plan) => {
      const earlier = listPlanPriceIds(plan.key).map(({ priceId }) => priceId);
      const priceIds = [...new Set([...payments.listPriceIds(plan.key), ...earlier])];
      return { plan, productIds: await readProviderProducts(payments, priceIds) };
    }),
  );

function describeCovers(productIds: readonly string[], sold: readonly SoldPlan[]): string[] {
  const covered = sold.filter((each) => each.productIds.some((id) => productIds.includes(id)));
  const coveredKeys = new Set(covered.map(({ plan }) => plan.key));
  const known = new Set(covered.flatMap((each) => each.productIds));
  const isWhole = (productId: number) =>
    listPaidPlans().every((plan) => plan.productId !== productId || coveredKeys.has(plan.key));
  const names = covered.map(({ plan: { productId, productName, planName } }) =>
    isWhole(productId) ? productName : formatPlanName(productName, planName),
  );
  const others = productIds.every((id) => known.has(id)) ? [] : ['Another product of Stripe'];
  return [...new Set([...names, ...others])];
}

async function toPromotionCodesJson(
  payments: Payments,
  codes: readonly ProviderPromotionCode[],
  now: number,
): Promise<PromotionCodeJson[]> {
  const sold = codes.some(({ productIds }) => productIds !== null) ? await listSoldPlans(payments) : [];
  return codes.map((code) => {
    const { maxRedemptions, expiresAt } = code;
    const isOver = (expiresAt ?? Infinity) <= now || code.timesRedeemed >= (maxRedemptions ?? Infinity);
    return {
      id: code.id,
      code: code.code,
      words: toWords(code),
      percent_off: code.percentOff,
      amount_off: code.amountOff,
      currency: code.currency,
      duration: code.duration,
      months: code.durationMonths,
      covers: code.productIds && describeCovers(code.productIds, sold),
      times_redeemed: code.timesRedeemed,
      max_redemptions: maxRedemptions,
      expires_at: toIsoOrNull(expiresAt),
      is_active: code.isActive && !isOver,
      created_at: toIso(code.createdAt),
    };
  });
}

async function toResponse({ clock }: CodeDeps, payments: Payments, code: ProviderPromotionCode) {
  const [json] = await toPromotionCodesJson(payments, [code], clock.now());
  return { promotion_code: json as PromotionCodeJson };
}

const throwRefusal = (error: unknown): never =>
  throwProviderRefusal(error, ['Coupons: Write', 'Promotion Codes: Write']);

function throwCodeRefusal(error: unknown): never {
  const isTaken = error instanceof PaymentError && error.kind === 'refused' && /already exists/i.test(error.message);
  if (isTaken) throw takenError();
  return throwRefusal(error);
}
