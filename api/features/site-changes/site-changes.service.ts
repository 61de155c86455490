import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { generateId } from '#api/adapters/secrets.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { type SitePartKind, sitePartKinds } from '#api/domain/enums.ts';
import type { FieldChange, FieldFault } from '#api/domain/fields.ts';
import { formatList } from '#api/domain/lists.ts';
import { AppError, conflictError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { deleteDraftStatements, draftConflictError } from '#api/features/drafts/drafts.service.ts';
import { publishRevisionStatements } from '#api/features/drafts/history/history.service.ts';
import { getSimilarPathFinder } from '#api/features/redirects/missing/missing.service.ts';
import type { DraftSubjectAdapter } from '#api/features/drafts/subjects/subjects.service.ts';
import { enqueuePublishStatement } from '#api/publishing/queue/enqueue.ts';
import { toUndoJson, type UndoHandler } from '#api/undo/undo-kit.ts';
import { recordUndoStatements } from '#db/queries/undo-actions.ts';
import { toUserRefJson, userRefColumns } from '#db/queries/user-refs.ts';
import { drafts, siteParts, users } from '#db/schema/index.ts';
import { isGuardRollback, rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import type { PublishedSiteJson, SiteChangesJson, SitePartRef } from './site-changes.contract.ts';

type Fields = Record<string, unknown>;
type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'site'> & { publisher: Pick<Deps['publisher'], 'wake'> };

/** A kind of part of the owner's site, as drafts and publishes know it. */
export type SitePart<F extends Fields> = DraftSubjectAdapter<F> & {
  subject: SitePartKind;
  /** Stored fields as today's code reads them. */
  complete(stored: Fields): F;
  /** What a list of changes calls it. */
  getTitle(fields: F): string;
  /** What keeps it from being published. `findLinkFault` says what is wrong with a path of the site. */
  listFaults(fields: F, findLinkFault: (path: string) => string | null): FieldFault[];
  listChanges(before: F, after: F): FieldChange[];
};

type PartDeclaration<F extends Fields> = Omit<SitePart<F>, 'loadLive' | 'existsCondition' | 'onSaveStatements'>;

/** How long a publish of the site can be undone by the one who did it (ms); after that its history restores it. */
export const SITE_UNDO_MS = 10 * 60 * 1_000;

/** Parts are rows of one table: a new kind is its declaration. */
export const createSitePart = <F extends Fields>(part: PartDeclaration<F>): SitePart<F> => ({
  ...part,
  async loadLive(db, id) {
    const [row] = await db.orm
      .select()
      .from(siteParts)
      .where(and(eq(siteParts.kind, part.subject), eq(siteParts.id, id)));
    if (!row) return null;
    return { fields: part.complete(row.fields), content: '', revision: row.revision, updatedAt: row.updatedAt };
  },
  existsCondition: (id, revision) =>
    sql`EXISTS (SELECT 1 FROM ${siteParts} WHERE id = ${id} AND kind = ${part.subject}
      ${revision === undefined ? sql`` : sql`AND revision = ${revision}`})`,
  onSaveStatements: () => [],
});

// biome-ignore lint/suspicious/noExplicitAny: each part has fields of its own, which only its own functions read
export type AnySitePart = SitePart<any>;

/** Says of a path of the site that there is nothing, with the page that is most like it. */
const createLinkFaultFinder = (site: Deps['site']) => (link: string) => {
  const [path = ''] = link.split(/[?#]/, 1);
  if (site.hasPath(path)) return null;
  const similar = getSimilarPathFinder(site)(path);
  return `There’s no page at ${path}.${similar === null ? '' : ` Did you mean ${similar}?`}`;
};

/** Every draft of the site with what it changes and what keeps it from being published. */
export async function listSiteChanges(
  { db, site }: Pick<Deps, 'db' | 'site'>,
  parts: readonly AnySitePart[],
): Promise<SiteChangesJson> {
  const findLinkFault = createLinkFaultFinder(site);
  const rows = await db.orm
    .select({ draft: drafts, live: siteParts.fields, ...userRefColumns })
    .from(drafts)
    .innerJoin(siteParts, and(eq(siteParts.id, drafts.subjectId), sql`${siteParts.kind} = ${drafts.kind}`))
    .leftJoin(users, eq(users.id, drafts.userId))
    .where(inArray(drafts.kind, sitePartKinds))
    .orderBy(asc(drafts.kind), asc(drafts.subjectId));
  return {
    changes: rows.flatMap(({ draft, live, ...user }) => {
      const part = parts.find(({ subject }) => subject === draft.kind);
      if (!part) return [];
      const fields = part.complete(draft.fields);
      return [
        {
          kind: part.subject,
          id: draft.subjectId,
          version: draft.version,
          title: part.getTitle(fields),
          fields: part.listChanges(part.complete(live), fields),
          faults: part.listFaults(fields, findLinkFault),
          updated_at: toIso(draft.updatedAt),
          user: toUserRefJson(user),
        },
      ];
    }),
  };
}

/**
 * Publishes drafts together, in one batch and one release. @throws not_found; validation_failed with the faults of all of them; conflict
 * when one was saved, published or discarded since.
 */
export async function publishSiteParts(
  deps: ChangeDeps,
  parts: readonly AnySitePart[],
  refs: readonly SitePartRef[],
  userId: number,
): Promise<PublishedSiteJson> {
  const { db, clock, publisher, site } = deps;
  const now = clock.now();
  const changes = await Promise.all(refs.map((ref) => prepareChange(deps, parts, ref)));
  const findLinkFault = createLinkFaultFinder(site);
  const issues = changes.flatMap(({ part, fields }): FieldFault[] => part.listFaults(fields, findLinkFault));
  if (issues.length > 0) throw new AppError('validation_failed', issues[0]?.message ?? '', { issues });
  const undoId = generateId();
  const reason = `Published: ${formatList(changes.flatMap(({ summary }) => summary).slice(0, SUMMARY_MAX))}`;
  const before = changes.map(({ ref: { id }, live }) => ({ id, fields: live.fields, revision: live.revision + 1 }));
  const statements = [
    ...changes.flatMap((change) => publishStatements(deps, change, { userId, now })),
    insertAuditStatement(db, {
      at: now,
      action: 'site.published',
      actorId: userId,
      subject: 'site',
      detail: { reason },
    }),
    ...recordUndoStatements(db, {
      id: undoId,
      kind: 'site.published',
      actorId: userId,
      now,
      snapshot: { before },
      windowMs: SITE_UNDO_MS,
    }),
    enqueuePublishStatement(db, { kind: 'site', reason, userId, now }),
  ];
  try {
    const results = await write(db, statements);
    publisher.wake();
    const undo = toUndoJson(undoId, now, SITE_UNDO_MS);
    return { publish_id: Number(results.at(-1)?.lastInsertRowid), undo };
  } catch (error) {
    if (!isGuardRollback(error)) throw error;
    throw conflictError('One of these changes was saved, published or discarded by someone else. Look at them again.');
  }
}

/** Discards drafts; what they held stays in the history. @throws not_found, conflict. */
export async function discardSiteParts(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  parts: readonly AnySitePart[],
  refs: readonly SitePartRef[],
  userId: number,
): Promise<void> {
  const statements = refs.flatMap(({ kind, id, version }) =>
    deleteDraftStatements(db, requirePart(parts, kind), id, version),
  );
  const entry = { at: clock.now(), action: 'site.discarded', actorId: userId, subject: 'site' } as const;
  try {
    await write(db, [
      ...statements,
      insertAuditStatement(db, { ...entry, detail: { parts: refs.map(({ kind, id }) => `${kind}:${id}`) } }),
    ]);
  } catch (error) {
    if (!isGuardRollback(error)) throw error;
    throw conflictError('One of these changes was saved or published by someone else. Look at them again.');
  }
}

/** Of a release's note so many changes are named. */
const SUMMARY_MAX = 5;

async function prepareChange(deps: Pick<Deps, 'db'>, parts: readonly AnySitePart[], ref: SitePartRef) {
  const { db } = deps;
  const part = requirePart(parts, ref.kind);
  const [draft] = await db.orm
    .select()
    .from(drafts)
    .where(and(eq(drafts.kind, ref.kind), eq(drafts.subjectId, ref.id)));
  const live = await part.loadLive(db, ref.id);
  const isCurrent = draft?.version === ref.version && draft.baseRevision === live?.revision;
  if (!draft || !live || !isCurrent) throw await draftConflictError(db, part, ref.id, draft ?? null);
  const fields = part.complete(draft.fields);
  const labels = (part.listChanges(live.fields, fields) as FieldChange[]).map(({ label }) => label);
  return { part, ref, live, fields, summary: labels.length > 0 ? labels : [part.getTitle(fields)] };
}

function publishStatements(
  { db }: Pick<Deps, 'db'>,
  { part, ref, live, fields }: Awaited<ReturnType<typeof prepareChange>>,
  { userId, now }: { userId: number; now: number },
): Statement[] {
  const { kind, id, version } = ref;
  return [
    ...deleteDraftStatements(db, part, id, version),
    db.orm
      .update(siteParts)
      .set({ fields, revision: live.revision + 1, updatedAt: now })
      .where(and(eq(siteParts.id, id), eq(siteParts.revision, live.revision))),
    rollbackIfNoRows,
    ...publishRevisionStatements(
      { kind, id },
      { before: toRevision(live.fields), after: toRevision(fields) },
      { userId, clientId: 'publish', now },
    ),
  ];
}

const toRevision = (fields: Fields) => ({ fields, content: '', wordCount: 0 });

function requirePart(parts: readonly AnySitePart[], kind: SitePartKind): AnySitePart {
  const part = parts.find(({ subject }) => subject === kind);
  if (!part) throw new AppError('validation_failed', 'This can’t be published here.');
  return part;
}

type SiteSnapshot = { before: { id: number; fields: Fields; revision: number }[] };

const CHANGED = 'This has been published again since, so it can’t be undone. Its history has the earlier version.';

/** A publish of the site, in all its parts. */
export const siteUndo: UndoHandler = {
  kinds: ['site.published'],
  permission: 'settings.manage',
  plan: ({ db }, { actorId, snapshot }, now) => {
    const { before } = snapshot as SiteSnapshot;
    return {
      statements: {
        parts: before.flatMap(({ id, fields, revision }): Statement[] => [
          db.orm
            .update(siteParts)
            .set({ fields, revision: revision + 1, updatedAt: now })
            .where(and(eq(siteParts.id, id), eq(siteParts.revision, revision))),
          rollbackIfNoRows,
        ]),
        audit: insertAuditStatement(db, { at: now, action: 'site.publish_undone', actorId, subject: 'site' }),
        publish: enqueuePublishStatement(db, {
          kind: 'site',
          reason: 'Undid a publish of the site',
          userId: actorId,
          now,
        }),
      },
      changed: CHANGED,
    };
  },
  summarize: ({ restored }) => (restored > 0 ? 'The site is as before.' : CHANGED),
  wake: ({ publisher }) => publisher.wake(),
};
