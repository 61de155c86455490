import { formatLongDate } from './dates.ts';

/** What to do about open disputes, and until when (ISO); null where Stripe names no day. */
export function describeDisputes(count: number, dueAt: string | null): string {
  if (count === 1 && dueAt !== null && Date.parse(dueAt) < Date.now())
    return `It was to be answered by ${formatLongDate(dueAt)}. Stripe hasn’t said yet how it ended.`;
  const day = dueAt === null ? '' : ` by ${formatLongDate(dueAt)}`;
  return count === 1
    ? `Answer it in the Stripe dashboard${day}. Without an answer it is lost.`
    : `Answer the first${day} in the Stripe dashboard. Without an answer they are lost.`;
}
