import { firstRunQuestionFields } from '#api/domain/first-run.ts';
import { FieldsForm } from '#src/ui/fields/FieldsForm.tsx';
import type { QuestionBodyProps } from './question-props.ts';

export function MailQuestion({ loaded, answers, faults, onChange }: QuestionBodyProps) {
  return (
    <>
      <FieldsForm
        fields={firstRunQuestionFields.mail}
        values={answers}
        faults={faults}
        onChange={(name, value) => onChange({ [name]: value })}
      />
      <p className="field-hint">
        {loaded.is_mail_set
          ? 'Emails go out by the mail server that is set on this server.'
          : 'No mail server is set: emails are saved as files on this server, and no one receives them. The README says what to set.'}
      </p>
    </>
  );
}
