import { z } from 'zod';
import { createSlugField } from '#api/http/slug-fields.ts';
import { singleLineField, multilineField } from '#api/http/text-fields.ts';

/** Creates or changes a category. Without `slug` a new one gets one from its name, and an existing one keeps its own. */
export const categoryRequest = z.strictObject({
  name: singleLineField({ one: 'a name', the: 'the name' }, { min: 1, max: 80 }),
  description: multilineField({ one: 'a description', the: 'the description' }, { max: 500 }).nullish(),
  slug: createSlugField('category').optional(),
});

export type CategoryRequest = z.output<typeof categoryRequest>;

export const categoryResponse = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string().nullable(),
  slug: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});

/** As the manager has it: `blog_count` is of all posts that are not in the trash, drafts too. */
export const managedCategoriesResponse = z.array(categoryResponse.extend({ blog_count: z.number().int() }));

export const categoriesWithCountsResponse = z.array(
  z.object({
    id: z.number().int(),
    name: z.string(),
    description: z.string().nullable(),
    slug: z.string(),
    blog_count: z.number().int(),
  }),
);

export type CategoryJson = z.infer<typeof categoryResponse>;
export type CategoryWithCountJson = z.infer<typeof categoriesWithCountsResponse>[number];
export type ManagedCategoryJson = z.infer<typeof managedCategoriesResponse>[number];
