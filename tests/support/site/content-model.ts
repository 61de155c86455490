import type { BlogInput } from '../app/blog-request.ts';
import { eq } from 'drizzle-orm';
import { createBlog, updateBlog } from '../app/content-services.ts';
import { createUser } from '../app/users.ts';
import { blogDraftSubject, publishBlogDraft } from '#api/features/blogs/drafts/drafts.service.ts';
import { deleteBlog, restoreBlog, trashBlog } from '#api/features/blogs/trash/trash.service.ts';
import { findDraft, saveDraft } from '#api/features/drafts/drafts.service.ts';
import { createRedirect, deleteRedirect } from '#api/features/redirects/redirects.service.ts';
import { createCategory, deleteCategory, updateCategory } from '#api/features/categories/categories.service.ts';
import { AppError } from '#api/http/errors.ts';
import { toIso } from '#api/clock.ts';
import { redirects } from '#db/schema/index.ts';
import type { PublishPhase } from '#api/publishing/publisher-options.ts';
import { crashWhilePublishing } from './crash-site.ts';
import { SitePartsModel } from './site-parts-model.ts';
import type { TestSite } from './test-site.ts';

const HOUR_MS = 3_600_000;

export type PostState = {
  id: number;
  slug: string;
  slugs: Set<string>;
  /** A word that occurs only in the title and text of this version. */
  marker: string;
  status: 'draft' | 'published' | 'archived';
  publishedAt: number | null;
  categories: number[];
};

type CategoryState = { id: number; name: string; slug: string; slugs: Set<string> };

/** The expected content, updated together with the real one. Indexes wrap around. */
export class ContentModel {
  readonly posts: PostState[] = [];
  readonly deleted: PostState[] = [];
  readonly trashed: PostState[] = [];
  readonly categories = new Map<number, CategoryState>();
  readonly deletedCategories: CategoryState[] = [];
  readonly markers = new Set<string>();
  readonly parts = new SitePartsModel(
    () => this.#newMarker(),
    () => this.#requireAdmin(),
  );
  /** Waits until what was done so far is public. */
  readonly settle: () => Promise<void>;
  #serial = 0;
  #admin: number | null = null;
  site: TestSite;

  constructor(site: TestSite, settle: (model: ContentModel) => Promise<void>) {
    this.site = site;
    this.settle = () => settle(this);
  }

  isPublic(post: PostState): boolean {
    return post.status === 'published' && (post.publishedAt ?? Number.POSITIVE_INFINITY) <= this.site.clock.now();
  }

  get publicPosts(): PostState[] {
    return this.posts.filter((post) => this.isPublic(post));
  }

