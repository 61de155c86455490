import type { z } from 'zod';
import { applyErrorMap } from './error-map.ts';
import { AppError, type Issue } from './errors.ts';

applyErrorMap();

/** Parses input by its contract. @throws validation_failed naming every wrong field; the message is the first. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw validationError(toIssues(parsed.error.issues));
}

type RawIssue = { path?: readonly unknown[] | undefined; message: string; code?: string; keys?: readonly string[] };

export function toIssues(issues: readonly RawIssue[]): Issue[] {
  return issues.map(({ path = [], message, code, keys }) => {
    const names = path.map(segmentName);
    if (code !== 'unrecognized_keys' || !keys?.length) return { path: names.join('.'), message };
    return { path: [...names, keys[0]].join('.'), message };
  });
}

export function validationError(issues: Issue[]): AppError {
  const message = issues[0]?.message ?? 'Check what you entered and try again.';
  return new AppError('validation_failed', message, { issues });
}

function segmentName(segment: unknown): string {
  return typeof segment === 'object' && segment !== null && 'key' in segment ? String(segment.key) : String(segment);
}
