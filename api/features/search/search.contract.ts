import { z } from 'zod';
import { SEARCH_QUERY_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { choiceField } from '#api/http/fields.ts';
import { searchLabel, singleLineField } from '#api/http/text-fields.ts';

const searchTypes = ['blog', 'document', 'publication', 'page'] as const;

export const searchQuery = z.object({
  q: singleLineField(searchLabel, { min: 1, max: SEARCH_QUERY_MAX_LENGTH }),
  type: choiceField('type', searchTypes).optional(),
});

const searchResultSchema = z.object({
  type: z.enum(searchTypes),
  /** A page has its address alone. */
  id: z.number().int().nullable(),
  title: z.string(),
  url: z.string(),
  snippet: z.string(),
});

export const searchResponse = z.object({
  results: z.array(searchResultSchema),
  /** Words that were searched for in place of those that no text has. */
  used: z.array(z.string()).optional(),
});

export type SearchResultJson = z.infer<typeof searchResultSchema>;
export type SearchResultsJson = z.infer<typeof searchResponse>;
