import { readListQuery, toListAddress } from '#src/lib/use-list-state.ts';
import type { TimelineKind } from '#api/features/users/users.contract.ts';

export const userTabs = [
  { view: 'info', label: 'User Info' },
  { view: 'subscriptions', label: 'Subscriptions' },
  { view: 'payments', label: 'Payments' },
  { view: 'sessions', label: 'Sessions' },
  { view: 'timeline', label: 'Timeline' },
] as const;
type UserTab = (typeof userTabs)[number]['view'];

export const timelineViews: readonly { kind: TimelineKind | null; label: string }[] = [
  { kind: null, label: 'All' },
  { kind: 'sign_in', label: 'Sign-ins' },
  { kind: 'email', label: 'Email' },
  { kind: 'payment', label: 'Payments' },
  { kind: 'admin', label: 'Admin' },
];

/** What the screen shows, all of it in the address. `kind` narrows the timeline. */
export type DetailState = { tab: UserTab; kind: TimelineKind | null; search: string; page: number };

/** Reads the query of an address. What it does not understand is left at its default. */
export function parseDetailState(query: string): DetailState {
  const { readText } = readListQuery(query);
  return {
    tab: userTabs.find(({ view }) => view === readText('tab'))?.view ?? 'info',
    kind: timelineViews.find(({ kind }) => kind === readText('kind'))?.kind ?? null,
    search: '',
    page: 1,
  };
}

/** The address of a state of this user's screen. */
export const toDetailUrl = ({ tab, kind }: Pick<DetailState, 'tab' | 'kind'>): string =>
  toListAddress(window.location.pathname, { tab: tab !== 'info' && tab, kind: tab === 'timeline' && kind });

/** The id in the address; null where there is none. */
export const readUserId = () => Number(/^\/admin\/users\/(\d+)$/.exec(window.location.pathname)?.[1] ?? 0) || null;
