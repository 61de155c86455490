import { z } from 'zod';
import { type PlanName, paidPlans } from '#api/domain/catalogue.ts';

const commaSeparatedList = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);
const priceIds = commaSeparatedList
  .pipe(z.array(z.string().regex(/^price_\w+$/, 'must be price ids (price_...) separated by commas')).min(1))
  .optional();

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
  STRIPE_PRICE_CREATOR: priceIds,
  STRIPE_PRICE_PRO: priceIds,
  STRIPE_PRICE_STUDIO: priceIds,
  STRIPE_PRICE_TAXMATE: priceIds,
  PAYMENT_SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
};

const fieldsSchema = z.object(stripeFields);
type StripeFields = z.infer<typeof fieldsSchema>;

const PRICE_SETTINGS = {
  Creator: 'STRIPE_PRICE_CREATOR',
  Pro: 'STRIPE_PRICE_PRO',
  Studio: 'STRIPE_PRICE_STUDIO',
  TaxMate: 'STRIPE_PRICE_TAXMATE',
} as const satisfies Partial<Record<PlanName, keyof StripeFields>>;

/** Both, or none. A plan without a price isn’t sold. */
const REQUIRED = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

/** What is wrong between the settings: some missing, one price for two plans. */
export function findStripeIssues(env: StripeFields): { setting: string; message: string }[] {
  const isUsed = [...REQUIRED, ...Object.values(PRICE_SETTINGS), 'STRIPE_API_BASE' as const].some(
    (name) => env[name] !== undefined,
  );
  if (!isUsed) return [];
  const issues = REQUIRED.filter((name) => env[name] === undefined).map((setting) => ({
    setting: setting as string,
    message: `is missing: set both ${REQUIRED.join(' and ')} to sell plans, or no setting of Stripe`,
  }));
  const owners = new Map<string, string>();
  for (const setting of Object.values(PRICE_SETTINGS)) {
    for (const priceId of new Set(env[setting])) {
      const owner = owners.get(priceId);
      if (owner) issues.push({ setting, message: `names a price that ${owner} names too` });
      owners.set(priceId, setting);
    }
  }
  return issues;
}

/** Price ids by plan, the current one first. */
export type PriceIds = Readonly<Record<string, readonly string[]>>;

/** Null without keys: then there is the payment sandbox, or in production nothing to buy with. */
export function toStripeKeys(env: StripeFields) {
  if (!env.STRIPE_SECRET_KEY) return null;
  const priceIdsByPlan: PriceIds = Object.fromEntries(
    paidPlans.map(({ planName }) => [planName, env[PRICE_SETTINGS[planName as keyof typeof PRICE_SETTINGS]] ?? []]),
  );
  return {
    secretKey: env.STRIPE_SECRET_KEY,
    webhookSecrets: env.STRIPE_WEBHOOK_SECRET ?? [],
    apiBase: env.STRIPE_API_BASE ?? null,
    priceIds: priceIdsByPlan,
  };
}
