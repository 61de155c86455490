import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Renderer } from '#api/publishing/render/astro-renderer.ts';
import { listReleases, readSiteState } from '#api/releases/release-rows.ts';
import { migrate } from '#db/migrate.ts';
import { write } from '#db/write.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { createNextMigrations } from '../../support/app/next-migrations.ts';
import { createTestRenderer } from '../../support/site/test-site.ts';
import { createPublishingSite } from '../../support/site/publishing-site.ts';

it('R6 an open publish of an earlier build goes live after the migration, and unrelated pages are not rendered', async () => {
  const site = await createPublishingSite();
  await site.post({ title: 'Oldest' });
  site.clock.advance(60_000);
  await site.post({ title: 'Middle' });
  site.clock.advance(60_000);
  const before = site.live();
  await site.publisher.stop();
  await createBlog(site.deps, createBlogRequest({ title: 'Newest' }));
  await write(site.db, ["UPDATE publish_jobs SET status = 'rendering' WHERE status = 'queued'"]);

  const migrationsFolder = createNextMigrations(join(site.directory, 'next-migrations'));
  expect(await migrate(site.db, async () => undefined, migrationsFolder)).toBe(1);
  const { current } = await readSiteState(site.db);
  const rendered: string[] = [];
  const renderer = createTestRenderer();
  const render: Renderer['render'] = (path, content) => {
    rendered.push(path);
    return renderer.render(path, content);
  };
  await site.restart({ renderer: { render } });
  expect(site.live()).toEqual(before);
  await site.publisher.whenIdle();
  expect((await site.get('/blogs/newest')).status).toBe(200);
  const newer = (await listReleases(site.db, 10)).filter(({ id }) => id > current);
  expect(newer.map(({ kind }) => kind)).not.toContain('build');
  expect(rendered).toEqual(expect.arrayContaining(['/blogs', '/blogs/newest', '/blogs/middle']));
  for (const path of ['/blogs/oldest', '/terms', '/privacy']) expect(rendered).not.toContain(path);
});
