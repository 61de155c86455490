import type { SiteChangesJson } from '#api/features/site-changes/site-changes.contract.ts';
import { api } from '#src/lib/api-client.ts';

export type SiteChange = SiteChangesJson['changes'][number];
export type SiteSchedule = SiteChangesJson['schedules'][number];

export const fetchSiteChanges = (signal?: AbortSignal) =>
  api.get('/api/admin/site-changes', signal === undefined ? {} : { signal });

/** What waits to be published: a draft that is scheduled as it is now waits for nobody. */
export function listUnpublished({ changes, schedules }: SiteChangesJson): SiteChange[] {
  const scheduled = schedules.filter(({ state }) => state === 'waiting').flatMap(({ parts }) => parts);
  const isScheduled = ({ kind, id, version }: SiteChange) =>
    scheduled.some((part) => part.kind === kind && part.id === id && part.version === version);
  return changes.filter((change) => change.fields.length > 0 && !isScheduled(change));
}

export const countChanges = (changes: readonly Pick<SiteChange, 'fields'>[]) =>
  changes.reduce((sum, { fields }) => sum + fields.length, 0);

/** Without those that something keeps from being published: they don't hold up the others. */
export const listReady = (changes: readonly SiteChange[]) => changes.filter(({ faults }) => faults.length === 0);

const toParts = (changes: readonly SiteChange[]) => changes.map(({ kind, id, version }) => ({ kind, id, version }));

/** @throws ApiError, as when one was saved since. */
export const publishSiteChanges = (changes: readonly SiteChange[]) =>
  api.post('/api/admin/site-changes/publish', { json: { parts: toParts(changes) } });

/** @throws ApiError, as when one was saved since, or for a time that has passed. */
export const scheduleSiteChanges = (changes: readonly SiteChange[], publishAt: string) =>
  api.post('/api/admin/site-changes/schedules', { json: { parts: toParts(changes), publish_at: publishAt } });

/** @throws ApiError, as when it was published meanwhile. */
export const cancelSchedule = (id: number) => api.delete('/api/admin/site-changes/schedules/:id', { param: { id } });

/** @throws ApiError, as when something keeps it from being published. */
export const publishScheduleNow = (id: number) =>
  api.post('/api/admin/site-changes/schedules/:id/publish', { param: { id } });

/** @throws ApiError, as when one was saved since. */
export const discardSiteChanges = (changes: readonly SiteChange[]) =>
  api.post('/api/admin/site-changes/discard', { json: { parts: toParts(changes) } });

const moneyKinds = ['plan', 'product', 'settings'] as const;
type MoneyKind = (typeof moneyKinds)[number];
export type MoneyPart = { kind: MoneyKind; id: number; version: number };

/** The changes of which prices, sale and subscribers may depend. */
export const listMoneyParts = (changes: readonly SiteChange[]): MoneyPart[] =>
  changes.flatMap(({ kind, id, version }) => {
    const moneyKind = moneyKinds.find((each) => each === kind);
    return moneyKind ? [{ kind: moneyKind, id, version }] : [];
  });

/** What a publish of these does to prices and subscribers. @throws ApiError */
export const fetchPublishMoney = (parts: readonly MoneyPart[], signal: AbortSignal) =>
  api.post('/api/admin/plans/publish-money', {
    json: { parts: parts.map(({ kind, id }) => ({ kind, id })) },
    signal,
  });

/** Creates a price at Stripe as the drafts say it, and saves it in the draft of its plan. @throws ApiError */
export const createLackingPrice = (planId: number, interval: 'month' | 'year') =>
  api.post('/api/admin/plans/:id/price', { param: { id: planId }, json: { interval } });

/** A link to the site with all its drafts. */
export const createSitePreviewLink = () => api.post('/api/admin/site-changes/preview-link');
