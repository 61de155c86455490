import type { Database } from '#db/client.ts';
import { toIso } from '#api/clock.ts';
import { isEmailLike } from '#api/domain/author-name.ts';
import type { CategoryChip, ShelfReader, Work, WorkPage, WorkSummary } from '#api/domain/content.ts';
import { publicationFormats } from '#api/domain/publication-states.ts';
import { type IndexedShelfCategory, type IndexedWork, toWorkDependency } from '#api/publishing/index/indexed-work.ts';
import type { PublicIndex } from '#api/publishing/index/public-index.ts';
import { listRelatedWorks } from '#api/publishing/index/related-works.ts';
import type { WorkIndex } from '#api/publishing/index/work-index.ts';
import { listShelfRows, type ShelfRow } from '#api/publishing/index/work-rows.ts';
import { getAdjacentPages, getPageSlice } from '#api/publishing/plan/list-pages.ts';
import { listShownCategories, SHELF_FEED_WORK_COUNT } from '#api/publishing/plan/shelf-plan.ts';

/** Reader of the public shelf for one page; adds the works that the page shows to `dependencies`. */
export function createShelfReader(
  { db, index: { works: index } }: { db: Database; index: PublicIndex },
  dependencies: Set<number>,
): ShelfReader {
  async function listSummaries(works: readonly IndexedWork[]): Promise<WorkSummary[]> {
    for (const { id } of works) dependencies.add(toWorkDependency(id));
    const rows = await listShelfRows(
      db,
      works.map(({ id }) => id),
    );
    const byId = new Map(rows.map((row) => [row.version.publicationId, row]));
    return works.flatMap((work) => {
      const row = byId.get(work.id);
      return row ? [toSummary(index, work, row)] : [];
    });
  }

  async function readPage(category: number | null, page: number | null): Promise<WorkPage | null> {
    const list = index.list(category);
    const slice = getPageSlice(list.length, page);
    if (!slice) return null;
    return {
      works: await listSummaries(list.slice(slice.start, slice.end).reverse()),
      page,
      total: page === null ? list.length : null,
      categories: listShownCategories(index, category).map(toChip),
      ...getAdjacentPages(list.length, page),
    };
  }

  return {
    page: (page) => readPage(null, page),
    async categoryPage(slug, number) {
      const category = index.getCategoryBySlug(slug);
      const page = category && (await readPage(category.id, number));
      if (!page || page.works.length === 0) return null;
      const parent = category.parentId === null ? null : index.category(category.parentId);
      return { ...page, category: toChip(category), parent: parent && toChip(parent) };
    },
    async work(slug) {
      if (index.withdrawnSlugs.has(slug)) return 'withdrawn';
      const work = index.getBySlug(slug);
      const [row] = work ? await listShelfRows(db, [work.id]) : [];
      if (!work || !row) return null;
      const related = listRelatedWorks(index, work);
      for (const { id } of [work, ...related]) dependencies.add(toWorkDependency(id));
      return {
        ...toSummary(index, work, row),
        author_bio: row.version.authorBio,
        version: row.version.number,
        formats: listFormats(row),
        related: related.map((each) => ({
          slug: each.slug,
          title: each.title,
          author_name: toPublicName(each.authorName),
          category: findChip(index, each.categoryId),
          subcategory: each.subcategoryId === null ? null : findChip(index, each.subcategoryId),
        })),
      };
    },
    feed: () => listSummaries(index.works.slice(-SHELF_FEED_WORK_COUNT).reverse()),
  };
}

/** The author as the public reads it: never an email address. */
const toPublicName = (name: string) => (isEmailLike(name) ? 'Anonymous' : name);

const toChip = ({ id, name, slug }: IndexedShelfCategory): CategoryChip => ({ id, name, slug });

function findChip(index: WorkIndex, id: number): CategoryChip {
  const category = index.category(id);
  if (!category) throw new Error(`There is no category ${id}.`);
  return toChip(category);
}

function toSummary(index: WorkIndex, work: IndexedWork, { slug, version }: ShelfRow): WorkSummary {
  return {
    id: work.id,
    slug,
    title: version.title,
    author_name: toPublicName(version.authorName),
    description: version.description,
    category: findChip(index, version.categoryId),
    subcategory: version.subcategoryId === null ? null : findChip(index, version.subcategoryId),
    published_at: toIso(work.publishedAt),
    updated_at: toIso(work.updatedAt),
  };
}

/** The formats with a safe address. Others are left out, whatever the database holds: T26. */
function listFormats({ version }: ShelfRow): Work['formats'] {
  const urls = { html: version.htmlUrl, pdf: version.pdfUrl, epub: version.epubUrl, md: version.mdUrl };
  return publicationFormats.flatMap((format) => {
    const url = URL.parse(urls[format] ?? '');
    return url?.protocol === 'https:' && !url.username && !url.password ? [{ format, url: url.href }] : [];
  });
}
