import { hasDatePassed } from '#api/domain/post-dates.ts';
/** Only posts have a date; with a future one they are scheduled. */
type Live = { status: string; published_at?: string | null; updated_at: string } | null;

/** What the bar says about a published text that was changed in the editor. `now` in UTC ms. */
export function formatPublishState(live: Live, now: number): string | null {
  if (live?.status !== 'published') return null;
  const isScheduled = live.published_at != null && !hasDatePassed(live, now);
  return `${isScheduled ? 'Scheduled' : 'Live'}, with unpublished changes`;
}
