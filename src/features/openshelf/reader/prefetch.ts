import { createContext } from 'react';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { fetchDiff, fetchPublication, fetchText } from '#src/features/openshelf/openshelf-api.ts';

/** Older responses aren't used; what changes earlier is known from the queue, which is loaded each minute. */
const MAX_AGE_MS = 5 * 60_000;
/** The open publication, whose text may not have been used yet, and the next. */
const CACHED_MAX = 2;

type Detail = Awaited<ReturnType<typeof fetchPublication>>;
type Responses = {
  detail: Promise<Detail>;
  text: ReturnType<typeof fetchText>;
  diff: ReturnType<typeof fetchDiff>;
};
type CachedPublication = { id: number; updatedAt: string; at: number; responses: Partial<Responses> };
export type Prefetch = ReturnType<typeof createPrefetch>;

/** Loads what is read of a publication before it is opened. Each response is used once: a later load is a new request. */
export function createPrefetch() {
  let cached: CachedPublication[] = [];
  const find = (id: number) => cached.find((each) => each.id === id && Date.now() - each.at < MAX_AGE_MS);
  return {
    /** Requests nothing while the publication is cached as it is now. */
    request({ id, updated_at: updatedAt }: PublicationJson) {
      if (find(id)?.updatedAt === updatedAt) return;
      const detail = fetchPublication(id);
      const responses: Partial<Responses> = { detail };
      cached = [{ id, updatedAt, at: Date.now(), responses }, ...cached.filter((each) => each.id !== id)].slice(
        0,
        CACHED_MAX,
      );
      void detail.then((publication) => Object.assign(responses, requestText(publication))).catch(() => undefined);
    },
    /** The prefetched response; else, and when it failed, that of a request made now. */
    take<Part extends keyof Responses>(id: number, part: Part, request: () => Responses[Part]): Responses[Part] {
      const responses = find(id)?.responses;
      const response = responses?.[part];
      if (!response) return request();
      delete responses[part];
      return response.catch(request as () => never) as Responses[Part];
    },
  };
}

function requestText(publication: Detail): Partial<Responses> {
  const { id, version_number: to } = publication;
  const from = findEarlierVersion(publication);
  const responses = {
    ...(isReadable(publication) && { text: fetchText(id, to) }),
    ...(from !== null && { diff: fetchDiff(id, { from, to }) }),
  };
  // A failure is reported once the publication is open, by the request that is made then.
  for (const response of Object.values(responses)) response.catch(() => undefined);
  return responses;
}

/** Whether there is a text to show; a PDF is a file only. */
export const isReadable = ({ html_url: html, md_url: markdown }: Detail) => html !== null || markdown !== null;

/** The version that the current one is compared with, or null. */
export const findEarlierVersion = ({ last_decided_version: decided, version_number: current }: Detail) =>
  decided ?? (current > 1 ? current - 1 : null);

/** Null where nothing is prefetched. */
export const PrefetchContext = createContext<Prefetch | null>(null);
