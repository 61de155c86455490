import type { ReactNode } from 'react';
import { AddressField, formatAddressHint } from '#src/ui/forms/AddressField.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';

type Props = {
  kind: 'Category' | 'Tag' | 'Author';
  nameMaxLength: number;
  /** Where its page is. */
  toPath: (slug: string) => string;
  /** The address that it has; null while it is added. */
  slug: string | null;
  /** What the dialog of the form hands to its fields. */
  form: {
    values: { name: string; slug: string };
    setValues: (change: { name?: string; slug?: string }) => void;
    getIssue: (path: string) => string | undefined;
  };
  /** The fields between name and address. */
  children?: ReactNode;
};

/** The fields of what has a name and a page of its own, whose address follows from the name unless one is typed. */
export function NamedFields({ kind, nameMaxLength, toPath, slug, form, children }: Props) {
  const { values, setValues, getIssue } = form;
  return (
    <>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={nameMaxLength}
        value={values.name}
        error={getIssue('name')}
        onChange={({ currentTarget }) => setValues({ name: currentTarget.value })}
      />
      {children}
      <AddressField
        placeholder={slug ?? undefined}
        value={values.slug}
        hint={formatAddressHint({ kind, source: 'name', toPath, live: slug, slug: values.slug || (slug ?? '') })}
        error={getIssue('slug')}
        onChange={(next) => setValues({ slug: next })}
      />
    </>
  );
}
