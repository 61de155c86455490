import { resolveShellPage } from '#api/domain/shell-pages.ts';
import { planOgImages } from '#api/publishing/plan/og-images.ts';
import { isTemporary } from './temporary-error.ts';
import { type ChangedContent, planImmediateLane } from '#api/publishing/plan/immediate-lane.ts';
import type { ChangedPost } from '#api/publishing/index/indexed-post.ts';
import { planUsedGroups } from '#api/publishing/plan/page-plan.ts';
import type { PlanContext } from '#api/publishing/plan/planned-page.ts';
import type { ChangedWork } from '#api/publishing/index/indexed-work.ts';
import type { PublishEvent } from './publish-events.ts';
import { VerificationError, verifyLive } from '#api/publishing/verify/verify-live.ts';
import type { PostIndexEntry, PublicIndex } from '#api/publishing/index/public-index.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';
import { type PublishJob, listSubjectIds, markJobFailed, markJobsLive, markJobsRendering } from './job-queue.ts';
import type { ReleaseWriter } from '#api/releases/release-writer.ts';
import { withdrawWorks } from './withdraw-works.ts';
import { createPostLoader } from '#api/publishing/render/post-loader.ts';
import { readShownPosts, renderPages } from '#api/publishing/render/render-pages.ts';
import { RenderError } from '#api/publishing/render/astro-renderer.ts';

/** Addresses that no page has any more, and the way back to what is live. */
type SiteChange = { removed: readonly string[]; restore(): void };

export type JobRunnerDeps = {
  options: PublisherOptions;
  index: PublicIndex;
  writer: ReleaseWriter;
  context(): PlanContext;
  rebuild(): Promise<void>;
  /** Takes up what the owner has published. */
  followSite(): SiteChange;
  emit: (event: PublishEvent) => void;
};

/** So often posts are read for one release while others are saved: saves without a pause must not hold up every publish. */
const READS_MAX = 10;

/**
 * Brings jobs live together, in one release. When that fails they are tried one by one, so that only the job whose page
 * can't be published fails, with the page and the reason; the live site stays as it was.
 * @throws what is temporary, such as a full disk: then no job has failed, and all can be tried again.
 */
export async function runPublishJobs(deps: JobRunnerDeps, jobs: readonly PublishJob[]): Promise<void> {
  const { db, clock, onPhase } = deps.options;
  const ids = jobs.map((job) => job.id);
  await markJobsRendering(db, ids, clock.now());
  deps.emit({ kind: 'rendering', jobs: ids });
  onPhase?.('claimed');
  try {
    await publishBatch(deps, jobs);
  } catch (error) {
    // The jobs stay open: the publisher takes them up again.
    if (isTemporary(error)) throw error;
    // A second attempt would find the committed release and count as live what could not be verified.
    if (jobs.length > 1 && !(error instanceof VerificationError)) {
      for (const single of jobs) await runPublishJobs(deps, [single]);
      return;
    }
    await failJobs(deps, ids, error);
  }
}

/** Says of jobs why they could not be published; the live site is as it was. */
export async function failJobs(
  { options: { db, clock, log }, emit }: Pick<JobRunnerDeps, 'options' | 'emit'>,
  ids: number[],
  error: unknown,
): Promise<void> {
  const path = error instanceof RenderError || error instanceof VerificationError ? error.path : null;
  log.error({ err: error, jobs: ids, path }, 'publish failed');
  for (const id of ids) await markJobFailed(db, id, { path, message: toFailureMessage(error) }, clock.now());
  emit({ kind: 'failed', jobs: ids });
}

async function publishBatch(deps: JobRunnerDeps, jobs: readonly PublishJob[]): Promise<void> {
  const { index } = deps;
  const snapshots = listSubjectIds(jobs, 'blog').map((id) => index.snapshotEntry(id));
  const works: ChangedWork[] = [];
  const { documents } = index;
  try {
    for (const id of listSubjectIds(jobs, 'publication')) works.push(await index.reloadWork(id));
    await releaseJobs(deps, jobs, snapshots, works);
  } catch (error) {
    // The next attempt must find the same difference between index and content.
    if (isTemporary(error)) {
      for (const snapshot of snapshots) index.restoreEntry(snapshot);
      for (const work of works) index.restoreWork(work);
      if (index.documents !== documents) index.restoreDocuments(documents);
    }
    throw error;
  }
}

