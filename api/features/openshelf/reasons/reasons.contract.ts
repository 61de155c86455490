import { z } from 'zod';
import { idField } from '#api/http/fields.ts';
import { multilineField, singleLineField } from '#api/http/text-fields.ts';

export const REASON_LABEL_MAX_LENGTH = 40;
export const REASON_TEXT_MAX_LENGTH = 1_000;

const textField = multilineField({ one: 'the text', the: 'the text' }, { max: REASON_TEXT_MAX_LENGTH });

export const reasonResponse = z.object({
  id: z.number().int(),
  /** The key, 1 to 9. */
  position: z.number().int(),
  label: z.string(),
  /** What the author reads; empty for one that the reviewer writes. */
  text: z.string(),
  /** Other texts for some top-level categories. */
  category_texts: z.array(z.object({ category_id: z.number().int(), category: z.string(), text: z.string() })),
  updated_at: z.string(),
});
export type RejectionReasonJson = z.infer<typeof reasonResponse>;

export const reasonsResponse = z.object({
  data: z.array(reasonResponse),
  /** The top-level categories: each may have a text of its own. */
  categories: z.array(z.object({ id: z.number().int(), name: z.string() })),
});

export const updateReasonRequest = z.strictObject({
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
export const updateReasonResponse = z.object({ message: z.string(), data: reasonResponse });
