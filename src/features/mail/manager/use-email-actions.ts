import { useState } from 'react';
import type { OutboxEmailJson } from '#api/features/mail/manager/manager.contract.ts';
import { formatError } from '#src/lib/api-client.ts';
import { reloadNavigationCounts } from '#src/lib/navigation-counts.ts';
import { showToast } from '#src/lib/toast.ts';
import { resendEmail, retryEmail, suppressAddress, suppressEmail } from './mail-api.ts';

/** Actions that are confirmed first. */
type ConfirmedAction = 'resend' | 'suppress' | 'suppress-address';
export type EmailQuestion = { action: ConfirmedAction; email: OutboxEmailJson };
export type EmailActions = ReturnType<typeof useEmailActions>;

const calls: Record<ConfirmedAction, (email: OutboxEmailJson) => Promise<{ message: string }>> = {
  resend: ({ id }) => resendEmail(id),
  suppress: ({ id }) => suppressEmail(id),
  'suppress-address': ({ to_email }) => suppressAddress(to_email),
};

/** What can be done about an email. `onChange` loads the list again, also after a refusal: the email has changed meanwhile. */
export function useEmailActions(onChange: () => void) {
  const [question, setQuestion] = useState<EmailQuestion | null>(null);
  const finish = (message: string) => {
    showToast(message, 'success');
    onChange();
    reloadNavigationCounts();
  };
  return {
    question,
    ask: (action: ConfirmedAction, email: OutboxEmailJson) => setQuestion({ action, email }),
    close: () => setQuestion(null),
    retry: async ({ id }: OutboxEmailJson) => {
      try {
        finish((await retryEmail(id)).message);
      } catch (error) {
        showToast(formatError(error), 'error');
        onChange();
      }
    },
    /** @throws what the dialog says. */
    confirm: async ({ action, email }: EmailQuestion) => {
      try {
        finish((await calls[action](email)).message);
      } catch (error) {
        onChange();
        throw error;
      }
    },
  };
}
