import { useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { momentOf } from '#src/lib/format/date-time.ts';
import { Comparison } from '#src/features/drafts/conflicts/DraftDiff.tsx';
import type { DraftText, MirrorRecord } from '#src/features/drafts/draft-content.ts';
import type { FieldWords } from '#src/features/drafts/conflicts/field-diff.ts';

type Props<Fields> = {
  records: readonly MirrorRecord<Fields>[];
  /** The text in the screen. */
  read: () => DraftText<Fields>;
  wordsOf: FieldWords<Fields>;
  onRestore: (record: MirrorRecord<Fields>) => void;
  onDiscard: (record: MirrorRecord<Fields>) => void;
};

/** Offers text back that did not reach the server before its editor ended. */
export function LeftBehind<Fields extends object>({ records, read, wordsOf, onRestore, onDiscard }: Props<Fields>) {
  const [compared, setCompared] = useState<MirrorRecord<Fields> | null>(null);
  if (records.length === 0) return null;
  const restore = (record: MirrorRecord<Fields>) => {
    setCompared(null);
    onRestore(record);
  };
  return (
    <section className="left-behind form-info" aria-labelledby="left-behind">
      <h2 id="left-behind">You have text that was not saved</h2>
      <ul>
        {records.map((record) => (
          <li key={record.session}>
            <p>
              Typed in this browser, last on <time dateTime={isoOf(record)}>{momentOf(isoOf(record))}</time>.
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
      <Modal isOpen={compared !== null} title="What was not saved" isWide onClose={() => setCompared(null)}>
        {compared && (
          <>
            <p className="muted">
              Marked as new is what was typed and not saved; marked as taken out is what stands here now instead.
            </p>
            <Comparison before={read()} after={compared} wordsOf={wordsOf} />
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

const isoOf = ({ changedAt }: { changedAt: number }) => new Date(changedAt).toISOString();
