import { isLive } from '#api/domain/entitlements.ts';
import { formatLimit, formatPlanTerms } from '#api/domain/plan-words.ts';
import {
  findFreePlan,
  findPlan,
  findProduct,
  getCatalogue,
  getProducts,
  listPaidPlans,
} from '#api/domain/catalogue.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { ApiError } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';

export const NOT_CONFIGURED = 'Stripe is not configured';

/** A subscription may end before its period, as after a refund. */
const getEnd = ({ ended_at, current_period_end }: SubscriptionJson): string => ended_at ?? current_period_end;

/** The subscription to a product: the live one, else the one that ended last. */
export function findSubscription(subscriptions: readonly SubscriptionJson[], productId: number) {
  const own = subscriptions.filter((each) => each.product_id === productId);
  const ended = own.filter(({ status }) => status === 'canceled');
  return (
    own.find(({ status }) => isLive(status)) ?? ended.toSorted((a, b) => getEnd(b).localeCompare(getEnd(a)))[0] ?? null
  );
}

/** The products that the user has or had a subscription to, archived ones too, and those with a free plan; without any, all that are sold. */
export function listProducts(subscriptions: readonly SubscriptionJson[]) {
  const own = getCatalogue().products.filter(
    ({ id, isArchived }) =>
      (!isArchived && findFreePlan(id)) || subscriptions.some((subscription) => subscription.product_id === id),
  );
  return own.length > 0 ? own : getProducts().filter(({ id }) => hasPaidPlan(id));
}

export const hasPaidPlan = (productId: number): boolean => listPaidPlans().some((plan) => plan.productId === productId);

/** The limits of a plan in the owner's words: 'Projects: 3, Storage: 10 GB'; null for a plan without any. */
export function describeAllowance(planName: string): string | null {
  const limits = findPlan(planName)?.limits ?? [];
  return limits.length === 0 ? null : limits.map(formatLimit).join(', ');
}

/** The page where a plan of the product is chosen. */
export const getPricingPath = (productId: number): string => findProduct(productId)?.pricesAddress ?? paths.home;

/** The server's reason, or null where it gave none, as without a connection. */
export const getServerMessage = (error: unknown): string | null =>
  error instanceof ApiError && error.status > 0 && error.code !== 'unknown' ? error.message : null;

/** 'Crew', 'Crew by the year with 3 seats': a plan by the name that its subscribers read, with what tells its terms apart. */
export const formatTerms = (plan: string, { interval, quantity }: { interval: string; quantity: number }): string =>
  formatPlanTerms({ plan, interval: interval === 'year' ? 'year' : 'month', quantity });
