import { formatList } from '#api/domain/lists.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import type { PlanSummary, ProductSummary } from './catalogue-api.ts';
import { formatArchiveConsequence } from './plan-words.ts';

export type ArchivedPart = { kind: 'product'; summary: ProductSummary } | { kind: 'plan'; summary: PlanSummary };

type Props = {
  part: ArchivedPart | null;
  plans: readonly PlanSummary[];
  /** @throws what the server refuses */
  onArchive: (part: ArchivedPart) => Promise<void>;
  onClose: () => void;
};

/** Asks before something isn’t offered any more. A product goes after its plans. */
export function ArchiveDialog({ part, plans, onArchive, onClose }: Props) {
  const sold = part?.kind === 'product' ? listSold(part.summary, plans) : [];
  return (
    <ConfirmDialog
      isOpen={part !== null}
      title={`Archive ${part?.summary.name ?? ''}?`}
      confirmLabel="Archive"
      busyLabel="Archiving..."
      failure={`Failed to archive the ${part?.kind ?? 'plan'}`}
      canConfirm={sold.length === 0}
      onConfirm={() => (part ? onArchive(part) : Promise.resolve())}
      onClose={onClose}
    >
      {sold.length > 0 ? (
        <p>Archive its plans first: {formatList(sold)}.</p>
      ) : (
        <>
          <p>
            It leaves the site when you publish.
            {part?.kind === 'plan' && ` ${formatArchiveConsequence(part.summary)}`}
          </p>
          <p className="field-hint">You can restore it at any time.</p>
        </>
      )}
    </ConfirmDialog>
  );
}

const listSold = ({ product_id: productId }: ProductSummary, plans: readonly PlanSummary[]) =>
  plans.filter((plan) => plan.product_id === productId && !plan.is_archived).map(({ name }) => name);
