import { useEffect, useState } from 'react';
import type { OwnEntryJson } from '#api/features/waiting-list/waiting-list.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { ApiError, api, formatError } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { IntentForm } from './IntentForm.tsx';
import { LeaveWaitingList } from './LeaveWaitingList.tsx';
import { EntryStatus } from './EntryStatus.tsx';

type State =
  | { name: 'loading' }
  | { name: 'bad-link'; message: string }
  | { name: 'failed'; message: string }
  | { name: 'shown'; entry: OwnEntryJson }
  | { name: 'left'; entry: OwnEntryJson };

/** One's own entry of a waiting list, opened by the private link of the mail. */
export function WaitingListStatusIsland() {
  const [token, setToken] = useState<string | null>(null);
  const [state, setState] = useState<State>({ name: 'loading' });
  useEffect(() => {
    const read = () => setToken(window.location.hash.slice(1));
    read();
    // The link of another list, opened in the same tab.
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);

  const load = async (of: string) => {
    setState({ name: 'loading' });
    setState(await loadOwnEntry(of));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another link loads again
  useEffect(() => {
    if (token !== null) void load(token);
  }, [token]);

  if (token === null || state.name === 'loading') {
    return (
      <p className="loading" role="status">
        Loading...
      </p>
    );
  }
  if (state.name === 'bad-link') return <InvalidLink message={state.message} />;
  if (state.name === 'left') return <LeftConfirmation entry={state.entry} />;
  if (state.name === 'failed') {
    return (
      <Notice tone="error">
        <p>{state.message}</p>
        <Button variant="secondary" onClick={() => void load(token)}>
          Retry
        </Button>
      </Notice>
    );
  }
  const show = (entry: OwnEntryJson) => setState({ name: 'shown', entry });
  return (
    <>
      <EntryStatus key={state.entry.created_at} token={token} place={state.entry} onChange={show} />
      {state.entry.status === 'pending' && <IntentForm token={token} place={state.entry} onChange={show} />}
      <LeaveWaitingList
        token={token}
        place={state.entry}
        onLeft={() => setState({ name: 'left', entry: state.entry })}
      />
    </>
  );
}

async function loadOwnEntry(token: string): Promise<State> {
  if (token === '') return { name: 'bad-link', message: 'This link is not complete.' };
  try {
    return { name: 'shown', entry: await api.post('/api/waitinglist/status', { json: { token } }) };
  } catch (error) {
    const isBad = error instanceof ApiError && (error.status === 404 || error.status === 400);
    return { name: isBad ? 'bad-link' : 'failed', message: formatError(error) };
  }
}

function InvalidLink({ message }: { message: string }) {
  return (
    <section>
      <Notice tone="error">{message}</Notice>
      <p>
        Please open it from our e-mail once more: it may have been cut off. If you have left the list, you can join
        again.
      </p>
      <p>
        <a href={paths.genmateWaitingList}>GenMate waiting list</a> ·{' '}
        <a href={paths.chatmateWaitingList}>ChatMate waiting list</a>
      </p>
    </section>
  );
}

function LeftConfirmation({ entry }: { entry: OwnEntryJson }) {
  return (
    <section>
      <h2 tabIndex={-1} ref={(heading) => heading?.focus()}>
        You have left the {entry.product_name} waiting list
      </h2>
      <p>
        We have deleted your address, your name and what you told us. No more mail comes from this list. You are welcome
        back whenever you like.
      </p>
      <p>
        <a href={paths.home}>To the home page</a>
      </p>
    </section>
  );
}
