import { useEffect, useState } from 'react';
import { SLUG_MAX_LENGTH } from '#api/domain/field-limits.ts';

/** What the server will most likely make of a title; it may add a number when another post has that address. */
export function useDerivedSlug(title: string): string {
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
