import { and, eq, sql } from 'drizzle-orm';
import { generateId } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import { completePage, findAddressFault, pageFields, type SitePage } from '#api/domain/site-pages.ts';
import { formatAddress } from '#api/domain/redirects.ts';
import { conflictError, invalidFieldError, notFoundError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import type { DraftHandlers } from '#api/features/drafts/subjects/subjects.service.ts';
import { publishSiteParts } from '#api/features/site-changes/site-changes.service.ts';
import { replaceUploadUsesStatements } from '#api/features/uploads/uses/uses.service.ts';
import { firstDraftVersion } from '#db/queries/draft-versions.ts';
import { drafts, redirects, siteParts } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import { listLiveAddresses, pagePart } from './part/part.service.ts';
import {
  type AddressCheckJson,
  type CheckAddressQuery,
  type CreatePageRequest,
  type PageJson,
  type PagesJson,
  pageResponse,
} from './pages.contract.ts';
import { toEditedPage, toPageJson, toPageSummaryJson } from './pages.mapper.ts';
import { listPageRows, loadNavigation, type PageRow } from './pages.queries.ts';

type WriteDeps = Pick<Deps, 'db' | 'clock'>;

/** How many pages a site may have: the list shows all of them. */
const PAGES_MAX = 500;

const goneError = () => notFoundError(pagePart.notFoundMessage);

/** The pages of the site, by their address. */
export async function listPages({ db }: Pick<Deps, 'db'>): Promise<PagesJson> {
  const navigation = await loadNavigation(db);
  return { pages: (await listPageRows(db)).map((row) => toPageSummaryJson(row, navigation)) };
}

/** One page, and where it is linked from. @throws not_found */
export async function getPage({ db }: Pick<Deps, 'db'>, id: number): Promise<PageJson> {
  const rows = await listPageRows(db);
  const row = rows.find(({ page }) => page.id === id);
  if (!row) throw goneError();
  const others = rows.filter((other) => other !== row);
  const [addresses, navigation] = [await listAddresses(db, row), await loadNavigation(db)];
  return toPageJson(row, { others, addresses, navigation });
}

/** The address of a page and those that redirect to it. */
async function listAddresses({ orm }: Deps['db'], { page }: PageRow): Promise<Set<string>> {
  const address = page.address ?? '';
  const rows = await orm.select({ from: redirects.from }).from(redirects).where(eq(redirects.to, address));
  return new Set([address, ...rows.map(({ from }) => from)]);
}

/** Whether a page can have an address, for a field that is typed in. */
export async function checkAddress(
  { db }: Pick<Deps, 'db'>,
  { address, id = 0 }: CheckAddressQuery,
): Promise<AddressCheckJson> {
  const others = await listOtherAddresses(db, id);
  const fault = findAddressFault(address, others);
  if (fault !== null) return { state: others.has(address) ? 'taken' : 'unusable', message: fault };
  const [redirect] = await db.orm.select({ to: redirects.to }).from(redirects).where(eq(redirects.from, address));
  if (!redirect) return { state: 'free', message: null };
  const message = `${address} redirects to ${formatAddress(redirect.to)}. That ends when this page is published.`;
  return { state: 'redirects', message };
}

/** Of the other pages: where they are, and where their drafts would be. */
async function listOtherAddresses(db: Deps['db'], id: number): Promise<Set<string>> {
  const others = (await listPageRows(db)).filter(({ page }) => page.id !== id);
  const live = await listLiveAddresses(db, (other) => other === id);
  return new Set([...live.map(({ address }) => address), ...others.map((row) => toEditedPage(row).address)]);
}

/**
 * Creates a page as a draft: it is on the site once it is published. @throws validation_failed for an address that it can't have;
 * not_found without the page to copy; conflict when there are too many.
 */
export async function createPage(
  deps: WriteDeps,
  { title, address, copy_of: sourceId }: CreatePageRequest,
  actorId: number,
): Promise<{ page: PageJson }> {
  const { db } = deps;
  const source = sourceId === undefined ? null : await requireRow(db, sourceId);
  const start = source ? toEditedPage(source) : completePage({ is_listed: true });
  const fault = findAddressFault(address, await listOtherAddresses(db, 0));
  if (fault !== null) throw invalidFieldError('address', fault);
  return { page: await insertPage(deps, { ...start, title, address }, actorId) };
}

/** Creates a page like another one, beside it. @throws not_found, conflict. */
export async function duplicatePage(deps: WriteDeps, id: number, actorId: number): Promise<{ page: PageJson }> {
  const { db } = deps;
  const source = toEditedPage(await requireRow(db, id));
  const others = await listOtherAddresses(db, 0);
  const ending = ' (copy)';
  const title = `${source.title.slice(0, pageFields.title.max - ending.length)}${ending}`;
  return {
    page: await insertPage(deps, { ...source, title, address: findCopyAddress(source.address, others) }, actorId),
  };
}

function findCopyAddress(address: string, others: ReadonlySet<string>): string {
  const base =
    address === '/'
      ? '/home'
      : address.slice(0, pageFields.address.max - '-copy-999'.length).replace(/(?<![-/])[-/]+$/, '');
  const isFree = (candidate: string) => findAddressFault(candidate, others) === null;
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? `${base}-copy` : `${base}-copy-${number}`;
    if (isFree(candidate) || number > PAGES_MAX) return candidate;
  }
}

