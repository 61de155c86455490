import './image-picker.css';
import { useState } from 'react';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { api } from '#src/lib/api-client.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { ImageUpload } from './ImageUpload.tsx';

type Props = { title: string; onPick: (upload: UploadJson) => void; onClose: () => void };

const LIMIT = 24;

/** The uploaded pictures, newest first, to choose one; or to upload one more. */
export function ImagePicker({ title, onPick, onClose }: Props) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const query = { kind: 'image', page, limit: LIMIT, search: search || undefined } as const;
  const { state, reload } = useQuery(`uploads ${JSON.stringify(query)}`, (signal) =>
    api.get('/api/uploads', { query, signal }),
  );
  const find = (terms: string) => {
    setSearch(terms);
    setPage(1);
  };
  return (
    <Modal isOpen title={title} isWide onClose={onClose}>
      <ImageUpload onUploaded={onPick} />
      <SearchField label="Search images" value={search} onSearch={find} />
      {state.status === 'failed' && <ErrorPanel message="Couldn’t load the images." onRetry={reload} />}
      {state.status === 'loading' && <p className="loading">Loading...</p>}
      {state.status === 'loaded' && (
        <>
          {state.value.data.length === 0 && <p className="muted">No images found.</p>}
          <ul className="image-choices">
            {state.value.data.map((upload) => (
              <li key={upload.id}>
                <button type="button" onClick={() => onPick(upload)}>
                  <img
                    src={getThumbnailUrl(upload)}
                    width={upload.width}
                    height={upload.height}
                    alt={upload.alt}
                    loading="lazy"
                  />
                  <span>{upload.alt || upload.name}</span>
                </button>
              </li>
            ))}
          </ul>
          {state.value.pagination.totalPages > 1 && (
            <div className="form-actions">
              <Button
                className="button-small"
                variant="secondary"
                disabled={page <= 1}
                onClick={() => setPage(page - 1)}
              >
                Newer
              </Button>
              <span className="muted">
                Page {page} of {state.value.pagination.totalPages}
              </span>
              <Button
                className="button-small"
                variant="secondary"
                disabled={page >= state.value.pagination.totalPages}
                onClick={() => setPage(page + 1)}
              >
                Older
              </Button>
            </div>
          )}
        </>
      )}
    </Modal>
  );
}

/** A small file of the same picture is enough to recognise it. */
const getThumbnailUrl = ({ url, variants }: UploadJson) =>
  variants.reduce<{ url: string; width: number }>(
    (best, variant) => (variant.width >= 320 && variant.width < best.width ? variant : best),
    { url, width: Number.POSITIVE_INFINITY },
  ).url;
