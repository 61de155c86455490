import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import { type FieldFault, type Fields, listFieldFaults } from '#api/domain/fields.ts';
import type { PlanInterval } from '#api/domain/catalogue-types.ts';
import { toMajorUnits } from '#api/domain/money.ts';
import { planFields, type SitePlan } from '#api/domain/site-plans.ts';
import { productFields, sellingFields, type SiteProduct, waitingListFields } from '#api/domain/site-products.ts';
import { formatDeclaredFields } from '#src/features/drafts/conflicts/declared-fields.ts';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import type { DraftApi } from '#src/features/drafts/draft-api.ts';
import { createPartDraftApi } from '#src/features/drafts/part-draft-api.ts';
import type { LiveSubject } from '#src/features/drafts/use-draft-editor.ts';
import { api } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { createClientId } from '#src/features/drafts/draft-content.ts';
import type { CatalogueKind, Charge } from './catalogue-api.ts';
import { formatListedPrice, hasPrice } from './plan-words.ts';

/** What is edited: a product or a plan. */
export type CatalogueFields = SiteProduct | SitePlan;
type Drafts = { live_draft: DraftJson<CatalogueFields>; draft: DraftJson<CatalogueFields> | null };
export type LoadedDraft = {
  id: number;
  live: LiveSubject;
  liveDraft: DraftJson<CatalogueFields>;
  draft: DraftJson<CatalogueFields> | null;
};

type KindDetails = {
  draftApi: DraftApi<CatalogueFields>;
  /** @throws ApiError */
  load: (id: number, signal: AbortSignal) => Promise<LoadedDraft>;
  declaration: Fields;
  /** The declaration with what follows from the values, and from the settings. */
  createForm: (values: CatalogueFields, settings: FormSettings) => Fields;
  toHref: (id: number) => string;
};

/** `currency`: of the prices. `tax`: what the site says beside them, such as 'Prices include 20 % USt.'; '' until it is known. */
type FormSettings = { currency: string; tax: string };

/** What differs between the two. */
export const catalogueKinds: Record<CatalogueKind, KindDetails> = {
  product: {
    draftApi: createPartDraftApi(
      '/api/admin/products',
      'This product was deleted.',
    ) as unknown as DraftApi<CatalogueFields>,
    load: async (id, signal) => {
      const { product, ...drafts } = await api.get('/api/admin/products/:id/draft', { param: { id }, signal });
      return toLoaded(id, product, drafts);
    },
    declaration: productFields,
    createForm: (values, { tax }) => createProductForm(values as SiteProduct, tax),
    toHref: paths.adminProduct,
  },
  plan: {
    draftApi: createPartDraftApi('/api/admin/plans', 'This plan was deleted.') as unknown as DraftApi<CatalogueFields>,
    load: async (id, signal) => {
      const { plan, ...drafts } = await api.get('/api/admin/plans/:id/draft', { param: { id }, signal });
      return toLoaded(id, plan, drafts);
    },
    declaration: planFields,
    createForm: (values, { currency }) => createPlanForm(values as SitePlan, currency),
    toHref: paths.adminPlan,
  },
};

type Summary = { name: string; status: string; revision: number; updated_at: string };

const toLoaded = (id: number, { name, ...live }: Summary, { live_draft: liveDraft, draft }: Drafts): LoadedDraft => ({
  id,
  live: { title: name, status: live.status, revision: live.revision, updated_at: live.updated_at },
  liveDraft,
  draft,
});

/** With the prices as visitors will read them below their fields. */
function createPlanForm(plan: SitePlan, currency: string): Fields {
  const words = hasPrice(plan) ? `Visitors read ‘${formatListedPrice({ ...plan, currency })}’.` : '';
  const { price_year: year } = planFields;
  return { ...planFields, price_year: { ...year, hint: `${year.hint} ${words}`.trim() } };
}

/** How two versions read beside each other, with what has no field in the form. */
export const createFormatter =
  (kind: CatalogueKind): FieldFormatter<CatalogueFields> =>
  (values) =>
    ({
      ...formatDeclaredFields(catalogueKinds[kind].declaration, values),
      stripe_price_month: {
        label: 'Price by the month at Stripe',
        value: 'stripe_price_month' in values ? values.stripe_price_month : '',
      },
      stripe_price_year: {
        label: 'Price by the year at Stripe',
        value: 'stripe_price_year' in values ? values.stripe_price_year : '',
      },
      position: { label: 'Place in the order', value: String(values.position) },
      is_archived: { label: 'Archived', value: values.is_archived ? 'Yes' : 'No' },
    }) as ReturnType<FieldFormatter<CatalogueFields>>;

/** What is wrong with what is typed; the server knows more once it is saved. */
export const listTypedFaults = (kind: CatalogueKind, values: CatalogueFields): FieldFault[] =>
  listFieldFaults(catalogueKinds[kind].declaration, values);

/** Saves as a draft that a plan costs what Stripe charges. @throws ApiError, as when somebody else saves it */
export async function showCharge(id: number, interval: PlanInterval, { amount, currency }: Charge): Promise<void> {
  const { live_draft: live, draft } = await catalogueKinds.plan.draftApi.load(id);
  const { fields, version, base_revision } = draft ?? live;
  const shown = { [`price_${interval}`]: toMajorUnits(amount, currency) };
  await catalogueKinds.plan.draftApi.save(id, {
    fields: { ...(fields as SitePlan), ...shown },
    content: '',
    client_id: createClientId(),
    version,
    base_revision,
  });
}

/** What its waiting list and its plans say is asked for when it has them. */
function createProductForm(
  { has_waiting_list: hasWaitingList, prices_address: pricesAddress }: SiteProduct,
  tax: string,
): Fields {
  const { tax_rate: rate } = productFields;
  const fields =
    tax === '' ? productFields : { ...productFields, tax_rate: { ...rate, hint: `${rate.hint} They say ‘${tax}’` } };
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name]) =>
        (hasWaitingList || !Object.hasOwn(waitingListFields, name)) &&
        (pricesAddress !== '' || !Object.hasOwn(sellingFields, name)),
    ),
  );
}
