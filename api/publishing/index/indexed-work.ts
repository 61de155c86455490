/** The parts of a work of the shelf that other pages show; those of the version that is on the shelf. */
export type IndexedWork = {
  id: number;
  slug: string;
  title: string;
  authorName: string;
  version: number;
  categoryId: number;
  subcategoryId: number | null;
  publishedAt: number;
  updatedAt: number;
};

/** A work of which something changed, as it was and as it is; null where it is not on the shelf. */
export type ChangedWork = {
  id: number;
  before: IndexedWork | null;
  after: IndexedWork | null;
  /** Its address when it was on the shelf and is not any more. */
  withdrawnSlug: string | null;
};

/** A category of OpenShelf; `parentId` is null for a top-level one. */
export type IndexedShelfCategory = { id: number; name: string; slug: string; parentId: number | null };

/** Entries of a release name works beside posts, as negative ids. */
export const toWorkDependency = (id: number) => -id;
