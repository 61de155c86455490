import { SLUG_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { toSingleLine } from '#src/lib/format/single-line.ts';
import { TextField } from './TextField.tsx';

type Props = {
  value: string;
  placeholder: string | undefined;
  hint: string;
  error: string | undefined;
  onChange: (slug: string) => void;
  onBlur?: () => void;
};

/** The last part of an address. Spaces become hyphens as they are typed. */
export function AddressField({ onChange, ...field }: Props) {
  return (
    <TextField
      label="Address"
      name="slug"
      maxLength={SLUG_MAX_LENGTH}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      {...field}
      onChange={({ currentTarget }) =>
        onChange(
          toSingleLine(currentTarget.value)
            .toLowerCase()
            .replace(/[\s_]+/g, '-'),
        )
      }
    />
  );
}

type Address = {
  kind: 'Post' | 'Category' | 'Tag' | 'Author' | 'Document';
  /** What the address follows from when none is typed. */
  source: 'title' | 'name';
  /** The address that it has now, if it is known outside. */
  live: string | null;
  /** The address that it will have. */
  slug: string;
  toPath: (slug: string) => string;
};

export function formatAddressHint({ kind, source, live, slug, toPath }: Address): string {
  if (live !== null && slug !== live) return `The old address ${toPath(live)} will redirect to the new one.`;
  return slug ? `${kind} address: ${toPath(slug)}` : `Based on the ${source}`;
}
