import type { TagJson } from '#api/features/tags/tags.contract.ts';
import type { CrudTableProps } from '#src/ui/crud/use-crud.ts';
import { useTextFilter } from '#src/ui/crud/use-text-filter.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { TextFilterLine } from '#src/ui/tables/TextFilterLine.tsx';
import { topicPaths } from '#src/config/topic-paths.ts';

export const TAG_COLUMNS = ['Name', 'Address', 'Posts', 'Actions'] as const;

type Props = Pick<CrudTableProps<TagJson>, 'onEdit' | 'onDelete'> & {
  tags: readonly TagJson[];
  onMerge: (tag: TagJson) => void;
};

export function TagTable({ tags, ...rows }: Props) {
  const filter = useTextFilter(tags, ({ name, slug }) => `${name} ${slug}`);
  if (tags.length === 0)
    return <EmptyState title="No tags yet. Add one here, or while you write, in the settings of a post." />;
  return (
    <>
      <TextFilterLine noun="tag" nouns="tags" fields="name or address" total={tags.length} filter={filter} />
      {filter.matches.length > 0 && <TagRows {...rows} tags={filter.matches} canMerge={tags.length > 1} />}
    </>
  );
}

function TagRows({ tags, canMerge, onEdit, onMerge, onDelete }: Props & { canMerge: boolean }) {
  return (
    <table className="admin-table">
      <TableHead columns={TAG_COLUMNS} narrow={['Posts', 'Actions']} />
      <tbody>
        {tags.map((tag) => {
          const { id, name, slug, blog_count: posts, public_count: shown } = tag;
          return (
            <tr key={id}>
              <td className="title-cell">
                {shown > 0 ? (
                  <a className="row-title" href={topicPaths.tag(slug)}>
                    {name}
                  </a>
                ) : (
                  <span className="row-title">{name}</span>
                )}
              </td>
              <td className="text-cell">
                {shown > 0 ? topicPaths.tag(slug) : <span className="none">No page: no post with it is live</span>}
              </td>
              <td data-label="Posts" className="narrow number">
                {posts > 0 ? <a href={topicPaths.blogsWithTag(id)}>{posts}</a> : posts}
              </td>
              <td className="menu-cell narrow">
                <RowMenu
                  name={name}
                  groups={[
                    [
                      { label: 'Edit', icon: 'pencil', onSelect: () => onEdit(tag) },
                      ...(canMerge ? [{ label: 'Merge...', icon: 'copy', onSelect: () => onMerge(tag) } as const] : []),
                      ...(shown > 0
                        ? [{ label: 'View on site', icon: 'arrow-up-right', href: topicPaths.tag(slug) } as const]
                        : []),
                    ],
                    [{ label: 'Delete...', icon: 'trash', isDestructive: true, onSelect: () => onDelete(tag) }],
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
