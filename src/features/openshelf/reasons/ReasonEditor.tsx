import { type Ref, useState } from 'react';
import { updateReason } from '#src/features/openshelf/openshelf-api.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { showToast } from '#src/lib/toast.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { CategoryTexts } from './CategoryTexts.tsx';
import {
  type AnyReason,
  type Category,
  isRetired,
  isSameText,
  type ReasonFields,
  toFields,
  getAuthorText,
} from './reason-draft.ts';

type Props = {
  headingRef: Ref<HTMLHeadingElement>;
  /** As it is saved. */
  reason: AnyReason;
  categories: readonly Category[];
  /** As it is typed. */
  fields: ReasonFields;
  /** The time of the saved reason that the draft started from; null without a draft. */
  basedOn: string | null;
  /** Null discards the changes. */
  onChange: (fields: ReasonFields | null) => void;
  onSaved: (saved: AnyReason) => void;
  /** Offers a retired reason again. */
  onRestore: () => void;
  onBack: () => void;
};

export function ReasonEditor(props: Props) {
  const { headingRef, reason, categories, fields, basedOn, onChange, onSaved, onRestore, onBack } = props;
  const [isDiscarding, setDiscarding] = useState(false);
  const isDirty = !isSameText(fields, toFields(reason));
  const { form, submit, isBusy, error, getIssue } = useFormSubmit(async () => {
    const { message, data } = await updateReason(reason.id, toRequest(fields));
    showToast(message, 'success');
    onSaved(data);
  });
  const change = (values: Partial<ReasonFields>) => onChange({ ...toRequest(fields), ...values });
  return (
    <section className="reason-editor" aria-labelledby="reason-title">
      <InPageLink className="reasons-back" href={openshelfPaths.rejectionReasons} onOpen={onBack}>
        All reasons
      </InPageLink>
      <h2 id="reason-title" ref={headingRef} tabIndex={-1}>
        {isRetired(reason) ? <Badge tone="grey">Retired</Badge> : <kbd>{reason.position}</kbd>} {reason.label}
      </h2>
      {isRetired(reason) && (
        <Notice tone="info">
          <p>Reviewers can’t choose this reason. Decisions of the past still name it.</p>
          <div className="form-actions">
            <Button variant="secondary" className="button-small" onClick={onRestore}>
              Restore
            </Button>
          </div>
        </Notice>
      )}
      {basedOn !== null && basedOn !== reason.updated_at && (
        <Notice tone="info">
          <p>
            This reason was changed <Time iso={reason.updated_at} isInSentence />, after you started. Saving replaces
            those changes with yours.
          </p>
        </Notice>
      )}
      <form className="form" ref={form} onSubmit={submit} noValidate>
        <TextField
          label="Name"
          hint="Reviewers choose the reason by it."
          value={fields.label}
          error={getIssue('label')}
          onChange={(event) => change({ label: event.target.value })}
        />
        <TextArea
          label="Text"
          hint="Put into the comments to the author. Leave it empty if the reviewer should write it each time."
          rows={5}
          value={fields.text}
          error={getIssue('text')}
          onChange={(event) => change({ text: event.target.value })}
        />
        <CategoryTexts
          fields={fields}
          categories={categories}
          getIssue={getIssue}
          onChange={(category_texts) => change({ category_texts })}
        />
        <ReasonPreview fields={fields} categories={categories} />
        <div className="form-actions reason-actions">
          {error && <Notice tone="error">Failed to save reason: {error}</Notice>}
          <Button
            type="submit"
            isBusy={isBusy}
            busyLabel="Saving..."
            aria-disabled={!isDirty && !isBusy ? true : undefined}
          >
            Save reason
          </Button>
          {isDirty && !isBusy && (
            <Button variant="secondary" onClick={() => setDiscarding(true)}>
              Discard changes
            </Button>
          )}
          <SaveState reason={reason} isDirty={isDirty} isBusy={isBusy} />
        </div>
      </form>
      <ConfirmDialog
        isOpen={isDiscarding}
        title="Discard your changes?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        isDestructive
        onConfirm={async () => onChange(null)}
        onClose={() => setDiscarding(false)}
      >
        <p>‘{reason.label}’ goes back to the text that was saved last.</p>
      </ConfirmDialog>
    </section>
  );
}

const toRequest = ({ label, text, category_texts }: ReasonFields): ReasonFields => ({ label, text, category_texts });

type StateProps = { reason: AnyReason; isDirty: boolean; isBusy: boolean };

function SaveState({ reason, isDirty, isBusy }: StateProps) {
  return (
    <p className="save-state" role="status">
      {isBusy ? (
        'Saving...'
      ) : isDirty ? (
        'Unsaved changes'
      ) : Date.parse(reason.updated_at) > 0 ? (
        <>
          Saved <Time iso={reason.updated_at} isInSentence />
        </>
      ) : (
        'Saved'
      )}
    </p>
  );
}

type ReasonPreviewProps = { fields: ReasonFields; categories: readonly Category[] };

/** The text as the author gets it, by the category of the work. */
function ReasonPreview({ fields, categories }: ReasonPreviewProps) {
  const [chosen, setChosen] = useState('');
  const own = categories.filter(({ id }) => fields.category_texts.some((each) => each.category_id === id));
  const category = own.find(({ id }) => String(id) === chosen);
  const text = getAuthorText(fields, category?.id ?? null);
  return (
    <section className="reason-preview" aria-labelledby="reason-preview">
      <h3 id="reason-preview">What the author reads</h3>
      {own.length > 0 && (
        <SelectField
          label="Category of the work"
          value={category ? chosen : ''}
          options={[
            { value: '', label: 'Any other category' },
            ...own.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => setChosen(event.target.value)}
        />
      )}
      {text.trim() === '' ? (
        <p className="none">Only what the reviewer writes.</p>
      ) : (
        <blockquote>{text.trim()}</blockquote>
      )}
    </section>
  );
}
