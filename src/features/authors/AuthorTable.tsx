import type { AuthorJson } from '#api/features/authors/authors.contract.ts';
import type { CrudTableProps } from '#src/ui/crud/use-crud.ts';
import { useTextFilter } from '#src/ui/crud/use-text-filter.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { TextFilterLine } from '#src/ui/tables/TextFilterLine.tsx';
import { topicPaths } from '#src/config/topic-paths.ts';

export const AUTHOR_COLUMNS = ['Name', 'About', 'Posts', 'Actions'] as const;

type Props = Pick<CrudTableProps<AuthorJson>, 'onEdit' | 'onDelete'> & { authors: readonly AuthorJson[] };

export function AuthorTable({ authors, ...rows }: Props) {
  const filter = useTextFilter(authors, ({ name, bio }) => `${name} ${bio}`);
  if (authors.length === 0)
    return <EmptyState title="No authors yet. Without any, posts show the name that their settings have." />;
  return (
    <>
      <TextFilterLine noun="author" nouns="authors" fields="name or words" total={authors.length} filter={filter} />
      {filter.matches.length > 0 && <AuthorRows {...rows} authors={filter.matches} />}
    </>
  );
}

function AuthorRows({ authors, onEdit, onDelete }: Props) {
  return (
    <table className="admin-table">
      <TableHead columns={AUTHOR_COLUMNS} narrow={['Posts', 'Actions']} />
      <tbody>
        {authors.map((author) => {
          const { id, name, slug, bio, blog_count: posts, public_count: shown } = author;
          return (
            <tr key={id}>
              <td className="title-cell">
                {shown > 0 ? (
                  <a className="row-title" href={topicPaths.author(slug)}>
                    {name}
                  </a>
                ) : (
                  <span className="row-title">{name}</span>
                )}
              </td>
              <td className="text-cell">{bio || <span className="none">No words</span>}</td>
              <td data-label="Posts" className="narrow number">
                {posts}
              </td>
              <td className="menu-cell narrow">
                <RowMenu
                  name={name}
                  groups={[
                    [
                      { label: 'Edit', icon: 'pencil', onSelect: () => onEdit(author) },
                      ...(shown > 0
                        ? [{ label: 'View on site', icon: 'arrow-up-right', href: topicPaths.author(slug) } as const]
                        : []),
                    ],
                    [{ label: 'Delete...', icon: 'trash', isDestructive: true, onSelect: () => onDelete(author) }],
                  ]}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
