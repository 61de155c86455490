import type { ManagedCategoryJson } from '#api/features/categories/categories.contract.ts';
import { RowButton } from '#src/ui/tables/RowButton.tsx';
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
          <tr key={category.id} className={category.id === editedId ? 'is-selected' : undefined}>
            <td>
              <a className="row-title" href={paths.category(category.id)}>
                {category.name}
              </a>
            </td>
            <td data-label="Description">{category.description ?? <span className="none">No description</span>}</td>
            <td data-label="Posts" className="narrow count">
              {category.blog_count}
            </td>
            <td className="narrow">
              <div className="row-actions">
                <button
                  type="button"
                  data-edit={category.id}
                  aria-label={`Edit ${category.name}`}
                  onClick={() => onEdit(category)}
                >
                  Edit
                </button>
                <RowButton label="Delete" name={category.name} isDestructive onClick={() => onDelete(category)} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
