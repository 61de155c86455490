import { PaymentError, type PaymentSetup, type Payments } from '#api/adapters/payments.ts';
import { findProduct, formatPlanName, listEverPaidPlans } from '#api/domain/catalogue.ts';
import type { Plan } from '#api/domain/catalogue-types.ts';
import type { Database } from '#db/client.ts';
import { listEarlierNames } from '#db/queries/earlier-names.ts';

type Renaming = Pick<Payments, 'listPriceIds'> & { setup: Pick<PaymentSetup, 'findPrice' | 'renameProduct'> };

/**
 * Gives the products at the provider the names that their plans have by now: invoices call a plan what its product is called. One that was
 * named at the provider, and not by us, keeps its name. Returns why products kept their old names, in the provider’s words.
 */
export async function renameProducts(db: Database, payments: Renaming): Promise<string[]> {
  const earlierNames = await listEarlierNames(db, 'product');
  const failures: string[] = [];
  for (const plan of listEverPaidPlans()) {
    const product = findProduct(plan.productId);
    const productNames = [plan.productName, ...((product && earlierNames.get(product.key)) ?? [])];
    try {
      await renameProduct(payments, plan, productNames);
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error;
      failures.push(`${plan.planName}: ${error.message}`);
    }
  }
  return failures;
}

async function renameProduct({ listPriceIds, setup }: Renaming, plan: Plan, productNames: readonly string[]) {
  const name = formatPlanName(plan.productName, plan.planName);
  const planNames = [plan.planName, ...plan.earlierNames];
  const given = new Set(productNames.flatMap((product) => planNames.map((each) => formatPlanName(product, each))));
  const seen = new Set<string>();
  for (const priceId of listPriceIds(plan.key)) {
    const price = await setup.findPrice(priceId);
    if (!price?.productId || price.productName === null || seen.has(price.productId)) continue;
    seen.add(price.productId);
    const isOurs = price.productPlanKey === plan.key || given.has(price.productName);
    if (isOurs && price.productName !== name) await setup.renameProduct(price.productId, name);
  }
}
