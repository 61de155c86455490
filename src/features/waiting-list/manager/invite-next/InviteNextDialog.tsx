import { useState } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import { listWaitingListProducts } from '#api/domain/catalogue.ts';
import { api } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { useAction } from '#src/lib/use-action.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { DryRun } from './DryRun.tsx';
import { fetchNextPeople, type NextChoice, type NextPeople, parseCount } from './next-people.ts';
import { NextChoiceFields } from './NextChoiceFields.tsx';

type Props = {
  isOpen: boolean;
  /** The product that the list is filtered by. */
  productId: number | null;
  /** Resolves once they are invited. */
  onInvite: (ids: number[]) => Promise<void>;
  onClose: () => void;
};

/** Invites the next people in line, after a dry run that names them. */
export function InviteNextDialog({ isOpen, ...content }: Props) {
  return (
    <Modal isOpen={isOpen} title="Invite the next people" className="invite-next" onClose={content.onClose}>
      <InviteNextForm {...content} />
    </Modal>
  );
}

function InviteNextForm({ productId, onInvite, onClose }: Omit<Props, 'isOpen'>) {
  const [choice, setChoice] = useState<NextChoice>({
    productId: productId ?? listWaitingListProducts()[0]?.id ?? 0,
    count: '50',
    order: 'age',
    leavesOutUnconfirmed: true,
    leavesOutBounced: true,
  });
  const count = parseCount(choice.count);
  const key = JSON.stringify({ ...choice, count });
  const { value, error, isLoading, reload } = useQuery(
    `next people ${key}`,
    async (signal) => (count === null ? null : { key, next: await fetchNextPeople(choice, count, signal) }),
    { keepsPrevious: true },
  );
  const next = count === null ? null : (value?.next ?? null);
  // Only those who were shown for these choices are invited.
  const ids = value?.key === key ? value.next.people.map(({ id }) => id) : [];
  const invitation = useAction(async () => {
    await onInvite(ids);
    onClose();
  });
  const number = formatNumber(ids.length);
  return (
    <form
      className="invite-next-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (ids.length > 0) void invitation.run();
      }}
    >
      <div className="invite-columns">
        <NextChoiceFields
          choice={choice}
          leftOut={next?.left_out ?? null}
          onChange={(change) => setChoice((before) => ({ ...before, ...change }))}
        />
        <DryRun next={error === null ? next : null} leftOutCount={countLeftOut(choice, next)} isLoading={isLoading}>
          {error !== null && <ErrorPanel title="Couldn’t load the people" message={error} onRetry={reload} />}
          {count === null && <p className="muted">Enter how many to see who’s next.</p>}
          {count !== null && next === null && error === null && isLoading && <Skeleton kind="line" count={6} />}
        </DryRun>
      </div>
      <p className="muted">
        Each person gets one email with a personal link that works for 14 days. You can undo this for 30 seconds.{' '}
        <PreviewLink />
      </p>
      {invitation.error && <Notice tone="error">{invitation.error}</Notice>}
      <div className="form-actions">
        {ids.length > 0 && <b className="invite-question">Are you sure you want to invite {number} user(s)?</b>}
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          aria-disabled={ids.length === 0 || undefined}
          isBusy={invitation.isBusy}
          busyLabel="Inviting..."
        >
          Invite {ids.length > 0 && number}
        </Button>
      </div>
    </form>
  );
}

const countLeftOut = (choice: NextChoice, next: NextPeople | null): number =>
  (choice.leavesOutUnconfirmed ? (next?.left_out.unconfirmed ?? 0) : 0) +
  (choice.leavesOutBounced ? (next?.left_out.bounced ?? 0) : 0);

/** Shown where the site has previews of its emails, which is outside production. */
function PreviewLink() {
  const { state } = useQuery('counts', (signal) => api.get('/api/overview/counts', { signal }));
  if (state.status !== 'loaded' || !state.value.has_email_previews) return null;
  return (
    <a href={`${paths.adminMails}?kind=waiting-list-invited`} target="_blank" rel="noopener">
      Preview the email
    </a>
  );
}
