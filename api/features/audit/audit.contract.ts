import { z } from 'zod';
import { auditList } from '#api/domain/audit-list.ts';
import { auditActions } from '#api/domain/enums.ts';
import { optionalFilter, tokenField } from '#api/http/fields.ts';
import { listFields } from '#api/http/list-query.ts';
import { searchLabel, singleLineField } from '#api/http/text-fields.ts';
import { pageLimitFields, paginationSchema } from '#api/http/pagination.ts';

const timeField = (name: string) =>
  z.iso
    .datetime({ offset: true, error: `‘${name}’ must be a date and time, such as 2026-11-22T00:00:00Z.` })
    .transform((value) => Date.parse(value));

const filterFields = {
  ...listFields(auditList),
  subject: optionalFilter(tokenField('‘subject’ must be a type and an id, such as user:12.', { max: 200 })),
  /** The first moment that counts. */
  from: optionalFilter(timeField('from')),
  /** The first moment that does not count any more. */
  to: optionalFilter(timeField('to')),
};

export const exportAuditQuery = z.object(filterFields);
export const listAuditQuery = z.object({ ...filterFields, ...pageLimitFields(auditList.perPage) });
export type AuditFilters = z.output<typeof exportAuditQuery>;

const actorSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Null for a deleted account. */
  email: z.string().nullable(),
});

const subjectSchema = z.object({
  /** As filters name it: `blog:5`. */
  key: z.string(),
  type: z.string(),
  /** Null for what there is only one of, such as the site. */
  id: z.string().nullable(),
  /** Its title or name now, or when it was deleted; null where it has none. */
  label: z.string().nullable(),
  is_deleted: z.boolean(),
});

const valuesSchema = z.record(z.string(), z.unknown()).nullable();

const auditEntrySchema = z.object({
  id: z.number().int(),
  at: z.string(),
  /** Null for a visitor or the server itself. */
  actor: actorSchema.nullable(),
  /** The name of the API key with which a program acted in their name; null where they did it themselves. */
  api_key: z.string().nullable(),
  action: z.enum(auditActions),
  subject: subjectSchema,
  /** The fields that the action changed, before and after it. */
  before: valuesSchema,
  after: valuesSchema,
  detail: valuesSchema,
  /** By fields of `detail` that hold ids: what the first of them are called. Those that are gone keep their id. */
  names: z.record(z.string(), z.array(z.string())).optional(),
});

export const auditResponse = z.object({
  data: z.array(auditEntrySchema),
  pagination: paginationSchema,
  /** There are more than `total`: only the newest are counted and listed. */
  has_more: z.boolean(),
  /** Names for what the list is filtered by. */
  filter: z.object({
    actor: actorSchema.nullable(),
    subject: subjectSchema.nullable(),
    person: actorSchema.nullable(),
  }),
});

/** `search`: a part of a name or an address, or an id. */
export const auditPeopleQuery = z.object({ search: singleLineField(searchLabel, { min: 1, max: 200 }) });
export const auditActorsResponse = z.object({ data: z.array(actorSchema) });

export type AuditEntryJson = z.infer<typeof auditEntrySchema>;
export type AuditActorJson = z.infer<typeof actorSchema>;
export type AuditSubjectJson = z.infer<typeof subjectSchema>;
