import '#src/features/blogs/public/cover.css';
import { useMemo } from 'react';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import { drawCover } from '#src/features/blogs/public/generated-cover.ts';

export type CoverImage = Pick<UploadJson, 'url' | 'width' | 'height' | 'alt'>;

type Props = {
  image: CoverImage | null;
  /** Decides how a cover is drawn: the address of the post. */
  seed: string;
  categoryId: number | undefined;
};

const PATH = /<path class="(\w)" d="([^"]+)"\/>/g;

/** The cover as the site shows it: the chosen image, or the drawn one. */
export function CoverPreview({ image, seed, categoryId }: Props) {
  const { palette, shapes } = useMemo(() => drawCover(seed, categoryId), [seed, categoryId]);
  if (image) {
    return (
      <img
        className="cover"
        src={image.url}
        width={image.width}
        height={image.height}
        alt={image.alt || 'Cover image'}
      />
    );
  }
  return (
    <svg className={`cover p${palette}`} viewBox="0 0 60 36" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {[...shapes.matchAll(PATH)].map(([, ink, d]) => (
        <path key={d} className={ink} d={d} />
      ))}
    </svg>
  );
}
