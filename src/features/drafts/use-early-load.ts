import { useEffect, useRef } from 'react';
import { hasPermission, type Permission } from '#api/domain/permissions.ts';
import { formatTime } from '#src/lib/format/dates.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useSession } from '#src/stores/use-session.ts';
import { loadEditor } from './ContentField.tsx';

/**
 * Loads a draft, and the code of the text editor, in parallel with the access check, when the session that
 * the browser stores has the permission. The server checks each request all the same.
 */
export function useEarlyLoad<Value>(
  key: string,
  permission: Permission,
  load: (signal: AbortSignal) => Promise<Value>,
) {
  const { user } = useSession();
  const isPermitted = useRef(false);
  // It stays true: an ended session must not remove the text that is being written.
  isPermitted.current ||= user !== null && hasPermission(user.role, permission);
  useEffect(() => {
    void loadEditor().catch(() => undefined);
    // While the draft is on its way the browser has nothing else to do, and the first formatter takes long.
    (window.requestIdleCallback ?? setTimeout)(() => formatTime(new Date().toISOString()));
  }, []);
  return useQuery(isPermitted.current ? key : null, load);
}
