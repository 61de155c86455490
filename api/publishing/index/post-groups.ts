import { type IndexedPost, insertSorted, removeSorted } from './indexed-post.ts';

/** What lists posts: a category, a tag or an author. */
export type PostGroup = { id: number; name: string; slug: string };

/** All groups of one kind, each with its public posts, oldest first. A post has its groups in an order, the main one first. */
export class PostGroups<Group extends PostGroup> {
  all: readonly Group[] = [];
  #byId = new Map<number, Group>();
  #bySlug = new Map<string, Group>();
  #posts = new Map<number, IndexedPost[]>();
  #idsByPost = new Map<number, number[]>();

  /** By name. */
  setAll(groups: readonly Group[]): void {
    this.all = groups.toSorted((a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()) || a.id - b.id);
    this.#byId = new Map(this.all.map((group) => [group.id, group]));
    this.#bySlug = new Map(this.all.map((group) => [group.slug, group]));
  }

  /** Adds groups that are new, or have changed. */
  merge(groups: readonly Group[]): void {
    const changed = groups.filter((group) => JSON.stringify(this.#byId.get(group.id)) !== JSON.stringify(group));
    if (changed.length === 0) return;
    const ids = new Set(changed.map(({ id }) => id));
    this.setAll([...this.all.filter(({ id }) => !ids.has(id)), ...changed]);
  }

  setPosts(posts: readonly IndexedPost[], idsByPost: Map<number, number[]>): void {
    this.#idsByPost = idsByPost;
    this.#posts = new Map();
    for (const post of posts) for (const id of this.getIds(post.id)) this.#getList(id).push(post);
  }

  get(id: number): Group | null {
    return this.#byId.get(id) ?? null;
  }

  getBySlug(slug: string): Group | null {
    return this.#bySlug.get(slug) ?? null;
  }

  /** The groups of a post. */
  getIds(postId: number): number[] {
    return this.#idsByPost.get(postId) ?? [];
  }

  /** Those that a public post has, by name. */
  listUsed(): Group[] {
    return this.all.filter(({ id }) => this.list(id).length > 0);
  }

  /** One of these; null for one that no public post has. */
  findUsed(slug: string): Group | null {
    const group = this.getBySlug(slug);
    return group && this.list(group.id).length > 0 ? group : null;
  }

  /** The public posts of a group. Not to be changed by the caller. */
  list(id: number): readonly IndexedPost[] {
    return this.#posts.get(id) ?? [];
  }

  insert(post: IndexedPost, ids: readonly number[]): void {
    this.#idsByPost.set(post.id, [...ids]);
    for (const id of ids) insertSorted(this.#getList(id), post);
  }

  remove(post: IndexedPost): void {
    for (const id of this.getIds(post.id)) removeSorted(this.#getList(id), post);
    this.#idsByPost.delete(post.id);
  }

  /** A copy whose lists may be changed. */
  clone(): PostGroups<Group> {
    const copy = new PostGroups<Group>();
    copy.all = this.all;
    copy.#byId = this.#byId;
    copy.#bySlug = this.#bySlug;
    copy.#posts = new Map([...this.#posts].map(([id, posts]) => [id, [...posts]]));
    copy.#idsByPost = new Map(this.#idsByPost);
    return copy;
  }

  #getList(id: number): IndexedPost[] {
    const list = this.#posts.get(id) ?? [];
    this.#posts.set(id, list);
    return list;
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
