import { z } from 'zod';
import { lineOfText, multilineText } from '#api/http/text-fields.ts';

export const categoryInput = z.strictObject({
  name: lineOfText('The name', { min: 1, max: 80 }),
  description: multilineText('The description', { max: 500 }).nullish(),
});

export type CategoryInput = z.input<typeof categoryInput>;

export const category = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string().nullable(),
  slug: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});

/** As the manager has it: `blog_count` is of all posts that are not in the trash, drafts too. */
export const managedCategories = z.array(category.extend({ blog_count: z.number().int() }));

export const categoriesWithCounts = z.array(
  z.object({
    id: z.number().int(),
    name: z.string(),
    description: z.string().nullable(),
    slug: z.string(),
    blog_count: z.number().int(),
  }),
);

export type CategoryJson = z.infer<typeof category>;
export type CategoryWithCountJson = z.infer<typeof categoriesWithCounts>[number];
export type ManagedCategoryJson = z.infer<typeof managedCategories>[number];
