import type { BlogDraftFields } from '#api/features/blogs/blogs.contract.ts';
import { useDerivedSlug } from './use-derived-slug.ts';
import { useSlugAvailability } from './use-slug-availability.ts';

export type PostAddress = ReturnType<typeof usePostAddress>;

/** The address that the post will have: typed, its own, or derived from the title with a number where it is taken. */
export function usePostAddress(id: number | null, fields: BlogDraftFields, liveSlug: string | null) {
  const derived = useDerivedSlug(liveSlug === null ? fields.title : '');
  const chosen = fields.slug ?? liveSlug ?? derived;
  const availability = useSlugAvailability(chosen === liveSlug ? '' : chosen, id);
  const slug = (fields.slug === null && availability?.suggestion) || chosen;
  return { liveSlug, derived, availability, slug };
}
