import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
import {
  archiveRequest,
  createPlanRequest,
  createProductRequest,
  orderPlansRequest,
  orderProductsRequest,
  planResponse,
  plansResponse,
  productResponse,
  productsResponse,
} from './site-catalogue.contract.ts';
import {
  archivePlan,
  archiveProduct,
  createPlan,
  createProduct,
  deletePlan,
  deleteProduct,
  listPlans,
  listProducts,
  orderPlans,
  orderProducts,
} from './site-catalogue.service.ts';
import { publishMoneyRequest, publishMoneyResponse } from './money/money.contract.ts';
import { describePublishMoney } from './money/money.service.ts';
import { choosePriceRequest, createPriceRequest, planPricesResponse } from './prices/prices.contract.ts';
import { choosePlanPrice, createPlanPrice, listPlanPrices } from './prices/prices.service.ts';

const tag = 'Products and plans (admin)';
const access = 'settings.manage';
const fails = ['not_found', 'conflict'] as const;

export function siteProductRoutes(deps: Deps) {
  return endpoints(deps, { tag, access })
    .get('/', { summary: 'List the products of the company', answer: productsResponse }, () => listProducts(deps))
    .post(
      '/',
      {
        summary: 'Add a product as a draft',
        body: createProductRequest,
        answer: productResponse,
        status: 201,
        fails: ['conflict'],
      },
      ({ body, caller }) => createProduct(deps, body.name, caller.user.id),
    )
    .put(
      '/order',
      { summary: 'Save the order of products as drafts', body: orderProductsRequest, fails },
      ({ body, caller }) => orderProducts(deps, body.ids, caller.user.id),
    )
    .post(
      '/:id/archive',
      {
        summary: 'Archive a product, or offer it again, as a draft',
        params: idParams,
        body: archiveRequest,
        answer: productResponse,
        fails,
      },
      ({ params, body, caller }) => archiveProduct(deps, params.id, body.is_archived, caller.user.id),
    )
    .delete(
      '/:id',
      { summary: 'Delete a product that was never published', params: idParams, fails },
      ({ params, caller }) => deleteProduct(deps, params.id, caller.user.id),
    )
    .build();
}

export function sitePlanRoutes(deps: Deps) {
  return endpoints(deps, { tag, access })
    .get('/', { summary: 'List the plans of all products', answer: plansResponse }, () => listPlans(deps))
    .get('/prices', { summary: 'Compare the plans with what Stripe charges', answer: planPricesResponse }, () =>
      listPlanPrices(deps),
    )
    .post(
      '/publish-money',
      {
        summary: 'Say what a publish of drafts does to prices, to what can be bought, and to subscribers',
        body: publishMoneyRequest,
        answer: publishMoneyResponse,
      },
      ({ body }) => describePublishMoney(deps, body),
    )
    .post(
      '/:id/price',
      {
        summary: 'Create the price of a plan at Stripe, as a draft',
        params: idParams,
        body: createPriceRequest,
        answer: planResponse,
        fails: ['not_found', 'conflict', 'unavailable'],
      },
      ({ params, body, caller }) => createPlanPrice(deps, params.id, body.interval, caller.user.id),
    )
    .put(
      '/:id/price',
      {
        summary: 'Choose a price that is at Stripe for a plan, as a draft',
        params: idParams,
        body: choosePriceRequest,
        answer: planResponse,
        fails: ['not_found', 'conflict', 'unavailable'],
      },
      ({ params, body, caller }) =>
        choosePlanPrice(deps, params.id, { interval: body.interval, priceId: body.price_id }, caller.user.id),
    )
    .post(
      '/',
      {
        summary: 'Add a plan of a product as a draft',
        body: createPlanRequest,
        answer: planResponse,
        status: 201,
        fails: ['conflict'],
      },
      ({ body, caller }) => createPlan(deps, body, caller.user.id),
    )
    .put(
      '/order',
      { summary: 'Save the order of plans as drafts', body: orderPlansRequest, fails },
      ({ body, caller }) => orderPlans(deps, body.ids, caller.user.id),
    )
    .post(
      '/:id/archive',
      {
        summary: 'Archive a plan, or sell it again, as a draft; who has it keeps it',
        params: idParams,
        body: archiveRequest,
        answer: planResponse,
        fails,
      },
      ({ params, body, caller }) => archivePlan(deps, params.id, body.is_archived, caller.user.id),
    )
    .delete(
      '/:id',
      { summary: 'Delete a plan that was never published', params: idParams, fails },
      ({ params, caller }) => deletePlan(deps, params.id, caller.user.id),
    )
    .build();
}
