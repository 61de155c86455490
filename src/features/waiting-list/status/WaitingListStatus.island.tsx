import { Fragment, useEffect, useState, useId } from 'react';
import type { OwnEntryJson } from '#api/features/waiting-list/waiting-list.contract.ts';
import { listWaitingListProducts } from '#api/domain/catalogue.ts';
import { toWaitingListPath } from '#api/domain/product-paths.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Loading } from '#src/ui/feedback/Loading.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { ApiError, api, formatError } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { ConfirmButton } from '#src/ui/dialogs/ConfirmButton.tsx';
import { IntentForm } from './IntentForm.tsx';
import { EntryStatus } from './EntryStatus.tsx';

/** One's own entry of a waiting list, opened by the private link of the mail. */
export function WaitingListStatusIsland() {
  return (
    <ErrorBoundary>
      <WaitingListStatus />
    </ErrorBoundary>
  );
}

function WaitingListStatus() {
  const [token, setToken] = useState<string | null>(null);
  const [leftEntry, setLeftEntry] = useState<OwnEntryJson | null>(null);
  useEffect(() => {
    const read = () => {
      setToken(window.location.hash.slice(1));
      setLeftEntry(null);
    };
    read();
    // The link of another list, opened in the same tab.
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  const { state, reload, replace } = useQuery(token ? `own entry ${token}` : null, (signal) =>
    api.post('/api/waitinglist/status', { json: { token: token ?? '' }, signal }),
  );

  if (leftEntry) return <LeftConfirmation entry={leftEntry} />;
  if (token === '') return <InvalidLink message="This link is incomplete." />;
  if (token === null || state.status === 'loading') return <Loading />;
  if (state.status === 'failed') {
    const { error } = state;
    const isInvalid = error instanceof ApiError && (error.status === 404 || error.status === 400);
    if (isInvalid) return <InvalidLink message={error.message} />;
    return <ErrorPanel message={formatError(error)} onRetry={reload} />;
  }
  const entry = state.value;
  return (
    <>
      <EntryStatus key={entry.created_at} token={token} entry={entry} onChange={replace} />
      {entry.status === 'pending' && <IntentForm token={token} entry={entry} onChange={replace} />}
      <LeaveWaitingList token={token} entry={entry} onLeft={() => setLeftEntry(entry)} />
    </>
  );
}

function InvalidLink({ message }: { message: string }) {
  return (
    <section>
      <Notice tone="error">{message}</Notice>
      <p>
        Open it from our email again, because it may have been cut off. If you’ve left the list, you can join again.
      </p>
      <p>
        {listWaitingListProducts().map(({ key, name }, at) => (
          <Fragment key={key}>
            {at > 0 && ' · '}
            <a href={toWaitingListPath(key)}>{name} waiting list</a>
          </Fragment>
        ))}
      </p>
    </section>
  );
}

function LeftConfirmation({ entry }: { entry: OwnEntryJson }) {
  return (
    <section>
      <h2 tabIndex={-1} ref={(heading) => heading?.focus()}>
        You’ve left the {entry.product_name} waiting list
      </h2>
      <p>
        We’ve deleted your email address, your name and your answers, and we won’t email you about this list again. You
        can join again at any time.
      </p>
      <p>
        <a href={paths.home}>Go to the home page</a>
      </p>
    </section>
  );
}

type LeaveWaitingListProps = { token: string; entry: OwnEntryJson; onLeft: () => void };

/** Leaves the waiting list, after a confirmation. */
function LeaveWaitingList({ token, entry, onLeft }: LeaveWaitingListProps) {
  const id = useId();
  const name = entry.product_name;
  const leave = async () => {
    await api.post('/api/waitinglist/leave', { json: { token } });
    onLeft();
  };
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>Leave the list</h3>
      <p className="muted">We’ll delete your details and stop emailing you. You can join again later.</p>
      <ConfirmButton
        label="Leave the list"
        button={{ variant: 'secondary' }}
        title={`Leave the ${name} waiting list?`}
        confirmLabel="Leave the list"
        busyLabel="Leaving..."
        isDestructive
        onConfirm={leave}
      >
        <p>
          This deletes {entry.email}, your name and your answers.
          {entry.position !== null &&
            ` You’ll lose your place, number ${formatNumber(entry.position)}. If you join again, you’ll start at the end.`}
        </p>
      </ConfirmButton>
    </section>
  );
}
