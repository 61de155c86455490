import { z } from 'zod';
import { AUTHOR_BIO_MAX_LENGTH, AUTHOR_LINKS_MAX, AUTHOR_NAME_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { isEmailLike } from '#api/domain/author-name.ts';
import { idField } from '#api/http/fields.ts';
import { userRefSchema } from '#db/queries/user-refs.ts';
import { createSlugField } from '#api/http/slug-fields.ts';
import { publicTextField, singleLineField } from '#api/http/text-fields.ts';

const LINKS_MESSAGE = 'Enter full addresses, such as https://example.com, one a line.';
const linkField = z
  .string({ error: LINKS_MESSAGE })
  .max(500, 'Keep each link to 500 characters or fewer.')
  .refine((value) => ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? ''), LINKS_MESSAGE);

/** Creates or changes an author. Without `slug` a new one gets one from the name, and an existing one keeps its own. */
export const authorRequest = z.strictObject({
  name: singleLineField({ one: 'a name', the: 'the name' }, { min: 1, max: AUTHOR_NAME_MAX_LENGTH }).refine(
    (name) => !isEmailLike(name),
    'Enter the author’s name, not an email address.',
  ),
  slug: createSlugField('author').optional(),
  bio: publicTextField(
    { one: 'some words', the: 'the words about the author' },
    { max: AUTHOR_BIO_MAX_LENGTH },
  ).default(''),
  links: z
    .array(linkField, { error: LINKS_MESSAGE })
    .max(AUTHOR_LINKS_MAX, `Add up to ${AUTHOR_LINKS_MAX} links.`)
    .default([]),
  image_id: idField('Choose an image from Media.').nullish(),
  /** The account of this person. */
  user_id: idField('Choose an account from the list.').nullish(),
});
export type AuthorRequest = z.output<typeof authorRequest>;

/** `blog_count` is of all posts that are not in the trash, `public_count` of those that readers see: without one there is no page. */
export const authorResponse = z.object({
  id: z.number().int(),
  name: z.string(),
  slug: z.string(),
  bio: z.string(),
  links: z.array(z.string()),
  image_id: z.number().int().nullable(),
  image_url: z.string().nullable(),
  /** The account of this person, if there is one. */
  user_id: z.number().int().nullable(),
  blog_count: z.number().int(),
  public_count: z.number().int(),
});
/** The accounts that may write posts, by name. */
export const authorAccountsResponse = z.array(userRefSchema.unwrap());
export const authorsResponse = z.array(authorResponse);
export type AuthorJson = z.infer<typeof authorResponse>;
