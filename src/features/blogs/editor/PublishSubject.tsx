import type { BlogDraftFields, BlogJson } from '#api/features/blogs/blogs.contract.ts';
import { paths } from '#src/lib/paths.ts';
import { CoverPreview } from './CoverPreview.tsx';
import { useCoverImage } from './use-cover-image.ts';

type Props = { fields: BlogDraftFields; blog: BlogJson | null; slug: string };

/** The post that a dialog is about: its cover, title and address. */
export function PublishSubject({ fields, blog, slug }: Props) {
  const cover = useCoverImage(fields.cover_id, blog?.cover_id === fields.cover_id ? blog.cover : null);
  return (
    <div className="publish-subject">
      <CoverPreview image={cover} seed={slug} categoryId={fields.category_ids[0]} />
      <div>
        <strong>{fields.title}</strong>
        {slug && <span className="field-hint">{window.location.host + paths.blog(slug)}</span>}
      </div>
    </div>
  );
}
