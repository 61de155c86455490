import { useState } from 'react';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { paths } from '#src/lib/paths.ts';
import { toSingleLine } from '#src/lib/single-line.ts';
import { SLUG_MAX_LENGTH, useDerivedSlug } from './use-derived-slug.ts';
import { useSlugAvailability } from './use-slug-availability.ts';

type Props = {
  /** Null until it was saved for the first time. */
  id: number | null;
  title: string;
  /** Null as long as it follows from the title, or stays as it is. */
  value: string | null;
  /** The address that readers know; null until the post has one. */
  liveSlug: string | null;
  isPublished: boolean;
  error: string | undefined;
  onChange: (slug: string | null) => void;
};

/** The last part of the address: derived from the title until somebody writes it, and checked while it is typed. */
export function SlugField({ id, title, value, liveSlug, isPublished, error, onChange }: Props) {
  const derived = useDerivedSlug(liveSlug === null ? title : '');
  // Emptied to be written anew: the address that it has would come back under the fingers.
  const [isEmptied, setEmptied] = useState(false);
  const shown = value ?? liveSlug ?? derived;
  const isOwn = shown === liveSlug;
  const availability = useSlugAvailability(isOwn ? '' : shown, id);
  // A derived address gets a number by itself.
  const address = (value === null && availability?.suggestion) || shown;
  const isRenamed = liveSlug !== null && !isOwn && isPublished;
  const hint = isRenamed
    ? `The old address ${paths.blog(liveSlug)} will redirect to the new one.`
    : address
      ? `Post address: ${paths.blog(address)}`
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
}: NonNullable<ReturnType<typeof useSlugAvailability>>): string {
  if (isAvailable) return 'This address is free.';
  return suggestion ? `This address is taken. ${suggestion} is free.` : (message ?? 'This address is taken.');
}
