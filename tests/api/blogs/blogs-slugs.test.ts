import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBlog, updateBlog } from '../../support/app/content-services.ts';
import { deleteBlog } from '#api/features/blogs/trash/trash.service.ts';
import { toSlugConflict } from '#api/features/slugs/slugs.service.ts';
import { SLUG_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { SLUG_PATTERN } from '#api/domain/slug.ts';
import { claimSlugStatements } from '#db/queries/slugs.ts';
import { write } from '#db/write.ts';
import { createBlogRequest, selectCount } from '../../support/app/blog-request.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const slugConflict = { code: 'conflict', issues: [expect.objectContaining({ path: 'slug' })] };

describe('T25 slugs', () => {
  it('are derived from the title, with a suffix when taken', async () => {
    const slugs = [];
    for (let index = 0; index < 3; index += 1)
      slugs.push((await createBlog(test.deps, createBlogRequest({ title: 'Kia ora!' }))).slug);
    expect(slugs).toEqual(['kia-ora', 'kia-ora-2', 'kia-ora-3']);
  });

  it('that another post has used cannot be claimed; the post itself can claim them again', async () => {
    const first = await createBlog(test.deps, createBlogRequest({ slug: 'wanted' }));
    await updateBlog(test.deps, first.id, createBlogRequest({ slug: 'moved-on' }));
    const second = await createBlog(test.deps, createBlogRequest({ slug: 'second' }));
    const takeReservedSlug = claimSlugStatements('post', { id: second.id, before: 'second', slug: 'wanted', now: 0 });
    await expect(
      write(test.db, takeReservedSlug).catch((error) => Promise.reject(toSlugConflict('post', error))),
    ).rejects.toMatchObject(slugConflict);
    const takeOwnSlug = claimSlugStatements('post', { id: first.id, before: 'moved-on', slug: 'wanted', now: 0 });
    await write(test.db, takeOwnSlug);
  });

  it('that are given are used as given, or rejected when taken', async () => {
    expect((await createBlog(test.deps, createBlogRequest({ slug: 'own' }))).slug).toBe('own');
    await expect(createBlog(test.deps, createBlogRequest({ slug: 'own' }))).rejects.toMatchObject(slugConflict);
    const { id } = await createBlog(test.deps, createBlogRequest({ slug: 'other' }));
    await expect(updateBlog(test.deps, id, createBlogRequest({ slug: 'own' }))).rejects.toMatchObject(slugConflict);
    expect(await selectCount(test, 'SELECT count(*) FROM blogs')).toBe(2);
    expect(await selectCount(test, 'SELECT count(*) FROM publish_jobs')).toBe(2);
  });

  it('of a deleted post stay reserved', async () => {
    const { id } = await createBlog(test.deps, createBlogRequest({ slug: 'tea' }));
    await deleteBlog(test.deps, id);
    await expect(createBlog(test.deps, createBlogRequest({ slug: 'tea' }))).rejects.toMatchObject(slugConflict);
    expect((await createBlog(test.deps, createBlogRequest({ title: 'Tea' }))).slug).toBe('tea-2');
  });

  it('from before a rename stay reserved for their post', async () => {
    const { id } = await createBlog(test.deps, createBlogRequest({ slug: 'old' }));
    expect((await updateBlog(test.deps, id, createBlogRequest({ slug: 'new-one' }))).slug).toBe('new-one');
    expect(await selectCount(test, `SELECT count(*) FROM blog_slugs WHERE blog_id = ${id}`)).toBe(2);
    await expect(createBlog(test.deps, createBlogRequest({ slug: 'old' }))).rejects.toMatchObject(slugConflict);
    const other = await createBlog(test.deps, createBlogRequest({ title: 'Old' }));
    expect(other.slug).toBe('old-2');
    await expect(updateBlog(test.deps, other.id, createBlogRequest({ slug: 'old' }))).rejects.toMatchObject(
      slugConflict,
    );
    expect((await updateBlog(test.deps, id, createBlogRequest({ slug: 'old' }))).slug).toBe('old');
    expect(await selectCount(test, `SELECT count(*) FROM blog_slugs WHERE blog_id = ${id}`)).toBe(2);
  });

  it.each([
    '',
    '.',
    '..',
    'a/b',
    '../../x',
    'A',
    'a b',
    'a--b',
    '-a',
    'a-',
    'é',
    'a\u0000b',
    'a\n',
    'x'.repeat(81),
    'page',
    'untitled-masterpieces',
    'feed',
  ])('rejects the slug %j', async (slug) => {
    await expect(createBlog(test.deps, createBlogRequest({ slug }))).rejects.toMatchObject({
      code: 'validation_failed',
      issues: [expect.objectContaining({ path: 'slug' })],
    });
  });

  it('T23 in links are updated in content with more links than a statement has parameters', async () => {
    const post = await createBlog(test.deps, createBlogRequest({ title: 'Moves' }));
    await updateBlog(test.deps, post.id, createBlogRequest({ title: 'Moves', slug: 'moved' }));
    // As text, because so many elements would be rejected.
    const links = Array.from({ length: 40_000 }, (_, index) => `href="/blogs/${index.toString(36)}"`).join(' ');
    const { content } = await createBlog(
      test.deps,
      createBlogRequest({ title: 'Links', content: `<p><a href="/blogs/moves">x</a>${links}</p>` }),
    );
    expect(content.startsWith('<p><a href="/blogs/moved"')).toBe(true);
  });

  it('are never reserved words', async () => {
    expect((await createBlog(test.deps, createBlogRequest({ title: 'Page' }))).slug).toBe('page-post');
  });

  it('of 50 posts created concurrently with one title are distinct, each with one job', async () => {
    const input = createBlogRequest({ title: 'Same' });
    const posts = await Promise.all(Array.from({ length: 50 }, () => createBlog(test.deps, input)));
    expect(new Set(posts.map((post) => post.slug)).size).toBe(50);
    expect(new Set(posts.map((post) => post.id)).size).toBe(50);
    expect(await selectCount(test, 'SELECT count(*) FROM blog_slugs')).toBe(50);
    expect(await selectCount(test, 'SELECT count(DISTINCT subject_id) FROM publish_jobs')).toBe(50);
  });

  it('that are given go to one of 10 concurrent posts', async () => {
    const input = createBlogRequest({ slug: 'mine' });
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => createBlog(test.deps, input)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(slugConflict);
    expect(await selectCount(test, 'SELECT count(*) FROM publish_jobs')).toBe(1);
  });

  it('of an invalid form are rejected by a database constraint', async () => {
    await createBlog(test.deps, createBlogRequest());
    const rename = (slug: string) => test.db.client.execute({ sql: 'UPDATE blogs SET slug = ?', args: [slug] });
    for (const slug of ['', 'A', 'a/b', '-a', 'a-', 'a--b', 'x'.repeat(81)]) {
      await expect(rename(slug), slug).rejects.toThrow('blogs_slug');
    }
    await rename('a-b');
  });
});

describe('T25 hostile titles', () => {
  it.each([
    '🫖☕️',
    'שלום עולם',
    '../../etc/passwd',
    '$(rm -rf /)',
    '; DROP TABLE blogs; --',
    '</script><script>alert(1)</script>',
    '{{constructor}}',
    '!!!???***',
    '漢字とかな',
    'CON',
    '-',
    'a&b<c>"d\'e',
    'Ⅷ ﬃ ½',
    'W'.repeat(200),
    'ß'.repeat(200),
    '%2e%2e%2f',
    '__proto__',
    'page',
  ])('%s is stored unchanged, gets a valid slug and is found by it', async (title) => {
    const post = await createBlog(test.deps, createBlogRequest({ title }));
    expect(post.title).toBe(title);
    expect(post.slug).toMatch(SLUG_PATTERN);
    expect(post.slug.length).toBeLessThanOrEqual(SLUG_MAX_LENGTH);
    const response = await test.app.request(`/api/blogs/slug/${post.slug}`);
    expect(await response.json()).toMatchObject({ id: post.id, title });
  });

  it('a title with direction overrides is stored without them', async () => {
    const post = await createBlog(test.deps, createBlogRequest({ title: '\u202eשלום עולם\u202c' }));
    expect(post.title).toBe('שלום עולם');
    const response = await test.app.request(`/api/blogs/slug/${post.slug}`);
    expect(await response.json()).toMatchObject({ id: post.id, title: 'שלום עולם' });
  });

  it.each([
    ['10,000 characters', 'x'.repeat(10_000), 'to 200 characters or fewer'],
    ['a NUL', 'a\u0000b', 'Remove special characters'],
    ['a lone surrogate', 'a\ud800b', 'Remove special characters'],
    ['an escape', 'a\u001b[31mb', 'Remove special characters'],
    ['a line break', 'a\nb', 'on one line'],
    ['a line separator', 'a\u2028b', 'on one line'],
    ['nothing', '', 'Enter a title.'],
    ['invisible characters only', '\u200b\u200d\u2060', 'Enter a title.'],
  ])('with %s are rejected with a message', async (_name, title, words) => {
    await expect(createBlog(test.deps, createBlogRequest({ title }))).rejects.toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'title', message: expect.stringContaining(words) }],
    });
  });

  it('R9 are stored in NFC with single spaces', async () => {
    expect((await createBlog(test.deps, createBlogRequest({ title: '  Ma\u0304ori  tea ' }))).title).toBe('Māori tea');
  });
});
