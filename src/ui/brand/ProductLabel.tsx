import { findProductByKey, findProductByName } from '#api/domain/catalogue.ts';
import { getSiteFacts } from '#api/domain/site-facts.ts';

const COMPANY = 'company';

/** The name of a product beside its mark, if there is one. The page holds the marks (`MarkSprite.astro`). */
export function ProductLabel({ name, children }: { name: string; children?: string }) {
  const mark = name === getSiteFacts().company ? COMPANY : (findProductByName(name)?.key ?? '');
  return (
    <span className="person">
      <ProductMarkImage productKey={mark} size={20} />
      <span>{children ?? name}</span>
    </span>
  );
}

/** The mark of a published product by its key; none, if there is no such product. */
export const ProductMarkImage = ({ productKey, size }: { productKey: string; size: number }) =>
  (productKey === COMPANY || findProductByKey(productKey) !== undefined) && (
    <svg className="mark" width={size} height={size} aria-hidden="true" focusable="false">
      <use href={`#mark-${productKey}`} />
    </svg>
  );
