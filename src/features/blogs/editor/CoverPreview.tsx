import type { CoverImage } from '#src/ui/media/use-cover-image.ts';
import { DrawnCover } from '#src/ui/covers/DrawnCover.tsx';

type Props = {
  image: CoverImage | null;
  /** Decides how a cover is drawn: the address of the post. */
  seed: string;
  categoryId: number | undefined;
};

/** The cover as the site shows it: the chosen image, or the drawn one. */
export function CoverPreview({ image, seed, categoryId }: Props) {
  if (!image) return <DrawnCover seed={seed} categoryId={categoryId} />;
  return (
    <img className="cover" src={image.url} width={image.width} height={image.height} alt={image.alt || 'Cover image'} />
  );
}
