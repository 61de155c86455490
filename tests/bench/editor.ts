import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { createSessionStore } from '#api/adapters/lucia-sessions.ts';
import { readEnv } from '#api/env.ts';
import { createBlogDraft } from '#api/features/blogs/drafts/drafts.service.ts';
import { toUserJson } from '#api/features/users/users.service.ts';
import { type RunningServer, startServer } from '#api/server.ts';
import { paths } from '#src/lib/paths.ts';
import type { BenchOptions } from '../../scripts/bench.ts';
import { findFreePort } from '../support/app/free-port.ts';
import { DESKTOP, launchBrowserWithProfile } from '../support/browser/browser.ts';
import { createDraftFields } from '../support/drafts/draft-caller.ts';
import { ensureBuild } from './built-server.ts';
import { measureOpening, measurePublish, measureTyping } from './editor-page.ts';
import { quantile, round } from './figures.ts';
import { createLongArticle } from './long-article.ts';

const LONG_WORDS = 20_000;
const OPENINGS = 16;
const KEYS = 150;
const MAX_PUBLISHES = 25;
/** Between two keys, and after each tenth: long enough for the word count, the outline and the autosave to run. */
const [KEY_INTERVAL_MS, PAUSE_MS] = [45, 1_200];
const PLACES = { start: 'Control+Home', end: 'Control+End' } as const;

type Bench = { server: RunningServer; context: BrowserContext; log(line: string): void };

/** The writing room of the built site with the demo content, in a browser whose cache is warm. */
export async function benchEditor({ log, publishes }: BenchOptions): Promise<object> {
  ensureBuild();
  const directory = await mkdtemp(join(tmpdir(), 'bench-editor-'));
  const settings = { DATA_DIR: directory, LOG_LEVEL: 'error', OG_IMAGES: 'false' };
  const env = readEnv({ ...settings, PORT: String(await findFreePort()) });
  const profile = join(directory, 'profile');
  // A profile on the disk, as a writer has: without one Chromium caches no compiled code.
  const opening = launchBrowserWithProfile(profile, { baseURL: env.SITE_URL, viewport: DESKTOP });
  const [server, context] = await Promise.all([startServer(env), opening]);
  try {
    await server.publisher.whenIdle();
    await signIn(server, context);
    const bench: Bench = { server, context, log };
    const article = createLongArticle(LONG_WORDS);
    const posts = {
      new: paths.addBlog,
      short: await writeDraft(server, SHORT),
      long: await writeDraft(server, article),
    };
    const ready: Record<string, object> = {};
    for (const [name, path] of Object.entries(posts)) ready[name] = await benchOpening(bench, name, path);
    const keystroke = await benchTyping(bench, posts.long);
    const publish = await benchPublishing(bench, Math.min(publishes, MAX_PUBLISHES));
    return { long_post_words: LONG_WORDS, ready, keystroke, click_to_public_page: publish };
  } finally {
    await context.close();
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

const SHORT = '<p>The water was still, and the boats lay at their moorings.</p>';

async function signIn(server: RunningServer, context: BrowserContext): Promise<void> {
  const user = await server.db.orm.query.users.findFirst({ where: (users, { eq }) => eq(users.role, 'admin') });
  if (!user) throw new Error('There is no admin.');
  const client = { userAgent: 'Bench', ip: '127.0.0.1', audience: null };
  const { token } = await createSessionStore(server).create(user.id, client);
  await context.addInitScript(
    ([storedToken, storedUser]) => {
      localStorage.setItem('token', storedToken);
      localStorage.setItem('user', storedUser);
    },
    [token, JSON.stringify(toUserJson(user))] as const,
  );
}

/** Returns the path of the editor. */
async function writeDraft(server: RunningServer, content: string, slug: string | null = null): Promise<string> {
  const fields = createDraftFields({ title: 'Harbour notes', description: 'Notes of a walk.', slug });
  const input = { fields, content, client_id: `bench-${randomUUID()}` };
  return paths.editBlog((await createBlogDraft(server, input, { userId: null })).id);
}

/** From the start of the navigation until the text can be typed into and has the focus; the first opening fills the cache. */
async function benchOpening({ context, log }: Bench, name: string, path: string): Promise<object> {
  const times: number[] = [];
  for (let n = 0; n <= OPENINGS; n += 1) {
    const page = await context.newPage();
    times.push(await measureOpening(page, path));
    await page.close();
  }
  return report(log, `ready, ${name} post`, times.slice(1));
}

async function benchTyping({ context, log }: Bench, path: string): Promise<object> {
  const page = await context.newPage();
  await page.goto(path);
  await page.locator('.room-info').getByText(/words/).waitFor();
  const figures: Record<string, object> = {};
  for (const place of ['start', 'middle', 'end'] as const) {
    await moveTo(page, place);
    const { toFrame, cost } = await measureTyping(page, () => typeForAWhile(page));
    const cpu = Object.fromEntries(Object.entries(cost).map(([name, ms]) => [`${name}_ms`, round(ms, 2)]));
    log(`  ${place}, processor time of a key: ${JSON.stringify(cpu)}`);
    figures[place] = { to_frame: report(log, `${place}, to frame`, toFrame), cpu };
  }
  await page.close();
  return figures;
}

async function moveTo(page: Page, place: 'start' | 'middle' | 'end'): Promise<void> {
  const text = page.locator('.ProseMirror');
  if (place === 'middle') {
    const paragraphs = text.locator('> p');
    await paragraphs.nth(Math.floor((await paragraphs.count()) / 2)).click();
  } else {
    await text.focus();
    await page.keyboard.press(PLACES[place]);
  }
}

async function typeForAWhile(page: Page): Promise<void> {
  for (let n = 0; n < KEYS; n += 1) {
    await page.keyboard.press(n % 6 === 5 ? 'Space' : 'abcdefgh'.charAt(n % 8));
    await page.waitForTimeout(n % 10 === 9 ? PAUSE_MS : KEY_INTERVAL_MS);
  }
}

async function benchPublishing({ server, context, log }: Bench, count: number): Promise<object> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const [slug, text] = [`bench-post-${n}`, `The ${n}th notes of this bench.`];
    const page = await context.newPage();
    await page.goto(await writeDraft(server, `<p>${text}</p>`, slug));
    times.push(await measurePublish(page, paths.blog(slug), text));
    await page.close();
    await server.publisher.whenIdle();
  }
  return report(log, 'click to public page', times);
}

function report(log: (line: string) => void, name: string, times: readonly number[]): object {
  const toMs = (q: number) => round(quantile(times, q));
  const figures = { p50_ms: toMs(0.5), p95_ms: toMs(0.95), max_ms: toMs(1) };
  log(`  ${name}: ${JSON.stringify(figures)}`);
  return figures;
}
