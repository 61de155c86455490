import { z } from 'zod';
import { SEARCH_QUERY_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { singleLineField } from '#api/http/text-fields.ts';

export const searchQuery = z.object({
  q: singleLineField('The search', { min: 1, max: SEARCH_QUERY_MAX_LENGTH }),
  type: z.enum(['blog', 'document'], { error: "type is either 'blog' or 'document'." }).optional(),
});

const searchResultSchema = z.object({
  type: z.enum(['blog', 'document']),
  id: z.number().int(),
  title: z.string(),
  url: z.string(),
  snippet: z.string(),
});

export const searchResponse = z.object({ results: z.array(searchResultSchema) });

export type SearchResultJson = z.infer<typeof searchResultSchema>;
export type SearchResultsJson = z.infer<typeof searchResponse>;
