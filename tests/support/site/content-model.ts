import type { BlogInput } from '../app/blog-request.ts';
import { createBlog, updateBlog } from '../app/content-services.ts';
import { blogDraftSubject, publishBlogDraft } from '#api/features/blogs/drafts/drafts.service.ts';
import { deleteBlog, restoreBlog, trashBlog } from '#api/features/blogs/trash/trash.service.ts';
import { findDraft, saveDraft } from '#api/features/drafts/drafts.service.ts';
import { createCategory, deleteCategory, updateCategory } from '#api/features/categories/categories.service.ts';
import { toIso } from '#api/clock.ts';
import type { TestSite } from './test-site.ts';

const HOUR_MS = 3_600_000;

export type PostState = {
  id: number;
  slug: string;
  slugs: Set<string>;
  /** A word that is in the title and the text of this version alone. */
  marker: string;
  status: 'draft' | 'published' | 'archived';
  publishedAt: number | null;
  categories: number[];
};

/** What the content should be, kept beside the real thing. Indexes given by a test wrap around. */
export class ContentModel {
  readonly posts: PostState[] = [];
  readonly deleted: PostState[] = [];
  readonly trashed: PostState[] = [];
  readonly categories = new Map<number, string>();
  readonly markers = new Set<string>();
  #serial = 0;
  readonly site: TestSite;

  constructor(site: TestSite) {
    this.site = site;
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
      categories: this.#someCategories(how.categories),
    };
    post.id = (await createBlog(this.site.deps, this.#toBlogRequest(post))).id;
    this.posts.push(post);
  }

  /** Changes a post whole: new words, and what is given. */
  async editPost(
    at: number,
    change: { status?: PostState['status']; slug?: 'new' | 'old'; categories?: number },
  ): Promise<void> {
    const post = this.#pick(at);
    if (!post) return;
    post.marker = this.#newMarker();
    if (change.status) post.status = change.status;
    if (change.status === 'published') post.publishedAt ??= this.site.clock.now();
    if (change.slug === 'new') post.slug = `post-${this.#next()}`;
    if (change.slug === 'old') post.slug = [...post.slugs][at % post.slugs.size] as string;
    if (change.categories !== undefined) post.categories = this.#someCategories(change.categories);
    post.slugs.add(post.slug);
    await updateBlog(this.site.deps, post.id, this.#toBlogRequest(post));
  }

  async deletePost(at: number): Promise<void> {
    const post = this.#pick(at);
    if (!post) return;
    await deleteBlog(this.site.deps, post.id);
    this.posts.splice(this.posts.indexOf(post), 1);
    this.deleted.push(post);
  }

  async trashPost(at: number): Promise<void> {
    const post = this.#pick(at);
    if (!post) return;
    await trashBlog(this.site.deps, post.id);
    this.posts.splice(this.posts.indexOf(post), 1);
    this.trashed.push(post);
  }

  /** Takes a post out of the trash: it comes back as a draft. */
  async restorePost(at: number): Promise<void> {
    const [post] = this.trashed.splice(at % Math.max(1, this.trashed.length), 1);
    if (!post) return;
    await restoreBlog(this.site.deps, post.id);
    this.posts.push({ ...post, status: 'draft' });
  }

  /** Writes on a post, whose readers must see nothing of it until it is published. */
  async writeDraft(at: number, isPublished: boolean): Promise<void> {
    const post = this.#pick(at);
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
    const names = [...this.categories.values()];
    const name = isNews && !names.includes('News & Updates') ? 'News & Updates' : `Category ${this.#next()}`;
    this.categories.set((await createCategory(this.site.deps, null, { name })).id, name);
  }

  async renameCategory(at: number): Promise<void> {
    const id = this.#pickCategory(at);
    if (id === undefined) return;
    const name = `Renamed ${this.#next()}`;
    await updateCategory(this.site.deps, null, id, { name });
    this.categories.set(id, name);
  }

  async deleteCategory(at: number): Promise<void> {
    const id = this.#pickCategory(at);
    if (id === undefined) return;
    await deleteCategory(this.site.deps, null, id);
    this.categories.delete(id);
    for (const post of this.posts) post.categories = post.categories.filter((each) => each !== id);
  }

  /** How many public posts each category has. */
  counts(): Map<number, number> {
    const inCategory = (id: number) => this.publicPosts.filter((post) => post.categories.includes(id)).length;
    return new Map([...this.categories.keys()].map((id) => [id, inCategory(id)]));
  }

  #toBlogRequest(post: PostState): BlogInput {
    return {
      title: `A note on ${post.marker}`,
      content: `<h2>Of ${post.marker}</h2><p>The text of ${post.marker}.</p>${this.#linkFrom(post)}`,
      slug: post.slug,
      status: post.status,
      categoryIds: post.categories,
      ...(post.publishedAt !== null && { published_at: toIso(post.publishedAt) }),
    };
  }

  /** A link to the first post, which follows when that is renamed. */
  #linkFrom(post: PostState): string {
    const [first] = this.posts;
    return first && first !== post ? `<p><a href="/blogs/${first.slug}">More</a></p>` : '';
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

  #pick(at: number): PostState | undefined {
    return this.posts[at % Math.max(1, this.posts.length)];
  }

  #pickCategory(at: number): number | undefined {
    return [...this.categories.keys()][at % Math.max(1, this.categories.size)];
  }

  /** The bits of a number choose. */
  #someCategories(bits: number): number[] {
    return [...this.categories.keys()].filter((_, at) => (bits >> at) & 1);
  }
}
