import { useState } from 'react';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { paths } from '#src/lib/paths.ts';
import { toSingleLine } from '#src/lib/single-line.ts';
import { SLUG_MAX_LENGTH } from './use-derived-slug.ts';
import type { PostAddress } from './use-post-address.ts';

type Props = {
  address: PostAddress;
  /** Null as long as it follows from the title, or stays as it is. */
  value: string | null;
  isPublished: boolean;
  error: string | undefined;
  onChange: (slug: string | null) => void;
};

/** The last part of the address: derived from the title until it is edited, and checked while it is typed. */
export function SlugField({ address, value, isPublished, error, onChange }: Props) {
  const { liveSlug, derived, availability, slug } = address;
  // Empty while being retyped: deriving the address again would overwrite the typing.
  const [isEmptied, setEmptied] = useState(false);
  const isRenamed = liveSlug !== null && slug !== liveSlug && isPublished;
  const hint = isRenamed
    ? `The old address ${paths.blog(liveSlug)} will redirect to the new one.`
    : slug
      ? `Post address: ${paths.blog(slug)}`
      : 'Based on the title';
  return (
    <div className="slug-field">
      <TextField
        label="Address"
        name="slug"
        maxLength={SLUG_MAX_LENGTH}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder={liveSlug ?? (derived || undefined)}
        value={value ?? (isEmptied ? '' : (liveSlug ?? ''))}
        hint={hint}
        error={error}
        onChange={(event) => {
          const typed = toSingleLine(event.currentTarget.value)
            .toLowerCase()
            .replace(/[\s_]+/g, '-');
          setEmptied(typed === '');
          onChange(typed || null);
        }}
        onBlur={() => setEmptied(false)}
      />
      <p className="slug-availability" role="status" data-available={availability?.is_available}>
        {value !== null && availability && formatAvailability(availability)}
      </p>
    </div>
  );
}

function formatAvailability({
  is_available: isAvailable,
  message,
  suggestion,
}: NonNullable<PostAddress['availability']>): string {
  if (isAvailable) return 'This address is free.';
  return suggestion ? `This address is taken. ${suggestion} is free.` : (message ?? 'This address is taken.');
}
