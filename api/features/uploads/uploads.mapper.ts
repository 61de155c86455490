import type { StoredFile, uploads } from '#db/schema/uploads.ts';
import { toIso } from '#api/clock.ts';
import { toUploadUrl } from '#api/domain/image-variants.ts';
import { formatUserName } from '#api/domain/person-name.ts';
import type { UploadJson } from './uploads.contract.ts';

type UploaderRow = { id: number; firstName: string | null; lastName: string | null } | null;

export function toUploadJson(row: typeof uploads.$inferSelect, user: UploaderRow): UploadJson {
  const variants = row.files.map(toVariant);
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    alt: row.alt,
    url: row.url,
    width: row.width ?? 0,
    height: row.height ?? 0,
    content_type: row.contentType,
    size: variants.find(({ url }) => url === row.url)?.size ?? row.bytes,
    variants,
    user: user && { id: user.id, name: formatUserName(user) },
    created_at: toIso(row.createdAt),
  };
}

function toVariant(file: StoredFile): UploadJson['variants'][number] {
  return {
    url: toUploadUrl(file.name),
    width: file.width ?? 0,
    height: file.height ?? 0,
    content_type: file.contentType,
    size: file.bytes,
  };
}
