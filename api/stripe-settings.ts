import { z } from 'zod';
import type { Plan, PriceIds } from '#api/domain/catalogue-types.ts';
import { type DemoPlanKey, demoPaidPlans } from '#db/seed/site/plans.ts';

const commaSeparatedList = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);
const priceIds = commaSeparatedList
  .pipe(z.array(z.string().regex(/^price_\w+$/, 'must be price ids (price_...) separated by commas')).min(1))
  .optional();

type PriceSetting = `STRIPE_PRICE_${Uppercase<DemoPlanKey>}`;

/** The setting that holds the prices of a paid plan: `STRIPE_PRICE_PRO`. */
export const toPriceSetting = (planKey: string) => `STRIPE_PRICE_${planKey.toUpperCase()}` as PriceSetting;

/** One for each paid plan of the demo: settings are read before the data. */
const priceFields = Object.fromEntries(demoPaidPlans.map(({ key }) => [toPriceSetting(key), priceIds])) as Record<
  PriceSetting,
  typeof priceIds
>;

/** The settings of Stripe, for the schema of all settings. */
export const stripeFields = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/, 'must be a secret or restricted key (sk_... or rk_...)')
    .optional(),
  STRIPE_WEBHOOK_SECRET: commaSeparatedList
    .pipe(z.array(z.string().regex(/^whsec_\S+$/, 'must be webhook secrets (whsec_...) separated by commas')).min(1))
    .optional(),
  STRIPE_ALLOW_TEST_KEY: z.enum(['true', 'false'], 'must be true or false').default('false'),
  STRIPE_API_BASE: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  ...priceFields,
  PAYMENT_SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
};

const fieldsSchema = z.object(stripeFields);
type StripeFields = z.infer<typeof fieldsSchema>;

/** Both, or none. A plan without a price isn’t sold. */
const REQUIRED = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

type Issue = { setting: string; message: string };

/** What is wrong between the settings: some missing, one price for two plans, a plan without a setting of its own. */
export function findStripeIssues(env: StripeFields, plans: readonly Pick<Plan, 'key'>[] = demoPaidPlans): Issue[] {
  const priceSettings = plans.map(({ key }) => toPriceSetting(key));
  const unsettable = plans.flatMap(({ key }, at) => explainUnsettable(key, priceSettings, at));
  if (unsettable.length > 0) return unsettable;
  const isUsed = [...REQUIRED, ...priceSettings, 'STRIPE_API_BASE' as const].some((name) => env[name] !== undefined);
  if (!isUsed) return [];
  const issues: Issue[] = REQUIRED.filter((name) => env[name] === undefined).map((setting) => ({
    setting,
    message: `is missing: set both ${REQUIRED.join(' and ')} to sell plans, or no setting of Stripe`,
  }));
  const owners = new Map<string, string>();
  for (const setting of priceSettings) {
    for (const priceId of new Set(env[setting])) {
      const owner = owners.get(priceId);
      if (owner) issues.push({ setting, message: `names a price that ${owner} names too` });
      owners.set(priceId, setting);
    }
  }
  return issues;
}

/** A plan of the catalogue that could never be sold: no setting, or one that sets another plan as well. */
function explainUnsettable(key: string, priceSettings: readonly PriceSetting[], at: number): Issue[] {
  const setting = priceSettings[at] ?? '';
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(key)) {
    const message = `can’t be set: call the plan ‘${key}’ of the catalogue by one word of the letters A to Z and digits`;
    return [{ setting, message }];
  }
  if (priceSettings.indexOf(priceSettings[at] as PriceSetting) === at) return [];
  return [{ setting, message: `would set two plans of the catalogue: give ‘${key}’ another name` }];
}

/** Null without keys: then there is the payment sandbox, or in production nothing to buy with. */
export function toStripeKeys(env: StripeFields) {
  if (!env.STRIPE_SECRET_KEY) return null;
  const priceIdsByPlan: PriceIds = Object.fromEntries(
    demoPaidPlans.map(({ key }) => [
      key,
      (env[toPriceSetting(key)] ?? []).map((priceId, at) => ({ priceId, interval: 'month', isCurrent: at === 0 })),
    ]),
  );
  return {
    secretKey: env.STRIPE_SECRET_KEY,
    webhookSecrets: env.STRIPE_WEBHOOK_SECRET ?? [],
    apiBase: env.STRIPE_API_BASE ?? null,
    priceIds: priceIdsByPlan,
  };
}
