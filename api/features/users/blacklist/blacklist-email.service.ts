import type { Deps } from '#api/deps.ts';
import { formatBillingDate } from '#api/domain/money.ts';
import { enqueueEmailStatement } from '#api/features/mail/outbox/outbox.service.ts';

type Blacklisting = {
  reason: string;
  until: number | null;
  /** Of the blacklisting: the email waits until that can't be undone any more. */
  undo: { id: string; undoUntil: number };
  now: number;
};

/** The statement that enqueues the email about a blacklisting; a blacklisting has one. */
export const enqueueBlacklistEmailStatement = (
  deps: Pick<Deps, 'db' | 'secrets' | 'site'>,
  user: { email: string; firstName: string | null },
  { reason, until, undo, now }: Blacklisting,
) =>
  enqueueEmailStatement(deps, {
    kind: 'account-blacklisted',
    dedupeKey: `account-blacklisted:${undo.id}`,
    to: { email: user.email },
    data: {
      firstName: user.firstName,
      reason,
      endsOn: until === null ? null : formatBillingDate(until, deps.site.timeZone),
    },
    undo,
    now,
  });
