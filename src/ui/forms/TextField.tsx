import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';

/** A labelled line of text. */
export function TextField({ label, hint, error, className, ...input }: ComponentProps<'input'> & FieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => <input type="text" {...input} {...control} />}
    </Field>
  );
}
