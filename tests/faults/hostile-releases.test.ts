import { escapeHTML } from 'astro/runtime/server/index.js';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { rewriteHtmlUrls } from '#api/adapters/html/html-url-rewriter.ts';
import { createBlog } from '../support/app/content-services.ts';
import { createReleaseViewerHandler } from '#api/features/releases/viewer/viewer.routes.ts';
import { createReleaseLink } from '#api/features/releases/releases.service.ts';
import { createBlogRequest } from '../support/app/blog-request.ts';
import { launchBrowser } from '../support/browser/browser.ts';
import { generateHostileHtml } from '../support/xss/hostile-html.ts';
import { chooseSize } from '../support/random/size.ts';
import { createXssOracle, type XssOracle } from '../support/xss/xss-oracle.ts';
import { findRewritingErrors, type RewrittenPage } from '../support/xss/rewriting-comparison.ts';
import { copyEmptySite, createTestSite, requestPath, TEST_SITE_URL } from '../support/site/test-site.ts';

const CASES = chooseSize(2_000, 20_000);
const SEED = Number(process.env.HOSTILE_SEED ?? 20_261_121);
/** Cases that are published and read through the release viewer. */
const PUBLISHED_COUNT = Math.ceil(CASES / 200);
/** A sample whose rewritten pages also run, without a policy; all cases are compared with their source page. */
const RUN_COUNT = Math.ceil(CASES / 40);
const BATCH_SIZE = 500;
const PREFIX = '/release/token';

const cases = generateHostileHtml(SEED, CASES);
const addPrefix = (url: string) => (url.startsWith('/') ? PREFIX + url : url);
const rewrite = (html: string, id: number): RewrittenPage => [id, html, rewriteHtmlUrls(html, addPrefix)];

/** A page with the case as escaped text wherever a post page has text, and as sanitised HTML in its content. */
function createPage(hostile: string): string {
  const text = escapeHTML(hostile);
  return `<!doctype html><html lang="en"><head><title>${text}</title><meta name="description" content="${text}">
    <meta property="og:title" content="${text}"><link rel="canonical" href="/blogs/a" title='${text}'></head><body>
    <nav><a href="/blogs">${text}</a><a href=/terms title="${text}">x</a></nav><article aria-label="${text}"><h1>${text}</h1>
    <img src="/a.webp" alt="${text}" srcset="/a.webp 1x, /b.webp 2x">${sanitizeContent(hostile)}</article></body></html>`;
}

let browser: Browser;
let page: Page;
let oracle: XssOracle;
beforeAll(async () => {
  [browser, oracle] = await Promise.all([launchBrowser(), createXssOracle()]);
  page = await browser.newPage();
});
afterAll(() => Promise.all([browser.close(), oracle.close()]));

async function findErrors(pages: readonly RewrittenPage[], prefix = PREFIX): Promise<string[]> {
  const errors: string[] = [];
  const rewritten = pages.filter(([, before, after]) => before !== after);
  for (let from = 0; from < rewritten.length; from += BATCH_SIZE) {
    errors.push(...(await findRewritingErrors(page, rewritten.slice(from, from + BATCH_SIZE), prefix)));
  }
  return errors;
}

describe(`T35 ${CASES} hostile cases of seed ${SEED} on pages of an earlier release`, () => {
  it('rewriting changes nothing but URLs: title, description and content of a page', async () => {
    const pages = cases.map((hostile, id) => rewrite(createPage(hostile), id));
    expect((await findErrors(pages)).slice(0, 20)).toEqual([]);
    expect(pages.filter(([, before, after]) => before === after)).toEqual([]);
  });

  it('rewriting changes nothing but URLs: HTML that was neither escaped nor sanitised', async () => {
    expect((await findErrors(cases.map(rewrite))).slice(0, 20)).toEqual([]);
  });

  it('rewritten pages run no script, even without a policy', async () => {
    const pages = cases.slice(0, RUN_COUNT).map((hostile, id) => [id, rewrite(createPage(hostile), id)[2]] as const);
    expect((await oracle.runCases('frames', pages)).ran).toEqual([]);
  });

  it('published posts are the same in the release viewer as on the site', async () => {
    const site = await createTestSite({}, copyEmptySite);
    onTestFinished(() => site.close());
    const slugs: string[] = [];
    for (const hostile of cases.filter((html) => html.isWellFormed()).slice(0, PUBLISHED_COUNT)) {
      const line = hostile.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ').slice(0, 200);
      const input = { title: `A ${line}`.slice(0, 200), description: line, content: `<p>x</p>${line}` };
      slugs.push((await createBlog(site.deps, createBlogRequest(input))).slug);
    }
    // Started after the last post, so that one publish has them all.
    await site.publisher.start();
    await site.publisher.whenIdle();
    const viewer = createReleaseViewerHandler(site.deps, site.store);
    const link = await createReleaseLink(site.deps, site.manifest.release);
    const base = new URL(link.url).pathname.replace(/\/$/, '');
    const pages: RewrittenPage[] = [];
    for (const [id, slug] of slugs.entries()) {
      const [live, viewed] = [
        await site.get(`/blogs/${slug}`),
        await requestPath(viewer, 'GET', `${base}/blogs/${slug}`, {}),
      ];
      // The viewer makes absolute URLs of the site relative.
      pages.push([id, live.body.replaceAll(`href="${TEST_SITE_URL}/`, 'href="/'), viewed.body]);
    }
    expect(pages).toHaveLength(PUBLISHED_COUNT);
    expect((await findErrors(pages, base)).slice(0, 20)).toEqual([]);
  });
});
