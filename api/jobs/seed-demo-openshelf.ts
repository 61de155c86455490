import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inArray, sql } from 'drizzle-orm';
import type { PublicationMove, WebhookEvent } from '#api/domain/publication-states.ts';
import { toSlug } from '#api/domain/slug.ts';
import { prepareReading } from '#api/adapters/html/reading-text.ts';
import { generateId } from '#api/adapters/secrets.ts';
import { toIso } from '#api/clock.ts';
import type { Database } from '#db/client.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import {
  openshelfWebhooks,
  publicationCategories,
  publicationHistory,
  publications,
  publicationTexts,
  publicationVersions,
  rejectionReasons,
  users,
} from '#db/schema/index.ts';
import { demoPublications } from '#db/seed/openshelf.ts';
import type { DemoWork } from '#db/seed/openshelf/demo-work.ts';
import { type Statement, write } from '#db/write.ts';
import { type DemoHistory, replayDemoMoves } from './replay-demo-moves.ts';

const AROHA = 'aroha@mateworks.example';
const TOM = 'tom@mateworks.example';
const textsDirectory = join(PROJECT_ROOT, 'db/seed/openshelf');
const events: Partial<Record<PublicationMove, WebhookEvent>> = {
  approve: 'publication.approved',
  reject: 'publication.rejected',
  request_changes: 'publication.changes_requested',
};

type Category = typeof publicationCategories.$inferSelect;

/** Puts in the demo's publications with their histories. Its users exist already: two of them are the reviewers. */
export async function seedDemoOpenshelf(db: Database, now: number): Promise<void> {
  const { orm } = db;
  const categories = await orm.select().from(publicationCategories);
  const reviewers = await orm
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.email, [AROHA, TOM]));
  const getId = (email: string) => reviewers.find((reviewer) => reviewer.email === email)?.id ?? 0;
  const reviewerIds = { aroha: getId(AROHA), tom: getId(TOM) };
  const works = demoPublications.map((work, index) => {
    const publicationId = index + 1;
    const slug = toSlug(work.title, 'post');
    const replayed = replayDemoMoves(work.versions, { publicationId, now, reviewerIds });
    return { publicationId, slug, work, ...replayed, columns: toColumns(work, categories) };
  });
  const history = works.flatMap((each) =>
    each.history.map((entry) => ({ ...entry, categoryId: each.columns.categoryId })),
  );
  history.sort((one, other) => one.at - other.at);
  const reasons = await orm.select().from(rejectionReasons);
  const publicationRows = works.map(({ publicationId: id, slug, work, state, versions, columns }) => ({
    ...columns,
    ...toUrls(work, slug, versions.length),
    createdAt: now,
    ...state,
    id,
    slug,
  }));
  const versionRows = works.flatMap(({ publicationId, slug, work, versions, columns }) =>
    versions.map((version) => ({ ...columns, ...toUrls(work, slug, version.number), ...version, publicationId })),
  );
  await write(db, [
    orm.insert(publications).values(publicationRows),
    orm.insert(publicationVersions).values(versionRows),
    orm.insert(publicationHistory).values(history),
    orm.insert(openshelfWebhooks).values(history.flatMap((entry) => toWebhookRows(entry, reasons))),
    ...(await Promise.all(works.map((work) => readTextStatements(db, work)))).flat(),
  ]);
}

function toColumns({ title, author, bio, description, category: slug }: DemoWork, categories: readonly Category[]) {
  const subcategory = categories.find((category) => category.slug === slug);
  if (!subcategory?.parentId) throw new Error(`The demo uses a subcategory that doesn’t exist: ${slug}.`);
  const authorContact = `${toSlug(author, 'post').replaceAll('-', '.')}@example.com`;
  const work = { title, authorName: author, authorBio: bio, authorContact, description };
  return { ...work, categoryId: subcategory.parentId, subcategoryId: subcategory.id };
}

function toUrls({ formats }: DemoWork, slug: string, version: number) {
  const toUrl = (format: DemoWork['formats'][number]) =>
    formats.includes(format) ? `https://openshelf.mateworks.example/works/${slug}/v${version}.${format}` : null;
  return { htmlUrl: toUrl('html'), pdfUrl: toUrl('pdf'), mdUrl: toUrl('md'), epubUrl: toUrl('epub') };
}

/** The webhook of a decision, delivered; none for other moves. */
function toWebhookRows(entry: DemoHistory, reasons: readonly (typeof rejectionReasons.$inferSelect)[]) {
  const { move, publicationId, reasonIds } = entry;
  const type = events[move];
  if (!type) return [];
  const eventId = `evt_${generateId()}`;
  const data = {
    publication_id: publicationId,
    version_number: entry.versionNumber,
    status: entry.toStatus,
    decision: move === 'approve' ? 'approved' : 'rejected',
    comments: entry.comments ?? null,
    reasons: reasons.filter(({ id }) => reasonIds?.includes(id)).map(({ label }) => label),
    changes_requested: move === 'request_changes',
  };
  const payload = JSON.stringify({ id: eventId, type, created_at: toIso(entry.at), data });
  const deliveredAt = entry.at + 11_000;
  const delivery = { status: 'delivered', attempts: 1, lastStatusCode: 200, deliveredAt } as const;
  return [{ eventId, type, publicationId, payload, ...delivery, nextAttemptAt: deliveredAt, createdAt: entry.at }];
}

type WorkWithVersions = Pick<ReturnType<typeof replayDemoMoves>, 'versions'> & {
  publicationId: number;
  slug: string;
  work: DemoWork;
};

/** The texts of all versions of a work with HTML, as they were fetched; the words of the current one are searched. */
async function readTextStatements(db: Database, { publicationId, slug, work, versions }: WorkWithVersions) {
  const statements: Statement[] = [];
  if (!work.formats.includes('html')) return statements;
  for (const { number, createdAt } of versions) {
    const isCurrent = number === versions.length;
    const html = await readFile(join(textsDirectory, `${slug}${isCurrent ? '' : `-${number}`}.html`), 'utf8');
    const versionId = sql<number>`(SELECT id FROM ${publicationVersions} WHERE publication_id = ${publicationId} AND number = ${number})`;
    const url = toUrls(work, slug, number).htmlUrl ?? '';
    const { words, ...prepared } = prepareReading(html, { format: 'html', url });
    const text = { versionId, url, ...prepared, fetchedAt: createdAt };
    statements.push(db.orm.insert(publicationTexts).values(text));
    if (isCurrent) statements.push(sql`UPDATE publication_words SET body = ${words} WHERE rowid = ${publicationId}`);
  }
  return statements;
}
