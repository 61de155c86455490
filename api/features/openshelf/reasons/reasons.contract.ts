import { z } from 'zod';
import { idField } from '#api/http/fields.ts';
import { multilineField, singleLineField } from '#api/http/text-fields.ts';
import { orderedIdsField } from '#api/features/ordering/ordering.contract.ts';

export const REASON_LABEL_MAX_LENGTH = 40;
export const REASON_TEXT_MAX_LENGTH = 1_000;
/** Reasons that are offered at once: more can’t be read while one decides. */
export const REASONS_MAX = 30;

const textField = multilineField({ one: 'the text', the: 'the text' }, { max: REASON_TEXT_MAX_LENGTH });

const reasonFields = {
  id: z.number().int(),
  label: z.string(),
  /** What the author reads; empty for one that the reviewer writes. */
  text: z.string(),
  /** Other texts for some top-level categories. */
  category_texts: z.array(z.object({ category_id: z.number().int(), category: z.string(), text: z.string() })),
  updated_at: z.string(),
};

/** A reason that reviewers can choose. */
export const reasonResponse = z.object({
  ...reasonFields,
  /** From 1; the first nine are keys. */
  position: z.number().int(),
});
export type RejectionReasonJson = z.infer<typeof reasonResponse>;

/** A reason that is not offered any more. */
export const retiredReasonResponse = z.object({ ...reasonFields, retired_at: z.string() });
export type RetiredReasonJson = z.infer<typeof retiredReasonResponse>;

export const reasonsResponse = z.object({
  data: z.array(reasonResponse),
  /** The last retired first. */
  retired: z.array(retiredReasonResponse),
  /** The top-level categories: each may have a text of its own. */
  categories: z.array(z.object({ id: z.number().int(), name: z.string() })),
});

export const reasonRequest = z.strictObject({
  label: singleLineField({ one: 'a name', the: 'the name' }, { max: REASON_LABEL_MAX_LENGTH, min: 1 }),
  text: textField,
  category_texts: z
    .array(
      z.strictObject(
        { category_id: idField('Choose a category.'), text: textField },
        { error: 'Choose a category and enter its text.' },
      ),
      { error: 'List the texts for categories.' },
    )
    .max(50, 'Add texts for up to 50 categories.')
    .default([]),
});
/** After a change of one reason, which may be a retired one. */
export const changedReasonResponse = z.object({
  message: z.string(),
  data: z.union([reasonResponse, retiredReasonResponse]),
});

/** All that are offered, each once, in their new order. */
export const reorderReasonsRequest = z.strictObject({ ids: orderedIdsField('reasons') });
