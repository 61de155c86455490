// First: pages’ modules, which follow, read facts of the page that is rendered.
import { demoContent } from './demo-content.ts';
import { toPlaceholderValues } from '#api/domain/placeholders.ts';
import { productFields } from '#api/domain/site-products.ts';
import { createWaitingList } from '#src/features/waiting-list/form/waiting-list-copy.ts';
import { fillFields } from '#src/lib/fill-fields.ts';
import { renderWithSite } from '#src/lib/site.ts';

/** A waiting list of the demo as visitors read it. */
export function createDemoWaitingList(key: 'genmate' | 'chatmate') {
  const product = demoContent.productParts.find((each) => each.key === key);
  if (!product) throw new Error(`the demo has no product ${key}`);
  // Prices in the texts are formatted by the facts of the demo.
  return renderWithSite(demoContent, () =>
    createWaitingList({ ...product, ...fillFields(productFields, product, toPlaceholderValues(demoContent)) }),
  );
}