  async createPost(how: { status: PostState['status']; inHours: number | null; categories: number }): Promise<void> {
    const now = this.site.clock.now();
    const publishedAt = how.inHours === null ? null : now + how.inHours * HOUR_MS;
    const marker = this.#newMarker();
    const slug = `post-${this.#next()}`;
    const post: PostState = {
      id: 0,
      slug,
      slugs: new Set([slug]),
      marker,
      status: how.status,
      publishedAt: publishedAt ?? (how.status === 'published' ? now : null),
      categories: this.#selectCategories(how.categories),
    };
    post.id = (await createBlog(this.site.deps, this.#toBlogRequest(post))).id;
    this.posts.push(post);
  }

  /** Makes an address of a few lead to a post, to another of them, or nowhere; what the rules refuse is left. */
  async setRedirect(index: number, to: 'post' | 'redirect' | 'nothing'): Promise<void> {
    const { db, deps, publisher } = this.site;
    const from = `/moved-${index % 4}`;
    const admin = await this.#requireAdmin();
    const [old] = await db.orm.select({ id: redirects.id }).from(redirects).where(eq(redirects.from, from));
    if (old) await deleteRedirect(deps, admin, old.id);
    if (to === 'nothing') return;
    // The new address has to be live.
    await publisher.whenIdle();
    const target = to === 'post' ? `/blogs/${this.#pick(index)?.slug}` : `/moved-${(index + 1) % 4}`;
    await createRedirect(deps, admin, { from, to: target, status: 301 }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  }

  /** Updates a post with a new title and text and the given changes. */
  async editPost(
    index: number,
    change: { status?: PostState['status']; slug?: 'new' | 'old'; categories?: number },
  ): Promise<void> {
    const post = this.#pick(index);
    if (!post) return;
    post.marker = this.#newMarker();
    if (change.status) post.status = change.status;
    if (change.status === 'published') post.publishedAt ??= this.site.clock.now();
    if (change.slug === 'new') post.slug = `post-${this.#next()}`;
    if (change.slug === 'old') post.slug = [...post.slugs][index % post.slugs.size] as string;
    if (change.categories !== undefined) post.categories = this.#selectCategories(change.categories);
    post.slugs.add(post.slug);
    await updateBlog(this.site.deps, post.id, this.#toBlogRequest(post));
  }

  async deletePost(index: number): Promise<void> {
    const post = this.#pick(index);
    if (!post) return;
    await deleteBlog(this.site.deps, post.id);
    this.posts.splice(this.posts.indexOf(post), 1);
    this.deleted.push(post);
  }

  async trashPost(index: number): Promise<void> {
    const post = this.#pick(index);
    if (!post) return;
    await trashBlog(this.site.deps, post.id);
    this.posts.splice(this.posts.indexOf(post), 1);
    this.trashed.push(post);
  }

  /** Takes a post out of the trash: it comes back as a draft. */
  async restorePost(index: number): Promise<void> {
    const [post] = this.trashed.splice(index % Math.max(1, this.trashed.length), 1);
    if (!post) return;
    await restoreBlog(this.site.deps, post.id);
    this.posts.push({ ...post, status: 'draft' });
  }

  /** Saves a draft of a post, which must not be public until it is published. */
  async writeDraft(index: number, isPublished: boolean): Promise<void> {
    const post = this.#pick(index);
    if (!post) return;
    const { site } = this;
    const live = await blogDraftSubject.loadLive(site.db, post.id);
    const before = await findDraft(site, blogDraftSubject, post.id);
    if (!live) return;
    const marker = this.#newMarker();
    const draft = {
      fields: { ...live.fields, title: `A note on ${marker}` },
      content: `<p>The text of ${marker}.</p>`,
      client_id: `session-${post.id}`,
      version: before?.version ?? 0,
      base_revision: live.revision,
    };
    const { version } = await saveDraft(site.deps, blogDraftSubject, post.id, draft, null);
    if (!isPublished) return;
    const { blog } = await publishBlogDraft(site.deps, post.id, version, { userId: null }, { status: 'published' });
    Object.assign(post, {
      marker,
      status: 'published',
      slug: blog.slug,
      publishedAt: blog.published_at && Date.parse(blog.published_at),
      categories: blog.categories.map((category) => category.id),
    });
  }

  async createCategory(isNews: boolean): Promise<void> {
    const names = [...this.categories.values()].map((category) => category.name);
    const name = isNews && !names.includes('News & Updates') ? 'News & Updates' : `Category ${this.#next()}`;
    const { id, slug } = await createCategory(this.site.deps, null, { name });
    this.categories.set(id, { id, name, slug, slugs: new Set([slug]) });
  }

  async renameCategory(index: number): Promise<void> {
    const category = this.#pickCategory(index);
    if (!category) return;
    category.name = `Renamed ${this.#next()}`;
    await updateCategory(this.site.deps, null, category.id, { name: category.name });
  }

  /** Gives a category a new slug, or one that it had. */
  async moveCategory(index: number, slug: 'new' | 'old'): Promise<void> {
    const category = this.#pickCategory(index);
    if (!category) return;
    const slugs = [...category.slugs];
    category.slug = slug === 'new' ? `topic-${this.#next()}` : (slugs[index % slugs.length] as string);
    category.slugs.add(category.slug);
    await updateCategory(this.site.deps, null, category.id, { name: category.name, slug: category.slug });
  }

  async deleteCategory(index: number): Promise<void> {
    const category = this.#pickCategory(index);
    if (!category) return;
    const { id } = category;
    await deleteCategory(this.site.deps, null, id);
    this.deletedCategories.push(category);
    this.categories.delete(id);
    for (const post of this.posts) post.categories = post.categories.filter((each) => each !== id);
  }

  /** Restores an earlier release, and goes on from it. */
  async restoreRelease(back: number): Promise<void> {
    const { publisher, manifest } = this.site;
    await publisher.whenIdle();
    const release = manifest.release - back;
    if (release < 1) return;
    await publisher.restore(release);
    await publisher.resume();
  }

  /** Changes two posts and perhaps what every page shows, and kills the server in a phase of their publish. */
  async crash(phase: PublishPhase, index: number, withSettings: boolean): Promise<void> {
    this.site = await crashWhilePublishing(this.site, phase, async () => {
      if (withSettings) {
        await this.parts.write(this.site, 'settings', index);
        await this.parts.publish(this.site);
      }
      await this.editPost(index, { slug: 'new' });
      await this.editPost(index + 1, { status: 'draft' });
    });
  }

  /** How many public posts the category of each slug has. */
  counts(): Map<string, number> {
    const inCategory = (id: number) => this.publicPosts.filter((post) => post.categories.includes(id)).length;
    return new Map([...this.categories.values()].map(({ id, slug }) => [slug, inCategory(id)]));
  }

  async #requireAdmin(): Promise<number> {
    this.#admin ??= (await createUser(this.site, { role: 'admin' })).id;
    return this.#admin;
  }

  #toBlogRequest(post: PostState): BlogInput {
    return {
      title: `A note on ${post.marker}`,
      content: `<h2>Of ${post.marker}</h2><p>The text of ${post.marker}.</p>${this.#renderLink(post)}`,
      slug: post.slug,
      status: post.status,
      categoryIds: post.categories,
      ...(post.publishedAt !== null && { published_at: toIso(post.publishedAt) }),
    };
  }

  /** A link to the first post, which must follow when that post is renamed, or a card of it. */
  #renderLink(post: PostState): string {
    const [first] = this.posts;
    if (!first || first === post) return '';
    const block = this.#serial % 2 === 0 ? ' data-block="bookmark"' : '';
    return `<p${block}><a href="/blogs/${first.slug}">More</a></p>`;
  }

  #next(): number {
    this.#serial += 1;
    return this.#serial;
  }

  #newMarker(): string {
    const marker = `zq${this.#next()}qz`;
    this.markers.add(marker);
    return marker;
  }

  #pick(index: number): PostState | undefined {
    return this.posts[index % Math.max(1, this.posts.length)];
  }

  #pickCategory(index: number): CategoryState | undefined {
    return [...this.categories.values()][index % Math.max(1, this.categories.size)];
  }

  /** The categories whose bits are set. */
  #selectCategories(bits: number): number[] {
    return [...this.categories.keys()].filter((_, index) => (bits >> index) & 1);
  }
}
