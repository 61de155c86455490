import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { updateBlog } from '../../support/app/content-services.ts';
import { toImageUrl } from '#api/domain/image-variants.ts';
import { uploads } from '#db/schema/index.ts';
import type { OgImage } from '#api/domain/og-image.ts';
import { write } from '#db/write.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { parseHtmlPage } from '../../support/site/html-page.ts';
import { createPublishingSite, type PublishingSite } from '../../support/site/publishing-site.ts';

const PNG = Buffer.from('drawn');
const JPEG = Buffer.from('cropped');

function createFakeOgImages() {
  const cropped: OgImage[] = [];
  const ogImages = {
    render: async () => PNG,
    renderBrandFiles: async () => ({}),
    crop: async (image: OgImage) => {
      cropped.push(image);
      return JPEG;
    },
    close: async () => undefined,
  };
  return { ogImages, cropped };
}

async function insertImage({ db }: PublishingSite, size: { width: number; height: number; alt: string }) {
  const hash = String(size.width % 10).repeat(64);
  const url = toImageUrl({ hash, ...size, isAnimated: false });
  const row = {
    ...size,
    hash,
    url,
    kind: 'image',
    contentType: 'image/webp',
    bytes: 1,
    name: 'x',
    createdAt: 1,
  } as const;
  const [inserted] = await write(db, [
    db.orm
      .insert(uploads)
      .values({ ...row, files: [] })
      .returning({ id: uploads.id }),
  ]);
  return Number(inserted?.rows[0]?.[0]);
}

async function readOgImageMeta(site: PublishingSite, path: string) {
  const page = parseHtmlPage((await site.get(path)).body);
  const [address, width, height, alt] = ['', ':width', ':height', ':alt'].map((name) => page.meta(`og:image${name}`));
  return { path: new URL(address ?? '').pathname, width, height, alt };
}

it('a post with a cover has a cropped OG image, one without a drawn one', async () => {
  const { ogImages, cropped } = createFakeOgImages();
  const site = await createPublishingSite({ ogImages });
  const coverId = await insertImage(site, { width: 2400, height: 1600, alt: 'A harbour at noon' });
  const { id } = await site.post({ title: 'At sea', coverId });
  expect(await readOgImageMeta(site, '/blogs/at-sea')).toEqual({
    path: '/og/at-sea.jpg',
    width: '1200',
    height: '630',
    alt: 'A harbour at noon',
  });
  const image = await site.get('/og/at-sea.jpg');
  expect([image.headers['content-type'], image.body]).toEqual(['image/jpeg', 'cropped']);
  expect(cropped).toHaveLength(1);
  expect((await site.get('/og/at-sea.png')).status).toBe(404);

  await updateBlog(site.deps, id, createBlogRequest({ title: 'At sea', coverId: null }));
  await site.publisher.whenIdle();
  expect(await readOgImageMeta(site, '/blogs/at-sea')).toEqual({
    path: '/og/at-sea.png',
    width: '1200',
    height: '630',
    alt: 'At sea',
  });
  expect((await site.get('/og/at-sea.png')).body).toBe('drawn');
  expect((await site.get('/og/at-sea.jpg')).status).toBe(404);
});

it('a small cover is cropped without enlarging it; one that is too small is not used', async () => {
  const site = await createPublishingSite({ ogImages: createFakeOgImages().ogImages });
  const small = await insertImage(site, { width: 901, height: 1600, alt: '' });
  const tiny = await insertImage(site, { width: 599, height: 600, alt: '' });
  await site.post({ title: 'Small', coverId: small });
  await site.post({ title: 'Tiny', coverId: tiny });
  expect(await readOgImageMeta(site, '/blogs/small')).toEqual({
    path: '/og/small.jpg',
    width: '901',
    height: '473',
    alt: 'Small',
  });
  expect((await readOgImageMeta(site, '/blogs/tiny')).path).toBe('/og/tiny.png');
});

it('the OG image of a renamed post moves to its new slug', async () => {
  const { ogImages } = createFakeOgImages();
  const site = await createPublishingSite({ ogImages });
  const coverId = await insertImage(site, { width: 1500, height: 900, alt: 'Boats' });
  const { id } = await site.post({ title: 'Before', coverId });
  await updateBlog(site.deps, id, createBlogRequest({ title: 'After', slug: 'after', coverId }));
  await site.publisher.whenIdle();
  expect((await site.get('/og/after.jpg')).body).toBe('cropped');
  expect((await site.get('/og/before.jpg')).status).toBe(404);
  expect((await site.fullBuild()).get('/blogs/after')).toBe(site.live().get('/blogs/after'));
});

it('the images of many posts are one release', async () => {
  const { ogImages } = createFakeOgImages();
  const site = await createPublishingSite({ ogImages: null });
  for (let n = 0; n < 11; n += 1) await site.post({ title: `Post ${n}` });
  await site.restart({ ogImages });
  const before = site.manifest.release;
  await site.publisher.whenIdle();
  const { rows } = await site.db.client.execute({
    sql: "SELECT pages_changed FROM releases WHERE id > ? AND note = 'Images for shared links'",
    args: [before],
  });
  expect(rows.map((row) => row.pages_changed)).toEqual([11]);
  expect((await site.get('/og/post-10.png')).body).toBe('drawn');
});

it('a lost OG image is answered with that of the site until it is drawn again', async () => {
  const { ogImages } = createFakeOgImages();
  const site = await createPublishingSite({ ogImages });
  await site.post({ title: 'At sea' });
  const { hash, contentType } = site.manifest.get('/og/at-sea.png') as { hash: string; contentType: string };
  await rm(await site.store.locate(hash, contentType));
  await site.restart({ ogImages });
  const lost = await site.get('/og/at-sea.png');
  expect([lost.status, lost.headers.location]).toEqual([302, '/og.png']);
  site.publisher.rerenderPath('/og/at-sea.png');
  await site.publisher.whenIdle();
  expect((await site.get('/og/at-sea.png')).body).toBe('drawn');
});

it('a post with a sharing image shows it instead of the cover, and search engines get its own words and address', async () => {
  const { ogImages } = createFakeOgImages();
  const site = await createPublishingSite({ ogImages });
  const coverId = await insertImage(site, { width: 1500, height: 900, alt: 'Boats' });
  const socialImageId = await insertImage(site, { width: 2401, height: 1600, alt: 'A card' });
  const { id } = await site.post({ title: 'Harbour', coverId, socialImageId });
  await site.post({ title: 'Plain' });
  expect(await readOgImageMeta(site, '/blogs/harbour')).toMatchObject({ path: '/og/harbour.jpg', alt: 'A card' });
  const canonical_url = 'https://elsewhere.example/harbour';
  const meta = { meta_title: 'All harbours', meta_description: 'Each of them.', canonical_url };
  await updateBlog(site.deps, id, createBlogRequest({ title: 'Harbour', ...meta }));
  await site.publisher.whenIdle();
  const { body } = await site.get('/blogs/harbour');
  const page = parseHtmlPage(body);
  expect(page.meta('og:title')).toBe('All harbours');
  expect(page.meta('description')).toBe('Each of them.');
  expect(body).toContain(`<link rel="canonical" href="${canonical_url}">`);
  expect(body).toContain('"headline":"All harbours"');
  expect(body).toMatch(/<h1[^>]*>Harbour</);
  expect((await site.get('/atom.xml')).body).toContain('Each of them.');
  const sitemap = (await site.get('/sitemap-1.xml')).body;
  expect([sitemap.includes('/blogs/harbour'), sitemap.includes('/blogs/plain')]).toEqual([false, true]);
});
