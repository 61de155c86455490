import { formatPlanName } from '#api/domain/catalogue.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import type { CataloguePart } from './RemovePartDialog.tsx';
import type { CatalogueDraft } from './catalogue-api.ts';
import { catalogueKinds } from './catalogue-draft.ts';
import type { OpenPart } from './PartPanel.tsx';
import { formatKeepers, formatListedPrice } from './plan-words.ts';

type Props = CatalogueDraft & { onOpen: (part: OpenPart) => void; onRestore: (part: CataloguePart) => void };

/** What isn’t offered any more, and who still has it. */
export function ArchivedParts({ products, plans, onOpen, onRestore }: Props) {
  const archived: { part: CataloguePart; name: string; price: string; keepers: string }[] = [
    ...products
      .filter((product) => product.is_archived)
      .map((summary) => ({
        part: { kind: 'product' as const, summary },
        name: summary.name,
        price: 'Product',
        keepers: '',
      })),
    ...plans
      .filter((plan) => plan.is_archived)
      .map((summary) => ({
        part: { kind: 'plan' as const, summary },
        name: formatPlanName(summary.product_name, summary.name),
        price: formatListedPrice(summary),
        keepers: formatKeepers(summary.subscriber_count),
      })),
  ];
  if (archived.length === 0) return null;
  return (
    <details className="fold archived-parts">
      <summary>
        Archived <span className="count">{archived.length}</span>
      </summary>
      <ul>
        {archived.map(({ part, name, price, keepers }) => {
          const { kind, summary } = part;
          return (
            <li key={summary.id}>
              <InPageLink
                href={catalogueKinds[kind].toHref(summary.id)}
                onOpen={() => onOpen({ kind, id: summary.id, field: '' })}
              >
                {name}
              </InPageLink>
              <span>{price}</span>
              <span>{keepers}</span>
              <Button
                variant="secondary"
                className="button-small"
                aria-label={`Restore ${name}`}
                onClick={() => onRestore(part)}
              >
                Restore
              </Button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
