import { useState } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import type { PromotionCodeJson } from '#api/features/promotion-codes/promotion-codes.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { showToast } from '#src/lib/toast.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { deactivatePromotionCode, fetchPromotionCodes, type PlanSummary } from '../catalogue-api.ts';
import { NewCodeDialog } from './NewCodeDialog.tsx';

const COLUMNS = ['Code', 'Takes off', 'For', 'Used', 'Actions'];

/** Codes that buyers enter on the payment page. They are at Stripe, so they are there at once: nothing has to be published. */
export function PromotionCodes({ plans }: { plans: readonly PlanSummary[] }) {
  const { value, error, reload } = useQuery('promotion codes', fetchPromotionCodes);
  const [isAdding, setAdding] = useState(false);
  const [ended, setEnded] = useState<PromotionCodeJson | null>(null);
  if (error !== null) return <ErrorPanel title="Couldn’t load the promotion codes" message={error} onRetry={reload} />;
  if (!value?.is_connected) return null;
  return (
    <section className="promotion-codes" aria-labelledby="promotion-codes">
      <header className="product-head">
        <div>
          <h2 id="promotion-codes">Promotion codes</h2>
          <p className="row-note">Buyers enter them on the payment page. They work as soon as they are made.</p>
        </div>
        <Button variant="secondary" className="button-small" onClick={() => setAdding(true)}>
          <Icon name="plus" size={16} />
          New code
        </Button>
      </header>
      <CodeTable codes={value.promotion_codes} onEnd={setEnded} />
      <NewCodeDialog
        isOpen={isAdding}
        plans={plans}
        onMade={({ code }) => {
          showToast(`${code} made`, 'success');
          setAdding(false);
          reload();
        }}
        onClose={() => setAdding(false)}
      />
      <ConfirmDialog
        isOpen={ended !== null}
        title={`Deactivate ${ended?.code}?`}
        confirmLabel="Deactivate"
        busyLabel="Deactivating..."
        failure="Failed to deactivate the code"
        isDestructive
        onConfirm={async () => {
          if (!ended) return;
          await deactivatePromotionCode(ended.id);
          showToast(`${ended.code} deactivated`, 'success');
          reload();
        }}
        onClose={() => setEnded(null)}
      >
        <p>No one can enter it any more. Who has its discount keeps it. You can’t undo this.</p>
      </ConfirmDialog>
    </section>
  );
}

type TableProps = { codes: readonly PromotionCodeJson[]; onEnd: (code: PromotionCodeJson) => void };

function CodeTable({ codes, onEnd }: TableProps) {
  if (codes.length === 0) return <p className="quiet-line">No promotion codes yet.</p>;
  return (
    <table className="admin-table">
      <caption className="visually-hidden">Promotion codes</caption>
      <TableHead columns={COLUMNS} narrow={['Actions']} />
      <tbody>
        {codes.map((code) => (
          <tr key={code.id}>
            <td className="title-cell">
              <span className="row-title">{code.code}</span> {!code.is_active && <Badge tone="grey">Ended</Badge>}
              {code.expires_at !== null && code.is_active && (
                <span className="row-note">Until {formatLongDate(code.expires_at)}</span>
              )}
            </td>
            <td data-label="Takes off">{code.words}</td>
            <td data-label="For">{code.covers?.join(', ') ?? 'Everything'}</td>
            <td data-label="Used" className="number">
              {formatUse(code)}
            </td>
            <td className="menu-cell narrow">
              {code.is_active && (
                <RowMenu
                  name={code.code}
                  groups={[[{ label: 'Deactivate...', icon: 'ban', isDestructive: true, onSelect: () => onEnd(code) }]]}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** '3', '3 of 100'. */
const formatUse = ({ times_redeemed: used, max_redemptions: max }: PromotionCodeJson): string =>
  max === null ? formatNumber(used) : `${formatNumber(used)} of ${formatNumber(max)}`;
