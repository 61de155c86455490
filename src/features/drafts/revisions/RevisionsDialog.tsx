import { useCallback, useState } from 'react';
import type { RevisionJson, RevisionSummaryJson } from '#api/features/drafts/drafts.contract.ts';
import type { RevisionReason } from '#api/domain/enums.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { formatError } from '#src/lib/api-client.ts';
import { formatDateTime } from '#src/lib/format/date-time.ts';
import { useAsyncData } from '#src/lib/use-async-data.ts';
import { DraftDiff } from '#src/features/drafts/conflicts/DraftDiff.tsx';
import type { DraftContent } from '#src/features/drafts/draft-content.ts';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';

type RevisionsApi<Fields> = {
  revisions(id: number, signal: AbortSignal): Promise<{ revisions: RevisionSummaryJson[] }>;
  revision(id: number, number: number, signal: AbortSignal): Promise<RevisionJson<Fields>>;
};

type Props<Fields> = {
  isOpen: boolean;
  id: number;
  calls: RevisionsApi<Fields>;
  read: () => DraftContent<Fields>;
  formatFields: FieldFormatter<Fields>;
  /** Makes a revision the draft; throws what stands in the way. */
  onRestore: (number: number) => Promise<void>;
  onClose: () => void;
};

const REASONS: Record<RevisionReason, string> = {
  draft: 'Written',
  published: 'Published',
  replaced: 'Kept before it was written over',
  links: 'Links followed a rename',
};

/** Every state that was kept: who, when, why; compared with the text here or with each other; and brought back. */
export function RevisionsDialog<Fields extends object>({ isOpen, onClose, ...rest }: Props<Fields>) {
  return (
    <Modal isOpen={isOpen} title="Revisions" isWide onClose={onClose}>
      <Revisions {...rest} />
    </Modal>
  );
}

function Revisions<Fields extends object>(props: Omit<Props<Fields>, 'isOpen' | 'onClose'>) {
  const { id, calls } = props;
  const load = useCallback((signal: AbortSignal) => calls.revisions(id, signal), [calls, id]);
  const { state, retry } = useAsyncData(load);
  const [chosen, setChosen] = useState<number | null>(null);
  if (state.status === 'failed') return <ErrorPanel message="The revisions could not be loaded." onRetry={retry} />;
  if (state.status === 'loading') {
    return (
      <p className="loading" role="status">
        Loading...
      </p>
    );
  }
  const { revisions } = state.value;
  const newest = revisions[0];
  if (!newest) return <p>Nothing was kept yet. A revision is made with the first save.</p>;
  const number = chosen ?? newest.number;
  return (
    <div className="revisions">
      <ol className="revision-list">
        {revisions.map((revision) => (
          <li key={revision.number}>
            <button type="button" aria-pressed={revision.number === number} onClick={() => setChosen(revision.number)}>
              <strong>{formatDateTime(revision.updated_at)}</strong>
              <span>
                {REASONS[revision.reason]}
                {revision.user && ` by ${revision.user.name}`}
              </span>
              <span className="muted">
                {revision.word_count} {revision.word_count === 1 ? 'word' : 'words'}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <Revision key={number} {...props} number={number} others={revisions} />
    </div>
  );
}

type RevisionProps<Fields> = Omit<Props<Fields>, 'isOpen' | 'onClose'> & {
  number: number;
  others: readonly RevisionSummaryJson[];
};

function Revision<Fields extends object>({ number, others, ...props }: RevisionProps<Fields>) {
  const { id, calls, read, formatFields, onRestore } = props;
  const [comparedTo, setAgainst] = useState('now');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const load = useCallback(
    async (signal: AbortSignal) => {
      const one = calls.revision(id, number, signal);
      const other = comparedTo === 'now' ? read() : calls.revision(id, Number(comparedTo), signal);
      return { one: await one, other: await other };
    },
    [calls, id, number, comparedTo, read],
  );
  const { state, retry } = useAsyncData(load);
  const restore = async () => {
    setBusy(true);
    setError(null);
    try {
      await onRestore(number);
    } catch (cause) {
      setError(formatError(cause));
      setBusy(false);
    }
  };
  const options = [
    { value: 'now', label: 'the text as it stands here now' },
    ...others
      .filter((other) => other.number !== number)
      .map((other) => ({
        value: String(other.number),
        label: `${formatDateTime(other.updated_at)} (${REASONS[other.reason]})`,
      })),
  ];
  return (
    <div className="revision" aria-live="polite">
      <SelectField
        label="Compare with"
        value={comparedTo}
        options={options}
        onChange={(event) => setAgainst(event.currentTarget.value)}
      />
      {state.status === 'failed' && <ErrorPanel message="This revision could not be loaded." onRetry={retry} />}
      {state.status === 'loading' && <p className="loading">Loading...</p>}
      {state.status === 'loaded' && (
        <>
          <p className="muted">Marked as new is what the other text has; as taken out, what only this revision has.</p>
          <DraftDiff before={state.value.one} after={state.value.other} formatFields={formatFields} />
        </>
      )}
      {error && <Notice tone="error">{error}</Notice>}
      <div className="form-actions">
        <Button isBusy={busy} busyLabel="Restoring..." onClick={() => void restore()}>
          Restore this revision
        </Button>
      </div>
      <p className="field-hint">It becomes the draft. Nothing that readers see changes until you publish.</p>
    </div>
  );
}
