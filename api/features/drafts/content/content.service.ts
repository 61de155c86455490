import { formatNumber } from '#api/domain/numbers.ts';
import type { HtmlProcessor } from '#api/adapters/html/html-processor.ts';
import type { PreparedContent } from '#api/adapters/html/html-tasks.ts';
import { invalidFieldError } from '#api/http/errors.ts';
import { CONTENT_MAX_HEADINGS, CONTENT_MAX_LENGTH, CONTENT_MAX_TAGS } from '#api/domain/field-limits.ts';

/**
 * Content as it is stored, measured after sanitising: drafts, posts and documents have the same limits.
 * @throws validation_failed when it is too long or has too many tags or headings; by tags before it is sanitised.
 */
export async function prepareContent(processor: HtmlProcessor, html: string): Promise<PreparedContent> {
  requireFewTags(html);
  const prepared = await processor.run('prepareContent', html, CONTENT_MAX_LENGTH);
  if ('tooLong' in prepared) throw tooMuch(CONTENT_MAX_LENGTH, 'characters, tags included');
  const { content } = prepared;
  requireFewTags(content);
  requireAtMost(countStarts(content, /<h[1-6]/g), CONTENT_MAX_HEADINGS, 'headings');
  return prepared;
}

/** Sanitising takes time by the tag; counting takes a few milliseconds. */
export function requireFewTags(html: string): void {
  requireAtMost(countStarts(html, /<[a-z/]/gi), CONTENT_MAX_TAGS, 'opening and closing tags');
}

function requireAtMost(count: number, max: number, what: string): void {
  if (count > max) throw tooMuch(max, what);
}

const tooMuch = (max: number, what: string) =>
  invalidFieldError('content', `The content may have at most ${formatNumber(max)} ${what}.`);

function countStarts(html: string, pattern: RegExp): number {
  let count = 0;
  while (pattern.test(html)) count += 1;
  return count;
}
