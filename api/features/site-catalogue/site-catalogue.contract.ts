import { z } from 'zod';
import { planFields, type SitePlan } from '#api/domain/site-plans.ts';
import { productFields, type SiteProduct } from '#api/domain/site-products.ts';
import { idField, OUTDATED_PAGE_MESSAGE, outdatedPageError } from '#api/http/fields.ts';
import { createFieldShape } from '#api/http/field-schemas.ts';
import { singleLineField } from '#api/http/text-fields.ts';
import { orderedIdsField } from '#api/features/ordering/ordering.contract.ts';
import { userRefSchema } from '#db/queries/user-refs.ts';

const outdated = { error: OUTDATED_PAGE_MESSAGE };

/** Sent back as they were read, but for `position` and `is_archived`. */
const listedShape = {
  key: z.string(outdated),
  product_id: z.number(outdated).int(),
  position: z.number(outdated).int(),
  is_archived: z.boolean(outdated),
};

export const productSchema = z.strictObject(
  { ...createFieldShape(productFields), ...listedShape },
  { error: outdatedPageError },
) as unknown as z.ZodType<SiteProduct, SiteProduct>;

export const planSchema = z.strictObject(
  {
    ...createFieldShape(planFields),
    ...listedShape,
    stripe_price_month: z.string(outdated).max(200),
    stripe_price_year: z.string(outdated).max(200),
  },
  { error: outdatedPageError },
) as unknown as z.ZodType<SitePlan, SitePlan>;

const nameField = singleLineField({ one: 'a name', the: 'the name' }, { min: 1, max: productFields.name.max });
export const createProductRequest = z.strictObject({ name: nameField });
export const createPlanRequest = z.strictObject({ name: nameField, product_id: idField('Choose a product.') });
export type CreatePlanRequest = z.output<typeof createPlanRequest>;

export const orderProductsRequest = z.strictObject({ ids: orderedIdsField('products') });
export const orderPlansRequest = z.strictObject({ ids: orderedIdsField('plans') });
export const archiveRequest = z.strictObject({ is_archived: z.boolean(outdated) });

/** What the lists show is the draft, if there is one. */
const listedSchema = z.object({
  id: z.number().int(),
  revision: z.number().int(),
  key: z.string(),
  product_id: z.number().int(),
  name: z.string(),
  status: z.enum(['live', 'new', 'changed']),
  is_archived: z.boolean(),
  updated_at: z.string(),
  user: userRefSchema,
});

export const productSummarySchema = listedSchema.extend({
  tagline: z.string(),
  description: z.string(),
  /** Replaces the rate in the settings. */
  tax_rate: z.number().nullable(),
  /** Where its plans are chosen; '' without such a page. */
  prices_address: z.string(),
  has_waiting_list: z.boolean(),
  /** Confirmed and invited people of its waiting list who have not left. */
  waiting_count: z.number().int(),
});
export type ProductSummaryJson = z.infer<typeof productSummarySchema>;
export const productsResponse = z.object({ products: z.array(productSummarySchema) });
export type ProductsJson = z.infer<typeof productsResponse>;
export const productResponse = z.object({ product: productSummarySchema });

export const planSummarySchema = listedSchema.extend({
  product_name: z.string(),
  /** In whole units of `currency`; null where the plan isn’t sold so, and before a price is typed. */
  price_month: z.number().nullable(),
  price_year: z.number().nullable(),
  currency: z.string(),
  trial_days: z.number().nullable(),
  sells_seats: z.boolean(),
  badge: z.string(),
  /** Its limits, and the lines of the owner, as visitors read them. */
  includes: z.array(z.string()),
  /** Live subscriptions to it. */
  subscriber_count: z.number().int(),
  /** Those of them that cost something and renew as they are, by their interval. */
  renewing_count: z.object({ month: z.number().int(), year: z.number().int() }),
});
export type PlanSummaryJson = z.infer<typeof planSummarySchema>;
export const plansResponse = z.object({ plans: z.array(planSummarySchema) });
export type PlansJson = z.infer<typeof plansResponse>;
export const planResponse = z.object({ plan: planSummarySchema });
