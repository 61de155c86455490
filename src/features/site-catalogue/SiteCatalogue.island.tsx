import './site-catalogue.css';
import { useCallback, useState } from 'react';
import { featureWords } from '#api/domain/feature-words.ts';
import { isPathOn } from '#api/domain/features.ts';
import { formatCurrencyName } from '#api/domain/money.ts';
import { hasPermission } from '#api/domain/permissions.ts';
import { getSiteFacts } from '#api/domain/site-facts.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { PriceMoves } from '#src/features/price-moves/PriceMoves.tsx';
import { TaxMoves } from '#src/features/tax-moves/TaxMoves.tsx';
import { SiteChangesBar } from '#src/features/site-changes/SiteChangesBar.tsx';
import { formatError } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { showToast } from '#src/lib/toast.ts';
import { useToastAction } from '#src/lib/use-action.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { PageAction, ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { readAddressedField } from '#src/ui/fields/addressed-field.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { SortableBoard } from '#src/ui/sortable/SortableBoard.tsx';
import { SortableList } from '#src/ui/sortable/SortableRows.tsx';
import { useOptimisticOrder } from '#src/ui/sortable/use-optimistic-order.ts';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { ArchivedParts } from './ArchivedParts.tsx';
import { type CataloguePart, RemovePartDialog } from './RemovePartDialog.tsx';
import {
  archivePlan,
  archiveProduct,
  type CatalogueDraft,
  createPlan,
  createPlanPrice,
  createProduct,
  deletePlan,
  deleteProduct,
  fetchPlanPrices,
  isUnpublished,
  loadCatalogue,
  orderPlans,
  orderProducts,
  type PlanSummary,
  type ProductSummary,
} from './catalogue-api.ts';
import { catalogueKinds } from './catalogue-draft.ts';
import { PromotionCodes } from './codes/PromotionCodes.tsx';
import { NewPartDialog } from './NewPartDialog.tsx';
import { type OpenPart, PartPanel } from './PartPanel.tsx';
import { type AskedPrice, PriceDialog } from './PriceDialog.tsx';
import { type PriceComparison, listPlanColumns, ProductGroup } from './ProductGroup.tsx';
import type { PriceHandlers } from './StripeStates.tsx';

/** What the company offers, in the order that visitors see: drafts until they are published. */
export function SiteCatalogueIsland() {
  return (
    <RequireAuth access="settings.manage" keepOnExpiry>
      {({ id, role }) => <CatalogueLoader userId={id} canBill={hasPermission(role, 'billing.manage')} />}
    </RequireAuth>
  );
}

function CatalogueLoader({ userId, canBill }: { userId: number; canBill: boolean }) {
  const { value, error, reload, replace } = useQuery('products and plans', loadCatalogue);
  if (value)
    return <Catalogue userId={userId} canBill={canBill} catalogue={value} onReload={reload} onReplace={replace} />;
  if (error !== null) return <ErrorPanel title="Couldn’t load the plans" message={error} onRetry={reload} />;
  return <TableSkeleton columns={listPlanColumns(true)} rows={6} className="plans-table" />;
}

type Props = {
  userId: number;
  /** Whether the viewer may move subscribers. */
  canBill: boolean;
  catalogue: CatalogueDraft;
  onReload: () => void;
  onReplace: (catalogue: CatalogueDraft) => void;
};

/** What is added: a product, or a plan of one. */
type Added = { product: ProductSummary | null };

