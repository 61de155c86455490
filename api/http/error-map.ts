import { formatAlternatives } from '#api/domain/lists.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { z } from 'zod';

type RawIssue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0];

const TYPE_NAMES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Sentences for issues of fields without a message of their own, so that no text of zod is ever shown. */
function formatIssue(issue: RawIssue): string {
  const name = `‘${(issue.path ?? []).map(String).join('.')}’`;
  if (issue.code === 'invalid_type') {
    if (issue.expected === 'object' && !issue.path?.length) return 'Send a JSON object.';
    if (issue.input === undefined) return `Enter a value for ${name}.`;
    return `${name} must be ${TYPE_NAMES[issue.expected] ?? 'of another type'}.`;
  }
  if (issue.code === 'too_small') return `${name} must ${formatBound(issue.origin, issue.minimum, 'more')}.`;
  if (issue.code === 'too_big') return `${name} must ${formatBound(issue.origin, issue.maximum, 'less')}.`;
  if (issue.code === 'invalid_value') return `${name} must be ${formatAlternatives(issue.values.map(String))}.`;
  if (issue.code === 'invalid_format') return `${name} isn’t in the right format.`;
  if (issue.code === 'not_multiple_of') return `${name} must be a whole number.`;
  if (issue.code === 'unrecognized_keys') return `Unknown field: ${issue.keys.join(', ')}.`;
  return 'Check what you entered and try again.';
}

function formatBound(origin: string, bound: number | bigint, direction: 'more' | 'less'): string {
  const count = formatNumber(bound);
  if (origin !== 'string' && origin !== 'array') return `be ${count} or ${direction}`;
  const items = origin === 'string' ? 'characters' : 'items';
  return direction === 'more' ? `have at least ${count} ${items}` : `have ${count} ${items} or fewer`;
}

/** Makes these sentences the ones of every schema of this process that states none. */
export const applyErrorMap = () => z.config({ customError: formatIssue });
