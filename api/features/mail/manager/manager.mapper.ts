import { toIso, toIsoOrNull } from '#api/clock.ts';
import { type EmailState, isSignInCodeKind } from '#api/domain/email-states.ts';
import { describeDeliveryError } from '#api/features/mail/outbox/delivery-errors.service.ts';
import type { OutboxEmailJson } from './manager.contract.ts';
import type { EmailRow } from './manager.queries.ts';

/** The same rules as the conditions in `manager.queries.ts`. */
export function toEmailState({ status, attempts, undoId, nextAttemptAt }: EmailRow['email'], now: number): EmailState {
  if (status !== 'queued') return status === 'expired' ? 'failed' : status;
  if (attempts > 0) return 'retrying';
  return undoId !== null && nextAttemptAt > now ? 'held' : 'waiting';
}

export function toOutboxEmailJson(
  { email, isAddressSuppressed }: EmailRow,
  subject: string | null,
  now: number,
): OutboxEmailJson {
  const state = toEmailState(email, now);
  const isQueued = email.status === 'queued';
  const isCode = isSignInCodeKind(email.kind);
  const isBlocked = isAddressSuppressed === 1 && !isCode;
  return {
    id: email.id,
    kind: email.kind,
    to_email: email.toEmail,
    subject,
    status: state,
    attempts: email.attempts,
    last_error: describeLastError(email, state),
    next_attempt_at: isQueued ? toIso(email.nextAttemptAt) : null,
    created_at: toIso(email.createdAt),
    sent_at: toIsoOrNull(email.sentAt),
    expires_at: toIso(email.expiresAt),
    is_address_suppressed: isAddressSuppressed === 1,
    can: {
      retry: !isBlocked && (state === 'retrying' || (state === 'failed' && !isCode)),
      resend: !isBlocked && state === 'sent' && !isCode,
      suppress: isQueued,
    },
  };
}

function describeLastError({ lastError }: EmailRow['email'], state: EmailState): string | null {
  if (state !== 'retrying' && state !== 'failed' && state !== 'suppressed') return null;
  const { text, isPermanent } = describeDeliveryError(lastError);
  if (state !== 'failed' || isPermanent) return text;
  return ['It wasn’t sent in time.', text].filter(Boolean).join(' ');
}
