import { z } from 'zod';
import type { Field, Fields, FieldValues } from '#api/domain/fields.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { OUTDATED_PAGE_MESSAGE, outdatedPageError } from './fields.ts';
import { multilineField, singleLineField } from './text-fields.ts';

const CODE_MAX = 60;
const LINK_MAX = 2_000;
const ALT_MAX = 500;

/**
 * The schema of declared fields as drafts hold them: of the right types and sizes, and free of what can't be stored. What else is asked of
 * them is asked when they are published (`listFieldFaults`), so that nothing that was typed is refused. Made when it is first used: the
 * parts of a site have hundreds of fields, most of which a server is never sent.
 */
export const createFieldsSchema = <const F extends Fields>(fields: F): z.ZodType<FieldValues<F>, FieldValues<F>> =>
  z.lazy(() => z.strictObject(createFieldShape(fields), { error: outdatedPageError })) as unknown as z.ZodType<
    FieldValues<F>,
    FieldValues<F>
  >;

/** The same for the object of a schema that has more than these fields. */
export const createFieldShape = (fields: Fields): z.ZodRawShape =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, createFieldSchema(field)]));

function createFieldSchema(field: Field): z.ZodType {
  const label = { one: `‘${field.label}’`, the: `‘${field.label}’` };
  switch (field.type) {
    case 'text':
      return field.rows > 1 ? multilineField(label, { max: field.max }) : singleLineField(label, { max: field.max });
    case 'rich_text':
      return multilineField(label, { max: field.max });
    case 'link':
      return singleLineField(label, { max: LINK_MAX });
    case 'code':
    case 'product':
      return singleLineField(label, { max: CODE_MAX });
    case 'image':
      return z
        .strictObject(
          {
            url: singleLineField(label, { max: LINK_MAX }),
            alt: multilineField(label, { max: ALT_MAX }),
          },
          { error: outdatedPageError },
        )
        .nullable();
    case 'switch':
      return z.boolean({ error: OUTDATED_PAGE_MESSAGE });
    case 'number': {
      const error = `‘${field.label}’ must be a number from ${formatNumber(field.min)} to ${formatNumber(field.max)}.`;
      return z.number({ error }).min(field.min, { error }).max(field.max, { error }).nullable();
    }
    case 'choice':
      return z.enum(Object.keys(field.options));
    case 'list':
      return z
        .array(createFieldsSchema(field.item), { error: OUTDATED_PAGE_MESSAGE })
        .max(field.max, { error: `Keep ‘${field.label}’ to ${field.max} or fewer.` });
  }
}
