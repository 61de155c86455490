import { isOutOfSpace } from '#db/out-of-space.ts';
import { toIso } from '#api/clock.ts';
import { type ChangedPost, planAtOnce } from '#api/publishing/plan/immediate-lane.ts';
import { planCards } from '#api/publishing/render/og-image-entries.ts';
import type { PlanContext } from '#api/publishing/plan/page-plan.ts';
import type { PublishEvent } from './publish-events.ts';
import { ProofError, prove } from '#api/publishing/verify/verify-live.ts';
import type { PostPlace, PublicIndex } from '#api/publishing/index/public-index.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';
import { type Job, markFailed, markLive, markRendering } from './job-queue.ts';
import type { ReleaseWriter } from '#api/releases/release-writer.ts';
import { renderPages } from '#api/publishing/render/render-pages.ts';
import { RenderError } from '#api/publishing/render/astro-renderer.ts';

export type JobTools = {
  options: PublisherOptions;
  index: PublicIndex;
  writer: ReleaseWriter;
  context(): PlanContext;
  rebuild(): Promise<void>;
  tell: (event: PublishEvent) => void;
};

/**
 * Brings jobs live together, in one release. When that fails they are tried one by one, so that only the guilty one
 * fails, with the page and the reason; the live site stays as it was.
 * @throws when there is no space: then no job has failed, and all can be tried again.
 */
export async function publishJobs(tools: JobTools, jobs: readonly Job[]): Promise<void> {
  const { db, clock, log, onStep } = tools.options;
  const ids = jobs.map((job) => job.id);
  await markRendering(db, ids, clock.now());
  tools.tell({ kind: 'rendering', jobs: ids });
  onStep?.('taken');
  try {
    await publishTogether(tools, jobs);
  } catch (error) {
    // The jobs stay open: the publisher waits for space and takes them up again.
    if (isOutOfSpace(error)) throw error;
    // What is committed but cannot be proved would look done to a second try: no job of it may count as live.
    if (jobs.length > 1 && !(error instanceof ProofError)) {
      for (const single of jobs) await publishJobs(tools, [single]);
      return;
    }
    const path = error instanceof RenderError || error instanceof ProofError ? error.path : null;
    log.error({ err: error, jobs: ids, path }, 'publish failed');
    for (const id of ids) await markFailed(db, id, { path, message: messageOf(error) }, clock.now());
    tools.tell({ kind: 'failed', jobs: ids });
  }
}

async function publishTogether(tools: JobTools, jobs: readonly Job[]): Promise<void> {
  const { index } = tools;
  const places = subjectsOf(jobs).map((id) => index.placeOf(id));
  try {
    await releaseJobs(tools, jobs, places);
  } catch (error) {
    // The next try must find the same difference between the index and the content.
    if (isOutOfSpace(error)) for (const place of places) index.putBack(place);
    throw error;
  }
}

async function releaseJobs(tools: JobTools, jobs: readonly Job[], places: readonly PostPlace[]): Promise<void> {
  const { index, writer, options } = tools;
  const { db, clock, manifest, onStep, fetchPublic, announce } = options;
  const now = clock.now();
  const jobIds = jobs.map((job) => job.id);
  const posts = await refreshPosts(
    tools,
    places.map(({ id }) => id),
    now,
  );
  const categories = jobs.filter((job) => job.kind === 'category').flatMap((job) => job.subjectId ?? []);
  if (categories.length > 0) await index.load(now);
  if (jobs.some((job) => job.kind === 'rebuild')) await tools.rebuild();
  const plan = planAtOnce(tools.context(), manifest, { posts, categories });
  const rendered = await renderPages(options, tools.context(), plan.pages, { durable: true }).catch(
    (error: unknown) => {
      // A post that was to be taken down stays down when its job fails for good; the background lane follows it up.
      for (const [at, { after }] of posts.entries()) {
        if (after || jobs.length > 1) index.putBack(places[at] as PostPlace);
      }
      throw error;
    },
  );
  onStep?.('rendered');
  const cards = planCards(manifest, posts);
  const changed = [...rendered.changed, ...plan.redirects, ...cards.changed];
  const changedPaths = new Set(changed.map((entry) => entry.path));
  const removed = [...new Set([...plan.removed, ...cards.removed, ...rendered.gone])].filter(
    (path) => manifest.get(path) && !changedPaths.has(path),
  );
  const asked = { userId: personOf(jobs), statements: [] };
  await writer.commit({ kind: 'publish', note: noteOf(jobs), changed, removed, bytes: rendered.bytes, jobIds, asked });
  if (fetchPublic) await prove(fetchPublic, changed, removed);
  onStep?.('proven');
  const paths = [...changedPaths, ...removed];
  await markLive(db, jobIds, { paths, removed: removed.length }, clock.now());
  tools.tell({ kind: 'live', jobs: jobIds });
  void announce?.({ release: manifest.release, paths, published_at: toIso(clock.now()) });
}

function subjectsOf(jobs: readonly Job[]): number[] {
  return [...new Set(jobs.filter((job) => job.kind === 'blog').flatMap((job) => job.subjectId ?? []))];
}

async function refreshPosts({ index }: JobTools, ids: readonly number[], now: number): Promise<ChangedPost[]> {
  const posts: ChangedPost[] = [];
  for (const id of ids) {
    index.blocked.delete(id);
    posts.push({ id, ...(await index.refresh(id, now)) });
  }
  return posts;
}

function noteOf(jobs: readonly Job[]): string {
  const [first] = jobs;
  const others = jobs.length - 1;
  return others > 0 ? `${first?.reason} (and ${others} more)` : (first?.reason ?? '');
}

/** Who made this, when one person did. */
function personOf(jobs: readonly Job[]): number | null {
  const people = new Set(jobs.map((job) => job.userId));
  return people.size === 1 ? (jobs[0]?.userId ?? null) : null;
}

function messageOf(error: unknown): string {
  if (error instanceof RenderError || error instanceof ProofError) return error.message;
  return 'The release could not be written. The log of the server says why.';
}
