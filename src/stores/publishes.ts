import { useStore } from '@nanostores/react';
import { createParser } from 'eventsource-parser';
import { map, onMount } from 'nanostores';
import { computeBackoffMs } from '#api/domain/backoff.ts';
import { hasPermission } from '#api/domain/permissions.ts';
import type { PublishJson, SiteStateJson } from '#api/features/publishes/publishes.contract.ts';
import { ApiError, api } from '#src/lib/api-client.ts';
import { reloadNavigationCounts } from '#src/lib/navigation-counts.ts';
import { isStalePublish } from './publish-order.ts';
import { $session } from './session.ts';

/** `waiting`: disconnected, with a retry soon. `off`: no user is signed in, or this user may not listen. */
export type ConnectionStatus = 'connecting' | 'open' | 'waiting' | 'off';

export type PublishesState = {
  connection: ConnectionStatus;
  /** The newest that are known, by their id. */
  byId: ReadonlyMap<number, PublishJson>;
  /** The last publish of each post, by the id of the post. */
  byBlogId: ReadonlyMap<number, PublishJson>;
  /** The release that visitors see; null until the server has sent it. */
  site: SiteStateJson | null;
};

const INITIAL_STATE: PublishesState = { connection: 'connecting', byId: new Map(), byBlogId: new Map(), site: null };
const MAX_ENTRIES = 300;
const BACKOFF = { baseMs: 1_000, maxMs: 30_000 };
/** The server sends a heartbeat every 15 s; without one for this long the connection counts as lost, milliseconds. */
const HEARTBEAT_TIMEOUT_MS = 40_000;

/** What is being published, live. It listens as long as something uses it and the page can be seen. */
export const $publishes = map<PublishesState>(INITIAL_STATE);

onMount($publishes, () => {
  let listening: AbortController | null = null;
  const follow = () => {
    // A browser opens six connections to a site at most, so a hidden tab closes its own.
    const { user } = $session.get();
    const canListen = user !== null && hasPermission(user.role, 'publishes.read');
    const isWanted = canListen && document.visibilityState === 'visible';
    if (isWanted && !listening) {
      listening = new AbortController();
      void connectWithRetry(listening.signal);
    }
    if (!isWanted) {
      listening?.abort();
      listening = null;
      $publishes.setKey('connection', canListen ? 'waiting' : 'off');
    }
  };
  const unfollow = $session.subscribe(follow);
  document.addEventListener('visibilitychange', follow);
  return () => {
    unfollow();
    document.removeEventListener('visibilitychange', follow);
    listening?.abort();
  };
});

/** What is being published, live; the same for every component that asks. */
export const usePublishes = (): PublishesState => useStore($publishes, { ssr: () => INITIAL_STATE });

async function connectWithRetry(signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    $publishes.setKey('connection', 'connecting');
    try {
      await readEventStream(signal, () => {
        failures = 0;
        $publishes.setKey('connection', 'open');
      });
    } catch (error) {
      if (signal.aborted) return;
      // The session store handles a 401; after a 403 a retry would not help either.
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
        $publishes.setKey('connection', 'off');
        return;
      }
    }
    if (signal.aborted) return;
    $publishes.setKey('connection', 'waiting');
    const backoffMs = computeBackoffMs(failures + 1, BACKOFF);
    await new Promise((resolve) => setTimeout(resolve, backoffMs));
  }
}

/** Reads until the server ends it. @throws ApiError, or the browser's error when the connection breaks. */
async function readEventStream(signal: AbortSignal, onOpen: () => void): Promise<void> {
  const silence = new AbortController();
  let heartbeatTimer = setTimeout(() => silence.abort(), HEARTBEAT_TIMEOUT_MS);
  try {
    const ends = AbortSignal.any([signal, silence.signal]);
    const response = await api.getResponse('/api/publishes/events', { signal: ends });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const parser = createParser({ onEvent: ({ event, data }) => applyEvent(event, data) });
    onOpen();
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) return;
      clearTimeout(heartbeatTimer);
      heartbeatTimer = setTimeout(() => silence.abort(), HEARTBEAT_TIMEOUT_MS);
      parser.feed(part.value);
    }
  } finally {
    clearTimeout(heartbeatTimer);
  }
}

function applyEvent(event: string | undefined, data: string): void {
  if (event === 'site') $publishes.setKey('site', JSON.parse(data) as SiteStateJson);
  if (event === 'publish') mergePublish(JSON.parse(data) as PublishJson);
}

/** Also for the response of a call, which may come before the event or after it; an older state is ignored. */
export function mergePublish(publish: PublishJson): void {
  const { byId, byBlogId } = $publishes.get();
  const existing = byId.get(publish.id);
  if (existing && isStalePublish(publish, existing)) return;
  const all = new Map(byId).set(publish.id, publish);
  const ids = [...all.keys()].sort((a, b) => a - b);
  for (const id of ids.slice(0, Math.max(0, ids.length - MAX_ENTRIES))) all.delete(id);
  $publishes.setKey('byId', all);
  const isFailed = ({ status }: PublishJson) => status === 'failed';
  const isChanged = existing !== undefined && existing.status !== publish.status && publish.status !== 'rendering';
  // Failed ones are counted by the server: a later publish of the same post makes up for one.
  if (isChanged && [existing, ...all.values()].some(isFailed)) reloadNavigationCounts();
  const { kind, subject_id } = publish;
  if (kind !== 'blog' || subject_id === null || (byBlogId.get(subject_id)?.id ?? 0) > publish.id) return;
  $publishes.setKey('byBlogId', new Map(byBlogId).set(subject_id, publish));
}
