import { useEffect, useState } from 'react';
import { emailStateLabels } from '#api/domain/email-states.ts';
import type { OutboxEmailJson } from '#api/features/mail/manager/manager.contract.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { EMAIL_STATE_TONES, formatAttempts, formatNextAttempt } from './email-labels.ts';

/** What became of an email: when it leaves, why it didn't, how often it was tried. */
export function EmailStatus({ email }: { email: OutboxEmailJson }) {
  const now = useSeconds(email.next_attempt_at !== null);
  const isAddressNoted = email.is_address_suppressed && email.status !== 'suppressed';
  const notes = [formatAttempts(email), formatNextAttempt(email, now), isAddressNoted && 'Address suppressed'];
  const note = notes.filter(Boolean).join(' · ');
  return (
    <>
      <Badge tone={EMAIL_STATE_TONES[email.status]}>{emailStateLabels[email.status]}</Badge>
      {note && <span className="row-note">{note}</span>}
      {email.last_error && (
        <span className={email.status === 'suppressed' ? 'row-note' : 'failure'}>{email.last_error}</span>
      )}
    </>
  );
}

/** The time, once a second while it counts. */
function useSeconds(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
