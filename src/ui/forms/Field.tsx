import { type ReactNode, useId } from 'react';

export type FieldProps = {
  label: string;
  /** Under the label, such as the form that is expected. */
  hint?: string | undefined;
  /** Why the value is refused, as a sentence. */
  error?: string | undefined;
  className?: string | undefined;
};

type Control = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };
type Props = FieldProps & { children: (control: Control) => ReactNode };

/** The label of a control, with hint and error, which are read out with it. */
export function Field({ label, hint, error, className, children }: Props) {
  const id = useId();
  const descriptions = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={['field', className].filter(Boolean).join(' ')}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': descriptions || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
