import { z } from 'zod';
import { pageStatuses } from '#api/domain/page-list.ts';
import { type SectionKind, sectionKinds } from '#api/domain/section-kinds.ts';
import { pageFields, SECTIONS_MAX, type SitePage } from '#api/domain/site-pages.ts';
import { idField, OUTDATED_PAGE_MESSAGE, outdatedPageError } from '#api/http/fields.ts';
import { createFieldShape, createFieldsSchema } from '#api/http/field-schemas.ts';
import { positiveIntegerField } from '#api/http/pagination.ts';
import { singleLineField } from '#api/http/text-fields.ts';
import { undoSchema } from '#api/http/undo-fields.ts';
import { userRefSchema } from '#db/queries/user-refs.ts';

const SECTION_ID_MAX = 60;

const sectionKindNames = Object.keys(sectionKinds) as SectionKind[];

const sectionSchemas = sectionKindNames.map((kind) =>
  z.strictObject({
    id: singleLineField({ one: 'an anchor', the: 'the anchor' }, { max: SECTION_ID_MAX }),
    kind: z.literal(kind),
    is_hidden: z.boolean({ error: OUTDATED_PAGE_MESSAGE }),
    fields: createFieldsSchema(sectionKinds[kind].fields),
  }),
);
type SectionSchema = (typeof sectionSchemas)[number];

/** A page with its sections. */
export const pageSchema = z.strictObject(
  {
    ...createFieldShape(pageFields),
    sections: z
      .array(
        z.discriminatedUnion('kind', sectionSchemas as [SectionSchema, ...SectionSchema[]], {
          error: 'There is no such kind of section.',
        }),
        { error: OUTDATED_PAGE_MESSAGE },
      )
      .max(SECTIONS_MAX, { error: `Keep a page to ${SECTIONS_MAX} sections or fewer.` }),
  },
  { error: outdatedPageError },
) as unknown as z.ZodType<SitePage, SitePage>;

const { title, address } = pageFields;
const titleField = singleLineField({ one: 'a title', the: 'the title' }, { min: 1, max: title.max });
const addressField = singleLineField({ one: 'an address', the: 'the address' }, { min: 1, max: address.max });

/** A page with no sections, or with those of the page `copy_of`. */
export const createPageRequest = z.strictObject({
  title: titleField,
  address: addressField,
  copy_of: idField(OUTDATED_PAGE_MESSAGE).optional(),
});
export type CreatePageRequest = z.output<typeof createPageRequest>;

/** `id` is that of the page that is to have the address, if there is one already. */
export const checkAddressQuery = z.object({
  address: singleLineField({ one: 'an address', the: 'the address' }, { max: address.max }),
  id: positiveIntegerField('id').optional(),
});
export type CheckAddressQuery = z.output<typeof checkAddressQuery>;

/** `redirects`: it can be used, and the redirect that stands there ends when the page is published. */
export const checkAddressResponse = z.object({
  state: z.enum(['free', 'taken', 'unusable', 'redirects']),
  message: z.string().nullable(),
});
export type AddressCheckJson = z.infer<typeof checkAddressResponse>;

/** `redirect_to` is where visitors of its address go; null for nowhere. `revision` is the one that the screen showed. */
export const deletePageRequest = z.strictObject({
  revision: idField(OUTDATED_PAGE_MESSAGE),
  redirect_to: z
    .string({ error: 'Enter the new address.' })
    .max(4_000, 'Keep the address to 2,000 characters or fewer.')
    .nullable(),
});
export type DeletePageRequest = z.output<typeof deletePageRequest>;
export const deletePageResponse = z.object({
  message: z.string(),
  publish_id: z.number().nullable(),
  undo: undoSchema,
});
export type DeletedPageJson = z.infer<typeof deletePageResponse>;

/** What the list shows is the draft, if there is one. */
export const pageSummarySchema = z.object({
  id: z.number().int(),
  revision: z.number().int(),
  title: z.string(),
  address: z.string(),
  /** Where visitors find it now; null when it was never published. */
  live_address: z.string().nullable(),
  is_listed: z.boolean(),
  status: z.enum(pageStatuses),
  /** Of the sections that visitors see, from above. */
  section_kinds: z.array(z.enum(sectionKindNames)),
  /** Where visitors find a link to it; null where the menus have none. */
  menu: z.enum(['header', 'footer']).nullable(),
  /** Of a page with a legal text. */
  legal: z.object({ version: z.string(), is_checked: z.boolean() }).nullable(),
  /** Whether it can be deleted, and its address changed. */
  is_removable: z.boolean(),
  updated_at: z.string(),
  user: userRefSchema,
});
export type PageSummaryJson = z.infer<typeof pageSummarySchema>;
export const pagesResponse = z.object({ pages: z.array(pageSummarySchema) });
export type PagesJson = z.infer<typeof pagesResponse>;

export const pageResponse = pageSummarySchema.extend({
  /** Other pages with links to its addresses, the earlier ones that redirect to it too. */
  linked_from: z.array(
    z.object({
      id: z.number().int(),
      title: z.string(),
      links: z.array(z.object({ to: z.string(), count: z.number().int() })),
    }),
  ),
});
export type PageJson = z.infer<typeof pageResponse>;
/** What is typed in now. */
export const previewPageRequest = z.strictObject({ fields: pageSchema });
/** A whole document, and the inline styles that it had. */
export const previewPageResponse = z.object({ html: z.string(), styles: z.string() });
export type PreviewJson = z.infer<typeof previewPageResponse>;
export const createPageResponse = z.object({ page: pageResponse });
