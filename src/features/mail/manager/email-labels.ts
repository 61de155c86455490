import type { EmailState } from '#api/domain/email-states.ts';
import { formatCount } from '#api/domain/plurals.ts';
import type { OutboxEmailJson } from '#api/features/mail/manager/manager.contract.ts';
import { formatEmailKind } from '#api/domain/mail-list.ts';
import type { BadgeTone } from '#src/ui/feedback/Badge.tsx';

export const EMAIL_STATE_TONES: Record<EmailState, BadgeTone> = {
  waiting: 'grey',
  held: 'yellow',
  retrying: 'yellow',
  sent: 'green',
  failed: 'red',
  suppressed: 'grey',
};

/** Its subject, or its kind where it has none. */
export const formatEmailTitle = ({ subject, kind }: Pick<OutboxEmailJson, 'subject' | 'kind'>) =>
  subject ?? formatEmailKind(kind);

/** When an email leaves, or is tried again: 'Leaves in 24 s'. Null for one that is not sent any more. */
export function formatNextAttempt({ status, next_attempt_at: at }: OutboxEmailJson, now: number): string | null {
  if (at === null) return null;
  const verb = status === 'retrying' ? 'Next try' : 'Leaves';
  const seconds = Math.ceil((Date.parse(at) - now) / 1000);
  return `${verb} ${seconds > 0 ? `in ${formatDelay(seconds)}` : 'now'}`;
}

/** '24 s', '2 min', '3 h'. */
function formatDelay(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** '3 attempts'; null for an email that was sent at the first. */
export const formatAttempts = ({ status, attempts }: OutboxEmailJson): string | null =>
  attempts > 1 || (attempts > 0 && status !== 'sent') ? formatCount(attempts, 'attempt') : null;
