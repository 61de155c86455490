import type { SlugAvailabilityJson } from '#api/features/blogs/blogs.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { useDebounced } from '#src/lib/use-debounced.ts';
import { useQuery } from '#src/lib/use-query.ts';

const DEBOUNCE_MS = 350;

type Options = {
  blogId: number | null;
  /** While someone else is signed in: a request would be sent in their name. */
  isPaused: boolean;
};

/** Whether a post may have an address; null while it is not known. It advises only: publishing checks it again. */
export function useSlugAvailability(slug: string, { blogId, isPaused }: Options): SlugAvailabilityJson | null {
  const isSettled = useDebounced(slug, DEBOUNCE_MS) === slug;
  const key = slug && isSettled && !isPaused ? `availability ${slug} ${blogId}` : null;
  const { value } = useQuery(key, (signal) =>
    api.get('/api/blogs/slug-availability', { query: { slug, blogId: blogId ?? undefined }, signal }),
  );
  return value;
}
