import { useMemo } from 'react';
import { splitBlocks } from './html-blocks.ts';
import { diffBlocks, withKeys, type DiffPart, pairBlocks } from './diff.ts';
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
        <DiffPartView key={key} part={item} />
      ))}
    </div>
  );
}

function DiffPartView({ part }: { part: DiffPart }) {
  if (part.isSame) return <UnchangedBlocks part={part} />;
  return withKeys(pairBlocks(part.before, part.after)).map(({ key, item: [before, after] }) => (
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
export function UnchangedBlocks({ part }: { part: Extract<DiffPart, { isSame: true }> }) {
  const { blocks } = part;
  const renderedBlocks = withKeys(blocks).map(({ key, item }) => <BlockDiff key={key} block={item} />);
  if (blocks.length <= 2) return renderedBlocks;
  return (
    <details className="same-blocks">
      <summary>{blocks.length} paragraphs unchanged</summary>
      {renderedBlocks}
    </details>
  );
}
