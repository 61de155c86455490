import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { updateProgramRequest } from '#api/features/account/account.contract.ts';
import { startSignInRequest, verifyCodeRequest, verifyLinkRequest } from '#api/features/auth/auth.contract.ts';
import { blogRequest, bulkBlogsRequest } from '#api/features/blogs/blogs.contract.ts';
import { documentRequest, reorderDocumentsRequest } from '#api/features/documents/documents.contract.ts';
import { searchQuery } from '#api/features/search/search.contract.ts';
import { updateUploadRequest } from '#api/features/uploads/uploads.contract.ts';
import { blacklistUserRequest } from '#api/features/users/users.contract.ts';
import { bulkEntriesRequest } from '#api/features/waiting-list/decisions/decisions.contract.ts';
import { joinWaitingListRequest, listEntriesQuery } from '#api/features/waiting-list/waiting-list.contract.ts';
import { toIssues } from '#api/http/validation.ts';
import { createTestSession, createUser } from '../support/app/users.ts';
import { createTestApp, type TestApp } from '../support/app/test-app.ts';

type Schema = { $ref?: string; properties?: Record<string, Schema>; anyOf?: Schema[] };
type Parameter = { name: string; in: string };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Document = { paths: Record<string, Record<string, Operation>>; components?: { schemas?: Record<string, Schema> } };

/** Wrong in every way: missing, of another type, empty, out of range, too long. */
const VALUES = [
  undefined,
  null,
  '',
  [],
  {},
  true,
  -1,
  1.5,
  1e99,
  'x',
  'x'.repeat(3_000),
  '\u0000',
  ['x'],
  [-1],
  [1, 1],
];
const LIBRARY_TEXT = /invalid|expected|received \w|undefined|regex|pattern|too (big|small)|\bNaN\b|[>=]=/i;
/** Sentences of the error map: a field that is answered with one has no sentence of its own. */
const FALLBACK_TEXT =
  /^Enter a value for ‘|^‘.*’ must (have|be (text|a number|a whole number|a list|an object|of another type)\.)|isn’t in the right format|^Check what you entered/;

let test: TestApp;
let document: Document;
let token = '';
beforeAll(async () => {
  test = await createTestApp();
  document = (await (await test.app.request('/api/openapi.json')).json()) as Document;
});
afterAll(() => test.close());

/** What is wrong with a request, one line for each field; the caller is an administrator who has just signed in. */
async function listMessages(method: string, path: string, body?: unknown, isRetry = false): Promise<string[]> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const response = await test.app.request(path, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (response.status === 401 && !isRetry) {
    token = await createTestSession(test, await createUser(test, { role: 'admin' }));
    return listMessages(method, path, body, true);
  }
  if (response.status !== 400) return [];
  const { message, issues = [] } = (await response.json()) as { message: string; issues?: { message: string }[] };
  return [message, ...issues.map((issue) => issue.message)];
}

function listFields(schema: Schema | undefined): string[][] {
  if (schema?.$ref) return listFields(document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? '']);
  return Object.entries(schema?.properties ?? {}).flatMap(([name, property]) => [
    [name],
    ...listFields(property).map((path) => [name, ...path]),
  ]);
}

