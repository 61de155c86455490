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
      {MARKS.includes(mark) && (
        <svg className="mark" width={20} height={20} aria-hidden="true" focusable="false">
          <use href={`#mark-${mark}`} />
        </svg>
      )}
      <span>{children ?? name}</span>
    </span>
  );
}
