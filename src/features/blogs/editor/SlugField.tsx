import { useState } from 'react';
import { AddressField, formatAddressHint } from '#src/ui/forms/AddressField.tsx';
import { paths } from '#src/lib/paths.ts';
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
  const live = isPublished ? liveSlug : null;
  return (
    <div className="slug-field">
      <AddressField
        placeholder={liveSlug ?? (derived || undefined)}
        value={value ?? (isEmptied ? '' : (liveSlug ?? ''))}
        hint={formatAddressHint({ kind: 'Post', source: 'title', live, slug, toPath: paths.blog })}
        error={error}
        onChange={(typed) => {
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
