type Dates = { publishedAt: number; updatedAt: number };

/**
 * Whether the date of a published post has passed (UTC ms). A date that had passed at the last change has, whatever the clock says now:
 * after a clock was put back, a post stays where its readers have found it.
 */
export const hasPassed = ({ publishedAt, updatedAt }: Dates, now: number): boolean =>
  publishedAt <= Math.max(now, updatedAt);

type PostDates = { published_at?: string | null; updated_at: string };

/** The same of a post as the API sends it. */
export const hasDatePassed = ({ published_at, updated_at }: PostDates, now: number): boolean =>
  hasPassed({ publishedAt: Date.parse(published_at ?? ''), updatedAt: Date.parse(updated_at) }, now);
