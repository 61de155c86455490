import type { Field, RichTextField } from '#api/domain/fields.ts';

/** What a form draws. Formatted text is written in the editor of texts, which is a screen of its own. */
export type FormField = Exclude<Field, RichTextField>;
export type FormFields = { readonly [name: string]: FormField };

/** The faults of a form by the path of the field, as in 'socials.0.url'. */
export type FaultsByPath = ReadonlyMap<string, string>;

/** Of one field of a form. */
export type FormFieldProps<F extends FormField> = {
  field: F;
  /** The name of its control, as in 'company.socials.0.url'. */
  path: string;
  value: unknown;
  faults: FaultsByPath;
  onChange: (value: unknown) => void;
};
