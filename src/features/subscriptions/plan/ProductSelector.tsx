import type { Product } from '#api/domain/catalogue-types.ts';
import { PageAction } from '#src/ui/crud/PageAction.tsx';

type Props = { products: readonly Product[]; productId: number; onSelect: (name: string) => void };

/** At the right of the heading: the product whose subscription is shown. */
export const ProductSelector = ({ products, productId, onSelect }: Props) => (
  <PageAction>
    <div className="field product-selector">
      <select
        aria-label="Product"
        value={products.find(({ id }) => id === productId)?.name ?? products[0]?.name}
        onChange={(event) => onSelect(event.currentTarget.value)}
      >
        {products.map(({ id, name }) => (
          <option key={id}>{name}</option>
        ))}
      </select>
    </div>
  </PageAction>
);
