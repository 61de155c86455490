import { z } from 'zod';
import { lineOfText } from '#api/http/text-fields.ts';

export const QUERY_MAX_LENGTH = 200;

export const searchQuery = z.object({
  q: lineOfText('The search', { min: 1, max: QUERY_MAX_LENGTH }),
  type: z.enum(['blog', 'document'], { error: "type is either 'blog' or 'document'." }).optional(),
});

const searchResult = z.object({
  type: z.enum(['blog', 'document']),
  id: z.number().int(),
  title: z.string(),
  url: z.string(),
  snippet: z.string(),
});

export const searchResults = z.object({ results: z.array(searchResult) });

export type SearchResultJson = z.infer<typeof searchResult>;
export type SearchResultsJson = z.infer<typeof searchResults>;
