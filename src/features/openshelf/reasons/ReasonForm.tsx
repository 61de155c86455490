import { createReason } from '#src/features/openshelf/openshelf-api.ts';
import { CrudFormDialog } from '#src/ui/crud/CrudFormDialog.tsx';
import type { CrudFormProps } from '#src/ui/crud/use-crud.ts';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import type { AnyReason } from './reason-draft.ts';

type Props = CrudFormProps<AnyReason> & { onAdded: (reason: AnyReason) => void };

/** Adds a reason; its texts for categories are added in the editor. */
export const ReasonForm = ({ onAdded, ...props }: Props) => (
  <CrudFormDialog
    {...props}
    initialValues={{ name: '', text: '' }}
    save={async ({ name, text }) => onAdded((await createReason({ label: name, text })).data)}
  >
    {({ values, setValues, getIssue }) => (
      <>
        <TextField
          label="Name"
          hint="Reviewers choose the reason by it."
          name="name"
          required
          maxLength={40}
          value={values.name}
          error={getIssue('name') ?? getIssue('label')}
          onChange={({ currentTarget }) => setValues({ name: currentTarget.value })}
        />
        <TextArea
          label="Text"
          hint="Put into the comments to the author. Leave it empty if the reviewer should write it each time."
          name="text"
          rows={5}
          value={values.text}
          error={getIssue('text')}
          onChange={({ currentTarget }) => setValues({ text: currentTarget.value })}
        />
      </>
    )}
  </CrudFormDialog>
);
