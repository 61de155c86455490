import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import { toImageUrl } from '#api/domain/image-variants.ts';
import type { IslandSite } from './island-site.tsx';

const url = toImageUrl({ hash: 'a'.repeat(64), width: 640, height: 400, isAnimated: false });
const file = { url, width: 640, height: 400, content_type: 'image/webp', size: 2_048 };

/** The one image that the media hold. */
export const offeredImage: UploadJson = {
  ...file,
  id: 1,
  kind: 'image',
  name: 'boat.png',
  alt: 'A boat',
  variants: [file],
  user: null,
  created_at: '2026-01-01T00:00:00.000Z',
};

/** Media with one image, to choose it in the dialog. */
export function offerImage({ network }: Pick<IslandSite, 'network'>): void {
  const pagination = { page: 1, limit: 24, total: 1, totalPages: 1 };
  network.intercept('GET', '/api/uploads', () => Response.json({ data: [offeredImage], pagination }));
}
