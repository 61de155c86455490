import { useCallback, useEffect, useState } from 'react';
import type { InvitationJson } from '#api/features/waiting-list/waiting-list.contract.ts';
import { ApiError, api, formatError } from '#src/lib/api-client.ts';

const PARAMETER = 'invitation';

export type InvitationState =
  | { status: 'none' }
  | { status: 'loading' }
  | { status: 'open'; invitation: InvitationJson }
  /** The link will not work again. */
  | { status: 'refused'; message: string }
  /** It may work when it is tried again. */
  | { status: 'failed'; message: string };

/**
 * The invitation whose link opened the page: `#invitation=TOKEN`. The token is a secret, so it is taken out of the address
 * and the history at once.
 */
export function useInvitation(): { state: InvitationState; retry: () => void } {
  const [token, setToken] = useState<string | null>(null);
  const [state, setState] = useState<InvitationState>({ status: 'none' });
  useEffect(() => {
    const read = () => {
      const { hash, pathname, search } = window.location;
      const found = new URLSearchParams(hash.slice(1)).get(PARAMETER);
      if (found === null) return;
      history.replaceState(history.state, '', `${pathname}${search}`);
      setToken(found);
    };
    read();
    // Another link, opened in the same tab.
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  const load = useCallback(async (secret: string, signal?: AbortSignal) => {
    if (secret === '') {
      setState({ status: 'refused', message: 'This invitation link is incomplete. Open it from the email again.' });
      return;
    }
    setState({ status: 'loading' });
    try {
      const invitation = await api.post('/api/waitinglist/invitation', { json: { token: secret }, signal });
      setState({ status: 'open', invitation });
    } catch (error) {
      if (!signal?.aborted) setState({ status: isFinal(error) ? 'refused' : 'failed', message: formatError(error) });
    }
  }, []);
  useEffect(() => {
    if (token === null) return;
    const request = new AbortController();
    void load(token, request.signal);
    return () => request.abort();
  }, [token, load]);
  return { state, retry: () => token !== null && void load(token) };
}

const isFinal = (error: unknown) => error instanceof ApiError && [400, 404, 410].includes(error.status);
