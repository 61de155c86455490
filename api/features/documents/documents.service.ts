import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { documentSlugs, documents, drafts, products, sections } from '#db/schema/index.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { completeForPage } from '#api/domain/complete-for-page.ts';
import { notFoundError } from '#api/http/errors.ts';
import type { DocumentJson, DocumentPageJson, DocumentSummaryJson } from './documents.contract.ts';
import type { Viewer } from '#api/endpoints/access.ts';
import { prepareContent } from '#api/features/drafts/content/content.service.ts';
import { getSection } from '#api/features/sections/sections.service.ts';
import { documentOrderBy } from '#db/queries/document-order.ts';
import { mayReadDocument } from '#db/queries/visibility.ts';

type ReadDeps = Pick<Deps, 'db'>;

export const documentNotFoundError = () => notFoundError('Document not found');

const hasDraft = sql<number>`EXISTS (SELECT 1 FROM ${drafts}
  WHERE ${drafts.kind} = 'document' AND ${drafts.subjectId} = ${documents.id})`;

const summaryColumns = {
  id: documents.id,
  slug: documents.slug,
  title: documents.title,
  sectionId: documents.sectionId,
  sectionName: sections.name,
  productId: products.id,
  productName: products.name,
  status: documents.status,
  position: documents.position,
  revision: documents.revision,
  hasDraft,
  createdAt: documents.createdAt,
  updatedAt: documents.updatedAt,
};

type Filter = { sectionId?: number; ids?: number[] };

/** Documents that the viewer may read, optionally of a section or by id, in their order, without content. */
export async function listDocuments({ db }: ReadDeps, viewer: Viewer, filter: Filter = {}) {
  const sectionFilter = filter.sectionId === undefined ? undefined : eq(documents.sectionId, filter.sectionId);
  const rows = await db.orm
    .select(summaryColumns)
    .from(documents)
    .leftJoin(sections, eq(sections.id, documents.sectionId))
    .leftJoin(products, eq(products.id, sections.productId))
    .where(and(mayReadDocument(viewer), sectionFilter, filter.ids && inArray(documents.id, filter.ids)))
    .orderBy(...documentOrderBy);
  return rows.map((row) => toDocumentSummaryJson(row, viewer));
}

/** The documents of a section that this user may read. @throws not_found for the section. */
export async function listSectionDocuments(deps: ReadDeps, viewer: Viewer, sectionId: number) {
  await getSection(deps, viewer, sectionId);
  return listDocuments(deps, viewer, { sectionId });
}

/** One document with its content. @throws not_found, also for a draft unless the viewer is an admin. */
export function getDocument({ db }: ReadDeps, viewer: Viewer, id: number): Promise<DocumentJson> {
  return getDocumentWhere(db, viewer, eq(documents.id, id));
}

/** The document that has or had this slug. @throws not_found as `getDocument`. */
export function getDocumentBySlug({ db }: ReadDeps, viewer: Viewer, slug: string): Promise<DocumentJson> {
  const owner = db.orm.select({ id: documentSlugs.documentId }).from(documentSlugs).where(eq(documentSlugs.slug, slug));
  return getDocumentWhere(db, viewer, inArray(documents.id, owner));
}

/** The document at an address that it has or had, or with this id, as its page shows it. @throws not_found as `getDocument`. */
export async function getDocumentPage(
  deps: Pick<Deps, 'db' | 'highlighter'>,
  viewer: Viewer,
  address: string,
): Promise<DocumentPageJson> {
  // Digits alone are an id, and never a slug.
  const { content, ...summary } = /^\d{1,15}$/.test(address)
    ? await getDocument(deps, viewer, Number(address))
    : await getDocumentBySlug(deps, viewer, address);
  return { ...summary, html: await renderDocumentContent(deps, content) };
}

/** A text that isn’t stored, as its page would show it. @throws validation_failed as for saving it. */
export async function previewDocument(
  deps: Pick<Deps, 'html' | 'highlighter'>,
  text: string,
): Promise<{ html: string }> {
  const { content } = await prepareContent(deps.html, text);
  return { html: await renderDocumentContent(deps, content) };
}

/** As on public pages, but for embeds: the screen that shows it allows no frames. Cards of pages stay as they are stored. */
async function renderDocumentContent({ highlighter }: Pick<Deps, 'highlighter'>, content: string): Promise<string> {
  return completeForPage(await highlighter.colourContent(content), { hasFrames: false }).html;
}

async function getDocumentWhere(db: Database, viewer: Viewer, where: SQL): Promise<DocumentJson> {
  const row = await findDocument(db, and(where, mayReadDocument(viewer)));
  if (!row) throw documentNotFoundError();
  return { ...toDocumentSummaryJson(row, viewer), content: row.content };
}

async function findDocument(db: Database, where: SQL | undefined) {
  const [row] = await db.orm
    .select({ ...summaryColumns, content: documents.content })
    .from(documents)
    .leftJoin(sections, eq(sections.id, documents.sectionId))
    .leftJoin(products, eq(products.id, sections.productId))
    .where(where);
  return row;
}

type SummaryRow = Omit<NonNullable<Awaited<ReturnType<typeof findDocument>>>, 'content'>;

function toDocumentSummaryJson(row: SummaryRow, { canSeeDrafts }: Viewer): DocumentSummaryJson {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    section_id: row.sectionId,
    section_name: row.sectionName,
    product_id: row.productId,
    product_name: row.productName,
    status: row.status,
    position: row.position,
    revision: row.revision,
    has_draft: canSeeDrafts && row.hasDraft === 1,
    created_at: toIso(row.createdAt),
    updated_at: toIso(row.updatedAt),
  };
}
