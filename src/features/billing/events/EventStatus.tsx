import { stripeEventLabels } from '#api/domain/billing-lists.ts';
import type { StripeEventJson } from '#api/features/billing/billing.contract.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { EVENT_STATUS_TONES, formatAttempts } from './event-labels.ts';

/** What became of an event; for a failed one the reason, and when it is tried again. */
export function EventStatus({ event }: { event: StripeEventJson }) {
  const attempts = formatAttempts(event);
  return (
    <>
      <Badge tone={EVENT_STATUS_TONES[event.status]}>{stripeEventLabels[event.status]}</Badge>
      {attempts && (
        <span className="row-note">
          {attempts}
          {event.status === 'failed' && event.next_attempt_at && (
            <>
              , next <Time iso={event.next_attempt_at} isInSentence />
            </>
          )}
        </span>
      )}
      {event.status === 'failed' && event.last_error && <span className="failure">{event.last_error}</span>}
    </>
  );
}
