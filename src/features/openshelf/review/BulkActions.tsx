import { DEFAULT_REJECTION_COMMENTS } from '#api/domain/publication-states.ts';
import { formatCount } from '#api/domain/plurals.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { decidePublications } from '#src/features/openshelf/openshelf-api.ts';
import { ConfirmButton } from '#src/ui/dialogs/ConfirmButton.tsx';
import { Button } from '#src/ui/forms/Button.tsx';

type Request = {
  publications: readonly PublicationJson[];
  decision: 'approve' | 'reject';
  send: () => ReturnType<typeof decidePublications>;
};
type Props = { publications: readonly PublicationJson[]; onDecide: (request: Request) => void };

/** Decides on all selected publications in one request. */
export function BulkActions({ publications, onDecide }: Props) {
  const decide = (decision: 'approve' | 'reject') => {
    const ids = publications.map(({ id }) => id);
    const comments = decision === 'reject' ? DEFAULT_REJECTION_COMMENTS.bulk : '';
    onDecide({ publications, decision, send: () => decidePublications(ids, decision, comments) });
  };
  const count = formatCount(publications.length, 'publication');
  return (
    <div className="queue-bulk">
      <Button variant="secondary" className="button-small" onClick={() => decide('approve')}>
        Approve Selected
      </Button>
      <ConfirmButton
        label="Reject Selected"
        button={{ variant: 'secondary', className: 'button-small' }}
        title={`Reject ${count}?`}
        confirmLabel={`Reject ${publications.length}`}
        isDestructive
        onConfirm={async () => decide('reject')}
      >
        <p>Each author gets the comment ‘{DEFAULT_REJECTION_COMMENTS.bulk}’. You can undo this for 10 seconds.</p>
      </ConfirmButton>
    </div>
  );
}
