import { randomUUID } from 'node:crypto';
import type { Deps } from '#api/deps.ts';
import { canMove } from '#api/domain/publication-states.ts';
import { toSlug } from '#api/domain/slug.ts';
import { findAvailableSlug } from '#db/queries/slugs.ts';
import { isUniqueViolation, write } from '#db/write.ts';
import { resolveCategories } from './categories.service.ts';
import { type Receipt, runOnce, type ServiceRequest, storeKeyStatements } from './idempotency.service.ts';
import type { WorkRequest } from './publisher-api.contract.ts';
import {
  changeVersionStatements,
  insertPublicationStatements,
  nameByIdStatement,
  selectIdBySlug,
  startVersionStatements,
  type WorkColumns,
} from './publisher-api.queries.ts';
import { makeMove, type MoveDeps } from './moves.service.ts';

/** How often another slug is tried when other works take the one that was free. */
const SLUG_ATTEMPTS = 5;

/** Adds a work as a draft. @throws validation_failed for an unknown category. */
export async function createPublication(
  deps: Pick<Deps, 'db' | 'clock'>,
  request: ServiceRequest,
  body: WorkRequest,
): Promise<Receipt> {
  const { db, clock } = deps;
  return runOnce(deps, request, async () => {
    const work = await toWorkColumns(deps, body);
    for (let attempt = 1; ; attempt += 1) {
      const named = toSlug(work.title, 'publication');
      // A title of another script that can’t be transliterated: the id tells such works apart.
      const isNameless = named === 'publication';
      const slug = isNameless ? `publication-${randomUUID()}` : await findAvailableSlug(db, 'publication', named);
      const publicationId = selectIdBySlug(slug);
      try {
        const [inserted] = await write(db, [
          ...insertPublicationStatements(db, { slug, work, now: clock.now() }),
          ...storeKeyStatements(deps, request, { publicationId, statusCode: 201 }),
          ...(isNameless ? [nameByIdStatement(db, slug)] : []),
        ]);
        return { publicationId: Number(inserted?.lastInsertRowid), statusCode: 201 };
      } catch (error) {
        if (!isUniqueViolation(error, 'publications.slug') || attempt === SLUG_ATTEMPTS) throw error;
      }
    }
  });
}

/**
 * Replaces the content of a draft, or starts the next version of a work that was rejected, published or withdrawn.
 * @throws not_found, validation_failed for an unknown category, conflict while it is reviewed.
 */
export async function changePublication(
  deps: MoveDeps,
  request: ServiceRequest,
  id: number,
  body: WorkRequest,
): Promise<Receipt> {
  const { db, clock } = deps;
  const work = await toWorkColumns(deps, body);
  return makeMove(deps, request, id, ({ status }) =>
    canMove('edit', status)
      ? { move: 'edit', before: changeVersionStatements(db, id, work) }
      : { move: 'revise', before: startVersionStatements(db, id, { work, now: clock.now() }) },
  );
}

const toWorkColumns = async (deps: Pick<Deps, 'db'>, body: WorkRequest): Promise<WorkColumns> => ({
  title: body.title,
  authorName: body.author_name,
  authorBio: body.author_bio || null,
  authorContact: body.author_contact || null,
  description: body.description,
  ...(await resolveCategories(deps, body)),
  htmlUrl: body.html_url ?? null,
  pdfUrl: body.pdf_url ?? null,
  mdUrl: body.md_url ?? null,
  epubUrl: body.epub_url ?? null,
});
