import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { DraftReach } from '#api/domain/draft-reach.ts';
import type { DraftSubject } from '#api/domain/enums.ts';
import { isBlogOfOwner } from '#db/queries/own-blogs.ts';
import { blogs, uploads, uploadUses } from '#db/schema/index.ts';
import { extractUploadHashes } from '#api/domain/image-variants.ts';
import type { UploadUsesJson } from '#api/features/uploads/uploads.contract.ts';

/** Images that a post names by id: its cover, and the one of shared links. */
type ImageIds = { coverId: number | null; socialImageId: number | null };
type Subject = { kind: DraftSubject; subjectId: number | SQL; isDraft: boolean };

/**
 * The statements that note which uploads a post, a document or a part of the site shows, in its draft or as it is live; they belong
 * into the batch that writes its content. Without content and images of its own they note that it shows none.
 */
export function replaceUploadUsesStatements(db: Database, use: Subject & Partial<ImageIds> & { content: string }) {
  const { kind, subjectId, isDraft } = use;
  const hashes = sql`SELECT value FROM json_each(${JSON.stringify(extractUploadHashes(use.content))})
    UNION SELECT ${uploads.hash} FROM ${uploads} WHERE ${uploads.id} IN (${use.coverId ?? null}, ${use.socialImageId ?? null})`;
  return [
    db.orm
      .delete(uploadUses)
      .where(
        and(eq(uploadUses.kind, kind), eq(uploadUses.subjectId, sql`${subjectId}`), eq(uploadUses.isDraft, isDraft)),
      ),
    sql`INSERT INTO upload_uses (hash, kind, subject_id, is_draft)
      SELECT value, ${kind}, ${subjectId}, ${isDraft ? 1 : 0} FROM (${hashes})`,
  ];
}

/** The same of the fields of a draft. */
export const getImageIds = (fields: Record<string, unknown>): ImageIds => {
  const { cover_id: cover, social_image_id: social } = fields;
  return {
    coverId: typeof cover === 'number' ? cover : null,
    socialImageId: typeof social === 'number' ? social : null,
  };
};

/** Condition: something shows the upload, or will when a schedule is published. A deleted page doesn’t, until it is restored. */
export const isShownCondition = (hash: string) =>
  sql`(EXISTS (SELECT 1 FROM upload_uses AS uses WHERE uses.hash = ${hash} AND ${sql.raw(IS_KEPT)})
    OR EXISTS (SELECT 1 FROM site_schedules WHERE state IN ('waiting', 'failed') AND instr(parts, ${hash}) > 0))`;

const IS_KEPT = `NOT EXISTS (SELECT 1 FROM site_parts AS part
  WHERE part.kind = uses.kind AND part.id = uses.subject_id AND part.state = 'deleted')`;

/** The statement that deletes the uses of a permanently deleted post or document, published and draft. */
export function deleteUploadUsesStatement(db: Database, subject: Omit<Subject, 'isDraft'>) {
  return db.orm
    .delete(uploadUses)
    .where(and(eq(uploadUses.kind, subject.kind), eq(uploadUses.subjectId, sql`${subject.subjectId}`)));
}

/** Of the parts of the site that have no title of their own. */
const partTitles: Partial<Record<DraftSubject, string>> = { settings: 'Site settings', navigation: 'Navigation' };

type Use = UploadUsesJson['uses'][number];

/**
 * Lists where an upload is used, published before drafts, and how many retained revisions use it, searched now. Uses beyond `reach` are
 * only counted.
 */
export async function selectUploadUses(
  db: Database,
  upload: { id: number; hash: string },
  reach: DraftReach,
): Promise<UploadUsesJson> {
  const uses = await db.client.execute({
    sql: `SELECT uses.kind, uses.subject_id, uses.is_draft,
        coalesce(json_extract(drafts.fields, '$.title'), blogs.title, documents.title, site_parts.title, '') AS title,
        CASE WHEN blogs.trashed_at IS NOT NULL THEN 'trash' ELSE coalesce(blogs.status, documents.status,
          iif(site_parts.state = 'live', 'published', 'draft'), 'draft') END AS state
      FROM upload_uses AS uses
      LEFT JOIN blogs ON uses.kind = 'blog' AND blogs.id = uses.subject_id
      LEFT JOIN documents ON uses.kind = 'document' AND documents.id = uses.subject_id
      LEFT JOIN site_parts ON site_parts.kind = uses.kind AND site_parts.id = uses.subject_id
      LEFT JOIN drafts ON uses.is_draft AND drafts.kind = uses.kind AND drafts.subject_id = uses.subject_id
      WHERE uses.hash = ?1 AND ${IS_KEPT}
      UNION ALL SELECT part.value ->> 'kind', part.value ->> 'id', 1, coalesce(part.value ->> '$.fields.title', ''), 'waiting'
      FROM site_schedules, json_each(site_schedules.parts) AS part
      WHERE site_schedules.state IN ('waiting', 'failed') AND instr(part.value, ?1) > 0
      ORDER BY 3, title, 1, 2`,
    args: [upload.hash],
  });
  const earlier = await db.client.execute({
    // What is live or in the draft now is a revision as well, but no earlier one.
    sql: `SELECT count(*) FROM revisions AS old
      WHERE (instr(content, ?) > 0 OR instr(fields, ?) > 0 OR (kind = 'blog' AND ? IN (json_extract(fields, '$.cover_id'), json_extract(fields, '$.social_image_id'))))
        AND NOT EXISTS (SELECT 1 FROM blogs WHERE old.kind = 'blog' AND id = old.subject_id AND content = old.content)
        AND NOT EXISTS (SELECT 1 FROM documents
          WHERE old.kind = 'document' AND id = old.subject_id AND content = old.content)
        AND NOT EXISTS (SELECT 1 FROM site_parts
          WHERE kind = old.kind AND id = old.subject_id AND (fields = old.fields OR state = 'deleted'))
        AND NOT EXISTS (SELECT 1 FROM drafts WHERE kind = old.kind AND subject_id = old.subject_id
          AND content = old.content AND (content <> '' OR fields = old.fields))`,
    args: [upload.hash, upload.hash, upload.id],
  });
  const all = uses.rows.map((row): Use => ({
    kind: row.kind as DraftSubject,
    id: Number(row.subject_id),
    title: String(row.title) || (partTitles[row.kind as DraftSubject] ?? ''),
    is_draft: row.is_draft === 1,
    state: row.state as Use['state'],
  }));
  const isWithinReach = await createReachCheck(db, reach);
  const shown = all.filter(isWithinReach);
  return {
    uses: shown,
    hidden_uses: all.length - shown.length,
    earlier_versions: Number(earlier.rows[0]?.[0]),
  };
}

async function createReachCheck(db: Database, { posts, documents, site }: DraftReach): Promise<(use: Use) => boolean> {
  const own = posts === 'all' ? [] : await db.orm.select({ id: blogs.id }).from(blogs).where(isBlogOfOwner(posts));
  const ownIds = new Set(own.map(({ id }) => id));
  return ({ kind, id }) => {
    if (kind === 'blog') return posts === 'all' || ownIds.has(id);
    return kind === 'document' ? documents : site;
  };
}
