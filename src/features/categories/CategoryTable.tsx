import type { ManagedCategoryJson } from '#api/features/categories/categories.contract.ts';
import type { CrudTableProps } from '#src/ui/crud/use-crud.ts';
import { useTextFilter } from '#src/ui/crud/use-text-filter.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { TextFilterLine } from '#src/ui/tables/TextFilterLine.tsx';
import { topicPaths } from '#src/config/topic-paths.ts';

export const CATEGORY_COLUMNS = ['Name', 'Description', 'Posts', 'Actions'] as const;

type Props = Pick<CrudTableProps<ManagedCategoryJson>, 'onEdit' | 'onDelete'> & {
  categories: readonly ManagedCategoryJson[];
};

export function CategoryTable({ categories, ...rows }: Props) {
  const filter = useTextFilter(categories, ({ name, description }) => `${name} ${description ?? ''}`);
  if (categories.length === 0) return <EmptyState title="No categories found. Add your first category above." />;
  return (
    <>
      <TextFilterLine
        noun="category"
        nouns="categories"
        fields="name or description"
        total={categories.length}
        filter={filter}
      />
      {filter.matches.length > 0 && <CategoryRows {...rows} categories={filter.matches} />}
    </>
  );
}

function CategoryRows({ categories, onEdit, onDelete }: Props) {
  return (
    <table className="admin-table">
      <TableHead columns={CATEGORY_COLUMNS} narrow={['Posts', 'Actions']} />
      <tbody>
        {categories.map((category) => (
          <tr key={category.id}>
            <td className="title-cell">
              <a className="row-title" href={topicPaths.category(category.slug)}>
                {category.name}
              </a>
            </td>
            <td className="text-cell">{category.description ?? <span className="none">No description</span>}</td>
            <td data-label="Posts" className="narrow number">
              {category.blog_count}
            </td>
            <td className="menu-cell narrow">
              <RowMenu
                name={category.name}
                groups={[
                  [
                    { label: 'Edit', icon: 'pencil', onSelect: () => onEdit(category) },
                    { label: 'View on site', icon: 'arrow-up-right', href: topicPaths.category(category.slug) },
                  ],
                  [{ label: 'Delete...', icon: 'trash', isDestructive: true, onSelect: () => onDelete(category) }],
                ]}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
