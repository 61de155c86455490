import { AUTHOR_NAME_MAX_LENGTH, DESCRIPTION_MAX_LENGTH, TAG_NAME_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { formatCount } from '#api/domain/plurals.ts';
import type { BlogDraftFields, BlogJson } from '#api/features/blogs/blogs.contract.ts';
import type { CategoryWithCountJson } from '#api/features/categories/categories.contract.ts';
import { ImageField } from '#src/ui/media/ImageField.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { toSingleLine } from '#src/lib/format/single-line.ts';
import type { AuthorJson } from '#api/features/authors/authors.contract.ts';
import type { TagJson } from '#api/features/tags/tags.contract.ts';
import { ChipPicker } from './ChipPicker.tsx';
import { CoverPreview } from './CoverPreview.tsx';
import type { PostAddress } from './use-post-address.ts';
import { SharePreview } from './SharePreview.tsx';
import { SlugField } from './SlugField.tsx';
import { isPublicPost, statusOptions } from './blog-draft.ts';
import { PublishDateField } from '#src/features/drafts/publish/PublishDateField.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { paths } from '#src/lib/paths.ts';

type Props = {
  /** Who may not doesn’t choose a status or a date either. */
  canPublish: boolean;
  fields: BlogDraftFields;
  blog: BlogJson | null;
  address: PostAddress;
  categories: readonly CategoryWithCountJson[];
  tags: readonly Pick<TagJson, 'id' | 'name' | 'blog_count'>[];
  authors: readonly Pick<AuthorJson, 'id' | 'name' | 'blog_count'>[];
  createTag: (name: string) => Promise<Pick<TagJson, 'id' | 'name'>>;
  readContent: () => string;
  getIssue: (name: string) => string | undefined;
  onChange: (some: Partial<BlogDraftFields>) => void;
};

/** Everything about a post that is not its title and text. */
export function BlogSettings(props: Props) {
  const { canPublish, fields, blog, categories, tags, authors, getIssue, onChange } = props;
  // A draft of an earlier build names none: those of the post stay.
  const tagIds = fields.tag_ids ?? toIds(blog?.tags);
  const authorIds = fields.author_ids ?? toIds(blog?.authors);
  const description = fields.description ?? '';
  return (
    <>
      {canPublish && (
        <SelectField
          label="Status"
          name="status"
          options={statusOptions}
          value={fields.status}
          error={getIssue('status')}
          onChange={(event) => onChange({ status: event.currentTarget.value as BlogDraftFields['status'] })}
        />
      )}
      {canPublish && fields.status === 'published' && (
        <PublishDateField
          value={fields.published_at}
          emptyHint={`Leave empty to ${isPublicPost(blog) ? 'keep the current date' : 'publish now'}.`}
          error={getIssue('published_at')}
          onChange={(published_at) => onChange({ published_at })}
        />
      )}
      <CategoryPicker
        categories={categories}
        canAdd={canPublish}
        chosen={fields.category_ids}
        error={getIssue('categoryIds')}
        onChange={(category_ids) => onChange({ category_ids })}
      />
      <ChipPicker
        label="Tags"
        noun="tag"
        maxLength={TAG_NAME_MAX_LENGTH}
        options={tags.map(({ id, name, blog_count: posts }) => ({ id, name, note: formatCount(posts, 'post') }))}
        chosen={tagIds}
        error={getIssue('tagIds')}
        create={props.createTag}
        onChange={(tag_ids) => onChange({ tag_ids })}
      />
      <TextArea
        label="Description"
        name="description"
        rows={4}
        maxLength={DESCRIPTION_MAX_LENGTH}
        hint={
          description
            ? `${description.length} of ${DESCRIPTION_MAX_LENGTH} characters`
            : 'Shown in lists and search results. Leave empty to use the start of the post.'
        }
        value={description}
        error={getIssue('description')}
        // It is one paragraph, and a break in it could not be saved.
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && event.preventDefault()}
        onChange={(event) => onChange({ description: toSingleLine(event.currentTarget.value) || null })}
      />
      <SlugField
        address={props.address}
        value={fields.slug}
        isPublished={blog?.status === 'published'}
        error={getIssue('slug')}
        onChange={(slug) => onChange({ slug })}
      />
      {authors.length > 0 && (
        <ChipPicker
          label="Authors"
          noun="author"
          hint="Without one, the post has the name below."
          maxLength={AUTHOR_NAME_MAX_LENGTH}
          options={authors.map(({ id, name, blog_count: posts }) => ({ id, name, note: formatCount(posts, 'post') }))}
          chosen={authorIds}
          error={getIssue('authorIds')}
          onChange={(author_ids) => onChange({ author_ids })}
        />
      )}
      {authorIds.length === 0 && (
        <TextField
          label="Author"
          name="author_name"
          maxLength={AUTHOR_NAME_MAX_LENGTH}
          value={fields.author_name}
          error={getIssue('author_name')}
          onChange={(event) => onChange({ author_name: toSingleLine(event.currentTarget.value) })}
        />
      )}
      <ImageField
        label="Cover image"
        hint="Without an image, we draw a cover for you."
        removeLabel="Remove cover"
        pickerTitle="Choose a cover image"
        value={fields.cover_id}
        image={blog?.cover_id === fields.cover_id ? (blog?.cover ?? null) : null}
        error={getIssue('coverId')}
        onChange={(cover_id) => onChange({ cover_id })}
      >
        {(image) => <CoverPreview image={image} seed={props.address.slug} categoryId={fields.category_ids[0]} />}
      </ImageField>
      <SharePreview
        fields={fields}
        blog={blog}
        slug={props.address.slug}
        readContent={props.readContent}
        getIssue={getIssue}
        onChange={onChange}
      />
    </>
  );
}

const toIds = (groups: readonly { id: number }[] = []) => groups.map(({ id }) => id);

type CategoryPickerProps = {
  categories: readonly CategoryWithCountJson[];
  canAdd: boolean;
  chosen: readonly number[];
  error: string | undefined;
  onChange: (ids: number[]) => void;
};

/** Any number of categories; the first chosen is the main one. */
function CategoryPicker({ categories, canAdd, chosen, error, onChange }: CategoryPickerProps) {
  return (
    <fieldset className="choices category-choice">
      <legend>Categories</legend>
      {categories.length === 0 && (
        <p className="field-hint">No categories yet. {canAdd && <a href={paths.categoryManager}>Add one</a>}</p>
      )}
      {categories.map(({ id, name }) => (
        <CheckField
          key={id}
          label={chosen.length > 1 && chosen[0] === id ? `${name} (main)` : name}
          checked={chosen.includes(id)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        />
      ))}
      {error && (
        <p className="field-error" tabIndex={-1} aria-invalid="true">
          {error}
        </p>
      )}
    </fieldset>
  );
}
