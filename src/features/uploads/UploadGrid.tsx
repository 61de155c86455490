import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import { FILE_TYPES, getExtension } from '#api/domain/file-types.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { formatBytes } from '#api/domain/bytes.ts';
import { formatDimensions, getKindLabel, getThumbnailUrl } from './format-upload.ts';

type Props = { uploads: readonly UploadJson[]; isBusy: boolean; onOpen: (upload: UploadJson) => void };

export function UploadGrid({ uploads, isBusy, onOpen }: Props) {
  return (
    <ul className="media-grid" aria-busy={isBusy}>
      {uploads.map((upload) => (
        <li key={upload.id} className="media-tile">
          <Tile upload={upload} />
          <button type="button" className="media-name" onClick={() => onOpen(upload)}>
            <span>{upload.name}</span>
          </button>
          <p className="row-note">
            {formatDimensions(upload)} · {formatBytes(upload.size)}
          </p>
          <p className="row-note">
            <Time iso={upload.created_at} />
            {upload.user && ` · ${upload.user.name}`}
          </p>
          {upload.kind === 'image' && !upload.alt && <p className="media-gap">No alt text</p>}
        </li>
      ))}
    </ul>
  );
}

/** The name below says which one it is. */
function Tile({ upload }: { upload: UploadJson }) {
  if (upload.kind === 'image') return <img src={getThumbnailUrl(upload)} alt="" loading="lazy" decoding="async" />;
  if (upload.kind !== 'video')
    return (
      <div className="media-file" aria-hidden="true">
        <span>{FILE_TYPES[getExtension(upload.url)]?.label ?? 'File'}</span>
      </div>
    );
  return (
    <div className="media-film">
      <video src={upload.url} preload="metadata" muted aria-hidden="true" tabIndex={-1} />
      <span>{getKindLabel(upload)}</span>
    </div>
  );
}

/** A placeholder while the grid loads. */
export function UploadGridSkeleton() {
  const tiles = Array.from({ length: 8 }, (_, at) => `tile-${at}`);
  return (
    <div>
      <p className="visually-hidden" role="status">
        Loading...
      </p>
      <ul className="media-grid" aria-hidden="true">
        {tiles.map((tile) => (
          <li key={tile} className="media-tile">
            <span className="skeleton media-skeleton" />
            <span className="skeleton" />
          </li>
        ))}
      </ul>
    </div>
  );
}
