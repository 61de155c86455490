import { useState } from 'react';
import type { SessionJson } from '#api/features/auth/auth.contract.ts';
import { pluralize } from '#api/domain/plurals.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { ApiError, api } from '#src/lib/api-client.ts';
import { type SessionPrompt, RevokeSessionDialogs, formatSessionDevice } from './RevokeSessionDialogs.tsx';
import { useFocusAfterDelete } from '#src/ui/crud/use-focus-after-delete.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { SessionCard } from './SessionCard.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { useQuery } from '#src/lib/use-query.ts';

const loadSessions = async (signal: AbortSignal) =>
  (await api.get('/api/auth/sessions', { signal })).sessions.filter((session) => !isHandoffSession(session));

/** A short session that a sign-in uses to return to a page of this site; it ends within a minute and is not listed. */
const isHandoffSession = ({ audience }: SessionJson) => audience === window.location.origin;

/** The user's sessions: end one, or all others. */
export function SessionsIsland() {
  return <RequireAuth>{() => <Sessions />}</RequireAuth>;
}

function Sessions() {
  const { state, reload, replace } = useQuery('sessions', loadSessions);
  if (state.status === 'loading') return <Skeleton kind="card" count={2} />;
  if (state.status === 'failed') return <ErrorPanel message="Couldn’t load your devices." onRetry={reload} />;
  return <SessionList sessions={state.value} onChange={replace} />;
}

type ListProps = { sessions: SessionJson[]; onChange: (sessions: SessionJson[]) => void };

function SessionList({ sessions, onChange }: ListProps) {
  const [prompt, setPrompt] = useState<SessionPrompt | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const markRemoved = useFocusAfterDelete(prompt !== null, '.list-head h2');
  const others = sessions.filter((session) => !session.current);

  const endOne = async (session: SessionJson) => {
    await api.delete('/api/auth/sessions/:id', { param: { id: session.id } }).catch(ignoreNotFound);
    onChange(sessions.filter(({ id }) => id !== session.id));
    markRemoved();
    setDone(`${formatSessionDevice(session)} signed out`);
  };
  const endOthers = async () => {
    await api.delete('/api/auth/sessions');
    onChange(sessions.filter(({ current }) => current));
    markRemoved();
    setDone(pluralize(others.length, '1 other session signed out', `${others.length} other sessions signed out`));
  };
  return (
    <div className="form">
      <div className="list-head">
        <h2 tabIndex={-1}>{pluralize(sessions.length, '1 session', `${sessions.length} sessions`)}</h2>
        {others.length > 0 && (
          <Button variant="secondary" onClick={() => setPrompt({ kind: 'others' })}>
            Sign out everywhere else
          </Button>
        )}
      </div>
      {done && (
        <Notice tone="success" onDismiss={() => setDone(null)}>
          {done}
        </Notice>
      )}
      <ul className="sessions">
        {sessions.map((session) => (
          <SessionCard key={session.id} session={session} onEnd={() => setPrompt({ kind: 'one', session })} />
        ))}
      </ul>
      <RevokeSessionDialogs
        prompt={prompt}
        others={others}
        onClose={() => setPrompt(null)}
        onEnd={endOne}
        onEndOthers={endOthers}
      />
    </div>
  );
}

/** A session that has expired meanwhile counts as ended. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}
