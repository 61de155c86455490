import { useState } from 'react';
import { useQuery } from '#src/lib/use-query.ts';
import { EventDetails } from '#src/ui/content/EventDetails.tsx';
import type { Fact } from '#src/ui/content/FactList.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Loading } from '#src/ui/feedback/Loading.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { fetchEvent } from '#src/features/billing/billing-api.ts';
import { formatEventType } from './event-labels.ts';
import { EventStatus } from './EventStatus.tsx';

type Props = { id: string; onReplay: ((id: string) => Promise<void>) | null; onClose: () => void };

/** One event: what became of it, its times, and what Stripe sent. */
export function EventDialog({ id, onReplay, onClose }: Props) {
  return (
    <Modal isOpen={id !== ''} title="Event" onClose={onClose} isWide>
      {id !== '' && <Details id={id} onReplay={onReplay} />}
    </Modal>
  );
}

function Details({ id, onReplay }: Omit<Props, 'onClose'>) {
  const { value: event, error, isLoading, reload } = useQuery(`event ${id}`, (signal) => fetchEvent(id, signal));
  const [isBusy, setBusy] = useState(false);
  if (error !== null && !isLoading) {
    return <ErrorPanel title="Couldn’t load this event" message={error} onRetry={reload} />;
  }
  if (event === null) return <Loading />;
  const replay = async () => {
    setBusy(true);
    await onReplay?.(id);
    setBusy(false);
    reload();
  };
  const facts: Fact[] = [
    ['What happened', formatEventType(event.type)],
    ['Type', <code key="type">{event.type}</code>],
    ['Event', <code key="id">{event.id}</code>],
    ['Object', event.object_id ? <code key="object">{event.object_id}</code> : 'None'],
    ['User', event.user_email ?? 'No user'],
    ['Status', <EventStatus key="status" event={event} />],
    ['At Stripe', <Time key="created" iso={event.created_at} isFull />],
    ['Received', <Time key="received" iso={event.received_at} isFull />],
    ['Processed', event.applied_at ? <Time key="applied" iso={event.applied_at} isFull /> : 'Not yet'],
  ];
  return (
    <>
      <EventDetails facts={facts} payloadTitle="What Stripe sent" payload={event.payload} />
      {onReplay && (
        <div className="form-actions">
          <Button isBusy={isBusy} busyLabel="Replaying..." onClick={() => void replay()}>
            Replay
          </Button>
        </div>
      )}
    </>
  );
}
