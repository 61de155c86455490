import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { NoMatches } from '#src/ui/tables/NoMatches.tsx';
import type { WebhooksState } from './webhooks-state.ts';

type Props = { state: WebhooksState; onChange: (update: Partial<WebhooksState>) => void };

const MESSAGES = {
  queued: 'Nothing is waiting to be sent.',
  delivered: 'Nothing has been delivered yet.',
  failed: 'Every webhook was delivered or will be tried again.',
};

export function NoWebhooks({ state: { status, publication }, onChange }: Props) {
  if (publication !== null) {
    return (
      <NoMatches
        title="No webhooks found"
        message={status ? 'No webhook of this publication has this status.' : 'This publication has no webhooks.'}
        onClear={() => onChange({ status: null, publication: null })}
      />
    );
  }
  if (status !== null) {
    return <NoMatches title="No webhooks here" message={MESSAGES[status]} onClear={() => onChange({ status: null })} />;
  }
  return (
    <EmptyState title="No webhooks yet" icon="webhook">
      <p>The publishing service gets one for each decision, once it can no longer be undone.</p>
    </EmptyState>
  );
}