async function releaseJobs(
  deps: JobRunnerDeps,
  jobs: readonly PublishJob[],
  snapshots: PostIndexEntry[],
  works: readonly ChangedWork[],
): Promise<void> {
  const { index, writer, options } = deps;
  const { db, clock, manifest, onPhase, fetchPublic } = options;
  const now = clock.now();
  const jobIds = jobs.map((job) => job.id);
  const posts = await reloadPosts(deps, snapshots, now);
  const categories = jobs.filter((job) => job.kind === 'category').flatMap((job) => job.subjectId ?? []);
  const hasGroups = jobs.some((job) => job.kind === 'lists');
  const groups = hasGroups ? { before: [...planUsedGroups(deps.context())].map(({ path }) => path) } : null;
  if (categories.length > 0 || hasGroups) await index.loadPosts(now);
  const documents = jobs.some((job) => job.kind === 'documents') ? index.documents : null;
  if (documents) await index.reloadDocuments();
  if (jobs.some((job) => job.kind === 'redirects')) await index.reloadRedirects();
  if (jobs.some((job) => job.kind === 'rebuild')) await deps.rebuild();
  const sitePages = jobs.some((job) => job.kind === 'site') ? deps.followSite() : null;
  const keepLivePages = (error: unknown) => {
    sitePages?.restore();
    throw error;
  };
  const changes = { posts, categories, works, groups, documents, sitePages };
  const { plan, context, loader } = await planPages(deps, changes, { snapshots, now }).catch(keepLivePages);
  const rendered = await renderPages(options, context, plan.pages, { durable: true, loader }).catch(
    async (error: unknown) => {
      sitePages?.restore();
      await withdrawWorks({ ...deps, context: deps.context() }, works);
      // A post or work that is taken down stays out of the index when its job fails; the background lane removes its pages.
      for (const [at, { after }] of posts.entries()) {
        if (after || jobs.length > 1) index.restoreEntry(snapshots[at] as PostIndexEntry);
      }
      for (const work of works) if (work.after) index.restoreWork(work);
      throw error;
    },
  );
  onPhase?.('rendered');
  const ogImages = planOgImages(manifest, posts);
  const changed = [...rendered.changed, ...plan.redirects, ...ogImages.changed];
  const changedPaths = new Set(changed.map((entry) => entry.path));
  const removed = [...new Set([...plan.removed, ...ogImages.removed, ...rendered.missing])].filter(
    (path) => manifest.get(path) && !changedPaths.has(path),
  );
  const initiator = { userId: getSoleUserId(jobs), statements: [] };
  const draft = { kind: 'publish', note: formatReleaseNote(jobs), changed, removed, bytes: rendered.bytes } as const;
  await writer.commit({ ...draft, jobIds, initiator }).catch(keepLivePages);
  if (fetchPublic) {
    // Where a public document was, whoever is signed in reads on in the screen for documents.
    const screens = removed.flatMap((path) => {
      const entry = manifest.get(resolveShellPage(path) ?? '');
      return entry ? [{ ...entry, path }] : [];
    });
    const gone = removed.filter((path) => !screens.some((entry) => entry.path === path));
    await verifyLive(fetchPublic, [...changed, ...screens], gone);
  }
  onPhase?.('verified');
  const paths = [...changedPaths, ...removed];
  await markJobsLive(db, jobIds, { paths, removed: removed.length }, clock.now());
  deps.emit({ kind: 'live', jobs: jobIds });
}

/**
 * Plans the pages and reads the posts that they show. A post that was saved since the index was read becomes a part of this release:
 * otherwise it would be new on some pages and old on others. Its own job finds nothing left to do.
 */
async function planPages(
  deps: JobRunnerDeps,
  changed: ChangedContent & { posts: ChangedPost[] },
  { snapshots, now }: { snapshots: PostIndexEntry[]; now: number },
) {
  const { index, options } = deps;
  for (let reads = 1; ; reads += 1) {
    const context = deps.context();
    const plan = planImmediateLane(context, options.manifest, changed);
    const loader = createPostLoader({ db: options.db, now: context.now });
    const newer = await readShownPosts(loader, context, plan.pages);
    if (newer.length === 0 || reads === READS_MAX) return { plan, context, loader };
    for (const id of newer) {
      const known = changed.posts.find((post) => post.id === id);
      if (!known) snapshots.push(index.snapshotEntry(id));
      const { before, after } = await index.reloadPost(id, now);
      if (known) known.after = after;
      else changed.posts.push({ id, before, after });
    }
  }
}

async function reloadPosts(
  { index }: JobRunnerDeps,
  snapshots: readonly PostIndexEntry[],
  now: number,
): Promise<ChangedPost[]> {
  const posts: ChangedPost[] = [];
  for (const { id } of snapshots) {
    index.excluded.delete(id);
    posts.push({ id, ...(await index.reloadPost(id, now)) });
  }
  return posts;
}

export function formatReleaseNote(jobs: readonly PublishJob[]): string {
  const [first] = jobs;
  const others = jobs.length - 1;
  return others > 0 ? `${first?.reason} (and ${others} more)` : (first?.reason ?? '');
}

/** The user of all jobs, or null when they have several. */
export function getSoleUserId(jobs: readonly PublishJob[]): number | null {
  const userIds = new Set(jobs.map((job) => job.userId));
  return userIds.size === 1 ? (jobs[0]?.userId ?? null) : null;
}

function toFailureMessage(error: unknown): string {
  if (error instanceof RenderError || error instanceof VerificationError) return error.message;
  return 'The release couldn’t be saved. See the server log for details.';
}
