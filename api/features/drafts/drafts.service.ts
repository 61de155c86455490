import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { firstDraftVersion, nextDraftVersion } from '#db/queries/draft-versions.ts';
import { drafts, revisions, users } from '#db/schema/index.ts';
import { isGuardRollback, isUniqueViolation, rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { AppError, conflictError, notFoundError } from '#api/http/errors.ts';
import { getImageIds, replaceUploadUsesStatements } from '#api/features/uploads/uses/uses.service.ts';
import { userRefColumns, toUserRefJson } from '#db/queries/user-refs.ts';
import type { DraftSubjectAdapter, LiveContent, DraftContent } from '#api/features/drafts/subjects/subjects.service.ts';
import type { DraftJson, SavedDraftJson, SaveDraftRequest } from './drafts.contract.ts';
import { prepareContent } from '#api/features/drafts/content/content.service.ts';
import { findCoalesceTarget } from '#api/features/drafts/revisions/coalescing.queries.ts';
import { saveDraftRevisionStatements } from '#api/features/drafts/history/history.service.ts';

type DraftDeps = Pick<Deps, 'db' | 'clock' | 'html'>;
type Fields = Record<string, unknown>;

/** The draft of a post or document, or null when there is none. */
export async function findDraft<F extends Fields>(
  { db }: Pick<Deps, 'db'>,
  kind: DraftSubjectAdapter<F>,
  id: number,
): Promise<DraftJson<F> | null> {
  const [row] = await db.orm
    .select({ draft: drafts, ...userRefColumns })
    .from(drafts)
    .leftJoin(users, eq(users.id, drafts.userId))
    .where(and(eq(drafts.kind, kind.subject), eq(drafts.subjectId, id)));
  if (!row) return null;
  const { draft, ...user } = row;
  return {
    fields: draft.fields as F,
    content: draft.content,
    version: draft.version,
    base_revision: draft.baseRevision,
    updated_at: toIso(draft.updatedAt),
    user: toUserRefJson(user),
  };
}

/** What an editor opens: what readers have, as a draft of version 0, and the draft, if there is one. @throws not_found */
export async function openDraft<F extends Fields>({ db }: Pick<Deps, 'db'>, kind: DraftSubjectAdapter<F>, id: number) {
  const liveDraft = toDraftJson(await requireLive(db, kind, id), 0);
  return { live_draft: liveDraft, draft: await findDraft({ db }, kind, id) };
}

/**
 * Saves a draft, which readers do not see. The version that it started from must be the newest, or the
 * newest must come from the same tab, whose later save always counts (its earlier answer may have been lost).
 * @throws not_found; conflict with both versions when someone else saved or published in between.
 */
export async function saveDraft<F extends Fields>(
  deps: DraftDeps,
  kind: DraftSubjectAdapter<F>,
  id: number,
  input: SaveDraftRequest<F>,
  userId: number | null,
  startsNewRevision = false,
): Promise<SavedDraftJson> {
  const now = deps.clock.now();
  const { content, wordCount } = await prepareContent(deps.html, input.content);
  const fields = (await kind.prepareFields?.(deps.html, input.fields)) ?? input.fields;
  const draftContent = { fields, content, wordCount };
  const subject = { kind: kind.subject, id };
  const actor = { userId, clientId: input.client_id, now };
  const coalesceTarget = startsNewRevision ? null : await findCoalesceTarget(deps, subject, draftContent, actor);
  try {
    const [saved] = await write(deps.db, [
      upsertDraftStatement(kind, id, draftContent, input, { userId, now }),
      rollbackIfNoRows,
      ...replaceUploadUsesStatements(deps.db, {
        kind: kind.subject,
        subjectId: id,
        isDraft: true,
        content: `${content}${JSON.stringify(fields)}`,
        ...getImageIds(fields),
      }),
      ...saveDraftRevisionStatements(subject, draftContent, actor, coalesceTarget),
      ...kind.onSaveStatements(deps.db, id, draftContent),
    ]);
    return { version: Number(saved?.rows[0]?.version), updated_at: toIso(now) };
  } catch (error) {
    if (isUniqueViolation(error, 'client_id'))
      throw conflictError('This tab is already editing something else. Reload the page.');
    if (isGuardRollback(error)) throw await draftConflictError(deps.db, kind, id, input);
    throw error;
  }
}

/** Deletes a draft; its content stays in the revisions. @throws not_found, conflict when it changed in between. */
export async function discardDraft<F extends Fields>(
  deps: DraftDeps & Pick<Deps, 'payments' | 'log'>,
  kind: DraftSubjectAdapter<F>,
  id: number,
  version: number,
): Promise<void> {
  const draft = kind.onDiscarded && (await findDraft(deps, kind, id));
  try {
    await write(deps.db, deleteDraftStatements(deps.db, kind, id, version));
  } catch (error) {
    if (isGuardRollback(error)) throw await draftConflictError(deps.db, kind, id, null);
    throw error;
  }
  if (draft) await kind.onDiscarded?.(deps, draft.fields as F);
}

/** Statements that delete a draft if it has this version, and else roll back their batch. */
export function deleteDraftStatements<F extends Fields>(
  db: Database,
  kind: DraftSubjectAdapter<F>,
  id: number,
  version: number,
): Statement[] {
  const { subject } = kind;
  return [
    sql`DELETE FROM ${drafts} WHERE kind = ${subject} AND subject_id = ${id} AND version = ${version}`,
    rollbackIfNoRows,
    ...replaceUploadUsesStatements(db, { kind: subject, subjectId: id, isDraft: true, content: '' }),
  ];
}

/** @throws not_found */
export async function requireLive<F extends Fields>(
  db: Database,
  kind: DraftSubjectAdapter<F>,
  id: number,
): Promise<LiveContent<F>> {
  const live = await kind.loadLive(db, id);
  if (!live) throw notFoundError(kind.notFoundMessage);
  return live;
}

/** The 409 error of a save from an outdated version, with both versions, so that nothing is lost. */
export async function draftConflictError<F extends Fields>(
  db: Database,
  kind: DraftSubjectAdapter<F>,
  id: number,
  yours: unknown,
): Promise<AppError> {
  const live = await getPublishedVersion(db, kind, id, 0);
  const theirs = (await findDraft({ db }, kind, id)) ?? live;
  const message = 'Someone else changed this while you were writing. Nothing is lost. Compare the two versions.';
  return new AppError('conflict', message, { versions: { yours, theirs } });
}

/** The published content as a draft with this version, and who published it: the other version of a conflict. @throws not_found */
export async function getPublishedVersion<F extends Fields>(
  db: Database,
  kind: DraftSubjectAdapter<F>,
  id: number,
  version: number,
): Promise<DraftJson<F>> {
  const live = await requireLive(db, kind, id);
  const [publisher] = await db.orm
    .select(userRefColumns)
    .from(revisions)
    .leftJoin(users, eq(users.id, revisions.userId))
    .where(and(eq(revisions.kind, kind.subject), eq(revisions.subjectId, id), eq(revisions.reason, 'published')))
    .orderBy(desc(revisions.number))
    .limit(1);
  return { ...toDraftJson(live, version), user: publisher ? toUserRefJson(publisher) : null };
}

/** The published content in the shape of a draft with this version. */
function toDraftJson<F>(live: LiveContent<F>, version: number): DraftJson<F> {
  const { fields, content, revision, updatedAt } = live;
  return { fields, content, version, base_revision: revision, updated_at: toIso(updatedAt), user: null };
}

/**
 * A save from the newest version holds what that version held. So it never lowers the base: a publish of a part of the draft raises it while
 * an editor is open.
 */
function upsertDraftStatement<F extends Fields>(
  kind: DraftSubjectAdapter<F>,
  id: number,
  { fields, content }: DraftContent<F>,
  { client_id: clientId, version, base_revision: base }: SaveDraftRequest<F>,
  { userId, now }: { userId: number | null; now: number },
) {
  const isDraft = sql`EXISTS (SELECT 1 FROM ${drafts} WHERE kind = ${kind.subject} AND subject_id = ${id})`;
  const canCreate = version === 0 ? kind.existsCondition(id, base) : sql`0`;
  return sql`INSERT INTO ${drafts}
      (kind, subject_id, fields, content, version, base_revision, client_id, user_id, created_at, updated_at)
    SELECT ${kind.subject}, ${id}, ${JSON.stringify(fields)}, ${content}, ${firstDraftVersion(kind.subject, id)},
      ${base}, ${clientId}, ${userId}, ${now}, ${now}
    WHERE ${kind.existsCondition(id)} AND (${isDraft} OR ${canCreate})
    ON CONFLICT (kind, subject_id) DO UPDATE SET fields = excluded.fields, content = excluded.content,
      version = ${nextDraftVersion}, base_revision = max(drafts.base_revision, excluded.base_revision), client_id = excluded.client_id,
      user_id = excluded.user_id, updated_at = excluded.updated_at
      WHERE drafts.version = ${version} OR drafts.client_id = excluded.client_id
    RETURNING version`;
}
