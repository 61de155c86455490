import { useMemo } from 'react';
import { pairItems } from '#api/domain/text-diff.ts';
import { withKeys } from '#src/lib/with-keys.ts';
import { type BlockPart, diffBlocks, splitBlocks } from './html-blocks.ts';
import type { DraftContent } from '#src/features/drafts/draft-content.ts';
import { diffFields, type FieldFormatter } from './field-diff.ts';
import { BlockDiff, WordDiff } from './WordDiff.tsx';

type Props<Fields> = {
  before: DraftContent<Fields>;
  after: DraftContent<Fields>;
  formatFields: FieldFormatter<Fields>;
};

/** What changed from one text to another, by field, paragraph and word. */
export function DraftDiff<Fields extends object>({ before, after, formatFields }: Props<Fields>) {
  const fields = diffFields(before, after, formatFields);
  const parts = useMemo(
    () => diffBlocks(splitBlocks(before.content), splitBlocks(after.content)),
    [before.content, after.content],
  );
  if (fields.length === 0 && parts.every((part) => part.isSame)) return <p className="muted">No differences</p>;
  return (
    <div className="comparison">
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
      {withKeys(parts).map(({ key, item }) => (
        <BlockPartView key={key} part={item} />
      ))}
    </div>
  );
}

function BlockPartView({ part }: { part: BlockPart }) {
  if (part.isSame) return <UnchangedBlocks part={part} />;
  return withKeys(pairItems(part.before, part.after)).map(({ key, item: [before, after] }) => (
    <div className="changed-block" key={key}>
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
    </div>
  ));
}

/** Unchanged text: the first and the last words are shown, the rest is folded. */
export function UnchangedBlocks({ part }: { part: Extract<BlockPart, { isSame: true }> }) {
  const { items } = part;
  const renderedBlocks = withKeys(items).map(({ key, item }) => <BlockDiff key={key} block={item} />);
  if (items.length <= 2) return renderedBlocks;
  return (
    <details className="same-blocks">
      <summary>{items.length} paragraphs unchanged</summary>
      {renderedBlocks}
    </details>
  );
}
