import { z } from 'zod';
import { SEARCH_QUERY_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { searchLabel, singleLineField } from '#api/http/text-fields.ts';

export const linkTargetsQuery = z.object({ q: singleLineField(searchLabel, { max: SEARCH_QUERY_MAX_LENGTH }) });

/** Longer than every address of the site; the rest of a link says where on the page. */
const PATH_MAX = 2_000;

const linkTarget = z.object({
  kind: z.enum(['page', 'category', 'blog', 'document', 'publication']),
  /** Its address, where a page has no title of its own. */
  title: z.string(),
  path: z.string(),
});

export const linkTargetsResponse = z.object({ targets: z.array(linkTarget) });

export const linkTargetQuery = z.object({
  path: singleLineField({ one: 'a path', the: 'the path' }, { min: 1, max: PATH_MAX }),
});

export const linkTargetResponse = z.object({
  /** Null where nothing is known of the path. */
  target: linkTarget
    .extend({
      /** False for a draft, and for what is not published at the moment. */
      is_public: z.boolean(),
    })
    .nullable(),
});
export type LinkTargetJson = z.infer<typeof linkTargetResponse>;
export type LinkTargetsJson = z.infer<typeof linkTargetsResponse>;
