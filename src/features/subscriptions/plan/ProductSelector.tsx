import type { Product } from '#api/domain/catalogue-types.ts';
import { PageAction } from '#src/ui/crud/PageAction.tsx';

type Props = {
  products: readonly Product[];
  /** Null: all of them are shown. */
  productId: number | null;
  onSelect: (name: string) => void;
};

/** At the right of the heading: of several products the one that is shown, or all of them. */
export const ProductSelector = ({ products, productId, onSelect }: Props) => (
  <PageAction>
    <div className="field product-selector">
      <select
        aria-label="Product"
        value={products.find(({ id }) => id === productId)?.name ?? ''}
        onChange={(event) => onSelect(event.currentTarget.value)}
      >
        {products.length > 1 && <option value="">All products</option>}
        {products.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
      </select>
    </div>
  </PageAction>
);
