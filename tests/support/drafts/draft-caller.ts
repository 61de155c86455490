import type { UserRole } from '#api/domain/permissions.ts';
import type { BlogDraftFields } from '#api/features/blogs/blogs.contract.ts';
import { createUser, createTestSession } from '../app/users.ts';
import type { TestApp } from '../app/test-app.ts';

export const createDraftFields = (changes: Partial<BlogDraftFields> = {}): BlogDraftFields => ({
  title: 'Tea before sunrise',
  slug: null,
  description: null,
  category_ids: [],
  status: 'draft',
  published_at: null,
  author_name: '',
  cover_id: null,
  ...changes,
});

export type DraftCaller = Awaited<ReturnType<typeof createDraftCaller>>;

/** Calls the API as a new admin, or with another role. Returns status and body. */
export async function createDraftCaller(
  test: TestApp,
  values: { firstName?: string; lastName?: string; role?: UserRole } = {},
) {
  const user = await createUser(test, { role: 'admin', ...values });
  const token = await createTestSession(test, user);
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the response that it expects
  const call = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: any }> => {
    const response = await test.app.request(path, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  };
  return { user, token, call };
}

/** The draft calls of one editor tab. */
export function openDraftTab({ call }: DraftCaller, clientId: string) {
  return {
    clientId,
    create: (content: string, changes: Partial<BlogDraftFields> = {}) =>
      call('POST', '/api/blogs/drafts', { fields: createDraftFields(changes), content, client_id: clientId }),
    save: (
      id: number,
      { version, base_revision }: { version: number; base_revision: number },
      content: string,
      changes: Partial<BlogDraftFields> = {},
    ) =>
      call('PUT', `/api/blogs/${id}/draft`, {
        fields: createDraftFields(changes),
        content,
        client_id: clientId,
        version,
        base_revision,
      }),
    publish: (id: number, version: number) => call('POST', `/api/blogs/${id}/publish`, { version }),
    load: (id: number) => call('GET', `/api/blogs/${id}/draft`),
    revisions: async (id: number) => (await call('GET', `/api/blogs/${id}/revisions`)).body.revisions,
    revision: async (id: number, number: number, until?: number) =>
      (await call('GET', `/api/blogs/${id}/revisions/${number}${until === undefined ? '' : `?until=${until}`}`)).body,
    restore: (id: number, number: number, version: number) =>
      call('POST', `/api/blogs/${id}/revisions/${number}/restore`, { version, client_id: clientId }),
  };
}
