import { onTestFinished } from 'vitest';
import { createBlog } from '../app/content-services.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';
import { listJobs } from '#api/publishing/queue/job-queue.ts';
import { RenderError, type Renderer } from '#api/publishing/render/astro-renderer.ts';
import { type BlogInput, createBlogRequest } from '../app/blog-request.ts';
import { copyEmptySite, createTestRenderer, createTestSite, type TestSite } from './test-site.ts';

export type PublishingSite = TestSite & {
  /** Paths whose rendering fails. */
  failingPaths: Set<string>;
  /** Paths that are rendered without a content policy. */
  pathsWithoutPolicy: Set<string>;
  /** Creates a post and waits until its publish is live or has failed. */
  post(changes?: Partial<BlogInput>): ReturnType<typeof createBlog>;
  /** All jobs, oldest first. */
  jobs(): ReturnType<typeof listJobs>;
  /** Paths whose response has changed. */
  changedSince(before: Map<string, string>): string[];
};

/** A live site whose renderer can be made to fail; closed when the test ends. */
export async function createPublishingSite(
  overrides: Partial<PublisherOptions> = {},
  // A given store does not contain the objects of the template.
  copyDirectory = overrides.store ? undefined : copyEmptySite,
): Promise<PublishingSite> {
  const failingPaths = new Set<string>();
  const pathsWithoutPolicy = new Set<string>();
  const site = await createTestSite(
    { renderer: createFailingRenderer(failingPaths, pathsWithoutPolicy), ...overrides },
    copyDirectory,
  );
  onTestFinished(() => site.close());
  await site.publisher.start();
  await site.publisher.whenIdle();
  return Object.assign(Object.create(Object.getPrototypeOf(site), Object.getOwnPropertyDescriptors(site)), {
    failingPaths,
    pathsWithoutPolicy,
    async post(changes: Partial<BlogInput> = {}) {
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

function createFailingRenderer(failingPaths: ReadonlySet<string>, pathsWithoutPolicy: ReadonlySet<string>): Renderer {
  const renderer = createTestRenderer();
  return {
    async render(path, content) {
      if (failingPaths.has(path)) throw new RenderError(path, `The page ${path} cannot be rendered: the ink ran out`);
      const rendered = await renderer.render(path, content);
      return pathsWithoutPolicy.has(path) ? { ...rendered, policy: null } : rendered;
    },
  };
}
