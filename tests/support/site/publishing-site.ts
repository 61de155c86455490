import { onTestFinished } from 'vitest';
import type { BlogRequest } from '#api/features/blogs/blogs.contract.ts';
import { createBlog } from '#api/features/blogs/editing/editing.service.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';
import { listJobs } from '#api/publishing/queue/job-queue.ts';
import { RenderError, type Renderer } from '#api/publishing/render/astro-renderer.ts';
import { createBlogRequest } from '../app/blog-request.ts';
import { copyEmptySite, createTestRenderer, createTestSite, type TestSite } from './test-site.ts';

export type PublishingSite = TestSite & {
  /** Paths that cannot be rendered now. */
  failing: Set<string>;
  /** Paths that come without a policy now. */
  bare: Set<string>;
  /** A post; the content is live, or failed, when this is done. */
  post(changes?: Partial<BlogRequest>): ReturnType<typeof createBlog>;
  /** All jobs, oldest first. */
  jobs(): ReturnType<typeof listJobs>;
  /** Paths whose answer is another one than before. */
  changedSince(before: Map<string, string>): string[];
};

/** A live site of a publisher whose renderer can be made to fail; it is closed when the test ends. */
export async function createPublishingSite(
  overrides: Partial<PublisherOptions> = {},
  // A store of the test's own holds no objects of a template.
  copyDirectory = overrides.store ? undefined : copyEmptySite,
): Promise<PublishingSite> {
  const failing = new Set<string>();
  const bare = new Set<string>();
  const site = await createTestSite({ renderer: createFailingRenderer(failing, bare), ...overrides }, copyDirectory);
  onTestFinished(() => site.close());
  await site.publisher.start();
  await site.publisher.whenIdle();
  return Object.assign(Object.create(Object.getPrototypeOf(site), Object.getOwnPropertyDescriptors(site)), {
    failing,
    bare,
    async post(changes: Partial<BlogRequest> = {}) {
      const post = await createBlog(site.deps, createBlogRequest(changes));
      await site.publisher.whenIdle();
      return post;
    },
    jobs: async () => (await listJobs(site.db, 10_000)).reverse(),
    changedSince(before: Map<string, string>) {
      const now = site.live();
      return [...new Set([...before.keys(), ...now.keys()])]
        .filter((path) => before.get(path) !== now.get(path))
        .sort();
    },
  }) as PublishingSite;
}

function createFailingRenderer(failing: ReadonlySet<string>, bare: ReadonlySet<string>): Renderer {
  const renderer = createTestRenderer();
  return {
    async render(path, content) {
      if (failing.has(path)) throw new RenderError(path, `The page ${path} cannot be rendered: the ink ran out`);
      const rendered = await renderer.render(path, content);
      return bare.has(path) ? { ...rendered, policy: null } : rendered;
    },
  };
}
