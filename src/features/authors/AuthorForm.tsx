import type { AuthorJson } from '#api/features/authors/authors.contract.ts';
import { AUTHOR_BIO_MAX_LENGTH, AUTHOR_NAME_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { CrudFormDialog } from '#src/ui/crud/CrudFormDialog.tsx';
import { NamedFields } from '#src/ui/crud/NamedFields.tsx';
import type { CrudFormProps } from '#src/ui/crud/use-crud.ts';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { useQuery } from '#src/lib/use-query.ts';
import { api } from '#src/lib/api-client.ts';
import { topicPaths } from '#src/config/topic-paths.ts';
import { AuthorImageField } from './AuthorImageField.tsx';

type AuthorValues = {
  name: string;
  slug: string;
  bio: string;
  links: string;
  image_id: number | null;
  user_id: number | null;
};

/** Name, address, words, links and image of an author, to add one or to change one. */
export function AuthorForm(props: CrudFormProps<AuthorJson>) {
  const { item } = props;
  const initialValues: AuthorValues = {
    name: item?.name ?? '',
    slug: item?.slug ?? '',
    bio: item?.bio ?? '',
    links: item?.links.join('\n') ?? '',
    image_id: item?.image_id ?? null,
    user_id: item?.user_id ?? null,
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
      {(form) => (
        <NamedFields
          kind="Author"
          nameMaxLength={AUTHOR_NAME_MAX_LENGTH}
          toPath={topicPaths.author}
          slug={item?.slug ?? null}
          form={form}
        >
          <TextArea
            label="About the author (optional)"
            name="bio"
            rows={3}
            maxLength={AUTHOR_BIO_MAX_LENGTH}
            value={form.values.bio}
            error={form.getIssue('bio')}
            onChange={({ currentTarget }) => form.setValues({ bio: currentTarget.value })}
          />
          <TextArea
            label="Links (optional)"
            name="links"
            rows={2}
            hint="Full addresses, one a line."
            value={form.values.links}
            error={
              form.getIssue('links') ??
              toLinks(form.values.links)
                .map((_, at) => form.getIssue(`links.${at}`))
                .find(Boolean)
            }
            onChange={({ currentTarget }) => form.setValues({ links: currentTarget.value })}
          />
          <AccountField
            value={form.values.user_id}
            error={form.getIssue('user_id')}
            onChange={(user_id) => form.setValues({ user_id })}
          />
          <AuthorImageField
            value={form.values.image_id}
            url={item?.image_url ?? null}
            error={form.getIssue('image_id')}
            onChange={(image_id) => form.setValues({ image_id })}
          />
        </NamedFields>
      )}
    </CrudFormDialog>
  );
}

type AccountProps = { value: number | null; error: string | undefined; onChange: (id: number | null) => void };

/** The account of the author; one that is not in the list may not write posts any more. */
function AccountField({ value, error, onChange }: AccountProps) {
  const { state } = useQuery('author accounts', (signal) => api.get('/api/authors/accounts', { signal }));
  const accounts = state.status === 'loaded' ? state.value : [];
  const isUnknown = value !== null && !accounts.some(({ id }) => id === value);
  const options = [
    { value: '', label: 'None' },
    ...accounts.map(({ id, name }) => ({ value: String(id), label: name })),
    ...(isUnknown ? [{ value: String(value), label: `Account ${value}` }] : []),
  ];
  return (
    <SelectField
      label="Account (optional)"
      name="user_id"
      hint="New posts of this account have this author, and it may work on all posts of this author."
      options={options}
      value={value === null ? '' : String(value)}
      error={error}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value) || null)}
    />
  );
}

const toLinks = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
