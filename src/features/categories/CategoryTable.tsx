import type { ManagedCategoryJson } from '#api/features/categories/categories.contract.ts';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { paths } from '#src/lib/paths.ts';

export const CATEGORY_COLUMNS = ['Name', 'Description', 'Posts', 'Actions'] as const;

type Props = {
  categories: readonly ManagedCategoryJson[];
  editedId: number | null;
  onEdit: (category: ManagedCategoryJson) => void;
  onDelete: (category: ManagedCategoryJson) => void;
};

export function CategoryTable({ categories, editedId, onEdit, onDelete }: Props) {
  if (categories.length === 0) return <p className="empty-note">No categories found. Add your first category above.</p>;
  return (
    <table className="admin-table">
      <TableHead columns={CATEGORY_COLUMNS} narrow={['Posts', 'Actions']} />
      <tbody>
        {categories.map((category) => (
          <tr
            key={category.id}
            data-category={category.id}
            className={category.id === editedId ? 'is-selected' : undefined}
          >
            <td className="title-cell">
              <a className="row-title" href={paths.category(category.slug)}>
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
                    { label: 'View on site', icon: 'arrow-up-right', href: paths.category(category.slug) },
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
