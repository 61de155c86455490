import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { findOpenUndo } from '#db/queries/undo-actions.ts';
import { undoActions } from '#db/schema/index.ts';
import { onGuardRollback, writeNamed } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { conflictError, undoClosedError } from '#api/http/errors.ts';
import type { DecisionSnapshot } from './decisions.queries.ts';
import { undoStatements } from './undo.queries.ts';
import type { undoDecisionResponse } from './reviews.contract.ts';

type UndoDeps = Pick<Deps, 'db' | 'clock' | 'openshelfTexts'>;

/** Takes an own decision back before it is sent. @throws conflict when it is too late, or the publications have moved on. */
export async function undoDecision(
  { db, clock, openshelfTexts }: UndoDeps,
  id: string,
  actorId: number,
): Promise<z.infer<typeof undoDecisionResponse>> {
  const undo = { id, actorId, now: clock.now() };
  const action = await findOpenUndo(db, undo);
  if (action?.kind !== 'publication.decided' || !action.snapshot) throw await explainClosed({ db }, undo);
  const snapshot = action.snapshot as DecisionSnapshot;
  const { restored } = await writeNamed(db, undoStatements(db, undo, snapshot)).catch(
    onGuardRollback(async () =>
      (await findOpenUndo(db, undo))
        ? conflictError('This can’t be undone: it was changed in the meantime.')
        : explainClosed({ db }, undo),
    ),
  );
  openshelfTexts.wake();
  return { message: formatUndone(restored, snapshot.publications.length - restored), restored };
}

function formatUndone(restored: number, changed: number): string {
  const result = `Undone. ${formatCount(restored, 'publication is', 'publications are')} waiting for a review again.`;
  return changed === 0 ? result : `${result} ${changed} ${pluralize(changed, 'was', 'were')} changed in the meantime.`;
}

async function explainClosed(
  { db }: Pick<Deps, 'db'>,
  { id, actorId }: { id: string; actorId: number },
): Promise<Error> {
  const isOwn = and(
    eq(undoActions.id, id),
    eq(undoActions.actorId, actorId),
    eq(undoActions.kind, 'publication.decided'),
  );
  const [action] = await db.orm.select().from(undoActions).where(isOwn);
  return action ? undoClosedError(action.undoneAt !== null) : conflictError('This can’t be undone any more.');
}
