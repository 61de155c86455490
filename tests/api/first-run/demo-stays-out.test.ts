import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEnv } from '#api/env.ts';
import { isDemoSite } from '#api/jobs/seeded.ts';
import { openMigratedDatabase } from '#api/open-database.ts';
import type { openDatabase } from '#db/client.ts';
import { demoProducts } from '#db/seed/site/products.ts';
import { createFakeClock } from '../../support/clock/fake-clock.ts';
import { createOwnSite } from '../../support/payments/own-site.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'starts-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

type Settings = Record<string, string>;

/** Starts on a data directory, does something with the database, and stops. */
async function start<Result>(
  settings: Settings,
  work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<Result>,
): Promise<Result> {
  const env = readEnv({ DATA_DIR: directory, ...settings });
  const lock = { wasCleanShutdown: true, lockDatabase: () => undefined };
  const db = await openMigratedDatabase(env, createFakeClock(), lock);
  try {
    return await work(db);
  } finally {
    db.client.close();
  }
}

/** Of each table how many rows it has. */
async function countRows(db: Awaited<ReturnType<typeof openDatabase>>): Promise<Record<string, number>> {
  const tables = [
    'site_parts',
    'products',
    'users',
    'blogs',
    'categories',
    'documents',
    'waiting_list_entries',
    'publications',
  ];
  const counts = tables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`);
  return { ...(await db.client.execute(`SELECT ${counts.join(', ')}`)).rows[0] } as Record<string, number>;
}
const DEMO_STARTS: Settings[] = [{}, { DEMO_CONTENT: 'true' }, { DEMO_CONTENT: 'pages' }];
const begin = async () => void (await start({ DEMO_CONTENT: 'false' }, countRows));

describe('a site that began with a first run', () => {
  it('The first run is shown in development, too, where DEMO_CONTENT is false', async () => {
    await start({ DEMO_CONTENT: 'false' }, async (db) => {
      expect(await isDemoSite(db)).toBe(false);
      expect(await countRows(db)).toMatchObject({ products: 0, users: 0, blogs: 0 });
    });
  });

  it.each(DEMO_STARTS)('gets nothing of the demo by a start in development with %j', async (settings) => {
    await begin();
    const before = await start({ DEMO_CONTENT: 'false' }, countRows);
    expect(await start(settings, countRows)).toEqual(before);
  });

  it('keeps a product whose key is one of the demo’s as its owner made it', async () => {
    await begin();
    const [demo] = demoProducts;
    const fields = JSON.stringify({ key: demo?.key, product_id: 1, position: 1, name: 'Ours', is_archived: false });
    const read = async (db: Awaited<ReturnType<typeof openDatabase>>) =>
      (await db.client.execute("SELECT fields FROM site_parts WHERE kind = 'product'")).rows[0]?.[0];
    await start({ DEMO_CONTENT: 'false' }, (db) =>
      db.client.execute({
        sql: "INSERT INTO site_parts (kind, state, fields, created_at, updated_at) VALUES ('product', 'live', ?, 0, 0)",
        args: [fields],
      }),
    );
    expect(await start({}, read)).toBe(fields);
  });
});

describe('a site of the example company', () => {
  it('does not get a plan back whose owner deleted the last one, or posts after all were deleted', async () => {
    await start({ DEMO_CONTENT: 'true' }, async (db) => {
      await db.client.execute("UPDATE site_parts SET state = 'deleted' WHERE kind = 'plan'");
      for (const table of ['blog_categories', 'blog_slugs', 'blog_tags', 'blogs', 'category_slugs', 'categories'])
        await db.client.execute(`DELETE FROM ${table}`);
    });
    const after = await start({ DEMO_CONTENT: 'true' }, async (db) => ({
      ...(await countRows(db)),
      plans: (await db.client.execute("SELECT count(*) FROM site_parts WHERE kind = 'plan' AND state = 'live'"))
        .rows[0]?.[0],
    }));
    expect(after).toMatchObject({ plans: 0, blogs: 0, categories: 0 });
  });

  it('gets no demo accounts and posts into a database in which somebody has an account', async () => {
    await start({ DEMO_CONTENT: 'pages' }, (db) =>
      db.client.execute("INSERT INTO users (email, created_at, updated_at) VALUES ('owner@tideworks.example', 0, 0)"),
    );
    expect(await start({ DEMO_CONTENT: 'true' }, countRows)).toMatchObject({ users: 1, blogs: 0, documents: 0 });
  });
});

it('an owner’s live site with products keeps its plans, products and pages through a start in development', async () => {
  const site = await createOwnSite();
  const before = await countRows(site.db);
  await site.db.client.execute({ sql: 'VACUUM INTO ?', args: [join(directory, 'app.db')] });
  for (const settings of DEMO_STARTS) expect(await start(settings, countRows)).toEqual(before);
});
