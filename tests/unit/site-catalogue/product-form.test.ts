import { expect, it } from 'vitest';
import { completeProduct } from '#api/domain/site-products.ts';
import { catalogueKinds } from '#src/features/site-catalogue/catalogue-draft.ts';

it('The form of a product says which rate the settings have beside the field for one of its own', () => {
  const product = completeProduct({ product_id: 1, key: 'lesesaal', name: 'Lesesaal', position: 1 });
  const readHint = (tax: string) => catalogueKinds.product.createForm(product, { currency: 'EUR', tax }).tax_rate?.hint;
  expect(readHint('Prices include 20 % USt.')).toMatch(
    /Leave it empty for the rate in the settings\. They say ‘Prices include 20 % USt\.’$/,
  );
  expect(readHint('')).toMatch(/Leave it empty for the rate in the settings\.$/);
});
