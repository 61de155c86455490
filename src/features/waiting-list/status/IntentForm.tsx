import { type SubmitEvent, useId, useState } from 'react';
import type { OwnEntryJson } from '#api/features/waiting-list/waiting-list.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { api } from '#src/lib/api-client.ts';
import { useAction } from '#src/lib/use-action.ts';

const INTENT_MAX = 1_000;

type Props = { token: string; entry: OwnEntryJson; onChange: (entry: OwnEntryJson) => void };

/** The intended use of the product; it can be edited later. */
export function IntentForm({ token, entry, onChange }: Props) {
  const id = useId();
  const [intent, setIntent] = useState(entry.intent ?? '');
  const [isSaved, setSaved] = useState(false);
  const { run, isBusy, error } = useAction(async () => {
    setSaved(false);
    onChange(await api.put('/api/waitinglist/intent', { json: { token, intent } }));
    setSaved(true);
  });
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    void run();
  };
  return (
    <section aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Your answers</h3>
      <form className="form" onSubmit={save}>
        <div className="field">
          <label htmlFor={id}>How do you plan to use {entry.product_name}?</label>
          <textarea
            id={id}
            rows={4}
            maxLength={INTENT_MAX}
            value={intent}
            aria-invalid={error !== null || undefined}
            onChange={(event) => setIntent(event.target.value)}
          />
        </div>
        {error && <Notice tone="error">{error}</Notice>}
        {isSaved && (
          <Notice tone="success" onDismiss={() => setSaved(false)}>
            Saved.
          </Notice>
        )}
        <Button type="submit" variant="secondary" isBusy={isBusy} busyLabel="Saving...">
          Save
        </Button>
      </form>
    </section>
  );
}
