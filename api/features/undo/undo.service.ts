import type { Deps } from '#api/deps.ts';
import type { UndoneJson } from '#api/http/undo-fields.ts';
import { authorUndo } from '#api/features/authors/undo/undo.service.ts';
import { blogTrashUndo, blogUndo } from '#api/features/blogs/undo/undo.service.ts';
import { complimentaryUndo } from '#api/features/complimentary-plans/undo.service.ts';
import { documentUndo } from '#api/features/documents/deletion/deletion.service.ts';
import { pageUndo } from '#api/features/pages/deletion/deletion.service.ts';
import { decisionUndo } from '#api/features/openshelf/reviews/undo.service.ts';
import { missingPathUndo } from '#api/features/redirects/missing/missing.service.ts';
import { navigationPublishUndo, sitePublishUndo } from '#api/features/site-changes/site-changes.service.ts';
import { priceMoveUndo } from '#api/features/price-moves/undo.service.ts';
import { taxMoveUndo } from '#api/features/tax-moves/undo.service.ts';
import { redirectUndo } from '#api/features/redirects/undo/undo.service.ts';
import { waitingChangeUndo } from '#api/features/subscriptions/changes/waiting-change.service.ts';
import { supportUndo } from '#api/features/subscriptions/support/undo.service.ts';
import { tagUndo } from '#api/features/tags/undo/undo.service.ts';
import { userUndo } from '#api/features/users/undo/undo.service.ts';
import { entryUndo } from '#api/features/waiting-list/undo/undo.service.ts';
import { runUndo, type UndoCaller } from '#api/undo/undo-kit.ts';

const handlers = [
  userUndo,
  complimentaryUndo,
  supportUndo,
  waitingChangeUndo,
  priceMoveUndo,
  taxMoveUndo,
  blogUndo,
  blogTrashUndo,
  entryUndo,
  decisionUndo,
  documentUndo,
  redirectUndo,
  missingPathUndo,
  sitePublishUndo,
  navigationPublishUndo,
  pageUndo,
  tagUndo,
  authorUndo,
];

/** Undoes actions of any kind. @throws not_found, forbidden, conflict. */
export const undoActions = (deps: Deps, ids: readonly string[], caller: UndoCaller): Promise<UndoneJson> =>
  runUndo(deps, handlers, ids, caller);
