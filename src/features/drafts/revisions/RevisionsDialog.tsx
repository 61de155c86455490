import { useRef, useState } from 'react';
import type { RevisionSummaryJson } from '#api/features/drafts/drafts.contract.ts';
import type { RevisionReason } from '#api/domain/enums.ts';
import { pluralize } from '#api/domain/plurals.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Loading } from '#src/ui/feedback/Loading.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { showToast } from '#src/lib/toast.ts';
import { useAction } from '#src/lib/use-action.ts';
import { formatDateTime } from '#src/lib/format/dates.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { DraftDiff } from '#src/features/drafts/conflicts/DraftDiff.tsx';
import type { DraftApi } from '#src/features/drafts/draft-api.ts';
import type { DraftContent } from '#src/features/drafts/draft-content.ts';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import {
  type BlockOrigins,
  type BlockRemovals,
  describeOrigin,
  describeRemoval,
  readBlockOrigins,
  readBlockRemovals,
} from './block-origins.ts';
import { type ComparedVersion, findRevisionNumber, isNewerRevision } from './is-newer-revision.ts';

type Props<Fields> = {
  id: number;
  draftApi: Pick<DraftApi<Fields>, 'load' | 'revisions' | 'revision'>;
  /** Readers have a version: that is what a revision is compared with first. */
  isPublished: boolean;
  /** It is more than its fields: its words are counted. */
  hasText: boolean;
  read: () => DraftContent<Fields>;
  formatFields: FieldFormatter<Fields>;
  /** Makes a revision the draft. @throws the reason when that fails */
  onRestore: (number: number) => Promise<void>;
  /** Makes this the text, block by block. */
  onReplaceContent: (content: string) => void;
  onClose: () => void;
};

const REASONS: Record<RevisionReason, string> = {
  draft: 'Draft saved',
  published: 'Published',
  replaced: 'Saved before it was replaced',
  links: 'Links updated after a rename',
};

/** All revisions: who, when, why; compared with the current text or with each other; and restored. */
export function RevisionsDialog<Fields extends object>({ onClose, ...rest }: Props<Fields>) {
  return (
    <Modal isOpen title="Revisions" isWide onClose={onClose}>
      <Revisions {...rest} />
    </Modal>
  );
}

