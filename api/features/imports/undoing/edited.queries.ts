import { sql } from 'drizzle-orm';

/** Of a post or page: somebody has changed it since the import, in its draft or live. */
export const IS_EDITED = {
  post: sql`(EXISTS (SELECT 1 FROM blogs WHERE blogs.id = import_items.subject_id AND blogs.revision <> import_items.revision)
    OR EXISTS (SELECT 1 FROM drafts WHERE drafts.kind = 'blog' AND drafts.subject_id = import_items.subject_id))`,
  page: sql`(EXISTS (SELECT 1 FROM site_parts WHERE site_parts.id = import_items.subject_id AND site_parts.revision <> import_items.revision)
    OR EXISTS (SELECT 1 FROM drafts WHERE drafts.kind = 'page' AND drafts.subject_id = import_items.subject_id
      AND (drafts.version > 1 OR import_items.revision > 1)))`,
};

/** The condition of a query of `import_items`: a text that was edited since it came in. */
export const isEditedCondition = sql`(import_items.state = 'done' AND ((import_items.kind = 'post' AND ${IS_EDITED.post})
  OR (import_items.kind = 'page' AND ${IS_EDITED.page})))`;
