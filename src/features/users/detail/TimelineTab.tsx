import { useEffect, useRef, useState } from 'react';
import type { TimelineEntryJson, TimelineKind, UserDetailJson } from '#api/features/users/users.contract.ts';
import { formatError } from '#src/lib/api-client.ts';
import { useAction } from '#src/lib/use-action.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { FilterLine } from '#src/ui/tables/FilterLine.tsx';
import { fetchTimeline } from '#src/features/users/users-api.ts';
import { timelineViews, toDetailUrl } from './detail-state.ts';
import { TimelineDays } from './TimelineDays.tsx';

type Props = {
  user: UserDetailJson;
  kind: TimelineKind | null;
  onKind: (kind: TimelineKind | null) => void;
  /** Counts the acts on this user: with each the entries are loaded again. */
  revision: number;
};

/** What happened to the account, the newest first; a kind at a time or all. */
export function TimelineTab({ user, kind, onKind, revision }: Props) {
  return (
    <div className="timeline">
      <FilterLine
        label="Timeline"
        viewsBy="kind"
        views={timelineViews.map((view) => ({
          label: view.label,
          isCurrent: view.kind === kind,
          href: toDetailUrl({ tab: 'timeline', kind: view.kind }),
          onOpen: () => onKind(view.kind),
        }))}
      />
      <FirstEntries key={`${kind} ${revision}`} user={user} kind={kind} revision={revision} />
    </div>
  );
}

type EntriesProps = Pick<Props, 'user' | 'kind'>;

function FirstEntries({ user, kind, revision }: EntriesProps & Pick<Props, 'revision'>) {
  const { state, reload } = useQuery(`timeline ${user.id} ${kind} ${revision}`, (signal) =>
    fetchTimeline(user.id, { kind, before: null }, signal),
  );
  if (state.status === 'loading') return <Skeleton kind="line" count={6} />;
  if (state.status === 'failed') {
    return <ErrorPanel title="Couldn’t load the timeline" message={formatError(state.error)} onRetry={reload} />;
  }
  if (state.value.entries.length === 0) {
    return (
      <EmptyState title="Nothing here yet" icon="scroll-text">
        <p>Sign-ins, emails, payments and what admins do appear here.</p>
      </EmptyState>
    );
  }
  return <Entries user={user} kind={kind} first={state.value} />;
}

type EntryPage = { entries: TimelineEntryJson[]; next: string | null };

function Entries({ user, kind, first }: EntriesProps & { first: EntryPage }) {
  const [page, setPage] = useState(first);
  const list = useRef<HTMLDivElement>(null);
  const focusFrom = useRef<number | null>(null);
  const earlier = useAction(async () => {
    const { entries, next } = await fetchTimeline(user.id, { kind, before: page.next });
    focusFrom.current = page.entries.length;
    setPage({ entries: [...page.entries, ...entries], next });
  });
  // The button moves away or goes: the focus moves to the first entry that is new.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when entries were added
  useEffect(() => {
    if (focusFrom.current === null) return;
    list.current?.querySelectorAll<HTMLElement>('.event')[focusFrom.current]?.focus();
    focusFrom.current = null;
  }, [page]);
  return (
    <>
      <div ref={list}>
        <TimelineDays entries={page.entries} user={user} />
      </div>
      {earlier.error && <Notice tone="error">{earlier.error}</Notice>}
      {page.next !== null && (
        <Button variant="secondary" isBusy={earlier.isBusy} busyLabel="Loading..." onClick={() => void earlier.run()}>
          Show earlier
        </Button>
      )}
    </>
  );
}
