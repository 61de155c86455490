import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import type { SitePartKind } from '#api/domain/enums.ts';
import { isKnownCode } from '#api/domain/fields.ts';
import {
  completeFirstRunAnswers,
  createFirstRunDefaults,
  type FirstRunAnswers,
  listFirstRunFaults,
} from '#api/domain/first-run.ts';
import { formatLocalDay } from '#api/domain/local-time.ts';
import { getBrandStylesPath } from '#api/domain/site-brand.ts';
import { HOME_ADDRESS } from '#api/domain/site-pages.ts';
import { completeProduct } from '#api/domain/site-products.ts';
import { AppError, conflictError, notFoundError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import type { PreviewJson } from '#api/features/pages/pages.contract.ts';
import { separateStyles } from '#api/features/pages/preview/preview.service.ts';
import { keepPublishedStatements } from '#api/features/site-changes/site-changes.service.ts';
import { enqueuePublishStatement } from '#api/publishing/queue/enqueue.ts';
import { addPublishedProductStatements } from '#db/queries/catalogue-products.ts';
import { createSiteContent } from '#db/queries/site-content.ts';
import type { DraftFields } from '#db/schema/drafts.ts';
import { firstRun, siteParts } from '#db/schema/index.ts';
import { createStartingParts, type StartingParts } from '#db/seed/site/starting-points/index.ts';
import {
  isGuardRollback,
  isUniqueViolation,
  onGuardRollback,
  rollbackIfNoRows,
  type Statement,
  write,
} from '#db/write.ts';
import type { FirstRunJson, SavedFirstRunJson, SaveFirstRunRequest } from './first-run.contract.ts';

type ReadDeps = Pick<Deps, 'db' | 'clock'>;

const goneError = () => notFoundError('This site is set up already.');
const conflict = () => conflictError('Someone else changed the answers. Reload the page and try again.');
const isOpen = and(eq(firstRun.id, 1), isNull(firstRun.finishedAt));

const findRow = async ({ db }: Pick<Deps, 'db'>) => (await db.orm.select().from(firstRun).where(isOpen))[0];

async function requireRow(deps: Pick<Deps, 'db'>) {
  const row = await findRow(deps);
  if (!row) throw goneError();
  return row;
}

/** How many questions a new site still asks; null once it is set up. */
export async function findOpenFirstRun(deps: Pick<Deps, 'db'>) {
  const row = await findRow(deps);
  return row ? { answered_count: row.answered.length, is_postponed: row.isPostponed } : null;
}

/** The questions with their answers; null once the site is set up. */
export async function getFirstRun(
  deps: Pick<Deps, 'db' | 'clock' | 'site' | 'accounts' | 'mail'>,
): Promise<FirstRunJson | null> {
  const { site, accounts } = deps;
  const row = await findRow(deps);
  if (!row) return null;
  const answers = completeFirstRunAnswers(row.answers);
  return {
    answers,
    defaults: createFirstRunDefaults(site.url, accounts.adminEmails[0]),
    answered: row.answered,
    is_postponed: row.isPostponed,
    version: row.version,
    summary: await summarize(deps, answers),
    mail_server: deps.mail.server,
    mail_sender: deps.mail.sender,
    site_host: new URL(site.url).host,
  };
}

/** Saves what is typed. @throws not_found once the site is set up; conflict when someone else saved in between. */
export async function saveFirstRun(
  deps: ReadDeps,
  { answers, answered, is_postponed: isPostponed, version }: SaveFirstRunRequest,
): Promise<SavedFirstRunJson> {
  const { db } = deps;
  await requireRow(deps);
  await write(db, [
    db.orm
      .update(firstRun)
      .set({ answers, answered: [...new Set(answered)], isPostponed, version: version + 1 })
      .where(and(isOpen, eq(firstRun.version, version))),
    rollbackIfNoRows,
  ]).catch(onGuardRollback(conflict));
  return { version: version + 1, summary: await summarize(deps, answers) };
}

async function summarize(deps: ReadDeps, answers: FirstRunAnswers): Promise<SavedFirstRunJson['summary']> {
  const { pages, products, settings } = await createParts(deps, answers);
  return { page_count: pages.length, product_count: products.length, legal_name: settings.company.legal_name };
}

/** What the site would say with these answers; what was published since the start stays. */
async function createParts({ db, clock }: ReadDeps, answers: FirstRunAnswers): Promise<StartingParts> {
  const [settings] = await db.orm
    .select({ fields: siteParts.fields })
    .from(siteParts)
    .where(eq(siteParts.kind, 'settings'));
  const [numbers] = await db.orm
    .select({ last: sql<number>`coalesce(max(${siteParts.fields} ->> 'product_id'), 0)` })
    .from(siteParts)
    .where(eq(siteParts.kind, 'product'));
  const zone = isKnownCode('time_zone', answers.time_zone) ? answers.time_zone : 'UTC';
  const today = formatLocalDay(clock.now(), zone);
  return createStartingParts(answers, { settings: settings?.fields, lastProductId: numbers?.last, today });
}

/** The home page with these answers, saved or not. @throws QueueFullError, RenderError, ClientGoneError */
export async function previewFirstRun(
  deps: Pick<Deps, 'db' | 'clock' | 'publisher' | 'previewQueue' | 'site' | 'accounts'>,
  typed: FirstRunAnswers,
  client: AbortSignal,
): Promise<PreviewJson> {
  const parts = await createParts(
    deps,
    withoutFaults(typed, createFirstRunDefaults(deps.site.url, deps.accounts.adminEmails[0])),
  );
  const site = createSiteContent({ ...parts, plans: [] });
  const { dryRun } = deps.publisher;
  return deps.previewQueue.add(async () => {
    const page = separateStyles((await dryRun.previewSite(site, HOME_ADDRESS)).body.toString());
    if (site.brand.styles === null) return page;
    const address = getBrandStylesPath(site.brand.styles);
    // It is no file of the site yet.
    const html = page.html.replace(new RegExp(`<link[^>]*href="${address}"[^>]*>`), '');
    return { html, styles: `${(await dryRun.previewSite(site, address)).body.toString()}\n${page.styles}` };
  }, client);
}

/** What can't be used, as it is half typed, is that of someone who has not answered. */
function withoutFaults(answers: FirstRunAnswers, defaults: FirstRunAnswers): FirstRunAnswers {
  const wrong = new Set(listFirstRunFaults(answers).map(({ path }) => path.split('.', 1)[0] ?? ''));
  wrong.delete('products');
  const entries = Object.entries(answers).map(([name, value]) => [
    name,
    wrong.has(name) ? defaults[name as keyof FirstRunAnswers] : value,
  ]);
  return Object.fromEntries(entries) as FirstRunAnswers;
}

/**
 * Makes the site of the saved answers and lets visitors in, in one batch: whatever ends the server, all of it happens or nothing, and the
 * publish job brings it live. Pages that the owner has written meanwhile stay. @throws not_found once the site is set up; conflict with
 * another version; validation_failed with what is still missing.
 */
export async function publishFirstRun(
  deps: ReadDeps & { publisher: Pick<Deps['publisher'], 'wake'> },
  version: number,
  userId: number,
): Promise<{ publish_id: number }> {
  const { db, clock, publisher } = deps;
  const row = await requireRow(deps);
  if (row.version !== version) throw conflict();
  const answers = completeFirstRunAnswers(row.answers);
  const issues = listFirstRunFaults(answers);
  if (issues.length > 0) throw new AppError('validation_failed', issues[0]?.message ?? '', { issues });
  const now = clock.now();
  const reason = 'Set up the site';
  try {
    const results = await write(db, [
      db.orm
        .update(firstRun)
        .set({ finishedAt: now, version: version + 1 })
        .where(and(isOpen, eq(firstRun.version, version))),
      rollbackIfNoRows,
      ...(await listPartStatements(deps, await createParts(deps, answers), userId)),
      insertAuditStatement(db, {
        at: now,
        action: 'site.published',
        actorId: userId,
        subject: 'site',
        detail: { reason },
      }),
      enqueuePublishStatement(db, { kind: 'site', reason, userId, now }),
      sql`UPDATE ${firstRun} SET publish_id = last_insert_rowid()`,
    ]);
    publisher.wake();
    return { publish_id: Number(results.at(-2)?.lastInsertRowid) };
  } catch (error) {
    if (!isGuardRollback(error) && !isUniqueViolation(error)) throw error;
    throw conflict();
  }
}

/** The parts in place of those that the site came with; what the owner has published since stays. */
async function listPartStatements({ db, clock }: ReadDeps, parts: StartingParts, userId: number): Promise<Statement[]> {
  const rows = await db.orm.select().from(siteParts).where(ne(siteParts.state, 'deleted'));
  const now = clock.now();
  let lastId = Math.max(0, ...rows.map(({ id }) => id));
  const add = (kind: SitePartKind, fields: DraftFields): Statement[] => {
    lastId += 1;
    return [
      db.orm.insert(siteParts).values({ id: lastId, kind, fields, createdAt: now, updatedAt: now }),
      ...keepPublishedStatements(db, { kind, id: lastId, before: null, fields }, { userId, now }),
    ];
  };
  const replace = ({ id, kind, revision, fields: before }: (typeof rows)[number], fields: DraftFields): Statement[] => [
    db.orm
      .update(siteParts)
      .set({ fields, revision: revision + 1, updatedAt: now })
      .where(and(eq(siteParts.id, id), eq(siteParts.revision, revision))),
    rollbackIfNoRows,
    ...keepPublishedStatements(db, { kind, id, before, fields }, { userId, now }),
  ];
  const put = (
    kind: SitePartKind,
    fields: DraftFields,
    isSame: (row: (typeof rows)[number]) => boolean,
  ): Statement[] => {
    const row = rows.find((each) => each.kind === kind && each.state === 'live' && isSame(each));
    if (!row) return add(kind, fields);
    // The settings are the answers over what there is.
    return row.revision === 1 || kind === 'settings' ? replace(row, fields) : [];
  };
  return [
    ...put('settings', parts.settings, () => true),
    ...put('navigation', parts.navigation, () => true),
    ...parts.pages.flatMap((page) => put('page', page, ({ address }) => address === page.address)),
    ...parts.products.flatMap((product) => add('product', product)),
    ...addPublishedProductStatements(parts.products.map(completeProduct), now),
  ];
}
