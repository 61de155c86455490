import { useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { paths } from '#src/lib/paths.ts';
import { showToast } from '#src/lib/toast.ts';
import { useFocusAfterDelete } from '#src/ui/crud/use-focus-after-delete.ts';
import { formatServerError } from '#src/lib/api-client.ts';
import { runUndoable, showResult } from '#src/features/users/actions/undo-toast.ts';
import {
  type Blacklisting,
  blacklistUser,
  cancelDeletion,
  changeContact,
  changeRole,
  type Contact,
  endAllDevices,
  exportUser,
  fetchUser,
  unblacklistUser,
} from '#src/features/users/users-api.ts';
import { getShortName } from '#src/features/users/user-labels.ts';
import { getRoleChange } from './role-change.ts';

/** The dialog that is open. */
export type UserPrompt = 'contact' | 'blacklist' | 'unblacklist' | 'role' | 'end-all' | 'delete';
export type UserActions = ReturnType<typeof useUserActions>;

/** What an admin does to a user: each act reports its result and refreshes the screen. */
export function useUserActions(user: UserDetailJson, onChange: (user: UserDetailJson) => void) {
  const [prompt, setPrompt] = useState<UserPrompt | null>(null);
  const [revision, setRevision] = useState(0);
  const focusNotice = useFocusAfterDelete(prompt !== null, '.user-notice-red');
  const focusBar = useFocusAfterDelete(prompt !== null);
  const show = (changed: UserDetailJson) => {
    onChange(changed);
    setRevision((before) => before + 1);
  };
  const reload = async () => {
    try {
      show(await fetchUser(user.id));
    } catch (error) {
      showToast(formatServerError(error, 'Failed to fetch user data'), 'error');
    }
  };
  /** Runs an act, says what it did, and shows the user as it is now. The dialog shows an error too. */
  const run = async (act: () => Promise<{ message: string; data: { user: UserDetailJson } }>, failure: string) => {
    try {
      const { message, data } = await act();
      showToast(message, 'success');
      show(data.user);
    } catch (error) {
      showToast(formatServerError(error, failure), 'error');
      throw error;
    }
  };
  return {
    prompt,
    ask: (next: UserPrompt) => setPrompt(next),
    close: () => setPrompt(null),
    revision,
    reload: () => void reload(),
    async blacklist(blacklisting: Blacklisting) {
      const { live_devices: devices } = user;
      const ended = devices > 0 ? `Signed out on ${formatCount(devices, 'device')}. ` : '';
      const result = await runUndoable(
        () => blacklistUser(user.id, blacklisting),
        `${ended}The email leaves when the time to undo is up.`,
      );
      show(result.user);
      focusNotice();
      setPrompt(null);
      showResult(result, () => void reload());
    },
    async unblacklist() {
      try {
        const result = await runUndoable(() => unblacklistUser(user.id), `${getShortName(user)} can sign in again.`);
        show(result.user);
        focusBar();
        showResult(result, () => void reload());
      } catch (error) {
        showToast(formatServerError(error, 'Failed to remove blacklist'), 'error');
        throw error;
      }
    },
    async changeContact(contact: Contact) {
      const isMoved = contact.email.trim().toLowerCase() !== user.email;
      const result = await runUndoable(
        () => changeContact(user.id, contact),
        isMoved ? 'Both addresses get an email when the time to undo is up.' : '',
      );
      show(result.user);
      focusBar();
      setPrompt(null);
      showResult(result, () => void reload());
    },
    changeRole: () => run(() => changeRole(user.id, getRoleChange(user).next), 'Failed to change role'),
    async endAllSessions() {
      const { message } = await endAllDevices(user.id);
      showToast(message, 'success');
      await reload();
    },
    async stopDeletion() {
      await run(() => cancelDeletion(user.id), 'Failed to stop the deletion').catch(reload);
    },
    async exportData() {
      try {
        showToast(`${await exportUser(user.id)} is in your downloads`, 'success');
        setRevision((before) => before + 1);
      } catch (error) {
        showToast(formatServerError(error, 'Failed to export the data'), 'error');
      }
    },
    leave: () => window.location.assign(paths.userManager),
  };
}
