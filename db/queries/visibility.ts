import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import { blogs } from '#db/schema/index.ts';

const lastMoment = (now: number) => sql`max(${now}, ${blogs.updatedAt})`;

/** The one rule of what the public may see: published, with a publication date that has passed (`hasPassed`). `now` in UTC ms. */
export const isPublicBlog = (now: number) =>
  and(eq(blogs.status, 'published'), lte(blogs.publishedAt, lastMoment(now)));

/** Published, with a publication date to come. */
export const isScheduledBlog = (now: number) =>
  and(eq(blogs.status, 'published'), gt(blogs.publishedAt, lastMoment(now)));

/** Who reads a document. */
export type DocumentViewer = { canSeeDrafts: boolean; isSignedIn: boolean };

/** Whoever isn't signed in. */
export const VISITOR: DocumentViewer = { canSeeDrafts: false, isSignedIn: false };

/** The choice of the product, and for documents without one that of the settings. Plain names, so that it fits into any query of documents. */
const READERS = `coalesce(
  (SELECT chosen.document_readers FROM sections AS place JOIN products AS chosen ON chosen.id = place.product_id
    WHERE place.id = documents.section_id),
  (SELECT fields ->> '$.search.general_documents' FROM site_parts WHERE kind = 'settings' AND state = 'live'),
  'users')`;
const PUBLIC = `(documents.status = 'published' AND ${READERS} = 'everyone')`;

/**
 * The one rule of who may read a document, as a condition on `documents`: everyone those of documentation that is for everyone, whoever is
 * signed in all that are published, and who writes documents drafts too.
 */
export const toReadableCondition = ({ canSeeDrafts, isSignedIn }: DocumentViewer): string => {
  if (canSeeDrafts) return 'TRUE';
  return isSignedIn ? `documents.status = 'published'` : PUBLIC;
};

/** The same for the query builder. */
export const mayReadDocument = (viewer: DocumentViewer): SQL => sql.raw(toReadableCondition(viewer));

/** Whether some documentation is for everyone, be it still empty. */
export const hasPublicDocumentation: SQL = sql.raw(`(
  EXISTS (SELECT 1 FROM products WHERE document_readers = 'everyone')
  OR EXISTS (SELECT 1 FROM site_parts
    WHERE kind = 'settings' AND state = 'live' AND fields ->> '$.search.general_documents' = 'everyone'))`);
