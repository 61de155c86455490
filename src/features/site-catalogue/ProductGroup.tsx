import { fillNames } from '#src/lib/fill-names.ts';
import { formatNumber, formatPercent } from '#api/domain/numbers.ts';
import { listSoldIntervals } from '#api/domain/site-plans.ts';
import { paths } from '#src/lib/paths.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import { ProductMarkImage } from '#src/ui/brand/ProductLabel.tsx';
import { SortableItem, SortableRow, SortableRows } from '#src/ui/sortable/SortableRows.tsx';
import { useMoveActions } from '#src/ui/sortable/use-move-actions.ts';
import { type RowAction, RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import type { CataloguePart } from './RemovePartDialog.tsx';
import {
  type CatalogueKind,
  isUnpublished,
  type PlanPrice,
  type PlanSummary,
  type ProductSummary,
} from './catalogue-api.ts';
import { catalogueKinds } from './catalogue-draft.ts';
import { describeSale, formatDraftState, formatNoPlans, hasPrice, listPrices } from './plan-words.ts';
import { type PriceHandlers, StripeStates } from './StripeStates.tsx';

/** Without payments nothing is bought. */
export const listPlanColumns = (hasPayments: boolean): string[] => [
  'Plan',
  'Price',
  'Includes',
  'People',
  ...(hasPayments ? ['Stripe'] : []),
  'Actions',
];

type Handlers = PriceHandlers & {
  onOpen: (kind: CatalogueKind, id: number) => void;
  onAdd: () => void;
  onRemove: (part: CataloguePart) => void;
};
type Props = Handlers & {
  product: ProductSummary;
  plans: readonly PlanSummary[];
  /** Null without Stripe. */
  prices: PriceComparison | null;
};

/** What Stripe charges for a plan, by its intervals; empty while that is being asked, or can’t be. */
export type PriceComparison = { list: (planId: number) => readonly PlanPrice[] };

/** A product with the plans that are sold of it. */
export function ProductGroup({ product, plans, prices, ...handlers }: Props) {
  const { id, name } = product;
  return (
    <SortableItem id={id} name={name} className="product-group">
      <ProductHead product={product} {...handlers} />
      {product.prices_address === '' && plans.some(isPaid) && <NoPage product={product} />}
      {plans.length === 0 ? (
        <p className="quiet-line">
          <Icon name="hourglass" size={16} />
          {formatNoPlans(product)}
        </p>
      ) : (
        <table className="admin-table has-handles plans-table">
          <caption className="visually-hidden">Plans of {name}</caption>
          <TableHead columns={listPlanColumns(prices !== null)} mid={['Includes']} hasHandles />
          <SortableRows id={`plans of ${id}`} ids={plans.map((plan) => plan.id)}>
            {plans.map((plan) => (
              <SortableRow key={plan.id} id={plan.id} name={plan.name}>
                <PlanCells plan={plan} prices={prices} {...handlers} />
              </SortableRow>
            ))}
          </SortableRows>
        </table>
      )}
    </SortableItem>
  );
}

const isPaid = (plan: PlanSummary): boolean => hasPrice(plan) && listSoldIntervals(plan).length > 0;

/** The setting leads visitors to plans from everywhere else: from their account, and back from a payment that they left. */
const NoPage = ({ product: { id, name } }: { product: ProductSummary }) => (
  <p className="quiet-line">
    <Icon name="circle-alert" size={16} />
    <span>
      No page is set for these plans, so visitors may not find them.{' '}
      <a href={paths.adminProduct(id, 'prices_address')} aria-label={`Choose a page for the plans of ${name}`}>
        Choose a page
      </a>
    </span>
  </p>
);

function ProductHead({ product, onOpen, onAdd, onRemove }: Handlers & { product: ProductSummary }) {
  const moveActions = useMoveActions(product.id);
  const { id, key, name, tagline, description, is_archived: isArchived, tax_rate: taxRate } = product;
  const ownTax = taxRate === null ? '' : `Tax rate of its own: ${formatPercent(taxRate)}`;
  const edit = () => onOpen('product', id);
  return (
    <header className="product-head">
      <ProductMarkImage productKey={key} size={28} />
      <div>
        <h2>
          {name} {isArchived && <Badge tone="grey">Archived</Badge>}
        </h2>
        <p className="row-note">
          {[fillNames(tagline || description), ownTax, formatDraftState(product)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Button variant="quiet" className="button-small" aria-label={`Edit ${name}`} onClick={edit}>
        Edit
      </Button>
      <Button variant="secondary" className="button-small" aria-label={`Add a plan to ${name}`} onClick={onAdd}>
        <Icon name="plus" size={16} />
        Plan
      </Button>
      <RowMenu
        name={name}
        groups={[
          [{ label: 'Edit', icon: 'pencil', onSelect: edit }, ...moveActions],
          isArchived
            ? []
            : [
                {
                  label: 'Archive...',
                  icon: 'archive',
                  onSelect: () => onRemove({ kind: 'product', summary: product }),
                },
              ],
        ]}
      />
    </header>
  );
}

const createRemoveAction = (summary: PlanSummary | ProductSummary, onSelect: () => void): RowAction =>
  isUnpublished(summary)
    ? { label: 'Delete...', icon: 'trash', isDestructive: true, onSelect }
    : { label: 'Archive...', icon: 'archive', onSelect };

function PlanCells({ plan, prices, ...handlers }: Handlers & { plan: PlanSummary; prices: PriceComparison | null }) {
  const { onOpen, onRemove, onChoosePrice } = handlers;
  const moveActions = useMoveActions(plan.id);
  const stripe = prices?.list(plan.id) ?? [];
  const sold = stripe.filter(({ state }) => state !== 'free');
  const { id, name, badge, includes, subscriber_count: count } = plan;
  const edit = () => onOpen('plan', id);
  return (
    <>
      <td className="title-cell">
        <InPageLink className="row-title" data-plan={id} href={catalogueKinds.plan.toHref(id)} onOpen={edit}>
          {name}
        </InPageLink>
        {badge && <Badge tone="green">{badge}</Badge>}
        <span className="row-note">{formatDraftState(plan)}</span>
      </td>
      <td className={hasPrice(plan) ? 'price-cell' : 'price-cell none'}>
        {listPrices(plan).map((text) => (
          <span key={text}>{text}</span>
        ))}
        {describeSale(plan) && <span className="row-note">{describeSale(plan)}</span>}
      </td>
      <td className="mid">
        <span className="row-note plan-features">{includes.join(', ')}</span>
      </td>
      <td className="number" data-label="People">
        {formatNumber(count)}
      </td>
      {prices && (
        <td className="stripe-cell">
          <StripeStates plan={plan} prices={stripe} {...handlers} />
        </td>
      )}
      <td className="menu-cell narrow">
        <RowMenu
          name={name}
          groups={[
            [
              { label: 'Edit', icon: 'pencil', onSelect: edit },
              ...sold.map(
                (price) =>
                  ({
                    label: sold.length > 1 ? `Price by the ${price.interval} at Stripe...` : 'Price at Stripe...',
                    icon: 'credit-card',
                    onSelect: () => onChoosePrice(plan, price),
                  }) as const,
              ),
              ...moveActions,
            ],
            [createRemoveAction(plan, () => onRemove({ kind: 'plan', summary: plan }))],
          ]}
        />
      </td>
    </>
  );
}
