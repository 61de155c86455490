import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';

export type QueueOrder = 'oldest' | 'newest';
/** What is known about the queue: its first publications, those decided a moment ago among them, and how many wait. */
export type ReviewQueue = {
  publications: readonly PublicationJson[];
  total: number;
  decidedToday: number;
  hasMore: boolean;
};

const compare = (order: QueueOrder) => (a: PublicationJson, b: PublicationJson) => {
  const difference = (a.queued_at ?? '').localeCompare(b.queued_at ?? '') || a.id - b.id;
  return order === 'oldest' ? difference : -difference;
};

type Loaded = { publications: readonly PublicationJson[]; total: number };

/**
 * The first page of the queue as the server has it now, together with what was shown: publications whose decision can
 * still be undone stay in their place, and so do those beyond this page. Others that are missing have left the queue.
 */
export function refreshQueue(
  shown: readonly PublicationJson[],
  { publications, total }: Loaded,
  { order, decidedIds }: { order: QueueOrder; decidedIds: ReadonlySet<number> },
): PublicationJson[] {
  const loaded = new Set(publications.map(({ id }) => id));
  const last = publications.at(-1);
  const isBeyond = (publication: PublicationJson) =>
    publications.length < total && last !== undefined && compare(order)(publication, last) > 0;
  const others = shown.filter(
    (publication) => !loaded.has(publication.id) && (decidedIds.has(publication.id) || isBeyond(publication)),
  );
  return [...publications, ...others].sort(compare(order));
}

/** Appends a later page, without what is in the queue already. */
export function appendPage(
  shown: readonly PublicationJson[],
  page: readonly PublicationJson[],
  order: QueueOrder,
): PublicationJson[] {
  const ids = new Set(shown.map(({ id }) => id));
  return [...shown, ...page.filter(({ id }) => !ids.has(id))].sort(compare(order));
}

/** The nearest publication after (1) or before (-1) the current one that can be opened, or null. */
export function findNeighbour(
  publications: readonly PublicationJson[],
  currentId: number | null,
  { step, canOpen }: { step: 1 | -1; canOpen: (publication: PublicationJson) => boolean },
): PublicationJson | null {
  const at = publications.findIndex(({ id }) => id === currentId);
  const candidates = step > 0 ? publications.slice(at + 1) : at < 0 ? [] : publications.slice(0, at).toReversed();
  return candidates.find(canOpen) ?? null;
}

/** What comes after a decision: the next publication, else the first of those that were passed over. */
export const findNextAfterDecision = (
  publications: readonly PublicationJson[],
  currentId: number,
  canOpen: (publication: PublicationJson) => boolean,
): PublicationJson | null =>
  findNeighbour(publications, currentId, { step: 1, canOpen }) ??
  publications.find((publication) => publication.id !== currentId && canOpen(publication)) ??
  null;

/** The place of a publication among those that wait, from 1; null where it is none of these. */
export function findPlace({ publications, total }: Loaded, id: number, isDecided: (id: number) => boolean) {
  const at = publications.filter((each) => !isDecided(each.id)).findIndex((each) => each.id === id);
  return at < 0 ? null : { position: at + 1, total };
}
