import type { AuthorJson } from '#api/features/authors/authors.contract.ts';
import { AUTHOR_BIO_MAX_LENGTH, AUTHOR_NAME_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { CrudFormDialog } from '#src/ui/crud/CrudFormDialog.tsx';
import type { CrudFormProps } from '#src/ui/crud/use-crud.ts';
import { AddressField, formatAddressHint } from '#src/ui/forms/AddressField.tsx';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { api } from '#src/lib/api-client.ts';
import { topicPaths } from '#src/config/topic-paths.ts';
import { AuthorImageField } from './AuthorImageField.tsx';

/** Name, address, words, links and image of an author, to add one or to change one. */
export function AuthorForm(props: CrudFormProps<AuthorJson>) {
  const { item } = props;
  const initialValues: { name: string; slug: string; bio: string; links: string; image_id: number | null } = {
    name: item?.name ?? '',
    slug: item?.slug ?? '',
    bio: item?.bio ?? '',
    links: item?.links.join('\n') ?? '',
    image_id: item?.image_id ?? null,
  };
  return (
    <CrudFormDialog
      {...props}
      initialValues={initialValues}
      save={({ slug, links, ...others }) => {
        const json = { ...others, links: toLinks(links), ...(slug && { slug }) };
        return item
          ? api.put('/api/authors/:id', { param: { id: item.id }, json })
          : api.post('/api/authors', { json });
      }}
    >
      {({ values, setValues, getIssue }) => (
        <>
          <TextField
            label="Name"
            name="name"
            required
            maxLength={AUTHOR_NAME_MAX_LENGTH}
            value={values.name}
            error={getIssue('name')}
            onChange={({ currentTarget }) => setValues({ name: currentTarget.value })}
          />
          <TextArea
            label="About the author (optional)"
            name="bio"
            rows={3}
            maxLength={AUTHOR_BIO_MAX_LENGTH}
            value={values.bio}
            error={getIssue('bio')}
            onChange={({ currentTarget }) => setValues({ bio: currentTarget.value })}
          />
          <TextArea
            label="Links (optional)"
            name="links"
            rows={2}
            hint="Full addresses, one a line."
            value={values.links}
            error={
              getIssue('links') ??
              toLinks(values.links)
                .map((_, at) => getIssue(`links.${at}`))
                .find(Boolean)
            }
            onChange={({ currentTarget }) => setValues({ links: currentTarget.value })}
          />
          <AuthorImageField
            value={values.image_id}
            url={item?.image_url ?? null}
            error={getIssue('image_id')}
            onChange={(image_id) => setValues({ image_id })}
          />
          <AddressField
            placeholder={item?.slug}
            value={values.slug}
            hint={formatAddressHint({
              kind: 'Author',
              source: 'name',
              toPath: (slug: string) => topicPaths.author(slug),
              live: item?.slug ?? null,
              slug: values.slug || (item?.slug ?? ''),
            })}
            error={getIssue('slug')}
            onChange={(slug) => setValues({ slug })}
          />
        </>
      )}
    </CrudFormDialog>
  );
}

const toLinks = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
