import { type FormEvent, useId, useState } from 'react';
import type { OwnEntryJson } from '#api/features/waiting-list/waiting-list.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { api, formatError } from '#src/lib/api-client.ts';

const INTENT_MAX = 1_000;

type Props = { token: string; place: OwnEntryJson; onChange: (place: OwnEntryJson) => void };
type Outcome = { tone: 'success' | 'error'; words: string };

/** What the person plans to do with the product; they may say it better later. */
export function IntentForm({ token, place, onChange }: Props) {
  const id = useId();
  const [intent, setIntent] = useState(place.intent ?? '');
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setOutcome(null);
    try {
      const saved = await api.put('/api/waitinglist/intent', { json: { token, intent } });
      onChange(saved);
      setOutcome({ tone: 'success', words: 'Saved.' });
    } catch (error) {
      setOutcome({ tone: 'error', words: formatError(error) });
    }
    setBusy(false);
  };
  return (
    <section aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>What you told us</h3>
      <form className="form" onSubmit={save}>
        <div className="field">
          <label htmlFor={id}>How do you plan to use {place.product_name}?</label>
          <textarea
            id={id}
            rows={4}
            maxLength={INTENT_MAX}
            value={intent}
            aria-invalid={outcome?.tone === 'error' || undefined}
            onChange={(event) => setIntent(event.target.value)}
          />
        </div>
        {outcome && (
          <Notice tone={outcome.tone} {...(outcome.tone === 'success' && { onDismiss: () => setOutcome(null) })}>
            {outcome.words}
          </Notice>
        )}
        <Button type="submit" variant="secondary" isBusy={isBusy} busyLabel="Saving...">
          Save
        </Button>
      </form>
    </section>
  );
}