async function requireRow(db: Deps['db'], id: number): Promise<PageRow> {
  const [row] = await listPageRows(db, eq(siteParts.id, id));
  if (!row) throw goneError();
  return row;
}

async function insertPage(deps: WriteDeps, fields: SitePage, actorId: number): Promise<PageJson> {
  return getPage(deps, await addPage(deps, fields, { actorId }));
}

/**
 * Adds a page as a draft, as it is given, and says its id. `also`: in the same batch, behind it; its id is the largest of all parts.
 * @throws conflict when there are too many.
 */
export async function addPage(
  { db, clock }: WriteDeps,
  fields: SitePage,
  {
    actorId,
    before = [],
    also = [],
  }: { actorId: number | null; before?: readonly Statement[]; also?: readonly Statement[] },
): Promise<number> {
  const now = clock.now();
  const json = JSON.stringify(fields);
  const created = sql`(SELECT max(id) FROM ${siteParts})`;
  const isPage = and(eq(siteParts.kind, 'page'), sql`${siteParts.state} <> 'deleted'`);
  const results = await write(db, [
    ...before,
    sql`INSERT INTO ${siteParts} (kind, state, fields, revision, created_at, updated_at)
      SELECT 'page', 'new', ${json}, 1, ${now}, ${now}
      WHERE (SELECT count(*) FROM ${siteParts} WHERE ${isPage}) < ${PAGES_MAX} RETURNING id`,
    rollbackIfNoRows,
    sql`INSERT INTO ${drafts}
        (kind, subject_id, fields, content, version, base_revision, client_id, user_id, created_at, updated_at)
      VALUES ('page', ${created}, ${json}, '', ${firstDraftVersion('page', created)}, 1, ${generateId()}, ${actorId}, ${now}, ${now})`,
    ...replaceUploadUsesStatements(db, { kind: 'page', subjectId: created, isDraft: true, content: json }),
    insertAuditStatement(db, {
      at: now,
      action: 'page.created',
      actorId,
      subject: sql`(SELECT 'page:' || max(id) FROM ${siteParts})`,
      after: { title: fields.title, address: fields.address },
    }),
    ...also,
  ]).catch(onGuardRollback(() => conflictError(`A site can have ${PAGES_MAX} pages. Delete some first.`)));
  return Number(results[before.length]?.rows[0]?.id);
}

/** Drafts of pages, for the routes of drafts. */
export const createPageDraftHandlers = (deps: Deps): DraftHandlers<SitePage, { page: PageJson }> => ({
  kind: pagePart,
  permission: 'settings.manage',
  tag: 'Pages (admin)',
  liveShape: { page: pageResponse },
  getLive: async (id) => ({ page: await getPage(deps, id) }),
  async publish(id, { version }, userId) {
    const { publish_id } = await publishSiteParts(deps, [pagePart], [{ kind: 'page', id, version }], userId);
    return { page: await getPage(deps, id), publish_id };
  },
});
