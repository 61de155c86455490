import { useEffect, useState } from 'react';
import type { BlogDraftFields, SlugAvailabilityJson } from '#api/features/blogs/blogs.contract.ts';
import { SLUG_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { api } from '#src/lib/api-client.ts';
import { useDebounced } from '#src/lib/use-debounced.ts';
import { useQuery } from '#src/lib/use-query.ts';

const DEBOUNCE_MS = 350;

type UseSlugAvailabilityOptions = {
  blogId: number | null;
  /** While someone else is signed in: a request would be sent in their name. */
  isPaused: boolean;
};

/** Whether a post may have an address; null while it is not known. It advises only: publishing checks it again. */
function useSlugAvailability(
  slug: string,
  { blogId, isPaused }: UseSlugAvailabilityOptions,
): SlugAvailabilityJson | null {
  const isSettled = useDebounced(slug, DEBOUNCE_MS) === slug;
  const key = slug && isSettled && !isPaused ? `availability ${slug} ${blogId}` : null;
  const { value } = useQuery(key, (signal) =>
    api.get('/api/blogs/slug-availability', { query: { slug, blogId: blogId ?? undefined }, signal }),
  );
  return value;
}

export type PostAddress = ReturnType<typeof usePostAddress>;

type Options = {
  blogId: number | null;
  fields: BlogDraftFields;
  liveSlug: string | null;
  /** Asks the server nothing while this is true. */
  isPaused: boolean;
};

/** The address that the post will have: typed, its own, or derived from the title with a number where it is taken. */
export function usePostAddress({ blogId, fields, liveSlug, isPaused }: Options) {
  const derived = useDerivedSlug(liveSlug === null ? fields.title : '');
  const chosen = fields.slug ?? liveSlug ?? derived;
  const availability = useSlugAvailability(chosen === liveSlug ? '' : chosen, { blogId, isPaused });
  const slug = (fields.slug === null && availability?.suggestion) || chosen;
  return { liveSlug, derived, availability, slug };
}

/** What the server will most likely make of a title; it may add a number when another post has that address. */
function useDerivedSlug(title: string): string {
  const [slug, setSlug] = useState('');
  useEffect(() => {
    let isCurrent = true;
    const derive = async () => {
      const { default: slugify } = await import('@sindresorhus/slugify');
      const candidate = slugify(title, { decamelize: false })
        .slice(0, SLUG_MAX_LENGTH)
        .replace(/(?<!-)-+$/, '');
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
