import { getProducts } from '#api/domain/catalogue.ts';
import { productNames } from './marks.ts';
import { getSiteFacts } from '#api/domain/site-facts.ts';

const MARKS: string[] = [...productNames, 'company'];

/** The name of a product beside its mark, if it has one. The page holds the marks (`MarkSprite.astro`). */
export function ProductLabel({ name, children }: { name: string; children?: string }) {
  const mark =
    name === getSiteFacts().company ? 'company' : (getProducts().find((product) => product.name === name)?.key ?? '');
  return (
    <span className="person">
      <ProductMarkImage productKey={mark} size={20} />
      <span>{children ?? name}</span>
    </span>
  );
}

/** The mark of a product by its key; none, if it has none. */
export const ProductMarkImage = ({ productKey, size }: { productKey: string; size: number }) =>
  MARKS.includes(productKey) && (
    <svg className="mark" width={size} height={size} aria-hidden="true" focusable="false">
      <use href={`#mark-${productKey}`} />
    </svg>
  );
