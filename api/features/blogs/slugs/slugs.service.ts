import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { findAvailableSlug } from '#db/queries/slugs.ts';
import { formatSlugTaken } from '#api/http/slug-fields.ts';
import {
  type SlugAvailabilityJson,
  type SlugAvailabilityQuery,
  slugField,
} from '#api/features/blogs/blogs.contract.ts';

/** Whether a post may have this address, for the field in which it is typed. */
export async function checkSlugAvailability(
  { db }: { db: Database },
  { slug, blogId }: SlugAvailabilityQuery,
): Promise<SlugAvailabilityJson> {
  const parsed = slugField.safeParse(slug);
  if (!parsed.success) {
    return { is_available: false, message: parsed.error.issues[0]?.message ?? null, suggestion: null };
  }
  const suggestion = await findAvailableSlug(db, 'post', slug, blogId);
  const isAvailable = suggestion === slug;
  return {
    is_available: isAvailable,
    message: isAvailable ? null : formatSlugTaken('post'),
    suggestion: isAvailable ? null : suggestion,
  };
}

/** The id of the post whose present slug this is, for a statement of the same batch. */
export const blogIdBySlug = (slug: string) => sql`(SELECT id FROM blogs WHERE slug = ${slug})`;
