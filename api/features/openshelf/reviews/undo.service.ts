import { formatCount, pluralize } from '#api/domain/plurals.ts';
import type { UndoHandler } from '#api/undo/undo-kit.ts';
import type { DecisionSnapshot } from './decisions.queries.ts';
import { undoStatements } from './undo.queries.ts';

/** Decisions, before they are sent to the publishing service. */
export const decisionUndo: UndoHandler = {
  kinds: ['publication.decided'],
  permission: 'openshelf.review',
  plan: ({ db }, { id, actorId, snapshot }, now) => {
    const decided = snapshot as DecisionSnapshot;
    return {
      statements: undoStatements(db, { id, actorId, now }, decided),
      count: decided.publications.length,
      changed: 'This can’t be undone: it was changed in the meantime.',
    };
  },
  summarize: ({ restored, skipped, expired }) => {
    const changed = skipped.length + expired;
    const result = `Undone. ${formatCount(restored, 'publication is', 'publications are')} waiting for a review again.`;
    return changed === 0
      ? result
      : `${result} ${changed} ${pluralize(changed, 'was', 'were')} changed in the meantime.`;
  },
  wake: ({ openshelfTexts }) => openshelfTexts.wake(),
};
