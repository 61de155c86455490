import { randomUUID } from 'node:crypto';
import { PaymentError, type Payments, type ProviderPromotionCode } from '#api/adapters/payments.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { findPlanByKey, formatPlanName, listPaidPlans } from '#api/domain/catalogue.ts';
import { describeCoupon } from '#api/domain/coupon-words.ts';
import type { AuditAction } from '#api/domain/enums.ts';
import { describeAmountFault } from '#api/domain/money.ts';
import { AppError, conflictError, invalidFieldError, notFoundError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { write } from '#db/write.ts';
import type { CreatePromotionCodeRequest, PromotionCodeJson } from './promotion-codes.contract.ts';

type CodeDeps = Pick<Deps, 'db' | 'clock' | 'payments' | 'site'>;

/** The promotion codes at the payment provider, the newest first. @throws conflict with Stripe's words; unavailable. */
export async function listPromotionCodes({ payments, clock }: CodeDeps) {
  if (payments === null) return { is_connected: false, promotion_codes: [] };
  const [codes, products] = await Promise.all([payments.listPromotionCodes(), readPlanProducts(payments)]).catch(
    throwRefusal,
  );
  const toJson = (code: ProviderPromotionCode) => toPromotionCodeJson(code, products, clock.now());
  return { is_connected: true, promotion_codes: codes.map(toJson) };
}

/**
 * Creates a code that buyers enter on the payment page. A code is never changed: it is deactivated, and another one created.
 * @throws validation_failed for an amount or plan that can’t be; conflict for a code that an active one has, or with Stripe's words; unavailable.
 */
export async function createPromotionCode(deps: CodeDeps, request: CreatePromotionCodeRequest, actorId: number) {
  const { clock, site } = deps;
  const payments = requireConnected(deps);
  const { currency } = site.settings.language;
  const fault = request.amount_off === null ? null : describeAmountFault('An amount', request.amount_off, currency);
  if (fault !== null) throw invalidFieldError('amount_off', fault);
  const expiresAt = request.expires_at === null ? null : Date.parse(request.expires_at);
  if (expiresAt !== null && expiresAt <= clock.now()) throw invalidFieldError('expires_at', 'Choose a later time.');
  const products = await readPlanProducts(payments).catch(throwRefusal);
  const productIds = request.plans && toProductIds(request.plans, products);
  await requireFreeCode(payments, request.code);
  await recordAct(deps, { action: 'promotion_code.created', code: request.code, actorId });
  const created = await payments
    .createPromotionCode(
      {
        code: request.code,
        percentOff: request.percent_off,
        amountOff: request.amount_off,
        currency: request.amount_off === null ? null : currency,
        duration: request.duration,
        durationMonths: request.months,
        productIds,
        maxRedemptions: request.max_redemptions,
        expiresAt,
      },
      randomUUID(),
    )
    .catch(throwRefusal);
  return { promotion_code: toPromotionCodeJson(created, products, clock.now()) };
}

/** Nobody can enter a code any more; who has used it keeps the discount. @throws not_found; conflict; unavailable. */
export async function deactivatePromotionCode(deps: CodeDeps, id: string, actorId: number) {
  const payments = requireConnected(deps);
  const code = (await payments.listPromotionCodes().catch(throwRefusal)).find((each) => each.id === id);
  if (!code) throw notFoundError('This promotion code no longer exists.');
  const products = await readPlanProducts(payments).catch(throwRefusal);
  if (!code.isActive) return { promotion_code: toPromotionCodeJson(code, products, deps.clock.now()) };
  await recordAct(deps, { action: 'promotion_code.deactivated', code: code.code, actorId });
  const changed = await payments.deactivatePromotionCode(id).catch(throwRefusal);
  return { promotion_code: toPromotionCodeJson(changed, products, deps.clock.now()) };
}

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

/** The provider checks it too, but only once there is a coupon for the code. */
async function requireFreeCode(payments: Payments, name: string): Promise<void> {
  const codes = await payments.listPromotionCodes().catch(throwRefusal);
  const isTaken = codes.some(({ code, isActive }) => isActive && code.toUpperCase() === name.toUpperCase());
  if (isTaken) throw conflictError(`There is an active code ‘${name}’ already. Choose another one.`);
}

/** The provider's product of each plan that is sold, by the key of the plan. */
type PlanProducts = ReadonlyMap<string, string>;

async function readPlanProducts(payments: Payments): Promise<PlanProducts> {
  const found = await Promise.all(
    listPaidPlans().map(async ({ key, prices }) => {
      const priceIds = prices.map(({ interval }) => payments.findPriceId(key, interval));
      const priceId = priceIds.find((id) => id !== null) ?? null;
      const price = priceId === null ? null : await payments.setup.findPrice(priceId);
      return [key, price?.productId ?? null] as const;
    }),
  );
  return new Map(found.flatMap(([key, productId]) => (productId === null ? [] : [[key, productId] as const])));
}

function toProductIds(planKeys: readonly string[], products: PlanProducts): string[] {
  return planKeys.map((key) => {
    const productId = products.get(key);
    if (productId !== undefined) return productId;
    const name = findPlanByKey(key)?.planName;
    throw invalidFieldError(
      'plans',
      name === undefined
        ? 'One of these plans isn’t sold. Reload the page and choose again.'
        : `${name} has no price at Stripe, so it can’t have a code. Create its price first.`,
    );
  });
}

function toPromotionCodeJson(code: ProviderPromotionCode, products: PlanProducts, now: number): PromotionCodeJson {
  const { percentOff, amountOff, currency, duration, durationMonths, maxRedemptions, expiresAt } = code;
  const isOver = (expiresAt ?? Infinity) <= now || code.timesRedeemed >= (maxRedemptions ?? Infinity);
  return {
    id: code.id,
    code: code.code,
    words: describeCoupon({ percentOff, amountOff, currency, duration, months: durationMonths }),
    percent_off: percentOff,
    amount_off: amountOff,
    currency,
    duration,
    months: durationMonths,
    plans: code.productIds && toPlans(code.productIds, products),
    times_redeemed: code.timesRedeemed,
    max_redemptions: maxRedemptions,
    expires_at: toIsoOrNull(expiresAt),
    is_active: code.isActive && !isOver,
    created_at: toIso(code.createdAt),
  };
}

function toPlans(productIds: readonly string[], products: PlanProducts) {
  const keys = [...products].filter(([, productId]) => productIds.includes(productId)).map(([key]) => key);
  return keys.flatMap((key) => {
    const plan = findPlanByKey(key);
    return plan ? [{ key, name: formatPlanName(plan.productName, plan.planName) }] : [];
  });
}

function requireConnected({ payments }: CodeDeps): Payments {
  if (payments === null) throw conflictError('Stripe isn’t connected, so there can be no promotion codes.');
  return payments;
}

/** In Stripe's own words, and with the way out where we know it. */
function throwRefusal(error: unknown): never {
  if (!(error instanceof PaymentError)) throw error;
  const isAnswer = error.kind !== 'unavailable' || error.status === 401 || error.status === 403;
  if (!isAnswer) throw new AppError('unavailable', 'Stripe didn’t answer. Try again.');
  const wayOut =
    error.status === 403
      ? ' Allow ‘Coupons: Write’ and ‘Promotion Codes: Write’ for the key in Stripe, then try again.'
      : '';
  throw conflictError(`Stripe says: ‘${error.message}’${wayOut}`);
}
