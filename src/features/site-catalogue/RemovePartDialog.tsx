import { formatList } from '#api/domain/lists.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { isUnpublished, type PlanSummary, type ProductSummary } from './catalogue-api.ts';
import { formatArchiveConsequence } from './plan-words.ts';

export type CataloguePart = { kind: 'product'; summary: ProductSummary } | { kind: 'plan'; summary: PlanSummary };

type Props = {
  part: CataloguePart | null;
  plans: readonly PlanSummary[];
  /** @throws what the server refuses */
  onRemove: (part: CataloguePart) => Promise<void>;
  onClose: () => void;
};

/** Asks before something isn’t offered any more: what was never published is deleted, the rest archived. A product goes after its plans. */
export function RemovePartDialog({ part, plans, onRemove, onClose }: Props) {
  const sold = part?.kind === 'product' ? listSold(part.summary, plans) : [];
  const isDeleted = part !== null && isUnpublished(part.summary);
  const verb = isDeleted ? 'Delete' : 'Archive';
  return (
    <ConfirmDialog
      isOpen={part !== null}
      title={`${verb} ${part?.summary.name ?? ''}?`}
      confirmLabel={verb}
      busyLabel={isDeleted ? 'Deleting...' : 'Archiving...'}
      failure={`Failed to ${verb.toLowerCase()} the ${part?.kind ?? 'plan'}`}
      isDestructive={isDeleted}
      canConfirm={sold.length === 0}
      onConfirm={() => (part ? onRemove(part) : Promise.resolve())}
      onClose={onClose}
    >
      {sold.length > 0 ? (
        <p>
          {verb} its plans first: {formatList(sold)}.
        </p>
      ) : (
        part && <Consequence part={part} />
      )}
    </ConfirmDialog>
  );
}

function Consequence({ part: { kind, summary } }: { part: CataloguePart }) {
  if (isUnpublished(summary)) return <p>It was never on the site. You can’t undo this.</p>;
  return (
    <>
      <p>
        It leaves the site when you publish.
        {kind === 'plan' && ` ${formatArchiveConsequence(summary)}`}
      </p>
      <p className="field-hint">You can restore it at any time.</p>
    </>
  );
}

const listSold = ({ product_id: productId }: ProductSummary, plans: readonly PlanSummary[]) =>
  plans.filter((plan) => plan.product_id === productId && !plan.is_archived).map(({ name }) => name);
