import type { OverviewSearchJson, OverviewSearchResultJson } from '#api/features/overview/overview.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { PUBLICATION_STATUS_LABELS } from '#src/config/publication-status-labels.ts';
import { paths } from '#src/lib/paths.ts';
import { searchWithTypos } from '#src/lib/search-with-typos.ts';
import { useDebounced } from '#src/lib/use-debounced.ts';
import { useQuery } from '#src/lib/use-query.ts';
import type { Command } from './commands.ts';

/** Quiet time before a request for what was typed. */
const DEBOUNCE_MS = 120;
const STATUS_LABELS: Record<OverviewSearchResultJson['status'], string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  archived: 'Archived',
  ...PUBLICATION_STATUS_LABELS,
};
const TYPES = {
  blog: { group: 'Posts', icon: 'file-text', toHref: paths.editBlog, list: paths.blogManager },
  document: { group: 'Documents', icon: 'book-open', toHref: paths.editDocument, list: paths.documentManager },
  publication: {
    group: 'Publications',
    icon: 'book-copy',
    toHref: openshelfPaths.reviewDetail,
    list: openshelfPaths.publicationManager,
  },
  user: { group: 'Users', icon: 'user', toHref: paths.userDetail, list: paths.userManager },
} as const;

export type TitleSearch = {
  status: 'idle' | 'loading' | 'failed' | 'loaded';
  commands: readonly Command[];
  /** What was searched for in place of a word with a typo. */
  near: string | null;
};

const isEmpty = ({ results, users }: OverviewSearchJson) => results.length + users.length === 0;

/** Posts, documents and publications by title, and users by name or address, as commands that open them. */
export function useTitleSearch(query: string): TitleSearch {
  const settled = useDebounced(query, DEBOUNCE_MS);
  const key = settled === '' ? null : `title search ${settled}`;
  const { state } = useQuery(key, (signal) => {
    const search = (q: string) => api.get('/api/overview/search', { query: { q }, signal });
    return searchWithTypos(settled, { search, isEmpty, signal });
  });
  if (query === '') return { status: 'idle', commands: [], near: null };
  if (query !== settled || state.status === 'loading') return { status: 'loading', commands: [], near: null };
  if (state.status === 'failed') return { status: 'failed', commands: [], near: null };
  const { found, near } = state.value;
  return {
    status: 'loaded',
    near,
    commands: [
      ...found.results.map(toCommand),
      ...found.users.map(toUserCommand),
      ...found.has_more.map((type) => toListCommand(type, near ?? query)),
    ],
  };
}

/** Leads to the list that shows every hit. */
function toListCommand(type: OverviewSearchJson['has_more'][number], query: string): Command {
  const { group, icon, list } = TYPES[type];
  const href = `${list}?${new URLSearchParams({ search: query })}`;
  return { id: `all-${type}`, group, icon, label: `All results for ‘${query}’`, href, isList: true };
}

function toCommand({ type, id, title, status, cover }: OverviewSearchResultJson): Command {
  const { group, icon, toHref } = TYPES[type];
  const label = title || 'Untitled';
  return {
    id: `${type}-${id}`,
    group,
    label,
    note: STATUS_LABELS[status],
    cover,
    icon,
    href: toHref(id),
  };
}

const toUserCommand = ({ id, name, email }: OverviewSearchJson['users'][number]): Command => ({
  id: `user-${id}`,
  group: TYPES.user.group,
  label: name,
  icon: TYPES.user.icon,
  href: TYPES.user.toHref(id),
  ...(name !== email && { note: email }),
});
