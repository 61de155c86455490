import { z } from 'zod';
import { taxMoveObstacles, taxMoveStates } from '#api/domain/enums.ts';
import { OUTDATED_PAGE_MESSAGE, tokenField } from '#api/http/fields.ts';
import { undoSchema } from '#api/http/undo-fields.ts';

export const startTaxMoveRequest = z.strictObject({
  productId: z.number({ error: OUTDATED_PAGE_MESSAGE }).int({ error: OUTDATED_PAGE_MESSAGE }),
  /** Keys of the earlier rates whose subscribers move. */
  rates: z
    .array(tokenField(OUTDATED_PAGE_MESSAGE, { min: 1, max: 1_000 }), { error: OUTDATED_PAGE_MESSAGE })
    .min(1, { error: 'Choose at least one rate.' })
    .max(50, { error: OUTDATED_PAGE_MESSAGE }),
});
export type StartTaxMoveRequest = z.output<typeof startTaxMoveRequest>;

export const taxMoveParams = z.object({ id: tokenField('This isn’t the id of a move.', { min: 1, max: 60 }) });

const movableProductSchema = z.object({
  product_id: z.number().int(),
  name: z.string(),
  /** The rate of today: '22% VAT', or 'no tax'. */
  now: z.string(),
  rates: z.array(
    z.object({
      /** Names the group in a request. */
      key: z.string(),
      /** The rate so far: '20% VAT'. */
      words: z.string(),
      count: z.number().int(),
      /** Tax comes on top of the price and rises: they pay more. */
      is_dearer: z.boolean(),
      /** Tax is a part of the price: they pay the same. */
      is_included: z.boolean(),
    }),
  ),
});
export type MovableProductJson = z.infer<typeof movableProductSchema>;

const taxMoveSchema = z.object({
  id: z.string(),
  product_name: z.string(),
  to: z.string(),
  created_at: z.string(),
  undone_at: z.string().nullable(),
  counts: z.record(z.enum(taxMoveStates), z.number().int()),
});
export type TaxMoveJson = z.infer<typeof taxMoveSchema>;

export const taxMovesResponse = z.object({ products: z.array(movableProductSchema), moves: z.array(taxMoveSchema) });
export type TaxMovesJson = z.infer<typeof taxMovesResponse>;

export const taxMoveMembersQuery = z.object({
  /** The id of the last member that is listed already; 0 for the first page. */
  after: z.coerce
    .number({ error: OUTDATED_PAGE_MESSAGE })
    .int({ error: OUTDATED_PAGE_MESSAGE })
    .min(0, { error: OUTDATED_PAGE_MESSAGE })
    .default(0),
});

export const taxMoveMembersResponse = z.object({
  members: z.array(
    z.object({
      id: z.number().int(),
      user_id: z.number().int().nullable(),
      email: z.string().nullable(),
      from_rates: z.string(),
      state: z.enum(taxMoveStates),
      obstacle: z.enum(taxMoveObstacles).nullable(),
      last_error: z.string().nullable(),
    }),
  ),
  /** How many follow these. */
  left: z.number().int(),
});
export type TaxMoveMembersJson = z.infer<typeof taxMoveMembersResponse>;
export type TaxMoveMemberJson = TaxMoveMembersJson['members'][number];

export const startedTaxMoveResponse = z.object({ message: z.string(), undo: undoSchema });
