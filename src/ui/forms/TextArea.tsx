import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';

/** A labelled text of several lines. */
export function TextArea({ label, hint, error, className, ...area }: ComponentProps<'textarea'> & FieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => <textarea rows={3} {...area} {...control} />}
    </Field>
  );
}
