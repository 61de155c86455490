import { useStore } from '@nanostores/react';
import { createParser } from 'eventsource-parser';
import { map, onMount } from 'nanostores';
import type { PublishJson, SiteNowJson } from '#api/features/publishes/publishes.contract.ts';
import { ApiError, api } from '#src/lib/api-client.ts';
import { isOlder } from './publish-order.ts';
import { $session } from './session.ts';

/** `waiting`: cut off, and tried again soon. `off`: nobody is signed in, or this person may not listen. */
export type Connection = 'connecting' | 'open' | 'waiting' | 'off';

export type Publishes = {
  connection: Connection;
  /** The newest that are known, by their id. */
  byId: ReadonlyMap<number, PublishJson>;
  /** The last publish of each post, by the id of the post. */
  ofBlog: ReadonlyMap<number, PublishJson>;
  /** What visitors see now; null until the server has said so. */
  site: SiteNowJson | null;
};

const NOTHING: Publishes = { connection: 'connecting', byId: new Map(), ofBlog: new Map(), site: null };
const KEPT = 300;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** The server gives a sign of life every 15 s; without one for this long the connection is dead, milliseconds. */
const SILENCE_MS = 40_000;

/** What is being published, live. It listens as long as something uses it and the page can be seen. */
export const $publishes = map<Publishes>(NOTHING);

onMount($publishes, () => {
  let listening: AbortController | null = null;
  const follow = () => {
    // A browser opens six connections to a site at most, so a tab that nobody sees gives its own back.
    const isWanted = $session.get().status === 'signed-in' && document.visibilityState === 'visible';
    if (isWanted && !listening) {
      listening = new AbortController();
      void listen(listening.signal);
    }
    if (!isWanted) {
      listening?.abort();
      listening = null;
      $publishes.setKey('connection', $session.get().status === 'signed-in' ? 'waiting' : 'off');
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
export const usePublishes = (): Publishes => useStore($publishes, { ssr: () => NOTHING });

async function listen(signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    $publishes.setKey('connection', 'connecting');
    try {
      await readEvents(signal, () => {
        failures = 0;
        $publishes.setKey('connection', 'open');
      });
    } catch (error) {
      if (signal.aborted) return;
      // The session store has been told of a 401; after a 403 asking again would not help either.
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
        $publishes.setKey('connection', 'off');
        return;
      }
    }
    if (signal.aborted) return;
    $publishes.setKey('connection', 'waiting');
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.75 + Math.random() / 2), signal);
  }
}

/** Reads until the server ends it. @throws ApiError, or what the browser says when the connection breaks. */
async function readEvents(signal: AbortSignal, onOpen: () => void): Promise<void> {
  const silence = new AbortController();
  let alarm = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const ends = AbortSignal.any([signal, silence.signal]);
    const response = await api.getResponse('/api/publishes/events', { signal: ends });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const parser = createParser({ onEvent: ({ event, data }) => take(event, data) });
    onOpen();
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) return;
      clearTimeout(alarm);
      alarm = setTimeout(() => silence.abort(), SILENCE_MS);
      parser.feed(part.value);
    }
  } finally {
    clearTimeout(alarm);
  }
}

function take(event: string | undefined, data: string): void {
  if (event === 'site') $publishes.setKey('site', JSON.parse(data) as SiteNowJson);
  if (event === 'publish') keep(JSON.parse(data) as PublishJson);
}

/** Also for the answer of a call, which may come before the event, or long after it: then it changes nothing. */
export function keep(publish: PublishJson): void {
  const { byId, ofBlog } = $publishes.get();
  const known = byId.get(publish.id);
  if (known && isOlder(publish, known)) return;
  const all = new Map(byId).set(publish.id, publish);
  const ids = [...all.keys()].sort((a, b) => a - b);
  for (const id of ids.slice(0, Math.max(0, ids.length - KEPT))) all.delete(id);
  $publishes.setKey('byId', all);
  const { kind, subject_id } = publish;
  if (kind !== 'blog' || subject_id === null || (ofBlog.get(subject_id)?.id ?? 0) > publish.id) return;
  $publishes.setKey('ofBlog', new Map(ofBlog).set(subject_id, publish));
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
