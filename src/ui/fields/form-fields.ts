import type { Field } from '#api/domain/fields.ts';

/** The faults of a form by the path of the field, as in 'socials.0.url'. */
export type FaultsByPath = ReadonlyMap<string, string>;

/** Of one field of a form. */
export type FormFieldProps<F extends Field> = {
  field: F;
  /** The name of its control, as in 'company.socials.0.url'. */
  path: string;
  value: unknown;
  faults: FaultsByPath;
  onChange: (value: unknown) => void;
};
