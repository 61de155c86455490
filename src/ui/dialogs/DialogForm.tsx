import { type ReactNode, useLayoutEffect } from 'react';
import type { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { useDirtyDialog } from './use-dirty-dialog.ts';

type Props = {
  form: ReturnType<typeof useFormSubmit>;
  /** The fields. */
  children: ReactNode;
  /** A selector of the field that gets the focus; the first one without it. */
  firstField?: string;
  /** Something is typed and not saved: closing asks first. */
  isDirty?: boolean;
  /** What failed, above the reason, such as 'Failed to add the address'. */
  failure?: string;
  submitLabel: string;
  busyLabel: string;
  isDestructive?: boolean;
  /** False while there is nothing to send. */
  canSubmit?: boolean;
  onClose: () => void;
};

/** The form in a `Modal`: its fields, why it failed, and its two buttons. */
export function DialogForm({ form, children, firstField, isDirty = false, canSubmit = true, ...props }: Props) {
  const { form: element, submit, isBusy, error } = form;
  useDirtyDialog(isDirty);
  useLayoutEffect(() => {
    // Otherwise the dialog would focus its first button, which closes it.
    element.current?.querySelector(firstField ?? 'input, select, textarea')?.setAttribute('autofocus', '');
  }, [element, firstField]);
  return (
    <form
      className="form"
      ref={element}
      noValidate
      onSubmit={(event) => (canSubmit ? submit(event) : event.preventDefault())}
    >
      {children}
      {error && (
        <Notice tone="error" title={props.failure}>
          {error}
        </Notice>
      )}
      <div className="form-actions">
        <Button variant="secondary" onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant={props.isDestructive ? 'danger' : 'primary'}
          aria-disabled={!canSubmit || undefined}
          isBusy={isBusy}
          busyLabel={props.busyLabel}
        >
          {props.submitLabel}
        </Button>
      </div>
    </form>
  );
}
