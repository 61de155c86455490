import type { BlogDraftFields } from '#api/features/blogs/blogs.contract.ts';
import { useDerivedSlug } from './use-derived-slug.ts';
import { useSlugAvailability } from './use-slug-availability.ts';

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
