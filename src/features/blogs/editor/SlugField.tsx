import { useEffect, useState } from 'react';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { paths } from '#src/lib/paths.ts';
import { toSingleLine } from '#src/lib/single-line.ts';

const SLUG_MAX_LENGTH = 80;

type Props = {
  title: string;
  /** Null as long as it follows from the title, or stays as it is. */
  value: string | null;
  /** The address that readers know; null until the post has one. */
  liveSlug: string | null;
  isPublished: boolean;
  error: string | undefined;
  onChange: (slug: string | null) => void;
};

/** The last part of the address: derived from the title until somebody writes it. */
export function SlugField({ title, value, liveSlug, isPublished, error, onChange }: Props) {
  const derived = useDerivedSlug(liveSlug === null ? title : '');
  // Emptied to be written anew: the address that it has would come back under the fingers.
  const [isEmptied, setEmptied] = useState(false);
  const shown = value ?? liveSlug ?? derived;
  const isRenamed = liveSlug !== null && shown !== liveSlug && isPublished;
  const hint = isRenamed
    ? `The old address ${paths.blog(liveSlug)} stays and leads to the new one.`
    : shown
      ? `The post is at ${paths.blog(shown)}`
      : 'Made from the title';
  return (
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
  );
}

/** What the server will most likely make of a title; it may add a number when another post has that address. */
function useDerivedSlug(title: string): string {
  const [slug, setSlug] = useState('');
  useEffect(() => {
    let isCurrent = true;
    const derive = async () => {
      const { default: slugify } = await import('@sindresorhus/slugify');
      const candidate = slugify(title, { decamelize: false }).slice(0, SLUG_MAX_LENGTH).replace(/-+$/, '');
      if (isCurrent) setSlug(candidate);
    };
    // A preview only: without it the server makes the address all the same.
    if (title.trim()) derive().catch(() => undefined);
    else setSlug('');
    return () => {
      isCurrent = false;
    };
  }, [title]);
  return slug;
}
