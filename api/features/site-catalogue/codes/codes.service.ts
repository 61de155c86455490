import { PaymentError, type Payments, type ProviderPromotionCode } from '#api/adapters/payments.ts';
import { toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { findProduct, listEverPaidPlans, listPlanPriceIds } from '#api/domain/catalogue.ts';
import { describeCoupon } from '#api/domain/coupon-words.ts';
import type { AuditAction } from '#api/domain/enums.ts';
import { getEndOfDay, getStartOfDay } from '#api/domain/local-time.ts';
import {
  describeRefusal,
  requireConnected,
  throwRefusal,
} from '#api/features/site-catalogue/prices/refusals.service.ts';
import { AppError, conflictError, invalidFieldError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { write } from '#db/write.ts';
import type { NewPromotionCodeRequest, PromotionCodeJson, PromotionCodesJson } from './codes.contract.ts';

/** Every promotion code of the account, the newest first. @throws conflict with Stripe's words; unavailable. */
export async function listPromotionCodes({ payments }: Pick<Deps, 'payments'>): Promise<PromotionCodesJson> {
  if (payments === null) return { is_connected: false, codes: [] };
  const codes = await payments.listPromotionCodes().catch(throwRefusal);
  const names = codes.some(({ productIds }) => productIds !== null) ? await readProductNames(payments) : new Map();
  return { is_connected: true, codes: codes.map((code) => toCodeJson(code, names)) };
}

/**
 * Makes a code that buyers enter on the payment page. @throws validation_failed for a product without a price at Stripe, a code that an active
 * one has, and a day that has passed; conflict with Stripe's words; unavailable.
 */
export async function createPromotionCode(deps: Deps, request: NewPromotionCodeRequest, actorId: number) {
  const { clock, site } = deps;
  const payments = requireConnected(deps);
  const { code, duration, product_id: productId } = request;
  const zone = site.timeZone;
  const expiresAt = request.last_day === null ? null : getEndOfDay(getStartOfDay(request.last_day, zone), zone);
  if (expiresAt !== null && expiresAt <= clock.now()) throw invalidFieldError('last_day', 'This day has passed.');
  const created = await payments
    .createPromotionCode(
      {
        code: code.toUpperCase(),
        percentOff: request.percent_off,
        amountOff: request.amount_off,
        currency: request.amount_off === null ? null : site.settings.language.currency,
        duration,
        durationMonths: duration === 'repeating' ? request.months : null,
        productIds: productId === null ? null : await listProviderProducts(payments, productId),
        maxRedemptions: request.max_redemptions,
        expiresAt,
      },
      `promotion-code-${request.idempotency_key}`,
    )
    .catch(throwCodeRefusal);
  await audit(deps, 'catalogue.code_created', created, actorId);
  return { code: toCodeJson(created, await readProductNames(payments)) };
}

/** Nobody can enter it any more; who has its discount keeps it. @throws conflict with Stripe's words; unavailable. */
export async function deactivatePromotionCode(deps: Deps, codeId: string, actorId: number) {
  const payments = requireConnected(deps);
  const code = await payments.deactivatePromotionCode(codeId).catch(throwRefusal);
  await audit(deps, 'catalogue.code_deactivated', code, actorId);
  return { code: toCodeJson(code, await readProductNames(payments)) };
}

const audit = ({ db, clock }: Deps, action: AuditAction, { code }: ProviderPromotionCode, actorId: number) =>
  write(db, [insertAuditStatement(db, { at: clock.now(), action, actorId, subject: 'site', after: { code } })]);

function throwCodeRefusal(error: unknown): never {
  const isTaken = error instanceof PaymentError && error.kind === 'refused' && /already exists/i.test(error.message);
  if (isTaken) throw invalidFieldError('code', 'An active code is called the same. Choose another one.');
  if (error instanceof AppError) throw error;
  if (error instanceof PaymentError && error.kind === 'refused') throw conflictError(describeRefusal(error));
  return throwRefusal(error);
}

/** The products at the provider that the plans of a product are sold as. */
async function listProviderProducts(payments: Payments, productId: number): Promise<string[]> {
  const ids = new Set<string>();
  for (const plan of listEverPaidPlans().filter((each) => each.productId === productId))
    for (const id of await readProviderProducts(payments, plan.key)) ids.add(id);
  if (ids.size === 0)
    throw invalidFieldError('product_id', 'This product has no price at Stripe yet. Create one first.');
  return [...ids];
}

async function readProviderProducts(payments: Payments, planKey: string): Promise<string[]> {
  const priceIds = new Set([
    ...payments.listPriceIds(planKey),
    ...listPlanPriceIds(planKey).map((each) => each.priceId),
  ]);
  const prices = await Promise.all([...priceIds].map((priceId) => payments.setup.findPrice(priceId)));
  return prices.flatMap((price) => price?.productId ?? []);
}

/** Of the site, by the product at the provider. */
async function readProductNames(payments: Payments): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const plan of listEverPaidPlans())
    for (const id of await readProviderProducts(payments, plan.key).catch(throwRefusal))
      names.set(id, findProduct(plan.productId)?.name ?? plan.productName);
  return names;
}

const toCodeJson = (code: ProviderPromotionCode, names: ReadonlyMap<string, string>): PromotionCodeJson => ({
  id: code.id,
  code: code.code,
  terms: describeCoupon({ ...code, months: code.durationMonths }),
  product_names: code.productIds && [
    ...new Set(code.productIds.map((id) => names.get(id) ?? 'Another product of Stripe')),
  ],
  is_active: code.isActive,
  times_redeemed: code.timesRedeemed,
  max_redemptions: code.maxRedemptions,
  expires_at: toIsoOrNull(code.expiresAt),
});
