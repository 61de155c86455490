import { describe, expect, it } from 'vitest';
import { DEFAULT_AUTHOR, toPublicAuthorName } from '#api/domain/author-name.ts';
import { blogRequest } from '#api/features/blogs/blogs.contract.ts';

describe('the author of a post', () => {
  it.each(['aroha@example.com', 'Aroha <aroha@example.com>', 'aroha@localhost'])('is never shown as %s', (name) => {
    expect(toPublicAuthorName(name)).toBe(DEFAULT_AUTHOR);
    const { error } = blogRequest.safeParse({ title: 'Tea', content: '', author_name: name });
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['author_name'], 'Enter the author’s name, not an email address.'],
    ]);
  });

  it.each(['Aroha Ngata', 'Tea @ Six', 'The team'])('is shown as %s', (name) => {
    expect(toPublicAuthorName(name)).toBe(name);
    expect(blogRequest.safeParse({ title: 'Tea', content: '', author_name: name }).success).toBe(true);
  });
});
