import { useEffect, useState } from 'react';
import type { OverviewSearchResultJson } from '#api/features/overview/overview.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { useQuery } from '#src/lib/use-query.ts';
import type { Command } from './commands.ts';

/** Quiet time before a request for what was typed. */
const DEBOUNCE_MS = 120;
const STATUS_LABELS = { draft: 'Draft', scheduled: 'Scheduled', published: 'Published', archived: 'Archived' } as const;

export type TitleSearch = { status: 'idle' | 'loading' | 'failed' | 'loaded'; commands: readonly Command[] };

/** Posts and documents whose titles contain the query, as commands that open their editors. */
export function useTitleSearch(query: string): TitleSearch {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(query), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [query]);
  const key = settled === '' ? null : settled;
  const { state } = useQuery(key, (signal) => api.get('/api/overview/search', { query: { q: settled }, signal }));
  if (query === '') return { status: 'idle', commands: [] };
  if (query !== settled || state.status === 'loading') return { status: 'loading', commands: [] };
  if (state.status === 'failed') return { status: 'failed', commands: [] };
  return { status: 'loaded', commands: state.value.results.map(toCommand) };
}

function toCommand({ type, id, title, status, cover }: OverviewSearchResultJson): Command {
  const isPost = type === 'blog';
  return {
    id: `${type}-${id}`,
    group: isPost ? 'Posts' : 'Documents',
    label: title || 'Untitled',
    note: STATUS_LABELS[status],
    cover,
    icon: isPost ? 'file-text' : 'book-open',
    href: isPost ? paths.editBlog(id) : paths.editDocument(id),
  };
}