const createBody = (path: string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

function* createRequests(method: string, pattern: string, { parameters = [], requestBody }: Operation) {
  const path = pattern.replaceAll(/\{\w+\}/g, '1');
  for (const { name, in: place } of parameters) {
    for (const value of ['', 'x', '-1', '1.5', '1e99', 'x'.repeat(300), '\u0000']) {
      const text = encodeURIComponent(value);
      if (place === 'query') yield { method, path: `${path}?${name}=${text}` };
      if (place === 'path' && value)
        yield { method, path: pattern.replace(`{${name}}`, text).replaceAll(/\{\w+\}/g, '1') };
    }
  }
  const fields = listFields(requestBody?.content['application/json']?.schema);
  if (!requestBody) return;
  const bodies = fields.flatMap((field) => VALUES.map((value) => createBody(field, value)));
  // A field that is missing is the same request for all of them.
  const distinct = new Set([null, [], 'x', {}, { no_such_field: 1 }, ...bodies].map((body) => JSON.stringify(body)));
  for (const body of distinct) yield { method, path, body: JSON.parse(body) };
}

const LONG_NAME = 'x'.repeat(101);
it.each([
  [startSignInRequest, 'email', undefined, 'Enter your email address.'],
  [startSignInRequest, 'email', 'aroha', 'Enter an email address like name@example.com.'],
  [startSignInRequest, 'firstName', 1, 'Enter your first name.'],
  [startSignInRequest, 'lastName', LONG_NAME, 'Keep your last name to 100 characters or fewer.'],
  [startSignInRequest, 'firstName', 'a\u0000', 'Remove special characters from your first name and try again.'],
  [startSignInRequest, 'formToken', 1, 'This form has expired. Reload the page and try again.'],
  [verifyCodeRequest, 'code', undefined, 'Enter the code from the email.'],
  [verifyCodeRequest, 'code', '12', 'Enter all 6 digits of the code.'],
  [verifyLinkRequest, 'token', '', 'This link is incomplete. Open it from the email again.'],
  [updateProgramRequest, 'taxmate', 'Gamma', 'Choose Alpha, Beta or Normal.'],
  [joinWaitingListRequest, 'productId', 99, 'This product doesn’t have a waiting list.'],
  [joinWaitingListRequest, 'intent', 'x'.repeat(1_001), 'Keep your answer to 1,000 characters or fewer.'],
  [bulkEntriesRequest, 'ids', [], 'Please select entries to perform this action'],
  [bulkEntriesRequest, 'ids', undefined, 'Please select entries to perform this action'],
  [bulkEntriesRequest, 'ids', Array(501).fill(1), 'Select up to 500 entries at a time.'],
  [bulkEntriesRequest, 'ids', ['x'], '‘ids’ must be a list of entry ids.'],
  [listEntriesQuery, 'status', 'x', '‘status’ must be pending, invited or rejected.'],
  [listEntriesQuery, 'limit', '101', '‘limit’ must be a whole number from 1 to 100.'],
  [listEntriesQuery, 'productId', '0', '‘productId’ must be a positive whole number.'],
  [blogRequest, 'title', undefined, 'Enter a title.'],
  [blogRequest, 'title', 1, 'Enter a title.'],
  [blogRequest, 'title', '', 'Enter a title.'],
  [blogRequest, 'title', 'x'.repeat(201), 'Keep the title to 200 characters or fewer.'],
  [blogRequest, 'title', 'a\nb', 'Keep the title on one line.'],
  [blogRequest, 'content', undefined, 'Add the content. It can be empty.'],
  [blogRequest, 'categoryIds', 'x', 'Choose categories from the list.'],
  [blogRequest, 'categoryIds', Array(21).fill(1), 'Choose up to 20 categories.'],
  [blogRequest, 'tagIds', 'x', 'Choose tags from the list, or add new ones.'],
  [blogRequest, 'tagIds', Array(31).fill(1), 'Choose up to 30 tags.'],
  [blogRequest, 'authorIds', 'x', 'Choose authors from the list.'],
  [blogRequest, 'authorIds', Array(11).fill(1), 'Choose up to 10 authors.'],
  [blogRequest, 'status', 'live', 'Choose Draft, Published or Archived.'],
  [blogRequest, 'slug', 'A b', 'Use only lower-case letters, numbers and single hyphens in the address.'],
  [blogRequest, 'published_at', 'soon', 'Enter a valid publish date and time.'],
  [blogRequest, 'author_name', LONG_NAME, 'Keep the author’s name to 100 characters or fewer.'],
  [blogRequest, 'coverId', -1, 'Choose a cover image from Media.'],
  [blogRequest, 'canonical_url', 'x', 'Enter a full address, such as https://example.com/post.'],
  [blogRequest, 'socialImageId', -1, 'Choose a sharing image from Media.'],
  [blogRequest, 'revision', 0, 'This page is out of date. Reload it and try again.'],
  [blogRequest, 'subtitle', 'x', 'Unknown field: subtitle.'],
  [bulkBlogsRequest.options[0], 'ids', [], 'Select at least one post.'],
  [bulkBlogsRequest, 'action', 'x', 'Choose what to do with the posts.'],
  [documentRequest, 'section_id', 'x', 'Choose a section.'],
  [documentRequest, 'status', 'archived', 'Choose Draft or Published.'],
  [reorderDocumentsRequest, 'ids', [1, 1], 'List each of the documents only once.'],
  [reorderDocumentsRequest, 'ids', undefined, 'List all the documents in their new order.'],
  [updateUploadRequest, 'alt', 1, 'Enter alt text.'],
  [searchQuery, 'q', '', 'Enter a word to search for.'],
  [searchQuery, 'type', 'x', '‘type’ must be blog, document, publication or page.'],
  [blacklistUserRequest, 'reason', undefined, 'Please provide a reason for blacklisting'],
] satisfies [z.ZodType, string, unknown, string][])(
  'a wrong field has its own sentence: %#',
  (schema, field, value, message) => {
    const { error } = schema.safeParse({ [field]: value });
    expect(toIssues(error?.issues ?? []).find(({ path }) => path.split('.')[0] === field)?.message).toBe(message);
  },
);

it('no field of any route answers with a text of the schema library', async () => {
  const found = new Set<string>();
  let count = 0;
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      for (const request of createRequests(method.toUpperCase(), path, operation)) {
        const messages = await listMessages(request.method, request.path, 'body' in request ? request.body : undefined);
        count += messages.length;
        for (const message of messages)
          if (LIBRARY_TEXT.test(message) || FALLBACK_TEXT.test(message))
            found.add(`${request.method} ${path}: ${message}`);
      }
    }
  }
  expect([...found]).toEqual([]);
  expect(count).toBeGreaterThan(3_000);
});
