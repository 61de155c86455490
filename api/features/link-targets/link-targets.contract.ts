import { z } from 'zod';
import { SEARCH_QUERY_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { searchLabel, singleLineField } from '#api/http/text-fields.ts';

export const linkTargetsQuery = z.object({ q: singleLineField(searchLabel, { max: SEARCH_QUERY_MAX_LENGTH }) });

export const linkTargetsResponse = z.object({
  targets: z.array(
    z.object({
      kind: z.enum(['page', 'category', 'blog', 'document', 'publication']),
      /** Its address, where a page has no title of its own. */
      title: z.string(),
      path: z.string(),
    }),
  ),
});
export type LinkTargetsJson = z.infer<typeof linkTargetsResponse>;
