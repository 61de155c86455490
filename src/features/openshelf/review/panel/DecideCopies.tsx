import { useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import type { WaitingCopyJson } from '#api/features/openshelf/texts/texts.contract.ts';
import { DecisionSubjects } from '#src/features/openshelf/decisions/DecisionSubject.tsx';
import { isSameText } from '#src/features/openshelf/reader/contradictions.ts';
import { formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { useBulkDecision } from '#src/features/openshelf/decisions/use-bulk-decision.tsx';
import type { DecisionRequest } from '#src/features/openshelf/decisions/use-decisions.ts';

type Props = {
  publication: PublicationJson;
  /** Works that wait, too, with texts like this one. */
  copies: readonly WaitingCopyJson[];
  findWaiting: (id: number) => Promise<PublicationJson>;
  onDecideMany: (request: DecisionRequest) => void;
};

/** One decision on a work and on its copies in the queue. */
export function DecideCopies({ publication, copies, findWaiting, onDecideMany }: Props) {
  const [isLoading, setLoading] = useState(false);
  const [publications, setPublications] = useState<readonly PublicationJson[] | null>(null);
  const bulk = useBulkDecision(onDecideMany);
  const same = copies.filter(isSameText);
  if (same.length === 0) return null;
  const open = async () => {
    setLoading(true);
    try {
      setPublications(await Promise.all([publication.id, ...same.map(({ id }) => id)].map(findWaiting)));
    } catch (error) {
      showToast(`Couldn’t load the copies: ${formatError(error)}`, 'error');
    }
    setLoading(false);
  };
  const close = () => setPublications(null);
  const choose = (decide: (publications: readonly PublicationJson[]) => void) => () => {
    if (publications) decide(publications);
    close();
  };
  const all = same.length === 1 ? 'both' : `all ${same.length + 1}`;
  return (
    <>
      <button type="button" className="link-button" aria-disabled={isLoading} onClick={() => !isLoading && void open()}>
        Decide {all}
      </button>
      <Modal
        isOpen={publications !== null}
        title={`Decide on ${formatCount(same.length + 1, 'publication')}`}
        onClose={close}
      >
        {publications && (
          <div className="form">
            <p>The same decision on {all}. You can undo it for 10 seconds.</p>
            <DecisionSubjects publications={publications} />
            <div className="form-actions">
              <Button variant="secondary" onClick={close}>
                Cancel
              </Button>
              <Button variant="secondary" className="decide-reject" onClick={choose(bulk.reject)}>
                Reject {all}...
              </Button>
              <Button onClick={choose(bulk.approve)}>Approve {all}</Button>
            </div>
          </div>
        )}
      </Modal>
      {bulk.dialogs}
    </>
  );
}
