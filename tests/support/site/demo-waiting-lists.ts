import { toPlaceholderValues } from '#api/domain/placeholders.ts';
import { productFields } from '#api/domain/site-products.ts';
import { createWaitingList } from '#src/features/waiting-list/form/waiting-list-copy.ts';
import { fillFields } from '#src/lib/fill-fields.ts';
import { demoContent } from './demo-content.ts';

const values = toPlaceholderValues(demoContent);

/** A waiting list of the demo as visitors read it. */
export function createDemoWaitingList(key: 'genmate' | 'chatmate') {
  const product = demoContent.productParts.find((each) => each.key === key);
  if (!product) throw new Error(`the demo has no product ${key}`);
  return createWaitingList({ ...product, ...fillFields(productFields, product, values) });
}
