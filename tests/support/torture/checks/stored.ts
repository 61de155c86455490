import type { Database } from '#db/client.ts';
import type { Stage } from '../actor.ts';
import { listPossibleVersions } from '../ledger.ts';

type Row = Record<string, unknown>;

/** Every acknowledged write is in the database, and the database is whole. */
export async function checkStored(stage: Stage, db: Database): Promise<void> {
  await checkPosts(stage, db);
  await checkDrafts(stage, db);
  await checkJoins(stage, db);
  await checkPublishes(stage, db);
  await checkDecisions(stage, db);
  await checkReads(stage, db);
}

const read = async (db: Database, sql: string): Promise<Row[]> =>
  (await db.client.execute(sql)).rows.map((row) => ({ ...row }));

async function checkPosts({ findings, ledger }: Stage, db: Database): Promise<void> {
  const rows = await read(db, "SELECT slug, title, content FROM blogs WHERE slug LIKE 'torture-%'");
  const bySlug = new Map(rows.map((row) => [String(row.slug), row]));
  for (const post of ledger.posts.values()) {
    const row = bySlug.get(post.slug);
    const possible = listPossibleVersions(post);
    if (!row) {
      if (post.acknowledged > 0)
        findings.add(`post ${post.slug}, version ${post.acknowledged}, was accepted and is lost`);
      continue;
    }
    const title = Number(/version (\d+)/.exec(String(row.title))?.[1]);
    const text = Number(/v(\d+)qz/.exec(String(row.content))?.[1]);
    if (title !== text) findings.add(`post ${post.slug} has the title of version ${title} and the text of ${text}`);
    if (!possible.includes(title))
      findings.add(`post ${post.slug} has version ${title}; accepted or unknown are ${possible.join(', ')}`);
  }
  const slugs = rows.map(({ slug }) => String(slug)).filter((slug) => !/^torture-\d+$/.test(slug));
  for (const slug of slugs) findings.add(`post ${slug} was made twice`);
}

async function checkDrafts({ findings, ledger }: Stage, db: Database): Promise<void> {
  const rows = await read(db, 'SELECT * FROM drafts');
  const contents = new Set(rows.map(({ content }) => String(content)));
  for (const { postId, acknowledged, unknown } of ledger.drafts) {
    if (![acknowledged, ...unknown].some((content) => contents.has(content)))
      findings.add(`the draft of post ${postId} was accepted and is lost`);
  }
}

async function checkJoins({ findings, ledger }: Stage, db: Database): Promise<void> {
  const rows = await read(db, 'SELECT email, count(*) AS times FROM waiting_list_entries GROUP BY email');
  const times = new Map(rows.map((row) => [String(row.email), Number(row.times)]));
  for (const email of ledger.joins.acknowledged) {
    if (times.get(email) !== 1) findings.add(`${email} joined and is stored ${times.get(email) ?? 0} times`);
  }
  for (const email of times.keys()) {
    if (!ledger.joins.acknowledged.has(email) && !ledger.joins.unknown.has(email))
      findings.add(`${email} is stored and never joined`);
  }
}

/** Each is live, or failed with its reason. */
async function checkPublishes({ findings }: Stage, db: Database): Promise<void> {
  const rows = await read(db, 'SELECT id, status, error FROM publish_jobs');
  for (const { id, status, error } of rows) {
    if (status === 'failed' && error) findings.note(`publish ${id} failed: ${error}`);
    else if (status !== 'live')
      findings.add(`publish ${id} is ${status}${status === 'failed' ? ' without a reason' : ''}`);
  }
  findings.note(`${rows.length} publishes`);
}

async function checkDecisions({ findings, ledger }: Stage, db: Database): Promise<void> {
  const rows = await read(db, 'SELECT id, status FROM publications');
  const statuses = new Map(rows.map(({ id, status }) => [Number(id), status]));
  for (const [id, status] of ledger.decisions) {
    if (statuses.get(id) !== status) findings.add(`work ${id} was ${status} and is ${statuses.get(id)}`);
  }
}

/** Every page that a visitor got is one of a release that was committed. */
async function checkReads({ findings, ledger }: Stage, db: Database): Promise<void> {
  const [oldest] = await read(db, 'SELECT min(created_at) AS at FROM releases');
  const entries = await read(db, 'SELECT path, hash FROM release_entries WHERE hash IS NOT NULL');
  const known = new Set(entries.map(({ path, hash }) => `${path} ${hash}`));
  let compared = 0;
  for (const { path, status, hash, server, at } of ledger.reads) {
    // What was deleted since can't be compared.
    if (status !== 200 || at < Number(oldest?.at)) continue;
    compared += 1;
    if (!known.has(`${path} ${hash}`))
      findings.add(`server ${server} sent ${path} as ${hash.slice(0, 12)}, which is in no release`);
  }
  findings.note(`${compared} of ${ledger.reads.length} pages compared with the releases`);
}
