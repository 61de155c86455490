import { writeFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { createSessionStore } from '#api/adapters/lucia-sessions.ts';
import { readEnv } from '#api/env.ts';
import { createPreviewLink } from '#api/features/previews/previews.service.ts';
import { createReleaseLink } from '#api/features/releases/releases.service.ts';
import { startServer } from '#api/server.ts';
import { publicationTexts, publicationVersions, users } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { createBlog } from '../../app/content-services.ts';
import { createPublications } from '../../app/publications.ts';
import { createDraft } from '../../drafts/draft-fixtures.ts';
import type { FloodSite, FloodSiteSizes } from './flood-site.ts';

// fill-flood-site.ts <data directory> <file> <sizes>: a site with long posts, drafts and texts, and in the file what is needed to ask for them.
const [directory = '', file = '', sizes = '{}'] = process.argv.slice(2);
const { posts, drafts, works, auditRows } = JSON.parse(sizes) as FloodSiteSizes;
/** Longer than what the HTML processor does in the thread of the server. */
const PAGE_BYTES = 40_000;
const TEXT_BYTES = 200_000;
const DRAFT_BYTES = 60_000;
const TEXT_URL = 'https://texts.example.com/';

const settings = { SITE_URL: 'http://localhost:4321', OG_IMAGES: 'false', LOG_LEVEL: 'error', DEMO_CONTENT: 'pages' };
const server = await startServer(readEnv({ DATA_DIR: directory, PORT: '0', ...settings }));
const { db, clock } = server;
const now = clock.now();

const slugs: string[] = [];
for (let n = 0; n < posts; n += 1) {
  const post = { title: `Post ${n}`, content: createText(n, PAGE_BYTES), status: 'published' as const };
  slugs.push((await createBlog(server, post)).slug);
}
const draftIds: number[] = [];
for (let n = 0; n < drafts; n += 1) {
  draftIds.push(await createDraft({ deps: server }, { title: `Draft ${n}` }, createText(n, PAGE_BYTES)));
}
const draftId = await createDraft({ deps: server }, { title: 'The draft of the editor' }, createText(0, DRAFT_BYTES));
const workIds = await createPublications(server, works, { htmlUrl: TEXT_URL });
const versions = await db.orm.select({ id: publicationVersions.id }).from(publicationVersions);
for (const { id } of versions) {
  const text = { versionId: id, url: TEXT_URL, html: createText(id, TEXT_BYTES), wordsHash: `of ${id}` };
  await write(db, [db.orm.insert(publicationTexts).values({ ...text, wordCount: TEXT_BYTES / 6, fetchedAt: now })]);
}
await write(db, [
  sql`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${auditRows})
    INSERT INTO audit_log (at, action, subject, detail)
    SELECT ${now} - n * 1000, 'blog.changed', 'blog:' || (n % 200), '{"ids":[1,2,3]}' FROM numbers`,
  db.orm.insert(users).values({
    email: 'editor@example.com',
    firstName: 'Mere',
    lastName: 'Tane',
    role: 'admin',
    createdAt: now,
    updatedAt: now,
  }),
]);
const editor = await db.orm.query.users.findFirst();
const browser = { userAgent: 'Editor', ip: '127.0.0.1', audience: null };
const { token } = await createSessionStore(server).create(Number(editor?.id), browser);
await server.publisher.whenIdle();

const toPath = ({ url }: { url: string }) => new URL(url).pathname;
const release = toPath(await createReleaseLink(server, Number(server.manifest.release)));
const previews = await Promise.all(draftIds.map(async (id) => toPath(await createPreviewLink(server, id))));
const site: FloodSite = {
  token,
  draftId,
  paths: {
    release: slugs.map((slug) => `${release.replace(/\/$/, '')}/blogs/${slug}`),
    preview: previews,
    text: workIds.map((id) => `/api/admin/openshelf/publications/${id}/text`),
    export: ['/api/admin/audit/export.csv', '/api/admin/users/export.csv'],
  },
};
await server.stop();
await writeFile(file, JSON.stringify(site));

/** HTML of about so many bytes, another one for each number. */
function createText(number: number, bytes: number): string {
  const parts: string[] = [];
  for (let n = 0, length = 0; length < bytes; n += 1) {
    const part = `<h2>Part ${n} of ${number}</h2><p>The harbour was quiet in hour ${n * 7 + number}, and <a href="/blogs">the ledger ${n}</a> held <strong>no name</strong> of the crew. Nobody asked why the lamp on the far shelf was still burning, or who had filled the margin of page ${n * number} with notes.</p>`;
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
}
