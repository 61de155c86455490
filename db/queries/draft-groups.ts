import { type SQL, sql } from 'drizzle-orm';
import { drafts } from '#db/schema/index.ts';

/** Drafts of posts name their tags and authors by id. */
type GroupField = 'tag_ids' | 'author_ids';

const isNaming = (field: GroupField, id: number) =>
  sql`EXISTS (SELECT 1 FROM json_each(${drafts.fields}, ${`$.${field}`}) WHERE value = ${id})`;

/** The JSON array of the posts whose drafts name it, for the undo of its deletion. */
export const selectDraftsNaming = (field: GroupField, id: number): SQL =>
  sql`(SELECT json_group_array(${drafts.subjectId}) FROM ${drafts} WHERE ${drafts.kind} = 'blog' AND ${isNaming(field, id)})`;

/** Names it again, behind the others, in the drafts of these posts. An open editor learns of the change at its next save. */
export const nameInDraftsStatement = (
  field: GroupField,
  id: number,
  postIds: readonly unknown[],
): SQL => sql`UPDATE ${drafts}
  SET version = version + 1, fields = json_insert(fields, ${`$.${field}[#]`}, ${id})
  WHERE kind = 'blog' AND subject_id IN (SELECT value FROM json_each(${JSON.stringify(postIds)}))
    AND json_type(fields, ${`$.${field}`}) = 'array' AND NOT ${isNaming(field, id)}`;
