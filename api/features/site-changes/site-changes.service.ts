import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { generateId } from '#api/adapters/secrets.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { type SitePartKind, type SitePartState, sitePartKinds, type UndoKind } from '#api/domain/enums.ts';
import type { FieldChange, FieldFault } from '#api/domain/fields.ts';
import { formatList } from '#api/domain/lists.ts';
import type { Permission } from '#api/domain/permissions.ts';
import { completeProduct } from '#api/domain/site-products.ts';
import { AppError, conflictError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { deleteDraftStatements, draftConflictError } from '#api/features/drafts/drafts.service.ts';
import { publishRevisionStatements } from '#api/features/drafts/history/history.service.ts';
import { getSimilarPathFinder } from '#api/features/redirects/missing/missing.service.ts';
import type { DraftSubjectAdapter, LiveContent } from '#api/features/drafts/subjects/subjects.service.ts';
import {
  type RedirectsSnapshot,
  restoreRedirectsStatements,
} from '#api/features/redirects/following/following.service.ts';
import { replaceUploadUsesStatements } from '#api/features/uploads/uses/uses.service.ts';
import { enqueuePublishStatement } from '#api/publishing/queue/enqueue.ts';
import { toPostPath } from '#api/publishing/index/paths.ts';
import { toUndoJson, type UndoHandler } from '#api/undo/undo-kit.ts';
import type { Database } from '#db/client.ts';
import { addPublishedProductStatements, syncProductNamesStatement } from '#db/queries/catalogue-products.ts';
import { firstDraftVersion } from '#db/queries/draft-versions.ts';
import { recordUndoStatements } from '#db/queries/undo-actions.ts';
import { toUserRefJson, userRefColumns } from '#db/queries/user-refs.ts';
import { blogs, drafts, siteParts, users } from '#db/schema/index.ts';
import {
  isForeignKeyViolation,
  isGuardRollback,
  isUniqueViolation,
  rollbackIfNoRows,
  type Statement,
  write,
} from '#db/write.ts';
import type { DiscardedSiteJson, PublishedSiteJson, SiteChangesJson, SitePartRef } from './site-changes.contract.ts';

type Fields = Record<string, unknown>;
type ReadDeps = Pick<Deps, 'db' | 'site'>;
type ChangeDeps = ReadDeps & Pick<Deps, 'clock'> & { publisher: Pick<Deps['publisher'], 'wake'> };

type LinkFaultFinder = (path: string) => string | null;

/** A draft that is to be published. `before` is what visitors have; null when that is nothing. */
export type PartDraft<F extends Fields> = { id: number; before: F | null; fields: F };

/** What the publish of some parts changes besides them, in the same batch. */
export type PublishEffects = {
  statements: Statement[];
  /** Behind the parts, and in front of the job that the answer names. */
  lastStatements: Statement[];
  redirects: RedirectsSnapshot | null;
};

/** A kind of part of the owner's site, as drafts and publishes know it. */
export type SitePart<F extends Fields> = Omit<DraftSubjectAdapter<F>, 'loadLive'> & {
  subject: SitePartKind;
  /** Whoever holds it publishes and discards its drafts. */
  permission: Permission;
  /** Of a kind whose deletion can be undone; its snapshot is a `DeletedPart`. */
  deletionUndo?: UndoKind;
  /** Without one that is deleted. */
  loadLive(db: Database, id: number): Promise<(LiveContent<F> & { state: SitePartState }) | null>;
  /** Stored fields as today's code reads them. */
  complete(stored: Fields): F;
  /** What a list of changes calls it. */
  getTitle(fields: F): string;
  /**
   * What keeps each from being published, in their order, as if all of them were published together. `findLinkFault` says what is wrong
   * with a path of the site.
   */
  listFaults(
    deps: ReadDeps,
    drafts: readonly PartDraft<F>[],
    findLinkFault: LinkFaultFinder,
  ): FieldFault[][] | Promise<FieldFault[][]>;
  /** Where visitors will find it; of a kind that is, or has, a page. */
  getAddress?(fields: F): string | null;
  listChanges(before: F, after: F): FieldChange[];
  planPublish?(
    deps: Pick<Deps, 'db'>,
    drafts: readonly PartDraft<F>[],
    actor: { userId: number | null; now: number },
  ): Promise<PublishEffects>;
};

type PartDeclaration<F extends Fields> = Omit<SitePart<F>, 'loadLive' | 'existsCondition' | 'onSaveStatements'>;

/** `redirects` are those that its deletion changed. */
export type DeletedPart = { id: number; state: SitePartState; redirects: RedirectsSnapshot | null };

/** How long a publish of the site can be undone by the one who did it (ms); after that its history restores it. */
export const SITE_UNDO_MS = 10 * 60 * 1_000;

/** Parts are rows of one table: a new kind is its declaration. */
export const createSitePart = <F extends Fields>(part: PartDeclaration<F>): SitePart<F> => ({
  ...part,
  async loadLive(db, id) {
    const [row] = await db.orm
      .select()
      .from(siteParts)
      .where(and(eq(siteParts.kind, part.subject), eq(siteParts.id, id), ne(siteParts.state, 'deleted')));
    if (!row) return null;
    const { state, revision, updatedAt } = row;
    return { fields: part.complete(row.fields), content: '', state, revision, updatedAt };
  },
  existsCondition: (id, revision) =>
    sql`EXISTS (SELECT 1 FROM ${siteParts} WHERE id = ${id} AND kind = ${part.subject} AND state <> 'deleted'
      ${revision === undefined ? sql`` : sql`AND revision = ${revision}`})`,
  onSaveStatements: () => [],
});

// biome-ignore lint/suspicious/noExplicitAny: each part has fields of its own, which only its own functions read
export type AnySitePart = SitePart<any>;

/**
 * Says of a path of the site that there is nothing, with the page that is most like it; `upcoming` are those of the same publish, `waiting`
 * those of drafts.
 */
const createLinkFaultFinder =
  (site: Deps['site'], upcoming: ReadonlySet<string>, waiting: ReadonlySet<string>): LinkFaultFinder =>
  (link) => {
    const [path = ''] = link.split(/[?#]/, 1);
    if (upcoming.has(path) || site.hasPath(path)) return null;
    if (waiting.has(path)) return `The page at ${path} isn’t published yet.`;
    const similar = getSimilarPathFinder(site)(path);
    return `There’s no page at ${path}.${similar === null ? '' : ` Did you mean ${similar}?`}`;
  };

/** Every draft of the site with what it changes and what keeps it from being published. */
export async function listSiteChanges(
  deps: ReadDeps,
  parts: readonly AnySitePart[],
): Promise<SiteChangesJson['changes']> {
  const rows = await deps.db.orm
    .select({ draft: drafts, live: siteParts.fields, state: siteParts.state, ...userRefColumns })
    .from(drafts)
    .innerJoin(siteParts, and(eq(siteParts.id, drafts.subjectId), sql`${siteParts.kind} = ${drafts.kind}`))
    .leftJoin(users, eq(users.id, drafts.userId))
    .where(and(inArray(drafts.kind, sitePartKinds), ne(siteParts.state, 'deleted')))
    .orderBy(asc(drafts.kind), asc(drafts.subjectId));
  const changes = rows.flatMap(({ draft, live, state, ...user }) => {
    const part = parts.find(({ subject }) => subject === draft.kind);
    if (!part) return [];
    const [before, fields] = [part.complete(live), part.complete(draft.fields)];
    return [
      {
        part,
        id: draft.subjectId,
        draft,
        state,
        user,
        starts: before,
        before: state === 'live' ? before : null,
        fields,
      },
    ];
  });
  const faults = await listAllFaults(deps, changes);
  return changes.map(({ part, id, draft, state, user, starts, fields }, at) => ({
    kind: part.subject,
    id,
    version: draft.version,
    title: part.getTitle(fields),
    is_new: state === 'new',
    fields: part.listChanges(starts, fields),
    faults: faults[at] ?? [],
    updated_at: toIso(draft.updatedAt),
    user: toUserRefJson(user),
  }));
}

/** The faults of each of the changes, in their order; those of one kind are looked at together. */
async function listAllFaults(
  deps: ReadDeps,
  changes: readonly (PartDraft<Fields> & { part: AnySitePart })[],
): Promise<FieldFault[][]> {
  const faults = new Map<PartDraft<Fields>, FieldFault[]>();
  const upcoming = new Set(changes.flatMap(({ part, fields }) => part.getAddress?.(fields) ?? []));
  const findLinkFault = createLinkFaultFinder(deps.site, upcoming, await findWaitingPaths(deps, changes));
  for (const [part, ofPart] of Map.groupBy(changes, (change) => change.part)) {
    const found = await part.listFaults(deps, ofPart, findLinkFault);
    for (const [at, change] of ofPart.entries()) faults.set(change, found[at] ?? []);
  }
  return changes.map((change) => faults.get(change) ?? []);
}

/** Of the paths in these drafts those where no page is, but that of a draft, as after an import whose pages wait to be looked at. */
async function findWaitingPaths({ db, site }: ReadDeps, changes: readonly PartDraft<Fields>[]): Promise<Set<string>> {
  const text = JSON.stringify(changes.map(({ fields }) => fields));
  const paths = [
    ...new Set([...text.matchAll(/"(\/[\w/-]+)/g)].flatMap(([, path = '']) => (site.hasPath(path) ? [] : path))),
  ];
  if (paths.length === 0) return new Set();
  const pages = await db.orm
    .select({ address: siteParts.address })
    .from(siteParts)
    .where(and(eq(siteParts.kind, 'page'), eq(siteParts.state, 'new'), inArray(siteParts.address, paths)));
  const slugs = paths.map((path) => path.split('/').at(-1) ?? '');
  const posts = await db.orm
    .select({ slug: blogs.slug })
    .from(blogs)
    .where(and(isNull(blogs.trashedAt), inArray(blogs.slug, slugs)));
  return new Set([...pages.flatMap(({ address }) => address ?? []), ...posts.map(({ slug }) => toPostPath(slug))]);
}

/**
 * Publishes drafts together, in one batch and one release. @throws not_found; validation_failed with the faults of all of them; conflict
 * when one was saved, published or discarded since.
 */
export async function publishSiteParts(
  deps: ChangeDeps,
  parts: readonly AnySitePart[],
  refs: readonly SitePartRef[],
  userId: number | null,
): Promise<PublishedSiteJson> {
  const changes = await prepareSiteChanges(deps, parts, refs);
  return publishSiteChanges(deps, changes, { userId });
}

/** Drafts that can be published. @throws not_found; validation_failed with the faults of all of them; conflict when one isn’t as named. */
export async function prepareSiteChanges(
  deps: ReadDeps,
  parts: readonly AnySitePart[],
  refs: readonly SitePartRef[],
): Promise<SiteChange[]> {
  const changes = await Promise.all(refs.map((ref) => prepareChange(deps, parts, ref)));
  await requireNoFaults(deps, changes);
  return changes;
}

/** @throws validation_failed with the faults of all changes. */
export async function requireNoFaults(deps: ReadDeps, changes: readonly SiteChange[]): Promise<void> {
  const issues = (await listAllFaults(deps, changes)).flat();
  if (issues.length > 0) throw new AppError('validation_failed', issues[0]?.message ?? '', { issues });
}

type PublishActor = {
  /** Null for one who is deleted. */
  userId: number | null;
  /** In the same batch, before all else. */
  guards?: readonly Statement[];
};

/** @throws conflict when one of the changes, or what a guard asks for, isn’t there any more. */
export async function publishSiteChanges(
  deps: ChangeDeps,
  changes: readonly SiteChange[],
  { userId, guards = [] }: PublishActor,
): Promise<PublishedSiteJson> {
  const { db, clock, publisher } = deps;
  const now = clock.now();
  const undoId = generateId();
  const reason = `Published: ${formatList(changes.flatMap(({ summary }) => summary).slice(0, SUMMARY_MAX))}`;
  const before = changes.map(({ ref, id, live }) => ({
    kind: ref.kind,
    id,
    fields: live.fields,
    state: live.state,
    revision: live.revision + 1,
  }));
  const effects: PublishEffects[] = [];
  for (const [part, ofPart] of Map.groupBy(changes, (change) => change.part))
    if (part.planPublish) effects.push(await part.planPublish(deps, ofPart, { userId, now }));
  const redirects = effects.map((effect) => effect.redirects).find((snapshot) => snapshot !== null) ?? null;
  const undo =
    userId === null
      ? []
      : recordUndoStatements(db, {
          id: undoId,
          kind: changes.every(({ ref }) => ref.kind === 'navigation') ? 'navigation.published' : 'site.published',
          actorId: userId,
          now,
          snapshot: { before, redirects } satisfies SiteSnapshot,
          windowMs: SITE_UNDO_MS,
        });
  const statements = [
    ...guards,
    ...effects.flatMap((effect) => effect.statements),
    ...changes.flatMap((change) => publishStatements(deps, change, { userId, now })),
    insertAuditStatement(db, {
      at: now,
      action: 'site.published',
      actorId: userId,
      subject: 'site',
      detail: { reason },
    }),
    ...undo,
    ...addPublishedProductStatements(
      changes.flatMap(({ ref, fields }) => (ref.kind === 'product' ? completeProduct(fields) : [])),
      now,
    ),
    syncProductNamesStatement(
      changes.map(({ id }) => id),
      now,
    ),
    ...effects.flatMap((effect) => effect.lastStatements),
    enqueuePublishStatement(db, { kind: 'site', reason, userId, now }),
  ];
  try {
    const results = await write(db, statements);
    publisher.wake();
    return { publish_id: Number(results.at(-1)?.lastInsertRowid), undo: toUndoJson(undoId, now, SITE_UNDO_MS) };
  } catch (error) {
    if (!isGuardRollback(error) && !isUniqueViolation(error)) throw error;
    throw conflictError('One of these changes was saved, published or discarded by someone else. Look at them again.');
  }
}

/**
 * Discards drafts; what they held stays in the history. A part that visitors never saw is deleted with its draft: nothing would be left of it.
 * @throws not_found, conflict.
 */
export async function discardSiteParts(
  deps: Pick<Deps, 'db' | 'clock' | 'payments' | 'log'>,
  parts: readonly AnySitePart[],
  refs: readonly SitePartRef[],
  userId: number,
): Promise<DiscardedSiteJson> {
  const { db, clock } = deps;
  const now = clock.now();
  const undos: DiscardedSiteJson['undos'] = [];
  const statements: Statement[] = [];
  const discarded = await listDiscarded(db, parts, refs);
  for (const { kind, id, version } of refs) {
    const part = requirePart(parts, kind);
    const live = await part.loadLive(db, id);
    if (live?.state !== 'new') {
      statements.push(...deleteDraftStatements(db, part, id, version));
      continue;
    }
    statements.push(...deleteNewPartStatements({ kind, id, version, revision: live.revision }, now));
    if (!part.deletionUndo) continue;
    const undo = { id: generateId(), until: toIso(now + SITE_UNDO_MS) };
    const snapshot: DeletedPart = { id, state: 'new', redirects: null };
    const record = { id: undo.id, kind: part.deletionUndo, actorId: userId, now, snapshot, windowMs: SITE_UNDO_MS };
    statements.push(...recordUndoStatements(db, record));
    undos.push(undo);
  }
  const entry = { at: now, action: 'site.discarded', actorId: userId, subject: 'site' } as const;
  try {
    await write(db, [
      ...statements,
      insertAuditStatement(db, { ...entry, detail: { parts: refs.map(({ kind, id }) => `${kind}:${id}`) } }),
    ]);
  } catch (error) {
    if (!isGuardRollback(error)) throw error;
    throw conflictError('One of these changes was saved or published by someone else. Look at them again.');
  }
  for (const { part, fields } of discarded) await part.onDiscarded?.(deps, fields);
  return { undos };
}

/** The drafts that something follows elsewhere once they are discarded. */
async function listDiscarded(db: Database, parts: readonly AnySitePart[], refs: readonly SitePartRef[]) {
  const found: { part: AnySitePart; fields: Fields }[] = [];
  for (const { kind, id } of refs) {
    const part = requirePart(parts, kind);
    if (!part.onDiscarded) continue;
    const isDraft = and(eq(drafts.kind, kind), eq(drafts.subjectId, id));
    const [draft] = await db.orm.select({ fields: drafts.fields }).from(drafts).where(isDraft);
    if (draft) found.push({ part, fields: part.complete(draft.fields) });
  }
  return found;
}

/** It keeps its draft, with which it comes back. */
const deleteNewPartStatements = (
  { kind, id, version, revision }: SitePartRef & { revision: number },
  now: number,
): Statement[] => [
  sql`UPDATE ${siteParts} SET state = 'deleted', updated_at = ${now}
    WHERE id = ${id} AND state = 'new' AND revision = ${revision}
      AND EXISTS (SELECT 1 FROM ${drafts} WHERE kind = ${kind} AND subject_id = ${id} AND version = ${version})`,
  rollbackIfNoRows,
];

/** Of a release's note so many changes are named. */
const SUMMARY_MAX = 5;

/** A part as it is to be published. */
export type SiteChange = {
  part: AnySitePart;
  ref: SitePartRef;
  id: number;
  live: LiveContent<Fields> & { state: SitePartState };
  /** What visitors have; null when that is nothing. */
  before: Fields | null;
  fields: Fields;
  /** What is changed, in a few words each. */
  summary: string[];
  /** What becomes of its draft. */
  draftStatements: Statement[];
};

async function prepareChange(
  deps: Pick<Deps, 'db'>,
  parts: readonly AnySitePart[],
  ref: SitePartRef,
): Promise<SiteChange> {
  const { db } = deps;
  const part = requirePart(parts, ref.kind);
  const [draft] = await db.orm
    .select()
    .from(drafts)
    .where(and(eq(drafts.kind, ref.kind), eq(drafts.subjectId, ref.id)));
  const live = await part.loadLive(db, ref.id);
  const isCurrent = draft?.version === ref.version && draft.baseRevision === live?.revision;
  if (!draft || !live || !isCurrent) throw await draftConflictError(db, part, ref.id, draft ?? null);
  const draftStatements = deleteDraftStatements(db, part, ref.id, ref.version);
  return createSiteChange({ part, ref, live, fields: part.complete(draft.fields), draftStatements });
}

export function createSiteChange(given: Omit<SiteChange, 'id' | 'before' | 'summary'>): SiteChange {
  const { part, ref, live, fields } = given;
  const labels = (part.listChanges(live.fields, fields) as FieldChange[]).map(({ label }) => label);
  const before = live.state === 'live' ? live.fields : null;
  const summary = labels.length > 0 ? labels : [part.getTitle(fields)];
  return { ...given, id: ref.id, before, summary };
}

function publishStatements(
  { db }: Pick<Deps, 'db'>,
  { ref, live, before, fields, draftStatements }: SiteChange,
  { userId, now }: { userId: number | null; now: number },
): Statement[] {
  const { kind, id } = ref;
  return [
    ...draftStatements,
    db.orm
      .update(siteParts)
      .set({ fields, state: 'live', revision: live.revision + 1, updatedAt: now })
      .where(and(eq(siteParts.id, id), eq(siteParts.revision, live.revision), ne(siteParts.state, 'deleted'))),
    rollbackIfNoRows,
    ...keepPublishedStatements(db, { kind, id, before, fields }, { userId, now }),
  ];
}

type Published = { kind: SitePartKind; id: number; before: Fields | null; fields: Fields };
type Actor = { userId: number | null; now: number };

/** Of what was just published: the images that it shows, and its place in the history. */
export const keepPublishedStatements = (
  db: Database,
  { kind, id, before, fields }: Published,
  { userId, now }: Actor,
): Statement[] => [
  ...replaceUploadUsesStatements(db, { kind, subjectId: id, isDraft: false, content: JSON.stringify(fields) }),
  ...publishRevisionStatements(
    { kind, id },
    { before: before && toRevision(before), after: toRevision(fields) },
    { userId, clientId: 'publish', now },
  ),
];

const toRevision = (fields: Fields) => ({ fields, content: '', wordCount: 0 });

export function requirePart(parts: readonly AnySitePart[], kind: SitePartKind): AnySitePart {
  const part = parts.find(({ subject }) => subject === kind);
  if (!part) throw new AppError('validation_failed', 'This can’t be published here.');
  return part;
}

/** What was, and the revision that undoing it needs to find. */
type SiteSnapshot = {
  before: { kind: SitePartKind; id: number; fields: Fields; state: SitePartState; revision: number }[];
  redirects: RedirectsSnapshot | null;
};

const CHANGED = 'This has been published again since, so it can’t be undone. Its history has the earlier version.';

/** A publish of the site in all its parts. Whoever may publish menus alone may undo that. */
const createPublishUndo = (kind: UndoKind, permission: Permission): UndoHandler => ({
  kinds: [kind],
  permission,
  plan: ({ db }, { actorId, snapshot }, now) => {
    const { before, redirects } = snapshot as SiteSnapshot;
    const reason = 'Undid a publish of the site';
    return {
      statements: {
        // Two pages may have exchanged their addresses, which no two live pages share.
        release: db.orm
          .update(siteParts)
          .set({ state: 'new' })
          .where(
            and(
              eq(siteParts.state, 'live'),
              inArray(
                siteParts.id,
                before.map(({ id }) => id),
              ),
            ),
          ),
        parts: before.flatMap((part) => restorePartStatements(db, part, { actorId, now })),
        products: syncProductNamesStatement(
          before.map(({ id }) => id),
          now,
        ),
        redirects: redirects ? restoreRedirectsStatements(db, redirects, { actorId, now, reason }) : [],
        audit: insertAuditStatement(db, { at: now, action: 'site.publish_undone', actorId, subject: 'site' }),
        publish: enqueuePublishStatement(db, { kind: 'site', reason, userId: actorId, now }),
      },
      changed: CHANGED,
      explain: (error) => (isUniqueViolation(error) || isForeignKeyViolation(error) ? CHANGED : undefined),
    };
  },
  summarize: ({ restored }) => (restored > 0 ? 'The site is as before.' : CHANGED),
  wake: ({ publisher }) => publisher.wake(),
});

export const sitePublishUndo = createPublishUndo('site.published', 'settings.manage');
export const navigationPublishUndo = createPublishUndo('navigation.published', 'navigation.manage');

/** A part that was new keeps what was published of it, as a draft again. */
function restorePartStatements(
  db: Database,
  { kind, id, fields, state, revision }: SiteSnapshot['before'][number],
  { actorId, now }: { actorId: number; now: number },
): Statement[] {
  const isAsPublished = and(eq(siteParts.id, id), eq(siteParts.revision, revision), ne(siteParts.state, 'deleted'));
  if (state === 'live')
    return [
      db.orm
        .update(siteParts)
        .set({ fields, state, revision: revision + 1, updatedAt: now })
        .where(isAsPublished),
      rollbackIfNoRows,
      ...replaceUploadUsesStatements(db, { kind, subjectId: id, isDraft: false, content: JSON.stringify(fields) }),
    ];
  return [
    db.orm.update(siteParts).set({ state, updatedAt: now }).where(isAsPublished),
    rollbackIfNoRows,
    sql`INSERT INTO ${drafts}
        (kind, subject_id, fields, content, version, base_revision, client_id, user_id, created_at, updated_at)
      SELECT kind, id, fields, '', ${firstDraftVersion(kind, id)}, revision, ${generateId()}, ${actorId}, ${now}, ${now}
      FROM ${siteParts} WHERE id = ${id} ON CONFLICT (kind, subject_id) DO NOTHING`,
  ];
}
