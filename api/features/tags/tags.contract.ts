import { z } from 'zod';
import { TAG_NAME_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { idField } from '#api/http/fields.ts';
import { createSlugField } from '#api/http/slug-fields.ts';
import { singleLineField } from '#api/http/text-fields.ts';

/** Creates or changes a tag. Without `slug` a new one gets one from its name, and an existing one keeps its own. */
export const tagRequest = z.strictObject({
  name: singleLineField({ one: 'a name', the: 'the name' }, { min: 1, max: TAG_NAME_MAX_LENGTH }),
  slug: createSlugField('tag').optional(),
});
export type TagRequest = z.output<typeof tagRequest>;

/** `into_id` is the tag that stays. */
export const mergeTagRequest = z.strictObject({ into_id: idField('Choose the tag to keep.') });

/** `blog_count` is of all posts that are not in the trash, `public_count` of those that readers see: without one it has no page. */
export const tagResponse = z.object({
  id: z.number().int(),
  name: z.string(),
  slug: z.string(),
  blog_count: z.number().int(),
  public_count: z.number().int(),
});
export const tagsResponse = z.array(tagResponse);
export type TagJson = z.infer<typeof tagResponse>;
