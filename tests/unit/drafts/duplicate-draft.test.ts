import { expect, test, vi } from 'vitest';
import { duplicateDraft } from '#src/features/drafts/duplicate-draft.ts';

type Fields = { title: string; slug: string | null; status: string };

function createDraftApi(title: string, draft: { title: string; content: string } | null) {
  const shared = { version: 1, base_revision: 1, updated_at: '', user: null };
  const fields: Fields = { title, slug: 'winter', status: 'published' };
  return {
    load: async () => ({
      live_draft: { ...shared, fields, content: '<p>live</p>' },
      draft: draft && { ...shared, fields: { ...fields, title: draft.title }, content: draft.content },
    }),
    create: vi.fn(async (input: { fields: Fields; content: string; client_id: string }) => ({
      id: 7,
      draft: { ...shared, fields: input.fields, content: input.content },
    })),
  };
}

const CHANGES = { slug: null, status: 'draft' };

test('a copy has what is being written, not what is live, and is an unpublished draft without the address', async () => {
  const api = createDraftApi('Winter', { title: 'Winter, again', content: '<p>draft</p>' });
  expect(await duplicateDraft<Fields>(api, 3, CHANGES)).toBe(7);
  expect(api.create).toHaveBeenCalledExactlyOnceWith({
    fields: { title: 'Copy of Winter, again', slug: null, status: 'draft' },
    content: '<p>draft</p>',
    client_id: expect.any(String),
  });
});

test('without a draft it is copied as it is live; a long title is cut, a missing one is named', async () => {
  const long = createDraftApi('x'.repeat(200), null);
  await duplicateDraft<Fields>(long, 3, CHANGES);
  const [copy] = long.create.mock.calls[0] ?? [];
  expect(copy).toMatchObject({ content: '<p>live</p>', fields: { title: `Copy of ${'x'.repeat(192)}` } });
  const untitled = createDraftApi('', null);
  await duplicateDraft<Fields>(untitled, 3, CHANGES);
  expect(untitled.create.mock.calls[0]?.[0].fields.title).toBe('Copy of an untitled draft');
});
