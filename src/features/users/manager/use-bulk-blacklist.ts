import { useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import type { AdminUserJson } from '#api/features/users/users.contract.ts';
import { formatError } from '#src/lib/api-client.ts';
import { showUndoToast, undoActions } from '#src/ui/feedback/undo-toast.ts';
import { formatUser } from '#src/features/users/user-labels.ts';
import { blacklistUser } from '#src/features/users/users-api.ts';

type Options = {
  /** Shows the users as they are now. */
  reload: () => void;
  /** Called with who is blacklisted now; `isComplete`: nobody was refused. */
  onDone: (ids: readonly number[], isComplete: boolean) => void;
};

/**
 * Blacklists several users with one reason, one request after the other: each is an act of its own with its guards and its row
 * in the audit log. The toast undoes all of them.
 */
export function useBulkBlacklist({ reload, onDone }: Options) {
  const [isOpen, setOpen] = useState(false);
  return {
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    /** @throws what the dialog says: who was refused and why. The others are blacklisted. */
    async blacklist(users: readonly AdminUserJson[], reason: string, blacklistedUntil: string | null) {
      // Counted from before the first request, so the toast never promises more than the server gives.
      const until = Date.now() + UNDO_WINDOW_MS;
      const done: { id: number; undoId: string }[] = [];
      const refusals: string[] = [];
      for (const user of users) {
        try {
          const { undo } = await blacklistUser(user.id, { reason, blacklistedUntil, cancelSubscriptions: false });
          if (undo) done.push({ id: user.id, undoId: undo.id });
        } catch (error) {
          refusals.push(`${formatUser(user)}: ${formatError(error)}`);
        }
      }
      if (done.length > 0) {
        const isComplete = refusals.length === 0;
        onDone(
          done.map(({ id }) => id),
          isComplete,
        );
        showUndoToast({
          message: `${formatCount(done.length, 'user')} blacklisted`,
          note: 'The emails leave when the time to undo is up.',
          until,
          subjects: done.map(({ id }) => `user ${id}: blacklist`),
          undo: () => undoActions(done.map(({ undoId }) => undoId)),
          onUndone: reload,
        });
      }
      reload();
      if (refusals.length > 0) throw new Error(refusals.join(' '));
    },
  };
}
