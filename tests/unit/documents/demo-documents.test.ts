import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { toPlainText } from '#api/adapters/html/html-text.ts';
import { resolveShellPage } from '#api/domain/shell-pages.ts';
import { genmatePlans } from '../../support/site/demo-catalogue.ts';
import { companyPaths, demoPaths } from '../../support/site/demo-paths.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { demoBlogs } from '#db/seed/blogs.ts';
import { demoSections } from '#db/seed/documents.ts';
import { paths } from '#src/lib/paths.ts';

const directory = join(PROJECT_ROOT, 'db/seed/documents');
const slugs = demoSections.flatMap((section) => section.documents.map(({ slug }) => slug));
const read = (slug: string) => readFileSync(join(directory, `${slug}.html`), 'utf8');
const pages = new Set(
  [paths, companyPaths, demoPaths].flatMap((group) => Object.values(group).filter((each) => typeof each === 'string')),
);

test('every demo document has an HTML file, and every HTML file a document', () => {
  expect(readdirSync(directory).sort()).toEqual(slugs.map((slug) => `${slug}.html`).sort());
});

test.each(slugs)('%s is unchanged by the sanitiser, and its links exist', (slug) => {
  const html = read(slug);
  expect(toPlainText(sanitizeContent(html))).toBe(toPlainText(html));
  expect(toPlainText(html).split(' ').length).toBeGreaterThan(120);
  for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) {
    const isThere =
      pages.has(href) ||
      /^https:\/\//.test(href) ||
      slugs.some((each) => href === `document:${each}`) ||
      demoBlogs.some((blog) => blog.status === 'published' && href === paths.blog(blog.slug));
    expect(isThere, `${slug} links to ${href}`).toBe(true);
  }
});

test('the plans match the catalogue', () => {
  const text = toPlainText(read('plans-and-generations'));
  for (const { planName, prices, limits } of genmatePlans) {
    const [generations, words] = limits.map(({ number }) => number?.toLocaleString('en-NZ'));
    expect(text).toContain(`${planName} ${prices[0]?.amount ?? 'free'} ${generations} ${words}`);
  }
});

test.each(['a-slug', '12'])('the document URL of %s has its shell page', (address) => {
  expect(resolveShellPage(paths.document(address))).toBe('/documents/view');
});

test.each(['/documents', paths.newDocument, '/documents/view', '/documents/a.png'])('%s is no document', (path) => {
  expect(resolveShellPage(path)).toBeNull();
});
