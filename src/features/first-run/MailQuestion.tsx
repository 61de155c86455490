import { useState } from 'react';
import { firstRunQuestionFields } from '#api/domain/first-run.ts';
import type { TestEmailJson } from '#api/features/first-run/first-run.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { useAction } from '#src/lib/use-action.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { FieldsForm } from '#src/ui/fields/FieldsForm.tsx';
import type { QuestionBodyProps } from './question-props.ts';

export function MailQuestion({ loaded, answers, faults, onChange }: QuestionBodyProps) {
  const [answer, setAnswer] = useState<TestEmailJson | null>(null);
  const test = useAction(async () => {
    setAnswer(null);
    const { sender_name, email } = answers;
    setAnswer(
      await api.post('/api/admin/first-run/test-email', { json: { sender_name: sender_name || answers.name, email } }),
    );
  });
  return (
    <>
      <FieldsForm
        fields={firstRunQuestionFields.mail}
        values={answers}
        faults={faults}
        onChange={(name, value) => onChange({ [name]: value })}
      />
      <dl className="country-facts">
        <dt>Mail server</dt>
        <dd>{loaded.mail_server ?? 'None'}</dd>
        {loaded.mail_sender !== null && (
          <>
            <dt>Emails come from</dt>
            <dd>{loaded.mail_sender}</dd>
          </>
        )}
      </dl>
      <p className="field-hint">
        {loaded.mail_server === null
          ? 'Emails are saved as files on the server, and no one receives them. Set SMTP_URL on the server and start it again.'
          : 'Set on the server: SMTP_URL is where emails are sent by, and MAIL_FROM another address that they come from.'}
      </p>
      <div className="form-actions">
        <Button variant="secondary" isBusy={test.isBusy} busyLabel="Sending..." onClick={() => void test.run()}>
          Send me a test
        </Button>
      </div>
      {test.error && <Notice tone="error">{test.error}</Notice>}
      {answer && (
        <Notice tone={answer.is_sent ? 'success' : 'error'} title={answer.is_sent ? undefined : 'Not sent'}>
          {answer.message}
        </Notice>
      )}
    </>
  );
}
