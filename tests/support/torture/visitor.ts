import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from './actor.ts';
import type { Reply } from './balanced-client.ts';
import type { PostRecord } from './ledger.ts';

const PAUSE_MS = 20;
const TITLE = /Torture (\d+) version (\d+)/g;
const TEXT = /zq(\d+)v(\d+)qz/g;
const ASSET = /(?:src|href)="(\/_astro\/[^"]+)"/g;
/** A publish is live everywhere by then, milliseconds. Longer waits are for the checks at the end. */
const LIVE_MS = 30_000;

/** The newest version that each server has shown, by `server post`: a server never goes back. */
export type SeenVersions = Map<string, number>;

/** Reads the home page, the list, the feed and posts, and compares what they say about versions. */
export async function playVisitor(stage: Stage, seen: SeenVersions): Promise<void> {
  const assets = new Set<string>();
  while (stage.isOn()) {
    const known = [...stage.ledger.posts.values()].filter(({ acknowledged }) => acknowledged > 0);
    const post = known.length > 0 ? stage.random.pick(known) : null;
    const paths = ['/', '/blogs', '/rss.xml', ...(post ? [`/blogs/${post.slug}`, `/blogs/${post.slug}`] : [])];
    await visit(stage, stage.random.pick(paths), post, { seen, assets });
    await sleep(stage.random.below(PAUSE_MS * 2));
  }
}

type Memory = { seen: SeenVersions; assets: Set<string> };

async function visit(stage: Stage, path: string, post: PostRecord | null, { seen, assets }: Memory): Promise<void> {
  const floor = new Map(seen);
  const startedAt = Date.now();
  const reply = await stage.client.read(path);
  stage.ledger.counts.requests += 1;
  if (!reply) {
    if (!stage.faults.wasOn(startedAt, Date.now())) stage.findings.add(`no server answered ${path}`);
    return;
  }
  const { status, hash, server } = reply;
  stage.ledger.reads.push({ path, status, hash, server, at: startedAt });
  if (status === 404 && post && path.endsWith(post.slug)) {
    if (startedAt - post.publishedAt > LIVE_MS && !stage.faults.wasOn(post.publishedAt, Date.now())) {
      stage.findings.add(`${path} is not live ${LIVE_MS / 1000} s after it was published`);
    }
    return;
  }
  if (status !== 200) {
    if (status < 500 || !stage.faults.wasOn(startedAt, Date.now()))
      stage.findings.add(`server ${server} answered ${path} with ${status}`);
    return;
  }
  checkVersions(stage, path, reply, { floor, seen });
  await checkAssets(stage, reply, assets);
}

/** Title and text of a post are of one version; no version is one that nobody sent, or older than one that this server has shown. */
function checkVersions(
  { findings, ledger }: Stage,
  path: string,
  { bytes, server }: Reply,
  { floor, seen }: { floor: SeenVersions; seen: SeenVersions },
): void {
  const text = bytes.toString('utf8');
  const own = /^\/blogs\/torture-(\d+)/.exec(path)?.[1];
  const shown = new Map<number, Set<number>>();
  for (const pattern of [TITLE, TEXT]) {
    for (const [, key, version] of text.matchAll(pattern)) {
      // The titles of other posts beside a post follow in the background.
      if (own !== undefined && key !== own) continue;
      const versions = shown.get(Number(key)) ?? new Set();
      shown.set(Number(key), versions.add(Number(version)));
    }
  }
  for (const [key, versions] of shown) {
    const [version = 0, ...others] = versions;
    const id = `${server} ${key}`;
    if (others.length > 0)
      findings.add(`server ${server} mixed versions ${[...versions].join(', ')} of post ${key} in ${path}`);
    if (version > (ledger.posts.get(key)?.sent ?? 0))
      findings.add(`${path} shows version ${version} of post ${key}, which nobody sent`);
    // A save whose response was lost may have been held by a paused server, and come after a later one.
    if (version < (floor.get(id) ?? 0) && !ledger.posts.get(key)?.unknown.has(version))
      findings.add(`server ${server} went back from version ${floor.get(id)} to ${version} of post ${key} in ${path}`);
    seen.set(id, Math.max(version, seen.get(id) ?? 0));
  }
  if (own !== undefined && shown.size === 0) findings.add(`server ${server} sent ${path} without its text`);
}

/** What a page refers to is served by the server that sent it. */
async function checkAssets(stage: Stage, { bytes, server }: Reply, assets: Set<string>): Promise<void> {
  for (const [, path = ''] of bytes.toString('utf8').matchAll(ASSET)) {
    const id = `${server} ${path}`;
    if (assets.has(id)) continue;
    const startedAt = Date.now();
    const reply = await stage.client.read(path);
    if (reply?.status === 200) assets.add(id);
    else if (reply && (reply.status < 500 || !stage.faults.wasOn(startedAt, Date.now())))
      stage.findings.add(`a page of server ${server} refers to ${path}, which is answered with ${reply.status}`);
  }
}