function Revisions<Fields extends object>(props: Omit<Props<Fields>, 'onClose'>) {
  const { id, draftApi, hasText } = props;
  const { state, reload } = useQuery(`revisions ${id}`, (signal) => draftApi.revisions(id, signal));
  const [chosen, setChosen] = useState<number | null>(null);
  if (state.status === 'failed') return <ErrorPanel message="Couldn’t load the revisions." onRetry={reload} />;
  if (state.status === 'loading') return <Loading />;
  const { revisions } = state.value;
  const newest = revisions[0];
  if (!newest) return <p>No revisions yet. The first save creates one.</p>;
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
              {hasText && (
                <span className="muted">
                  {revision.word_count} {pluralize(revision.word_count, 'word')}
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
      <Revision key={number} {...props} number={number} others={revisions} />
    </div>
  );
}

type RevisionProps<Fields> = Omit<Props<Fields>, 'onClose'> & {
  number: number;
  others: readonly RevisionSummaryJson[];
};

function Revision<Fields extends object>({ number, others, ...props }: RevisionProps<Fields>) {
  const { id, isPublished, hasText, draftApi, read, formatFields, onRestore, onReplaceContent } = props;
  const result = useRef<HTMLDivElement>(null);
  const [comparedTo, setComparedTo] = useState<ComparedVersion>(isPublished ? 'live' : 'now');
  const otherNumber = findRevisionNumber(comparedTo, others);
  const newer = Math.max(number, otherNumber ?? 0);
  // Above the query, which calls them while this renders.
  const loadRevision = async (at: number, signal: AbortSignal): Promise<Version<Fields>> => {
    const revision = await draftApi.revision(id, at, signal, newer);
    return { ...revision, origins: readBlockOrigins(revision), removals: readBlockRemovals(revision) };
  };
  const loadOther = async (signal: AbortSignal): Promise<Version<Fields>> => {
    const stored = otherNumber === undefined ? null : loadRevision(otherNumber, signal);
    if (stored && comparedTo !== 'now' && comparedTo !== 'live') return stored;
    const [{ fields, content }, version] = await Promise.all([
      comparedTo === 'now' ? read() : draftApi.load(id, signal).then((loaded) => loaded.live_draft),
      stored,
    ]);
    return { fields, content, origins: version?.origins ?? null, removals: version?.removals ?? new Map() };
  };
  const { state, reload } = useQuery(`revision ${id} ${number} ${comparedTo}`, async (signal) => {
    const [one, other] = await Promise.all([loadRevision(number, signal), loadOther(signal)]);
    return { one, other };
  });
  const restoring = useAction(() => onRestore(number));
  const options: { value: ComparedVersion; label: string }[] = [
    ...(isPublished ? [{ value: 'live' as const, label: 'The published version' }] : []),
    { value: 'now', label: hasText ? 'The current text' : 'The current draft' },
    ...others
      .filter((other) => other.number !== number)
      .map((other) => ({
        value: `${other.number}` as const,
        label: `${formatDateTime(other.updated_at)} (${REASONS[other.reason]})`,
      })),
  ];
  const label = options.find(({ value }) => value === comparedTo)?.label ?? '';
  // Within a sentence. A date begins with a digit.
  const otherLabel = label.charAt(0).toLowerCase() + label.slice(1);
  // From the older to the newer one, so that what was written last is shown as added.
  const isNewer = isNewerRevision(number, comparedTo, others);
  const putBack = (content: string) => {
    onReplaceContent(content);
    reload();
    if (comparedTo !== 'now') showToast('The block is back in your text.', 'success');
    // The button that was pressed is about to go.
    result.current?.focus();
  };
  return (
    <div className="revision" aria-live="polite">
      <SelectField
        label="Compare with"
        value={comparedTo}
        options={options}
        onChange={(event) => setComparedTo(event.currentTarget.value as ComparedVersion)}
      />
      {state.status === 'failed' && <ErrorPanel message="Couldn’t load this revision." onRetry={reload} />}
      {state.status === 'loading' && <p className="loading">Loading...</p>}
      {state.status === 'loaded' && (
        <div ref={result} tabIndex={-1} className="revision-changes">
          <p className="muted">
            Changes from {isNewer ? `${otherLabel} to this revision` : `this revision to ${otherLabel}`}.
          </p>
          {hasText && <p className="field-hint">Each block names who wrote it as it stands, or who removed it.</p>}
          <Changes
            versions={isNewer ? [state.value.other, state.value.one] : [state.value.one, state.value.other]}
            formatFields={formatFields}
            onPutBack={putBack}
            current={comparedTo === 'now' ? undefined : read().content}
          />
        </div>
      )}
      {restoring.error && <Notice tone="error">{restoring.error}</Notice>}
      <div className="form-actions">
        <Button isBusy={restoring.isBusy} busyLabel="Restoring..." onClick={() => void restoring.run()}>
          Restore this revision
        </Button>
      </div>
      <p className="field-hint">It becomes the draft. Nothing changes on the site until you publish.</p>
    </div>
  );
}

/** A text with who wrote its blocks, null where no revision says so, and who removed them later. */
type Version<Fields> = DraftContent<Fields> & { origins: BlockOrigins | null; removals: BlockRemovals };

type ChangesProps<Fields> = {
  versions: readonly [before: Version<Fields>, after: Version<Fields>];
  formatFields: FieldFormatter<Fields>;
  onPutBack: ((content: string) => void) | undefined;
  current: string | undefined;
};

function Changes<Fields extends object>({ versions: [before, after], ...rest }: ChangesProps<Fields>) {
  return (
    <DraftDiff
      before={before}
      after={after}
      {...rest}
      describe={(block, isRemoved) =>
        isRemoved
          ? describeRemoval(before.removals, after.origins, block)
          : describeOrigin([after.origins, before.origins], block)
      }
    />
  );
}
