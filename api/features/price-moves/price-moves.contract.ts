import { z } from 'zod';
import { priceMoveObstacles, priceMoveStates } from '#api/domain/enums.ts';
import { PRICE_MOVE_MESSAGE_MAX_LENGTH } from '#api/domain/price-moves.ts';
import { OUTDATED_PAGE_MESSAGE, tokenField } from '#api/http/fields.ts';
import { multilineField } from '#api/http/text-fields.ts';
import { undoSchema } from '#api/http/undo-fields.ts';

export const startMoveRequest = z.strictObject({
  /** The key of the plan. */
  plan: tokenField(OUTDATED_PAGE_MESSAGE, { min: 1, max: 100 }),
  /** Earlier prices at Stripe, of one interval, whose subscribers move. */
  priceIds: z
    .array(tokenField(OUTDATED_PAGE_MESSAGE, { min: 1, max: 200 }), { error: OUTDATED_PAGE_MESSAGE })
    .min(1, { error: 'Choose at least one price.' })
    .max(50, { error: OUTDATED_PAGE_MESSAGE }),
  /** Each subscriber moves with the first renewal from then on. */
  effectiveFrom: z.iso.datetime({ offset: true, error: 'Choose a day.' }),
  message: multilineField({ one: 'a message', the: 'the message' }, { max: PRICE_MOVE_MESSAGE_MAX_LENGTH }),
});
export type StartMoveRequest = z.output<typeof startMoveRequest>;

export const moveParams = z.object({ id: tokenField('This isn’t the id of a move.', { min: 1, max: 60 }) });

const intervalSchema = z.enum(['month', 'year']);

const movablePlanSchema = z.object({
  key: z.string(),
  name: z.string(),
  /** It costs nothing by now, and whoever has it goes on paying. */
  is_free: z.boolean(),
  currency: z.string(),
  /** What it is sold for, by interval: '$12.00 per month'. */
  now: z.array(z.object({ interval: intervalSchema, words: z.string() })),
  /** Earlier prices, each with how many people pay it. */
  prices: z.array(
    z.object({
      price_id: z.string(),
      words: z.string(),
      interval: intervalSchema,
      count: z.number().int(),
      /** Subscribers whom a move would leave out: set to end, not paid, or waiting for another change. */
      left_out: z.number().int(),
      /** Subscribers who move and whose first payment at the new price is another amount, with their discounts, seats and tax; null without any. */
      own_payments: z.object({ count: z.number().int(), least: z.number().int(), most: z.number().int() }).nullable(),
    }),
  ),
});
export type MovablePlanJson = z.infer<typeof movablePlanSchema>;

const moveSchema = z.object({
  id: z.string(),
  plan_name: z.string(),
  /** Null where the plan is free. */
  to_price: z.string().nullable(),
  effective_from: z.string(),
  created_at: z.string(),
  cancelled_at: z.string().nullable(),
  counts: z.record(z.enum(priceMoveStates), z.number().int()),
});
export type PriceMoveJson = z.infer<typeof moveSchema>;

export const priceMovesResponse = z.object({ plans: z.array(movablePlanSchema), moves: z.array(moveSchema) });
export type PriceMovesJson = z.infer<typeof priceMovesResponse>;

export const moveMembersQuery = z.object({
  /** The id of the last member that is listed already; 0 for the first page. */
  after: z.coerce
    .number({ error: OUTDATED_PAGE_MESSAGE })
    .int({ error: OUTDATED_PAGE_MESSAGE })
    .min(0, { error: OUTDATED_PAGE_MESSAGE })
    .default(0),
});

export const moveMembersResponse = z.object({
  members: z.array(
    z.object({
      id: z.number().int(),
      user_id: z.number().int().nullable(),
      email: z.string().nullable(),
      from_price: z.string(),
      state: z.enum(priceMoveStates),
      obstacle: z.enum(priceMoveObstacles).nullable(),
      moves_at: z.string().nullable(),
      last_error: z.string().nullable(),
    }),
  ),
  /** How many follow these. */
  left: z.number().int(),
});
export type MoveMembersJson = z.infer<typeof moveMembersResponse>;
export type MoveMemberJson = MoveMembersJson['members'][number];

export const changedMoveResponse = z.object({ message: z.string(), undo: undoSchema });
