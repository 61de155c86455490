import type { AuditAction } from '#api/domain/enums.ts';
import type { ApiCaller } from '../../support/app/api-caller.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import { createDraftFields } from '../../support/drafts/draft-caller.ts';
import { createFlatPng, sendFile, toFormData } from '../../support/uploads/sample-files.ts';

export type AuditSite<App extends TestApp = TestApp> = { test: App; admin: ApiCaller };
type Values = Record<string, unknown>;

export type AuditedRoute<App extends TestApp = TestApp> = {
  action: AuditAction;
  /** Makes what the call needs. The path is that of the route unless it has an id. */
  prepare?: (site: AuditSite<App>) => Promise<{ path?: string; body?: unknown }>;
  body?: unknown;
  /** Changes something at Stripe, and nothing here. */
  isAtStripe?: boolean;
  /** What the sync records besides: what came of it at Stripe. */
  outcome?: AuditAction;
  /** Fields that the row names with their values before and after the call. */
  before?: Values;
  after?: Values;
};

/** Calls that change nothing that anyone else sees, or only make a link. */
export const UNAUDITED_ROUTES: Record<string, string> = {
  'POST /api/uploads/link-preview': 'reads a page; an image that it stores is audited as an upload',
  'PUT /api/blogs/:id/draft': 'autosave: every version is in the revisions, with its author',
  'PUT /api/documents/:id/draft': 'autosave: every version is in the revisions, with its author',
  'DELETE /api/blogs/:id/draft': 'nobody but editors saw the draft, and its text stays in the revisions',
  'DELETE /api/documents/:id/draft': 'nobody but editors saw the draft, and its text stays in the revisions',
  'POST /api/blogs/:id/revisions/:number/restore': 'saves the draft, as an autosave does',
  'POST /api/documents/:id/revisions/:number/restore': 'saves the draft, as an autosave does',
  'POST /api/blogs/:id/editors': 'presence, which ends after 45 s',
  'POST /api/documents/:id/editors': 'presence, which ends after 45 s',
  'PUT /api/admin/settings/:id/draft': 'autosave: every version is in the revisions, with its author',
  'DELETE /api/admin/settings/:id/draft': 'nobody but admins saw the draft, and what it held stays in the revisions',
  'POST /api/admin/settings/:id/revisions/:number/restore': 'saves the draft, as an autosave does',
  'POST /api/admin/settings/:id/editors': 'presence, which ends after 45 s',
  'PUT /api/admin/navigation/:id/draft': 'autosave: every version is in the revisions, with its author',
  'DELETE /api/admin/navigation/:id/draft': 'nobody but admins saw the draft, and what it held stays in the revisions',
  'POST /api/admin/navigation/:id/revisions/:number/restore': 'saves the draft, as an autosave does',
  'POST /api/admin/navigation/:id/editors': 'presence, which ends after 45 s',
  'PUT /api/admin/products/order': 'saves drafts, as autosaves do',
  'POST /api/admin/products/:id/archive': 'saves a draft, as an autosave does',
  'PUT /api/admin/products/:id/draft': 'autosave: every version is in the revisions, with its author',
  'DELETE /api/admin/products/:id/draft': 'nobody but admins saw the draft, and what it held stays in the revisions',
  'POST /api/admin/products/:id/revisions/:number/restore': 'saves the draft, as an autosave does',
  'POST /api/admin/products/:id/editors': 'presence, which ends after 45 s',
  'POST /api/admin/plans/publish-money': 'reads only: says what a publish would do',
  'PUT /api/admin/plans/order': 'saves drafts, as autosaves do',
  'POST /api/admin/plans/:id/archive': 'saves a draft, as an autosave does',
  'PUT /api/admin/plans/:id/draft': 'autosave: every version is in the revisions, with its author',
  'DELETE /api/admin/plans/:id/draft': 'nobody but admins saw the draft, and what it held stays in the revisions',
  'POST /api/admin/plans/:id/revisions/:number/restore': 'saves the draft, as an autosave does',
  'POST /api/admin/plans/:id/editors': 'presence, which ends after 45 s',
  'PUT /api/admin/pages/:id/draft': 'autosave: every version is in the revisions, with its author',
  'DELETE /api/admin/pages/:id/draft': 'nobody but admins saw the draft, and what it held stays in the revisions',
  'POST /api/admin/pages/:id/revisions/:number/restore': 'saves the draft, as an autosave does',
  'POST /api/admin/pages/:id/editors': 'presence, which ends after 45 s',
  'POST /api/admin/pages/:id/preview': 'writes nothing: renders what is sent',
  'POST /api/admin/imports': 'nothing of it is on the site before it is started',
  'POST /api/admin/imports/:id/files': 'nothing of it is on the site before it is started',
  'POST /api/admin/imports/:id/check': 'only reads the files',
  'DELETE /api/admin/imports/:id': 'nothing of it was on the site',
  'PUT /api/admin/first-run': 'autosave of answers that nobody sees before they are published',
  'POST /api/admin/first-run/test-email': 'changes nothing: sends the caller an email',
  'POST /api/admin/first-run/preview': 'writes nothing: renders what is sent',
  'POST /api/blogs/:id/check': 'reads only',
  'POST /api/documents/:id/check': 'reads only',
  'POST /api/documents/preview': 'writes nothing: renders what is sent',
  'POST /api/blogs/:id/publish-plan': 'reads only: a dry run',
  'POST /api/admin/redirects/import/check': 'reads only: a dry run',
  'POST /api/admin/site-changes/preview-link': 'writes nothing: signs an address',
  'POST /api/blogs/:id/preview-link': 'writes nothing: signs an address',
  'POST /api/admin/billing/stripe-check': 'reads only, at Stripe',
  'POST /api/admin/system/backups': 'changes nothing but the backups',
  'POST /api/releases/:id/link': 'writes nothing: signs an address',
  'POST /api/admin/openshelf/reviews/:id/claim': 'a reservation between reviewers, which ends by itself',
  'DELETE /api/admin/openshelf/reviews/:id/claim': 'a reservation between reviewers, which ends by itself',
  'POST /api/admin/openshelf/publications/:id/text': 'stores what anyone can fetch from the address of the author',
};

