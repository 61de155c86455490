import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveOutUnusedDemoFiles } from '#api/publishing/render/build-info.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const build = {
  id: 'b',
  sources: 's',
  files: ['index.html', 'images/gst-flow.svg', 'images/year-plan.svg', 'media/images/a.png'],
  look: '',
  pages: [],
  indexable: ['/'],
};

it('a release has those drawings of the demo that a post shows, and none on a site without them', async () => {
  expect((await leaveOutUnusedDemoFiles(test.db, build)).files).toEqual(['index.html', 'media/images/a.png']);
  const content = '<p><img src="/images/year-plan.svg" alt="A year in four terms"></p>';
  await createBlog(test.deps, createBlogRequest({ content }));
  const { files, ...rest } = await leaveOutUnusedDemoFiles(test.db, build);
  expect(files).toEqual(['index.html', 'images/year-plan.svg', 'media/images/a.png']);
  expect(rest).toEqual({ id: 'b', sources: 's', look: '', pages: [], indexable: ['/'] });
});

it('a release has the film of the demo’s home page as long as a page shows it', async () => {
  const film = { ...build, files: ['media/intro.mp4', 'media/other.mp4'] };
  expect((await leaveOutUnusedDemoFiles(test.db, film)).files).toEqual(film.files);
  await test.db.client.execute("UPDATE site_parts SET state = 'deleted' WHERE address = '/'");
  expect((await leaveOutUnusedDemoFiles(test.db, film)).files).toEqual(['media/other.mp4']);
});

it('a release has the image of the shelf only on a site with a shelf', async () => {
  const shelf = { ...build, files: ['og.png', 'og-openshelf.png'] };
  expect((await leaveOutUnusedDemoFiles(test.db, shelf)).files).toEqual(shelf.files);
  await test.db.client.execute("DELETE FROM site_parts WHERE kind = 'product' AND fields ->> 'key' = 'openshelf'");
  expect((await leaveOutUnusedDemoFiles(test.db, shelf)).files).toEqual(['og.png']);
});
