import { z } from 'zod';
import { redirectList } from '#api/domain/redirect-list.ts';
import { redirectStatuses } from '#api/domain/redirects.ts';
import { bulkTargetFields, requireTarget } from '#api/http/bulk-fields.ts';
import { listExportQuery, listFilter, listQuery } from '#api/http/list-query.ts';
import { LIMIT_MAX, paginationSchema } from '#api/http/pagination.ts';
import { undoSchema } from '#api/http/undo-fields.ts';
import { userRefSchema } from '#db/queries/user-refs.ts';

const INPUT_MAX_LENGTH = 4_000;
const addressField = (message: string) =>
  z.string({ error: message }).max(INPUT_MAX_LENGTH, 'Keep the address to 2,000 characters or fewer.');
const statusField = z.union(
  redirectStatuses.map((status) => z.literal(status)) as [z.ZodLiteral<301>, z.ZodLiteral<302>],
  {
    error: 'Choose whether the redirect is permanent or temporary.',
  },
);

/** `status` 301 is permanent, 302 temporary. */
export const redirectRequest = z.strictObject({
  from: addressField('Enter the old address.'),
  to: addressField('Enter the new address.'),
  status: statusField.default(301),
});

export const redirectStates = ['live', 'waiting', 'lost'] as const;

export const redirectSchema = z.object({
  id: z.number().int(),
  from: z.string(),
  to: z.string(),
  status: statusField,
  /**
   * `waiting`: a page is at the old address, so visitors see the page until it is gone. `lost`: there is nothing at the new one any
   * more.
   */
  state: z.enum(redirectStates),
  /** Where the new address redirects itself: visitors are sent there directly. */
  leads_on_to: z.string().nullable(),
  user: userRefSchema,
  created_at: z.string(),
});

export const listRedirectsQuery = listQuery(redirectList);
export const exportRedirectsQuery = listExportQuery(redirectList);
export const redirectsResponse = z.object({ data: z.array(redirectSchema), pagination: paginationSchema });
export const redirectResponse = z.object({ message: z.string(), data: redirectSchema, undo: undoSchema });
export const deleteRedirectResponse = z.object({ message: z.string(), undo: undoSchema });

const SELECT_MESSAGE = 'Select at least one redirect.';
export const bulkDeleteRedirectsRequest = requireTarget(
  z.strictObject(
    bulkTargetFields(listFilter(redirectList), {
      max: LIMIT_MAX,
      isIds: '‘ids’ must be a list of redirect ids.',
      select: SELECT_MESSAGE,
      tooMany: `Select up to ${LIMIT_MAX} redirects at a time.`,
    }),
  ),
  SELECT_MESSAGE,
);

/** A CSV file with the columns from, to and, if need be, type: 301 or 302. */
export const importRedirectsRequest = z.strictObject({
  csv: z.string({ error: 'Choose a CSV file.' }),
});

/** What an import would do, line by line. Lines with a fault are left out; at most 100 of them are listed. */
export const importCheckResponse = z.object({
  lines: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  loops: z.array(z.number().int()),
  faults: z.array(z.object({ line: z.number().int(), message: z.string() })),
  faults_total: z.number().int(),
});

export const importRedirectsResponse = z.object({
  message: z.string(),
  added: z.number().int(),
  changed: z.number().int(),
  undo: undoSchema,
});

export type RedirectRequest = z.output<typeof redirectRequest>;
export type RedirectJson = z.infer<typeof redirectSchema>;
export type ListRedirectsQuery = z.output<typeof listRedirectsQuery>;
export type ExportRedirectsQuery = z.output<typeof exportRedirectsQuery>;
export type BulkDeleteRedirectsRequest = z.output<typeof bulkDeleteRedirectsRequest>;
export type ImportCheckJson = z.infer<typeof importCheckResponse>;
