import type { ReactNode } from 'react';
import { formatError } from '#src/lib/api-client.ts';
import type { useQuery } from '#src/lib/use-query.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { createSearchShortcut } from '#src/ui/tables/TextFilterLine.tsx';
import { PageAction, ScreenCount } from './PageAction.tsx';

type Props<Value> = {
  noun: string;
  nouns: string;
  /** From `useCrud`. */
  manager: { state: ReturnType<typeof useQuery<Value>>['state']; retry: () => void; add: () => void };
  columns: readonly string[];
  /** How many rows stand there while it loads. */
  rows: number;
  getCount: (value: Value) => number;
  table: (value: Value) => ReactNode;
  /** Its form and dialogs. */
  children: (value: Value) => ReactNode;
};

/** A screen with one table of things that an admin adds, changes and deletes, all of them loaded: its states, its count, 'New' and its keys. */
export function CrudScreen<Value>({ noun, nouns, manager, columns, rows, getCount, table, children }: Props<Value>) {
  const { state, add } = manager;
  if (state.status === 'loading') return <TableSkeleton columns={columns} rows={rows} />;
  if (state.status === 'failed') {
    const { error } = state;
    // An error with a cause says itself which of several lists failed.
    const [title, reason] =
      error instanceof Error && error.cause ? [error.message, error.cause] : [`Failed to fetch ${nouns}`, error];
    return <ErrorPanel title={title} message={formatError(reason)} onRetry={manager.retry} />;
  }
  const label = `New ${noun}`;
  return (
    <>
      <ScreenCount>{getCount(state.value)}</ScreenCount>
      <PageAction>
        <Button onClick={add}>{label}</Button>
      </PageAction>
      <div className="screen-parts">
        {table(state.value)}
        <KeyboardShortcuts items={[createSearchShortcut(nouns), { keys: ['n'], label, run: add }]} />
      </div>
      {children(state.value)}
    </>
  );
}
