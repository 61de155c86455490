import { EmailDeliveryError } from '#api/adapters/mailer.ts';
import { generateId } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import { listFieldFaults } from '#api/domain/fields.ts';
import { firstRunQuestionFields } from '#api/domain/first-run.ts';
import { invalidFieldError } from '#api/http/errors.ts';
import { SERVER_ERROR_PREFIX } from '#api/features/mail/outbox/outbox.service.ts';
import { describeDeliveryError } from '#api/features/mail/outbox/delivery-errors.service.ts';
import { renderTestEmail } from '#api/features/mail/templates/templates.service.ts';
import type { TestEmailJson, TestEmailRequest } from './first-run.contract.ts';

/** Its number in the files that take the place of a mail server: none of the outbox has it. */
const TEST_EMAIL_ID = 0;

/** Sends an email to the caller as it would come from this sender, straight away, and says what the mail server answered. @throws validation_failed */
export async function sendTestEmail(
  deps: Pick<Deps, 'clock' | 'mail' | 'secrets' | 'site'>,
  { sender_name: senderName, email }: TestEmailRequest,
  to: string,
): Promise<TestEmailJson> {
  const { clock, mail, site } = deps;
  const [fault] = listFieldFaults(firstRunQuestionFields.mail, { sender_name: senderName, email });
  if (fault) throw invalidFieldError(fault.path, fault.message);
  const name = senderName || site.name;
  try {
    await mail.send({
      id: TEST_EMAIL_ID,
      messageId: `${generateId()}@${new URL(site.url).hostname}`,
      date: clock.now(),
      from: { name, email: mail.sender ?? email },
      to: { email: to },
      ...renderTestEmail(deps, name),
      code: null,
    });
  } catch (error) {
    if (!(error instanceof EmailDeliveryError)) throw error;
    const reason = error.scope === 'server' ? `${SERVER_ERROR_PREFIX} ${error.reason}` : `email: ${error.reason}`;
    return { is_sent: false, message: describeDeliveryError(reason).text };
  }
  const message =
    mail.server === null
      ? 'Saved as 0.eml in the folder outbox of DATA_DIR: without a mail server, no one receives it.'
      : `${mail.server} has taken an email to ${to}. Look whether it has arrived.`;
  return { is_sent: mail.server !== null, message };
}
