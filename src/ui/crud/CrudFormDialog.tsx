import { type ReactNode, useLayoutEffect, useState, useEffect } from 'react';
import { showToast } from '#src/lib/toast.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { type CrudFormProps, KIND_LABELS } from './use-crud.ts';
import { useFormSubmit } from './use-form-submit.ts';
import { useUnsavedWarning } from './use-unsaved-warning.ts';

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
  const [isDirty, setDirty] = useState(false);
  useUnsavedWarning(isDirty);
  return (
    <Modal isOpen={isOpen} title={`${item ? 'Edit' : 'Add'} ${kind}`} isDirty={isDirty} onClose={onClose}>
      <CrudForm {...props} onDirty={setDirty} />
    </Modal>
  );
}

/** Mounted again each time the dialog opens. */
function CrudForm<Item, Values extends FormValues>(
  props: FormProps<Item, Values> & { onDirty: (isDirty: boolean) => void },
) {
  const { kind, item, initialValues, save, onSaved, onClose, onDirty, children } = props;
  const { values, setValues } = useFormValues(initialValues, onDirty);
  const { form, submit, isBusy, error, getIssue } = useFormSubmit(
    async () => {
      await save(values);
      showToast(`${KIND_LABELS[kind]} ${item ? 'updated' : ADDED[kind]} successfully`, 'success');
      onSaved();
    },
    () => findMissingName(values),
  );
  useLayoutEffect(() => {
    // Otherwise the dialog would focus its first button, which closes it.
    form.current?.querySelector('input, select, textarea')?.setAttribute('autofocus', '');
  }, [form]);
  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      {children({ values, setValues, getIssue })}
      {error && (
        <Notice tone="error" title={`Failed to save ${kind}`}>
          {error}
        </Notice>
      )}
      <div className="form-actions">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isBusy} busyLabel="Saving...">
          {`${item ? 'Update' : 'Add'} ${kind}`}
        </Button>
      </div>
    </form>
  );
}

/** The words of the server, without asking it. */
const findMissingName = ({ name }: FormValues): Record<string, string> =>
  typeof name === 'string' && name.trim() === '' ? { name: 'Enter a name.' } : {};

type FormValues = Record<string, string | number | null>;

/** The values of a form. `onDirty` is called with whether they differ from the first ones, and with false on unmount. */
function useFormValues<Fields extends FormValues>(first: Fields, onDirty: (isDirty: boolean) => void) {
  const [initial, setInitial] = useState(first);
  const [values, setCurrent] = useState(first);
  const isDirty = Object.keys(values).some((name) => values[name] !== initial[name]);
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  return {
    values,
    isDirty,
    setValues: (change: Partial<Fields>) => setCurrent({ ...values, ...change }),
    reset(fields: Fields) {
      setInitial(fields);
      setCurrent(fields);
    },
  };
}