function Catalogue({ userId, canBill, catalogue, onReload, onReplace }: Props) {
  const { products, plans } = catalogue;
  const { part, open, close } = useOpenPart();
  const [added, setAdded] = useState<Added | null>(null);
  const [removed, setRemoved] = useState<CataloguePart | null>(null);
  /** Rises with each draft that is saved here. */
  const [saves, setSaves] = useState(0);
  const countSave = useCallback(() => setSaves((count) => count + 1), []);
  /** Rises with each publish: an earlier price or tax rate may have subscribers then. */
  const [publishes, setPublishes] = useState(0);
  const refresh = useCallback(() => {
    countSave();
    onReload();
  }, [countSave, onReload]);

  const prices = usePrices();
  const [asked, setAsked] = useState<AskedPrice | null>(null);
  const sayPriceSaved = ({ name }: PlanSummary, count = 1) => {
    showToast(`${count === 1 ? 'Price' : 'Prices'} of ${name} saved`, 'success', {
      note: 'It’s a draft until you publish it.',
    });
    refresh();
    prices.reload();
  };
  const priceHandlers: PriceHandlers = {
    onCreatePrices: async (plan, missing) => {
      // One after the other: each is saved in the draft that the one before has saved.
      for (const [at, price] of missing.entries()) {
        try {
          await createPlanPrice(plan.id, price.interval);
        } catch (error) {
          if (at > 0) sayPriceSaved(plan);
          return setAsked({ plan, price, refusal: formatError(error) });
        }
      }
      sayPriceSaved(plan, missing.length);
      focusPlan(plan);
    },
    onChoosePrice: (plan, price) => setAsked({ plan, price, refusal: null }),
    onRetryPrices: prices.reload,
  };

  const order = {
    products: useOptimisticOrder({
      noun: 'products',
      items: products,
      onChange: (ordered) => onReplace({ ...catalogue, products: ordered }),
      save: async (ids) => orderProducts(products, ids).then(countSave),
      reload: async () => onReload(),
    }),
    plans: useOptimisticOrder({
      noun: 'plans',
      items: plans,
      onChange: (ordered) => onReplace({ ...catalogue, plans: ordered }),
      save: async (ids) => orderPlans(plans, ids).then(countSave),
      reload: async () => onReload(),
    }),
  };
  const create = async (name: string) => {
    if (added?.product) {
      const { plan } = await createPlan(name, added.product.product_id);
      open({ kind: 'plan', id: plan.id, field: 'price_month', isAdded: true });
    } else {
      const { product } = await createProduct(name);
      open({ kind: 'product', id: product.id, field: 'tagline', isAdded: true });
    }
    setAdded(null);
    refresh();
  };
  const archive = async ({ kind, summary }: CataloguePart, isArchived: boolean) => {
    await (kind === 'product' ? archiveProduct : archivePlan)(summary.id, isArchived);
    const message = `${summary.name} ${isArchived ? 'archived' : 'restored'}`;
    showToast(message, 'success', { note: 'It’s a draft until you publish it.' });
    refresh();
  };
  const remove = async (part: CataloguePart) => {
    const { kind, summary } = part;
    if (!isUnpublished(summary)) return archive(part, true);
    await (kind === 'product' ? deleteProduct : deletePlan)(summary.id);
    showToast(`${summary.name} deleted`, 'success');
    refresh();
  };
  const restore = useToastAction((restored: CataloguePart) => archive(restored, false), {
    failure: 'Failed to restore it',
    onSettled: onReload,
  });
  const askRemove = ({ kind, id }: OpenPart) => {
    const product = products.find((each) => each.id === id);
    const plan = plans.find((each) => each.id === id);
    if (kind === 'product' && product) setRemoved({ kind, summary: product });
    if (kind === 'plan' && plan) setRemoved({ kind, summary: plan });
  };

  const groups = products
    .map((product) => ({
      product,
      plans: plans.filter((plan) => plan.product_id === product.product_id && !plan.is_archived),
    }))
    .filter(({ product, plans: sold }) => !product.is_archived || sold.length > 0);
  const addProduct = () => setAdded({ product: null });
  return (
    <div className="screen-parts site-catalogue">
      <ScreenCount>{plans.filter((plan) => !plan.is_archived).length}</ScreenCount>
      <PageAction>
        <div className="draft-bar">
          <a className="button button-quiet" href={paths.purchaseRehearsal}>
            Rehearse a purchase
          </a>
          <SiteChangesBar
            isDirty={false}
            savedVersion={saves}
            onSave={() => Promise.resolve()}
            onChanged={async () => {
              onReload();
              prices.reload();
              setPublishes((count) => count + 1);
            }}
          />
        </div>
      </PageAction>
      {groups.length === 0 ? (
        <EmptyState title="No products yet" action={<Button onClick={addProduct}>New product</Button>}>
          <p>Add what you offer, then its plans. Prices stay off the site until there is one.</p>
        </EmptyState>
      ) : (
        <>
          <p className="currency-line">
            Prices in {formatCurrencyName(getSiteFacts().currency)}. {prices.tax}{' '}
            <a href={paths.adminSetting('tax.prices_include_tax')}>Change</a>
          </p>
          <PricesNotice prices={prices} />
          <SortableBoard
            groups={[
              { items: groups.map(({ product }) => product) },
              ...groups.map(({ plans: sold }) => ({ items: sold })),
            ]}
            onOrder={(ids: number[]) => (products.some(({ id }) => id === ids[0]) ? order.products : order.plans)(ids)}
          >
            <SortableList id="products" ids={groups.map(({ product }) => product.id)} className="product-groups">
              {groups.map(({ product, plans: sold }) => (
                <ProductGroup
                  key={product.id}
                  product={product}
                  plans={sold}
                  prices={prices.comparison}
                  {...priceHandlers}
                  onOpen={(kind, id) => open({ kind, id, field: '' })}
                  onAdd={() => setAdded({ product })}
                  onRemove={setRemoved}
                />
              ))}
            </SortableList>
          </SortableBoard>
          <div className="form-actions">
            <Button variant="secondary" onClick={addProduct}>
              New product
            </Button>
          </div>
        </>
      )}
      {canBill && <PriceMoves revision={saves + publishes} />}
      {canBill && <TaxMoves revision={saves + publishes} />}
      <ArchivedParts {...catalogue} onOpen={open} onRestore={(restored) => void restore.run(restored)} />
      {prices.comparison && <PromotionCodes plans={groups.flatMap((group) => group.plans)} />}
      <KeyboardShortcuts items={[{ keys: ['n'], label: 'New product', run: addProduct }]} />
      {part && (
        <PartPanel
          key={`${part.kind} ${part.id}`}
          part={part}
          userId={userId}
          tax={prices.tax}
          onSaved={refresh}
          onRemove={() => askRemove(part)}
          onClose={() => {
            close();
            prices.reload();
          }}
        />
      )}
      <NewPartDialog
        isOpen={added !== null}
        product={added?.product ?? null}
        onCreate={create}
        onClose={() => setAdded(null)}
      />
      <PriceDialog
        asked={asked}
        onSaved={sayPriceSaved}
        onClose={() => {
          // The button that opened it may be gone.
          focusPlan(asked?.plan);
          setAsked(null);
        }}
      />
      <RemovePartDialog part={removed} plans={plans} onRemove={remove} onClose={() => setRemoved(null)} />
    </div>
  );
}

