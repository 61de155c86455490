import { useMemo } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { withKeys } from '#src/lib/with-keys.ts';
import { type BlockChange, compareBlocks, putBlockBack } from './block-changes.ts';
import { type HtmlBlock, splitBlocks } from './html-blocks.ts';
import type { DraftContent } from '#src/features/drafts/draft-content.ts';
import { diffFields, type FieldFormatter } from './field-diff.ts';
import { BlockDiff, WordDiff } from './WordDiff.tsx';

type BlockOptions = {
  /** Who wrote a block, and when; of one that was removed, who did that. */
  describe?: ((block: HtmlBlock, isRemoved: boolean) => string) | undefined;
  /** Given `current`, or without it the later content, with one of its blocks as it was before. */
  onPutBack?: ((content: string) => void) | undefined;
  /** What is being written, where that is neither of both. */
  current?: string | undefined;
};

type Props<Fields> = BlockOptions & {
  before: DraftContent<Fields>;
  after: DraftContent<Fields>;
  formatFields: FieldFormatter<Fields>;
};

/** What changed from one text to another, by field, block and word. */
export function DraftDiff<Fields extends object>(props: Props<Fields>) {
  const { before, after, formatFields, describe, onPutBack, current } = props;
  const fields = diffFields(before, after, formatFields);
  const blocks = useMemo(() => splitBlocks(before.content), [before.content]);
  const changes = useMemo(() => compareBlocks(blocks, splitBlocks(after.content)), [blocks, after.content]);
  const isCurrent = current === undefined;
  const currentChanges = useMemo(
    () => (isCurrent ? changes : compareBlocks(blocks, splitBlocks(current))),
    [isCurrent, changes, blocks, current],
  );
  const findPutBack = (block: HtmlBlock | null) => {
    const change = currentChanges.find((each) => each.before !== null && each.before === block);
    const isThere = !change || change.kind === 'same' || change.before?.html === change.after?.html;
    return onPutBack && !isThere ? () => onPutBack(putBlockBack(currentChanges, change)) : undefined;
  };
  const isSame = fields.length === 0 && changes.every(({ kind }) => kind === 'same');
  return (
    <div className="comparison">
      {isSame && <p className="muted">No differences</p>}
      {fields.length > 0 && (
        <dl className="changed-fields">
          {fields.map((field) => (
            <div key={String(field.name)}>
              <dt>{field.label}</dt>
              <dd>
                <WordDiff before={field.before} after={field.after} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {withKeys(groupUnchanged(changes)).map(({ key, item: group }) =>
        Array.isArray(group) ? (
          <UnchangedBlocks key={key} items={group} describe={describe} />
        ) : (
          <ChangedBlock
            key={key}
            change={group}
            note={describe?.(group.after ?? group.before, group.after === null)}
            onPutBack={findPutBack(group.before)}
          />
        ),
      )}
    </div>
  );
}

/** What follows one another unchanged, as one. */
function groupUnchanged(changes: readonly BlockChange[]): (HtmlBlock[] | BlockChange)[] {
  const groups: (HtmlBlock[] | BlockChange)[] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (change.kind !== 'same') groups.push(change);
    else if (Array.isArray(last)) last.push(change.after);
    else groups.push([change.after]);
  }
  return groups;
}

const MARKS = { added: 'Added', removed: 'Removed', changed: 'Changed', moved: 'Moved' };

type ChangeProps = { change: BlockChange; note: string | undefined; onPutBack: (() => void) | undefined };

function ChangedBlock({ change, note, onPutBack }: ChangeProps) {
  const { kind, before, after } = change;
  const isReworded = before !== null && after !== null && before.html !== after.html;
  const mark = kind === 'moved' && isReworded ? 'Moved and changed' : MARKS[kind as keyof typeof MARKS];
  const name = (before?.kind || 'paragraph').toLowerCase();
  return (
    <div className="changed-block" data-change={kind}>
      <p className="block-note">
        <strong>{mark}</strong> {note && kind === 'moved' && 'Written: '}
        {note && <span>{note}</span>}
      </p>
      {after && before && <BlockDiff block={after} before={before} />}
      {after && !before && (
        <ins>
          <BlockDiff block={after} />
        </ins>
      )}
      {before && !after && (
        <del>
          <BlockDiff block={before} />
        </del>
      )}
      {onPutBack && (
        <Button variant="quiet" className="button-small" onClick={onPutBack}>
          Put this {name} back
        </Button>
      )}
    </div>
  );
}

type UnchangedProps = { items: readonly HtmlBlock[]; describe?: BlockOptions['describe'] };

/** Unchanged text, which is folded where it is more than two blocks. */
export function UnchangedBlocks({ items, describe }: UnchangedProps) {
  const renderedBlocks = withKeys(items).map(({ key, item }) => (
    <div key={key} className="same-block">
      {describe && <p className="block-note">{describe(item, false)}</p>}
      <BlockDiff block={item} />
    </div>
  ));
  if (items.length <= 2) return renderedBlocks;
  return (
    <details className="same-blocks">
      <summary>{items.length} paragraphs unchanged</summary>
      {renderedBlocks}
    </details>
  );
}
