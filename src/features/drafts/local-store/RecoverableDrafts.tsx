import { useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { parseInertHtml } from '#src/lib/inert-html.ts';
import { formatDateTime } from '#src/lib/format/dates.ts';
import { DraftDiff } from '#src/features/drafts/conflicts/DraftDiff.tsx';
import type { DraftContent, LocalDraft } from '#src/features/drafts/draft-content.ts';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';

type Props<Fields> = {
  records: readonly LocalDraft<Fields>[];
  /** The text in the screen. */
  read: () => DraftContent<Fields>;
  formatFields: FieldFormatter<Fields>;
  onRestore: (record: LocalDraft<Fields>) => void;
  onDiscard: (record: LocalDraft<Fields>) => void;
};

/** Offers text back that did not reach the server before its editor ended. */
export function RecoverableDrafts<Fields extends object>({
  records,
  read,
  formatFields,
  onRestore,
  onDiscard,
}: Props<Fields>) {
  const [compared, setCompared] = useState<LocalDraft<Fields> | null>(null);
  if (records.length === 0) return null;
  const restore = (record: LocalDraft<Fields>) => {
    setCompared(null);
    onRestore(record);
  };
  return (
    <section className="left-behind form-info" aria-labelledby="left-behind">
      <h2 id="left-behind">You have unsaved text</h2>
      <ul>
        {records.map((record) => (
          <li key={record.clientId}>
            <p>
              Last typed in this browser on <time dateTime={toIso(record)}>{formatDateTime(toIso(record))}</time>.
              <span className="row-note">{describeText(record)}</span>
            </p>
            <div className="form-actions">
              <Button className="button-small" onClick={() => restore(record)}>
                Restore
              </Button>
              <Button className="button-small" variant="secondary" onClick={() => setCompared(record)}>
                Compare
              </Button>
              <Button className="button-small" variant="quiet" onClick={() => onDiscard(record)}>
                Discard
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Modal isOpen={compared !== null} title="Unsaved text" isWide onClose={() => setCompared(null)}>
        {compared && (
          <>
            <p className="muted">
              Added text is what you typed but didn’t save. Removed text is what’s here now instead.
            </p>
            <DraftDiff before={read()} after={compared} formatFields={formatFields} />
            <div className="form-actions">
              <Button onClick={() => restore(compared)}>Restore</Button>
              <Button variant="secondary" onClick={() => setCompared(null)}>
                Close
              </Button>
            </div>
          </>
        )}
      </Modal>
    </section>
  );
}

const SHOWN_END = 80;

/** The title and the last words, by which one text is told from another. */
function describeText<Fields extends object>({ fields, content }: LocalDraft<Fields>): string {
  const title = 'title' in fields ? String(fields.title).trim() : '';
  const text = (parseInertHtml(content).textContent ?? '').replace(/\s+/g, ' ').trim();
  const end = text.length > SHOWN_END ? `…${text.slice(-SHOWN_END)}` : text;
  return [title && `‘${title}’`, end].filter(Boolean).join(' ');
}

const toIso = ({ changedAt }: { changedAt: number }) => new Date(changedAt).toISOString();
