import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { showToast } from '#src/lib/toast.ts';
import { createStoredUndos, type StoredUndo } from '#src/ui/feedback/stored-undos.ts';

type UserUndo = StoredUndo & { userId: number };
/** What acts change of a user, and their undo puts back. */
type Part = 'blacklist' | 'contact' | 'role' | 'deletion' | 'plans' | 'subscriptions';
type UndoableResult = {
  /** What was done. */
  message: string;
  note: string;
  /** Null for an act that can't be undone. */
  undo: UserUndo | null;
};
export type UserActResult = UndoableResult & { user: UserDetailJson };

type Act = {
  run: () => Promise<{ message: string; data: { user: UserDetailJson }; undo: { id: string } | null }>;
  /** The second line. It names the person, because the list shows it as well. */
  note: string;
  changes: readonly Part[];
};

/** Runs an act. Its undo is counted from before the request, so the toast never promises more than the server gives. */
export async function runUndoable({ run, note, changes }: Act): Promise<UserActResult> {
  const until = Date.now() + UNDO_WINDOW_MS;
  const { message, data, undo } = await run();
  const { user } = data;
  const subjects = changes.map((part) => `user ${user.id}: ${part}`);
  return { message, note, user, undo: undo && { id: undo.id, userId: user.id, message, note, until, subjects } };
}

export const userUndos = createStoredUndos<UserUndo>('userUndos');

/** Says what was done, with Undo for as long as it is possible. `onUndone` is called after Undo, also when it was refused. */
export function showResult({ message, note, undo }: UndoableResult, onUndone: () => void): void {
  if (undo) userUndos.show(undo, onUndone);
  else showToast(message, 'success', { note });
}
