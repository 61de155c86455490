import { parseImageUrl, toSrcset } from '#api/domain/image-variants.ts';
import { drawCover } from '../public/generated-cover.ts';
import type { ManagedPost } from './posts-api.ts';

/** The cover of a post in a row, uploaded or drawn; the title beside it says enough. */
export function PostThumb({ post }: { post: Pick<ManagedPost, 'slug' | 'categories' | 'cover'> }) {
  const { cover } = post;
  const image = cover && parseImageUrl(cover.url);
  if (cover) {
    return (
      <img
        className="cover thumb"
        src={cover.url}
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
  return <DrawnThumb slug={post.slug} categoryId={post.categories[0]?.id} />;
}

type DrawnProps = { slug: string; categoryId: number | undefined };

export function DrawnThumb({ slug, categoryId }: DrawnProps) {
  const { palette, shapes } = drawCover(slug, categoryId);
  return (
    <svg className={`cover thumb p${palette}`} viewBox="0 0 60 36" aria-hidden="true">
      {[...shapes.matchAll(/class="(\w)" d="([^"]+)"/g)].map(([key, ink, path]) => (
        <path key={key} className={ink} d={path} />
      ))}
    </svg>
  );
}
