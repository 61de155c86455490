import { type ComponentProps, useId } from 'react';

type Props = ComponentProps<'input'> & {
  label: string;
  /** Stands under the label, such as the form that is expected. */
  hint?: string | undefined;
  /** What is wrong, in words. */
  error?: string | undefined;
};

/** A labelled line of text; hint and error are read out with it. */
export function TextField({ label, hint, error, className, ...input }: Props) {
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
      <input
        type="text"
        {...input}
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
