import type { ReactNode } from 'react';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { formatEmailTitle } from './email-labels.ts';
import type { EmailActions, EmailQuestion } from './use-email-actions.ts';

type Copy = { title: string; confirmLabel: string; busyLabel: string; cancelLabel?: string; isDestructive: boolean };

const COPY: Record<EmailQuestion['action'], Copy> = {
  resend: {
    title: 'Send this email again?',
    confirmLabel: 'Send again',
    busyLabel: 'Sending...',
    isDestructive: false,
  },
  suppress: {
    title: 'Don’t send this email?',
    confirmLabel: 'Don’t send',
    busyLabel: 'Stopping...',
    cancelLabel: 'Keep it',
    isDestructive: true,
  },
  'suppress-address': {
    title: 'Suppress this address?',
    confirmLabel: 'Suppress address',
    busyLabel: 'Suppressing...',
    isDestructive: true,
  },
};

/** Asks before an email is sent twice or not at all. */
export function EmailActionDialog({ actions }: { actions: EmailActions }) {
  const { question } = actions;
  return (
    <ConfirmDialog
      {...COPY[question?.action ?? 'resend']}
      isOpen={question !== null}
      onConfirm={async () => {
        if (question) await actions.confirm(question);
      }}
      onClose={actions.close}
    >
      {question && describe(question)}
    </ConfirmDialog>
  );
}

function describe({ action, email }: EmailQuestion): ReactNode {
  const subject = `‘${formatEmailTitle(email)}’`;
  if (action === 'resend') {
    return (
      <p>
        A copy of {subject} goes to {email.to_email} now.
      </p>
    );
  }
  if (action === 'suppress-address') return <AddressNote email={email.to_email} />;
  return (
    <>
      <p>
        {subject} won’t be sent to {email.to_email}. This can’t be undone.
      </p>
      <p>
        {email.status === 'held'
          ? 'The action it’s about stays as it is.'
          : 'If it’s being sent right now, it may still arrive.'}
      </p>
    </>
  );
}

/** What suppressing an address does. */
function AddressNote({ email }: { email: string }) {
  return (
    <>
      <p>{email} gets no email from us any more, not even what is waiting now.</p>
      <p>Sign-in codes are still sent. You can remove the address from the list at any time.</p>
    </>
  );
}
