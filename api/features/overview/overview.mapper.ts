import { toIso } from '#api/clock.ts';
import { listImageVariants, parseImageUrl, toUploadUrl } from '#api/domain/image-variants.ts';
import type { OverviewPostJson } from './overview.contract.ts';
import type { OverviewPostRow } from './overview.queries.ts';

const toNullableIso = (at: number | null): string | null => (at === null ? null : toIso(at));

export function toOverviewPostJson(row: OverviewPostRow, state: OverviewPostJson['state']): OverviewPostJson {
  return {
    id: row.id,
    slug: row.slug,
    // Readers do not see the title of a draft yet.
    title: state === 'live' ? row.liveTitle : row.title,
    author_name: row.authorName,
    state,
    published_at: toNullableIso(row.publishedAt),
    updated_at: toIso(row.updatedAt),
    cover_url: toSmallestUrl(row.coverUrl),
    main_category_id: row.mainCategoryId,
  };
}

function toSmallestUrl(url: string | null): string | null {
  const image = url === null ? null : parseImageUrl(url);
  const [smallest] = image ? listImageVariants(image) : [];
  return smallest ? toUploadUrl(smallest.name) : url;
}

export const toUnsentEmailsJson = (row: { count: number; since: number | null; lastError: string | null }) => ({
  count: row.count,
  since: toNullableIso(row.since),
  last_error: row.lastError,
});
