import { z } from 'zod';
import { COMPLIMENTARY_REASON_MAX_LENGTH, COMPLIMENTARY_SEATS_MAX } from '#api/domain/field-limits.ts';
import { tokenField } from '#api/http/fields.ts';
import { positiveIntegerField } from '#api/http/pagination.ts';
import { multilineField, singleLineField } from '#api/http/text-fields.ts';

const CHOOSE_PLAN = 'Choose a plan.';

export const givePlanRequest = z.strictObject({
  planName: singleLineField({ one: 'a plan', the: 'the plan', missing: CHOOSE_PLAN }, { min: 1, max: 100 }),
  /** Seats, of a plan that is sold by seats. */
  quantity: z
    .number({ error: 'Enter how many seats.' })
    .int({ error: 'Enter a whole number of seats.' })
    .min(1, { error: 'Enter at least one seat.' })
    .max(COMPLIMENTARY_SEATS_MAX, { error: `Enter at most ${COMPLIMENTARY_SEATS_MAX} seats.` })
    .default(1),
  /** When it ends; null for a plan without an end. */
  endsAt: z.iso.datetime({ offset: true, error: 'Choose the last day.' }).nullable(),
  reason: multilineField(
    { one: 'a reason', the: 'the reason', missing: 'Say why. Only staff see it.' },
    { min: 1, max: COMPLIMENTARY_REASON_MAX_LENGTH },
  ),
});
export type GivePlanRequest = z.output<typeof givePlanRequest>;

export const complimentaryParams = z.object({
  id: positiveIntegerField('id'),
  planId: tokenField('This isn’t the id of a plan that was given.', { min: 1, max: 60 }),
});

/** A plan that somebody has free of charge, as they see it. */
export const ownComplimentarySchema = z.object({
  id: z.string(),
  product_id: z.number().int(),
  product_name: z.string(),
  plan_name: z.string(),
  quantity: z.number().int(),
  /** When it ends by itself; null for one without an end. */
  ends_at: z.string().nullable(),
  created_at: z.string(),
});
export type OwnComplimentaryJson = z.infer<typeof ownComplimentarySchema>;

/** The same with what is for staff. */
export const complimentarySchema = ownComplimentarySchema.extend({ reason: z.string() });
export type ComplimentaryJson = z.infer<typeof complimentarySchema>;

export const ownComplimentaryResponse = z.object({ plans: z.array(ownComplimentarySchema) });
