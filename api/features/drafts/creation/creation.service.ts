import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { drafts } from '#db/schema/index.ts';
import type { Statement } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { conflict } from '#api/http/errors.ts';
import { recordUses } from '#api/features/uploads/uses/uses.service.ts';
import type { Counted, DraftKind, Written } from '#api/features/drafts/subjects/subjects.service.ts';
import { coverOf, findDraft, saveDraft } from '#api/features/drafts/drafts.service.ts';
import { keepDraft } from '#api/features/drafts/history/history.service.ts';

type Fields = Record<string, unknown>;
type Author = { userId: number | null; session: string; now: number };

/** Statements that give something new its first draft, with its revision and uses; `id` may be known to the batch only. */
export function firstDraft<F extends Fields>(
  db: Database,
  kind: DraftKind<F>,
  id: SQL,
  written: Counted<F>,
  author: Author,
): Statement[] {
  const { subject } = kind;
  const { userId, session, now } = author;
  const fields = JSON.stringify(written.fields);
  return [
    sql`INSERT INTO ${drafts}
      (kind, subject_id, fields, content, version, base_revision, session, user_id, created_at, updated_at)
      VALUES (${subject}, ${id}, ${fields}, ${written.content}, 1, 1, ${session}, ${userId}, ${now}, ${now})`,
    ...recordUses(db, {
      kind: subject,
      subjectId: id,
      isDraft: true,
      content: written.content,
      coverId: coverOf(written),
    }),
    ...keepDraft({ kind: subject, id }, written, author, null),
  ];
}

/** The answer to the first request was lost on its way: the tab goes on with what it began. @throws conflict */
export async function goOnWithDraft<F extends Fields>(
  deps: Pick<Deps, 'db' | 'clock' | 'html'>,
  kind: DraftKind<F>,
  input: Written<F> & { session: string },
  userId: number | null,
) {
  const [known] = await deps.db.query
    .select({ id: drafts.subjectId, version: drafts.version, base_revision: drafts.baseRevision })
    .from(drafts)
    .where(and(eq(drafts.kind, kind.subject), eq(drafts.session, input.session)));
  if (!known) throw gone(kind.noun);
  await saveDraft(deps, kind, known.id, { ...input, ...known }, userId);
  return begunDraft(deps.db, kind, known.id);
}

/** What a tab that began something is answered. @throws conflict when it was published or discarded at once. */
export async function begunDraft<F extends Fields>(db: Database, kind: DraftKind<F>, id: number) {
  const draft = await findDraft(db, kind, id);
  if (!draft) throw gone(kind.noun);
  return { id, draft };
}

const gone = (noun: string) => conflict(`This draft was published or discarded. Please open the ${noun} again.`);
