import { useEffect, useState } from 'react';
import type { SlugAvailabilityJson } from '#api/features/blogs/blogs.contract.ts';
import { api } from '#src/lib/api-client.ts';

/** Debounced: one request for a burst of typing. */
const DEBOUNCE_MS = 350;

type Options = {
  blogId: number | null;
  /** While someone else is signed in: a request would be sent in their name. */
  isPaused: boolean;
};

/** Whether a post may have an address; null while it is not known. It advises only: publishing checks it again. */
export function useSlugAvailability(slug: string, { blogId, isPaused }: Options): SlugAvailabilityJson | null {
  const [checked, setChecked] = useState<{ slug: string; availability: SlugAvailabilityJson } | null>(null);
  useEffect(() => {
    if (!slug || isPaused) return;
    const request = new AbortController();
    const timer = setTimeout(() => {
      const query = { slug, blogId: blogId ?? undefined };
      api.get('/api/blogs/slug-availability', { query, signal: request.signal }).then(
        (availability) => setChecked({ slug, availability }),
        () => undefined,
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [slug, blogId, isPaused]);
  return checked?.slug === slug ? checked.availability : null;
}
