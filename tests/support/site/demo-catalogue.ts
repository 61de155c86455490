import { toCatalogue } from '#api/domain/site-plans.ts';
import { demoPlans } from '#db/seed/site/plans.ts';
import { demoProducts, productIds } from '#db/seed/site/products.ts';
import { demoSettings } from '#db/seed/site/settings.ts';

/** What the demo’s company sells, as pages and checkout read it. */
export const demoCatalogue = toCatalogue({ products: demoProducts, plans: demoPlans }, demoSettings.language.currency);

export const genmatePlans = demoCatalogue.plans.filter(({ productId }) => productId === productIds.genmate);
export const taxmatePlan = demoCatalogue.plans.find(({ key }) => key === 'TaxMate');
