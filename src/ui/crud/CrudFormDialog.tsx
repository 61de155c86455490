import { type ReactNode, useState } from 'react';
import { showToast } from '#src/lib/toast.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { type CrudFormProps, KIND_LABELS } from './use-crud.ts';
import { useFormSubmit } from './use-form-submit.ts';

type FormValues = Record<string, string | number | null>;

type FormProps<Item, Values> = CrudFormProps<Item> & {
  initialValues: Values;
  save: (values: Values) => Promise<unknown>;
  /** The fields. */
  children: (form: {
    values: Values;
    setValues: (change: Partial<Values>) => void;
    getIssue: (path: string) => string | undefined;
  }) => ReactNode;
};

/** Said after something was added; the words are the specification's. */
const ADDED = {
  author: 'added',
  category: 'created',
  document: 'added',
  product: 'added',
  section: 'added',
  reason: 'added',
  tag: 'created',
} as const;

/** The form that adds or changes an item. When something is typed, closing it asks first, and so does leaving the page. */
export function CrudFormDialog<Item, Values extends FormValues>(props: FormProps<Item, Values>) {
  const { kind, isOpen, item, onClose } = props;
  return (
    <Modal isOpen={isOpen} title={`${item ? 'Edit' : 'Add'} ${kind}`} onClose={onClose}>
      <CrudForm {...props} />
    </Modal>
  );
}

/** Mounted again each time the dialog opens. */
function CrudForm<Item, Values extends FormValues>(props: FormProps<Item, Values>) {
  const { kind, item, initialValues, save, onSaved, onClose, children } = props;
  const [initial] = useState(initialValues);
  const [values, setValues] = useState(initial);
  const form = useFormSubmit(
    async () => {
      await save(values);
      showToast(`${KIND_LABELS[kind]} ${item ? 'updated' : ADDED[kind]} successfully`, 'success');
      onSaved();
    },
    () => findMissingName(values),
  );
  return (
    <DialogForm
      form={form}
      isDirty={Object.keys(values).some((name) => values[name] !== initial[name])}
      failure={`Failed to save ${kind}`}
      submitLabel={`${item ? 'Update' : 'Add'} ${kind}`}
      busyLabel="Saving..."
      onClose={onClose}
    >
      {children({
        values,
        setValues: (change) => setValues({ ...values, ...change }),
        getIssue: form.getIssue,
      })}
    </DialogForm>
  );
}

/** The words of the server, without asking it. */
const findMissingName = ({ name }: FormValues): Record<string, string> =>
  typeof name === 'string' && name.trim() === '' ? { name: 'Enter a name.' } : {};
