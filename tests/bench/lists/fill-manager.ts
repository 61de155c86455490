import { writeFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { createSessionStore } from '#api/adapters/lucia-sessions.ts';
import { systemClock } from '#api/clock.ts';
import { readEnv } from '#api/env.ts';
import { openMigratedDatabase } from '#api/open-database.ts';
import { startServer } from '#api/server.ts';
import { users } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { createArticleHtml, fillPosts } from '../filler.ts';
import { BENCH_SETTINGS } from '../settings.ts';

// fill-manager.ts <data directory> <posts> <file>: posts in every status, some with drafts, their site rendered, and the
// token of an admin in the file.
const [directory = '', posts = '0', file = ''] = process.argv.slice(2);
const env = readEnv({ DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'error', DEMO_CONTENT: 'pages', ...BENCH_SETTINGS });
const now = Date.now();
const DRAFTS = 300;
const DAY_MS = 86_400_000;
const email = 'manager@example.com';

const db = await openMigratedDatabase(env, systemClock, { wasCleanShutdown: true, lockDatabase: () => undefined });
await fillPosts(db, Number(posts), now, (line) => process.stderr.write(`${line}\n`));
await write(db, [
  sql`UPDATE blogs SET status = 'draft', published_at = NULL WHERE id % 7 = 1`,
  sql`UPDATE blogs SET status = 'archived' WHERE id % 11 = 2`,
  sql`UPDATE blogs SET published_at = ${now + DAY_MS} WHERE status = 'published' AND id % 97 = 3`,
  sql`UPDATE blogs SET status = 'draft', trashed_at = ${now} WHERE id % 199 = 4`,
  db.orm.insert(users).values({ email, role: 'admin', createdAt: now, updatedAt: now }),
]);
const drafts = Array.from({ length: Math.min(DRAFTS, Number(posts)) }, (_, n) => {
  const fields = JSON.stringify({ title: `Draft ${n}`, slug: null, description: null, category_ids: [] });
  return sql`INSERT INTO drafts (kind, subject_id, fields, content, version, base_revision, client_id, created_at, updated_at)
    SELECT 'blog', id, ${fields}, ${createArticleHtml(n)}, 1, revision, ${`bench-session-${n}`}, ${now}, ${now}
    FROM blogs WHERE slug = ${`bench-post-${n * 7 + 1}`}`;
});
await write(db, drafts);
db.client.close();

const server = await startServer(env);
const admin = await server.db.orm.query.users.findFirst({ where: eq(users.email, email) });
const browser = { userAgent: 'Bench', ip: '127.0.0.1', audience: null };
const { token } = await createSessionStore(server).create(admin?.id ?? 0, browser);
await writeFile(file, token);
await server.stop();
