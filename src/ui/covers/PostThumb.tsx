import { parseImageUrl, toSrcset } from '#api/domain/image-variants.ts';
import { DrawnCover } from './DrawnCover.tsx';

type Props = {
  slug: string;
  /** Null: the cover is drawn. */
  coverUrl: string | null;
  categoryId: number | null | undefined;
};

/** The cover of a post in a row, uploaded or drawn; the title beside it says enough. */
export function PostThumb({ slug, coverUrl, categoryId }: Props) {
  if (coverUrl === null) return <DrawnCover className="thumb" seed={slug} categoryId={categoryId} />;
  const image = parseImageUrl(coverUrl);
  return (
    <img
      className="cover thumb"
      src={coverUrl}
      srcSet={image ? toSrcset(image, 'webp') : undefined}
      sizes="65px"
      width={65}
      height={39}
      alt=""
      loading="lazy"
      decoding="async"
    />
  );
}
