import { type ReactNode, useState } from 'react';
import { ApiError, formatError } from '#src/lib/api-client.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';

type Props<Loaded> = {
  /** What is loaded, as in 'page'. */
  noun: string;
  /** The screen that lists them. */
  list: { href: string; label: string };
  load: (id: number, signal: AbortSignal) => Promise<Loaded>;
  children: (loaded: Loaded) => ReactNode;
};

/** The id at the end of the address, as in /admin/pages/7. */
const readId = () => Number(/\/(\d+)$/.exec(window.location.pathname)?.[1] ?? 0) || null;

/** Loads the part of the site that the address names, for the screen on which it is edited. */
export function SitePartLoader<Loaded>({ noun, list, load, children }: Props<Loaded>) {
  const [id] = useState(readId);
  const { state, value, reload } = useQuery(id === null ? null : `${noun} ${id}`, (signal) => load(id ?? 0, signal));
  if (value !== null) return children(value);
  if (id === null || (state.status === 'failed' && isMissing(state.error)))
    return (
      <EmptyState
        title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`}
        action={
          <a className="button button-secondary" href={list.href}>
            Back to {list.label}
          </a>
        }
      >
        <p>It was deleted, or the address is incomplete.</p>
      </EmptyState>
    );
  if (state.status === 'failed')
    return <ErrorPanel title={`Couldn’t load the ${noun}`} message={formatError(state.error)} onRetry={reload} />;
  return <Skeleton kind="field" count={6} />;
}

export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;