async function create({ admin }: AuditSite, path: string, body: unknown): Promise<number> {
  const response = await admin.call('POST', path, body);
  if (response.status !== 201) throw new Error(`POST ${path}: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body.id;
}
export const createPost = (site: AuditSite) => create(site, '/api/blogs', createBlogRequest({ title: 'Tea' }));
const createCategory = (site: AuditSite) => create(site, '/api/categories', { name: 'Tea' });
export const createAuthor = (site: AuditSite) => create(site, '/api/authors', { name: 'Tom' });
export const createTag = (site: AuditSite) => create(site, '/api/tags', { name: 'Tea' });
const createTwoTags = async (site: AuditSite) => {
  await create(site, '/api/tags', { name: 'Coffee' });
  return createTag(site);
};
const createProduct = (site: AuditSite) => create(site, '/api/products', { name: 'TeaMate' });
const createSection = (site: AuditSite) => create(site, '/api/sections', { name: 'Brewing', product_id: 4 });
export const createDocument = (site: AuditSite) =>
  create(site, '/api/documents', { title: 'Steeping', content: '<p>Wait.</p>', section_id: null });

const createTrashedPost = async (site: AuditSite) => {
  const id = await createPost(site);
  await site.admin.call('DELETE', `/api/blogs/${id}`);
  return id;
};
const createPostDraft = async (site: AuditSite) => {
  const body = { fields: createDraftFields({ status: 'published' }), content: '<p>New.</p>', client_id: 'session-1' };
  return (await site.admin.call('POST', '/api/blogs/drafts', body)).body.id as number;
};
const createSubmittedPost = async (site: AuditSite) => {
  const id = await createPostDraft(site);
  await site.admin.call('POST', `/api/blogs/${id}/submit`, { version: 1 });
  return id;
};
const documentDraft = {
  fields: { title: 'Pouring', section_id: null, status: 'published', slug: null },
  content: '<p>Slowly.</p>',
  client_id: 'session-1',
};
const createDocumentDraft = async (site: AuditSite) =>
  (await site.admin.call('POST', '/api/documents/drafts', documentDraft)).body.id as number;

const createUpload = async ({ test, admin }: AuditSite) =>
  (await sendFile(test, admin.token, createFlatPng(8, 8))).body.id as number;

/** The release before the live one. */
const createReleases = async ({ test }: AuditSite) => {
  await test.db.client.batch([
    `INSERT INTO releases (id, kind, note, build_id, pages_changed, pages_total, bytes, created_at)
      VALUES (7, 'publish', '', '', 0, 0, 0, 0), (8, 'publish', '', '', 0, 0, 0, 0)`,
    'INSERT INTO site_state (id, current_release) VALUES (1, 8)',
  ]);
  return 7;
};
const insertFailedPublish = async ({ test }: AuditSite) => {
  const { lastInsertRowid } = await test.db.client.execute(
    "INSERT INTO publish_jobs (kind, reason, status, created_at) VALUES ('rebuild', 'Rebuild', 'failed', 0)",
  );
  return Number(lastInsertRowid);
};

/** A path with the id of what was made before. */
const at = (make: (site: AuditSite) => Promise<number>, toPath: (id: number) => string) => async (site: AuditSite) => ({
  path: toPath(await make(site)),
});

/** Every route that changes something in the back office, with one successful call. Another feature adds its rows here. */
export const auditedRoutes: Record<string, AuditedRoute> = {
  'POST /api/blogs': {
    action: 'blog.created',
    body: createBlogRequest(),
    after: { title: 'Tea before sunrise', status: 'published' },
  },
  'POST /api/blogs/bulk': {
    action: 'blog.changed',
    prepare: async (site) => ({ body: { ids: [await createPost(site)], action: 'archive' } }),
    before: { status: 'published' },
    after: { status: 'archived' },
  },
  'POST /api/blogs/drafts': {
    action: 'blog.created',
    body: { fields: createDraftFields(), content: '', client_id: 'session-1' },
    after: { title: 'Tea before sunrise', status: 'draft' },
  },
  'PUT /api/blogs/:id': {
    action: 'blog.changed',
    prepare: at(createPost, (id) => `/api/blogs/${id}`),
    body: createBlogRequest({ title: 'Coffee', slug: 'tea', status: 'published' }),
    before: { title: 'Tea' },
    after: { title: 'Coffee' },
  },
  'DELETE /api/blogs/:id': {
    action: 'blog.trashed',
    prepare: at(createPost, (id) => `/api/blogs/${id}`),
    before: { status: 'published' },
    after: { status: 'draft' },
  },
  'POST /api/blogs/:id/restore': {
    action: 'blog.restored',
    prepare: at(createTrashedPost, (id) => `/api/blogs/${id}/restore`),
  },
  'DELETE /api/blogs/trash/:id': {
    action: 'blog.deleted',
    prepare: at(createTrashedPost, (id) => `/api/blogs/trash/${id}`),
    before: { title: 'Tea', slug: 'tea' },
  },
  'POST /api/blogs/:id/publish': {
    action: 'blog.changed',
    prepare: at(createPostDraft, (id) => `/api/blogs/${id}/publish`),
    body: { version: 1 },
    before: { status: 'draft', word_count: 0 },
    after: { status: 'published', word_count: 1 },
  },
  'POST /api/blogs/:id/submit': {
    action: 'blog.submitted',
    prepare: at(createPostDraft, (id) => `/api/blogs/${id}/submit`),
    body: { version: 1 },
  },
  'POST /api/blogs/:id/withdraw': {
    action: 'blog.withdrawn',
    prepare: at(createSubmittedPost, (id) => `/api/blogs/${id}/withdraw`),
  },
  'POST /api/blogs/:id/return': {
    action: 'blog.returned',
    prepare: at(createSubmittedPost, (id) => `/api/blogs/${id}/return`),
    body: { note: 'Say which year.' },
  },
  'POST /api/categories': { action: 'category.created', body: { name: 'Tea' }, after: { name: 'Tea', slug: 'tea' } },
  'PUT /api/categories/:id': {
    action: 'category.changed',
    prepare: at(createCategory, (id) => `/api/categories/${id}`),
    body: { name: 'Coffee' },
    before: { name: 'Tea' },
    after: { name: 'Coffee' },
  },
  'DELETE /api/categories/:id': {
    action: 'category.deleted',
    prepare: at(createCategory, (id) => `/api/categories/${id}`),
    before: { name: 'Tea', slug: 'tea', description: null },
  },
  'POST /api/authors': { action: 'author.created', body: { name: 'Tom' }, after: { name: 'Tom', slug: 'tom' } },
  'PUT /api/authors/:id': {
    action: 'author.changed',
    prepare: at(createAuthor, (id) => `/api/authors/${id}`),
    body: { name: 'Thomas' },
    before: { name: 'Tom' },
    after: { name: 'Thomas' },
  },
  'DELETE /api/authors/:id': {
    action: 'author.deleted',
    prepare: at(createAuthor, (id) => `/api/authors/${id}`),
    before: { name: 'Tom', slug: 'tom' },
  },
  'POST /api/tags': { action: 'tag.created', body: { name: 'Tea' }, after: { name: 'Tea', slug: 'tea' } },
  'PUT /api/tags/:id': {
    action: 'tag.changed',
    prepare: at(createTag, (id) => `/api/tags/${id}`),
    body: { name: 'Coffee' },
    before: { name: 'Tea' },
    after: { name: 'Coffee' },
  },
  'POST /api/tags/:id/merge': {
    action: 'tag.merged',
    prepare: at(createTwoTags, (id) => `/api/tags/${id}/merge`),
    body: { into_id: 1 },
    before: { name: 'Tea', slug: 'tea' },
    after: { name: 'Coffee', slug: 'coffee' },
  },
  'DELETE /api/tags/:id': {
    action: 'tag.deleted',
    prepare: at(createTag, (id) => `/api/tags/${id}`),
    before: { name: 'Tea', slug: 'tea' },
  },
  'POST /api/products': { action: 'product.created', body: { name: 'TeaMate' }, after: { name: 'TeaMate' } },
  'PUT /api/products/order': {
    action: 'products.ordered',
    body: { ids: [5, 4, 2, 1] },
    before: { ids: [1, 2, 4, 5] },
    after: { ids: [5, 4, 2, 1] },
  },
  'PUT /api/products/:id': {
    action: 'product.changed',
    prepare: at(createProduct, (id) => `/api/products/${id}`),
    body: { name: 'TeaMate', description: 'Leaves' },
    before: { description: null },
    after: { description: 'Leaves' },
  },
  'DELETE /api/products/:id': {
    action: 'product.deleted',
    prepare: at(createProduct, (id) => `/api/products/${id}`),
    before: { name: 'TeaMate', description: null },
  },
  'POST /api/sections': {
    action: 'section.created',
    body: { name: 'Brewing', product_id: 4 },
    after: { name: 'Brewing', product_id: 4 },
  },
  'PUT /api/sections/order': {
    action: 'sections.ordered',
    prepare: async (site) => {
      const [one, two] = [await createSection(site), await create(site, '/api/sections', { name: 'B', product_id: 4 })];
      return { body: { product_id: 4, ids: [two, one] } };
    },
    before: { ids: [1, 2] },
    after: { ids: [2, 1] },
  },
  'PUT /api/sections/:id': {
    action: 'section.changed',
    prepare: at(createSection, (id) => `/api/sections/${id}`),
    body: { name: 'Brewing', product_id: 5 },
    before: { product_id: 4 },
    after: { product_id: 5 },
  },
  'DELETE /api/sections/:id': {
    action: 'section.deleted',
    prepare: at(createSection, (id) => `/api/sections/${id}`),
    before: { name: 'Brewing', product_id: 4 },
  },
  'POST /api/documents': {
    action: 'document.created',
    body: { title: 'Steeping', content: '', section_id: null },
    after: { title: 'Steeping', section_id: null, status: 'published', slug: 'steeping' },
  },
  'PUT /api/documents/order': {
    action: 'documents.ordered',
    prepare: async (site) => {
      const [one, two] = [await createDocument(site), await createDocument(site)];
      return { body: { section_id: null, ids: [two, one] } };
    },
    before: { ids: [1, 2] },
    after: { ids: [2, 1] },
  },
  'PUT /api/documents/:id': {
    action: 'document.changed',
    prepare: at(createDocument, (id) => `/api/documents/${id}`),
    body: { title: 'Steeping', content: '<p>Wait.</p>', section_id: null, status: 'draft' },
    before: { status: 'published' },
    after: { status: 'draft' },
  },
  'DELETE /api/documents/:id': {
    action: 'document.deleted',
    prepare: at(createDocument, (id) => `/api/documents/${id}`),
    before: { title: 'Steeping', slug: 'steeping', section_id: null, status: 'published' },
  },
  'POST /api/tags/:id/restore': {
    action: 'tag.deletion_undone',
    prepare: async (site) => {
      const id = await createTag(site);
      await site.admin.call('DELETE', `/api/tags/${id}`);
      return { path: `/api/tags/${id}/restore` };
    },
  },
  'POST /api/authors/:id/restore': {
    action: 'author.deletion_undone',
    prepare: async (site) => {
      const id = await createAuthor(site);
      await site.admin.call('DELETE', `/api/authors/${id}`);
      return { path: `/api/authors/${id}/restore` };
    },
  },
  'POST /api/documents/:id/restore': {
    action: 'document.deletion_undone',
    prepare: async (site) => {
      const id = await createDocument(site);
      await site.admin.call('DELETE', `/api/documents/${id}`);
      return { path: `/api/documents/${id}/restore` };
    },
  },
  'POST /api/documents/drafts': {
    action: 'document.created',
    body: documentDraft,
    after: { title: 'Pouring', section_id: null, status: 'draft' },
  },
  'POST /api/documents/:id/publish': {
    action: 'document.changed',
    prepare: at(createDocumentDraft, (id) => `/api/documents/${id}/publish`),
    body: { version: 1 },
    before: { status: 'draft', slug: null },
    after: { status: 'published', slug: 'pouring' },
  },
  'POST /api/uploads': {
    action: 'upload.created',
    prepare: async () => ({ body: toFormData(createFlatPng(8, 8)) }),
    after: { kind: 'image', width: 8, height: 8 },
  },
  'POST /api/uploads/from-address': {
    action: 'upload.created',
    prepare: async ({ test }) => {
      const { bytes } = createFlatPng(8, 8);
      test.deps.safeImageFetch = async (url) => ({ bytes: Buffer.from(bytes), url });
      return { body: { url: 'https://x.example/a.png' } };
    },
    after: { kind: 'image', width: 8, height: 8 },
  },
  'PUT /api/uploads/:id': {
    action: 'upload.changed',
    prepare: at(createUpload, (id) => `/api/uploads/${id}`),
    body: { alt: 'A kettle' },
    before: { alt: '' },
    after: { alt: 'A kettle' },
  },
  'DELETE /api/uploads/:id': {
    action: 'upload.deleted',
    prepare: at(createUpload, (id) => `/api/uploads/${id}`),
    before: { kind: 'image' },
  },
  'POST /api/publishes/rebuild': { action: 'publish.rebuilt' },
  'POST /api/publishes/:id/retry': {
    action: 'publish.retried',
    prepare: at(insertFailedPublish, (id) => `/api/publishes/${id}/retry`),
    before: { status: 'failed' },
    after: { status: 'queued' },
  },
  'POST /api/releases/:id/restore': {
    action: 'release.restored',
    prepare: at(createReleases, (id) => `/api/releases/${id}/restore`),
    before: { release: 8, is_publishing_paused: false },
    after: { release: 7, is_publishing_paused: true },
  },
  'POST /api/releases/resume': {
    action: 'release.resumed',
    prepare: async (site) => {
      await site.admin.call('POST', `/api/releases/${await createReleases(site)}/restore`);
      return {};
    },
    before: { is_publishing_paused: true },
    after: { is_publishing_paused: false },
  },
};
