import { sql } from 'drizzle-orm';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { countWords, toPlainText } from '#api/adapters/html/html-text.ts';
import type { Database } from '#db/client.ts';
import { blogCategories, blogSlugs, blogs, categories } from '#db/schema/index.ts';
import { write } from '#db/write.ts';

const CATEGORIES = ['News & Updates', 'Writing', 'Money & Tax', 'Publishing', 'Craft'];
const WORDS =
  'harbour ledger chapter quiet morning invoice outline draft margin paper kettle window tide letter careful reader summer number shelf answer'.split(
    ' ',
  );
const ROWS_PER_BATCH = 100;
const MINUTE_MS = 60_000;

/** About 12 KB of HTML with headings, lists, code and a table, different for every seed, the same for the same one. */
export function createArticleHtml(seed: number, bytes = 12_000): string {
  let state = seed * 2_654_435_761 + 1;
  const next = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % limit;
  };
  const sentence = (length: number) => Array.from({ length }, () => WORDS[next(WORDS.length)]).join(' ');
  const parts = [`<p>Number ${seed}: ${sentence(40)}.</p>`];
  for (let length = 0; length < bytes - 700; length = parts.join('').length) {
    parts.push(
      `<h2>${sentence(4)}</h2>`,
      `<p>${sentence(60)}. <a href="/genmate">${sentence(3)}</a>, ${sentence(20)}.</p>`,
    );
    parts.push(`<ul><li>${sentence(8)}</li><li>${sentence(9)}</li></ul>`);
    if (next(3) === 0)
      parts.push(`<pre><code class="language-ts">const ${WORDS[next(20)]} = ${next(900)};</code></pre>`);
    if (next(4) === 0)
      parts.push(`<table><tbody><tr><td>${sentence(2)}</td><td>${next(999)}</td></tr></tbody></table>`);
  }
  return parts.join('');
}

/** Fills a database with public posts, one a minute up to `now`, straight into the tables: no publish per post. */
export async function fillPosts(db: Database, count: number, now: number, log: (line: string) => void): Promise<void> {
  const { orm } = db;
  await write(
    db,
    CATEGORIES.map((name, index) =>
      orm
        .insert(categories)
        .values({ name, slug: `bench-${index}`, description: null, createdAt: now, updatedAt: now }),
    ),
  );
  for (let start = 0; start < count; start += ROWS_PER_BATCH) {
    const numbers = Array.from({ length: Math.min(ROWS_PER_BATCH, count - start) }, (_, index) => start + index + 1);
    const rows = numbers.map((number) => createPostRow(number, now - (count - number + 1) * MINUTE_MS));
    await write(db, [
      orm.insert(blogs).values(rows),
      orm.insert(blogSlugs).values(
        rows.map((row) => ({
          slug: row.slug,
          blogId: sql`(SELECT id FROM blogs WHERE slug = ${row.slug})`,
          createdAt: now,
        })),
      ),
      orm.insert(blogCategories).values(
        numbers.map((number) => ({
          blogId: sql`(SELECT id FROM blogs WHERE slug = ${`bench-post-${number}`})`,
          categoryId: sql`(SELECT id FROM categories WHERE slug = ${`bench-${number % CATEGORIES.length}`})`,
          position: 0,
        })),
      ),
    ]);
    if (start % 2_000 === 0) log(`  ${start + numbers.length} of ${count} posts written`);
  }
}

const AUTHORS = ['Aroha Ngata', 'Mei Lin Chen', 'Tom Whitaker', 'Sione Taufa'];

function createPostRow(number: number, publishedAt: number) {
  const content = sanitizeContent(createArticleHtml(number));
  const contentText = toPlainText(content);
  return {
    slug: `bench-post-${number}`,
    title: `Post ${number}: ${WORDS[number % WORDS.length]} and ${WORDS[(number * 7) % WORDS.length]}`,
    description: contentText.slice(0, 300),
    isDescriptionCustom: false,
    content,
    contentText,
    wordCount: countWords(contentText),
    status: 'published' as const,
    publishedAt,
    authorName: AUTHORS[number % AUTHORS.length] ?? '',
    createdAt: publishedAt,
    updatedAt: publishedAt,
  };
}
