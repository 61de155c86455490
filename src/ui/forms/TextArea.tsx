import { type ComponentProps, useId } from 'react';

type Props = ComponentProps<'textarea'> & {
  label: string;
  /** Stands under the label. */
  hint?: string | undefined;
  /** What is wrong, in words. */
  error?: string | undefined;
};

/** A labelled text of several lines; hint and error are read out with it. */
export function TextArea({ label, hint, error, className, ...area }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={['field', className].filter(Boolean).join(' ')}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <textarea
        rows={3}
        {...area}
        id={id}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
      />
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