const focusPlan = (plan: PlanSummary | undefined) =>
  document.querySelector<HTMLElement>(`[data-plan="${plan?.id}"]`)?.focus();

/** What Stripe charges for the plans. It is asked apart from them, because it takes longer. */
function usePrices() {
  const isOn = isPathOn(paths.adminBilling, getSiteFacts());
  const { value, error, reload } = useQuery(isOn ? 'prices at Stripe' : null, fetchPlanPrices);
  const isDisconnected = value?.is_connected === false;
  const comparison: PriceComparison = {
    list: (planId) => value?.prices.filter(({ plan_id: id }) => id === planId) ?? [],
  };
  return {
    comparison: isOn && !isDisconnected ? comparison : null,
    isOn,
    isDisconnected,
    tax: value?.tax ?? '',
    error,
    reload,
  };
}

function PricesNotice({ prices: { error, isOn, isDisconnected, reload } }: { prices: ReturnType<typeof usePrices> }) {
  if (!isOn)
    return (
      <Notice tone="info" title={`‘${featureWords.subscriptions.label}’ is switched off`}>
        <p>Pages with plans aren’t on the site, and nothing can be bought.</p>
        <a className="button button-secondary button-small" href={paths.adminSetting('features.subscriptions')}>
          Switch it on
        </a>
      </Notice>
    );
  if (error !== null)
    return <ErrorPanel title="Couldn’t compare the prices with Stripe" message={error} onRetry={reload} />;
  if (!isDisconnected) return null;
  return (
    <Notice tone="info" title="Stripe isn’t connected">
      <p>Prices are shown, and the buttons say ‘Write to us’. Connect Stripe to take payments.</p>
      <a className="button button-secondary button-small" href={paths.adminBillingView('stripe-check')}>
        Connect Stripe
      </a>
    </Notice>
  );
}

/** The product or plan of the address is open at first; a reload opens it again. */
function useOpenPart() {
  const [part, setPart] = useState(readPart);
  const show = (next: OpenPart | null, href: string) => {
    window.history.replaceState(window.history.state, '', href);
    setPart(next);
  };
  return {
    part,
    open: (next: OpenPart) => show(next, catalogueKinds[next.kind].toHref(next.id)),
    close: () => show(null, paths.adminPlans),
  };
}

function readPart(): OpenPart | null {
  const query = new URLSearchParams(window.location.search);
  const field = readAddressedField(query);
  for (const kind of ['product', 'plan'] as const) {
    const id = Number(query.get(kind));
    if (id > 0) return { kind, id, field };
  }
  return null;
}
