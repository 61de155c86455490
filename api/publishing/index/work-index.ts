import type { Database } from '#db/client.ts';
import { insertSorted, removeSorted } from './indexed-post.ts';
import type { ChangedWork, IndexedShelfCategory, IndexedWork } from './indexed-work.ts';
import { SitemapParts } from './sitemap-parts.ts';
import { readShelfCategories, readWithdrawnSlugs, readWork, readWorks } from './work-rows.ts';

/**
 * All works of the public shelf in memory, oldest first, also by category, and the addresses of withdrawn ones. Part of
 * `PublicIndex`, which makes its changes one after the other.
 */
export class WorkIndex {
  works: IndexedWork[] = [];
  parts = new SitemapParts<IndexedWork>();
  categories: IndexedShelfCategory[] = [];
  /** Works left out because their page cannot be rendered and was never live. */
  readonly #excluded = new Set<number>();
  #categoryById = new Map<number, IndexedShelfCategory>();
  #byCategory = new Map<number, IndexedWork[]>();
  #byId = new Map<number, IndexedWork>();
  #bySlug = new Map<string, IndexedWork>();
  #withdrawnSlugById = new Map<number, string>();
  #withdrawnSlugs = new Set<string>();

  async load(db: Database): Promise<void> {
    this.categories = await readShelfCategories(db);
    this.#categoryById = new Map(this.categories.map((category) => [category.id, category]));
    this.works = (await readWorks(db)).filter(({ id }) => !this.#excluded.has(id));
    this.parts = SitemapParts.from(this.works);
    this.#byId = new Map(this.works.map((work) => [work.id, work]));
    this.#bySlug = new Map(this.works.map((work) => [work.slug, work]));
    this.#byCategory = new Map();
    for (const work of this.works) for (const id of listCategoryIds(work)) this.#getCategoryList(id).push(work);
    this.#withdrawnSlugById = await readWithdrawnSlugs(db);
    this.#withdrawnSlugs = new Set(this.#withdrawnSlugById.values());
  }

  /** Reads one work again and inserts or removes it. */
  async reload(db: Database, id: number): Promise<ChangedWork> {
    const before = this.get(id);
    const { work, withdrawnSlug } = await readWork(db, id);
    this.#excluded.delete(id);
    this.#replace(id, work, withdrawnSlug);
    return { id, before, after: work, withdrawnSlug };
  }

  /** Undoes a `reload`; a work that was not on the shelf before is excluded until it changes. */
  restore({ id, before }: ChangedWork): void {
    this.#replace(id, before, null);
    if (!before) this.#excluded.add(id);
  }

  exclude(id: number): void {
    this.#replace(id, null, null);
    this.#excluded.add(id);
  }

  get(id: number): IndexedWork | null {
    return this.#byId.get(id) ?? null;
  }

  getBySlug(slug: string): IndexedWork | null {
    return this.#bySlug.get(slug) ?? null;
  }

  category(id: number): IndexedShelfCategory | null {
    return this.#categoryById.get(id) ?? null;
  }

  getCategoryBySlug(slug: string): IndexedShelfCategory | null {
    return this.categories.find((category) => category.slug === slug) ?? null;
  }

  /** The categories that hold a work: only they have a page. */
  listFilledCategories(): IndexedShelfCategory[] {
    return this.categories.filter(({ id }) => this.list(id).length > 0);
  }

  /** The works of a category, or all (null), oldest first. Not to be changed by the caller. */
  list(category: number | null): readonly IndexedWork[] {
    return category === null ? this.works : (this.#byCategory.get(category) ?? []);
  }

  /** The addresses of works that are not on the shelf any more. */
  get withdrawnSlugs(): ReadonlySet<string> {
    return this.#withdrawnSlugs;
  }

  #replace(id: number, work: IndexedWork | null, withdrawnSlug: string | null): void {
    this.#remove(id);
    if (work) this.#insert(work);
    else if (withdrawnSlug !== null) {
      this.#withdrawnSlugById.set(id, withdrawnSlug);
      this.#withdrawnSlugs.add(withdrawnSlug);
    }
  }

  #remove(id: number): void {
    this.#withdrawnSlugs.delete(this.#withdrawnSlugById.get(id) ?? '');
    this.#withdrawnSlugById.delete(id);
    const work = this.#byId.get(id);
    if (!work) return;
    removeSorted(this.works, work);
    this.parts.remove(work);
    for (const category of listCategoryIds(work)) removeSorted(this.#getCategoryList(category), work);
    this.#byId.delete(id);
    this.#bySlug.delete(work.slug);
  }

  #insert(work: IndexedWork): void {
    this.#byId.set(work.id, work);
    this.#bySlug.set(work.slug, work);
    insertSorted(this.works, work);
    this.parts.insert(work);
    for (const category of listCategoryIds(work)) insertSorted(this.#getCategoryList(category), work);
  }

  #getCategoryList(category: number): IndexedWork[] {
    const list = this.#byCategory.get(category) ?? [];
    this.#byCategory.set(category, list);
    return list;
  }
}

/** The categories of a work: the narrower one first. */
export const listCategoryIds = ({ categoryId, subcategoryId }: IndexedWork): number[] =>
  subcategoryId === null || subcategoryId === categoryId ? [categoryId] : [subcategoryId, categoryId];
