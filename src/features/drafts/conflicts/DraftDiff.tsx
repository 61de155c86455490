import { useMemo } from 'react';
import { splitBlocks } from './html-blocks.ts';
import { compareBlocks, numbered, type Part, pairBlocks } from './diff.ts';
import type { DraftText } from '#src/features/drafts/draft-content.ts';
import { changedFields, type FieldWords } from './field-diff.ts';
import { BlockWords, WordDiff } from './WordDiff.tsx';

type Props<Fields> = {
  before: DraftText<Fields>;
  after: DraftText<Fields>;
  wordsOf: FieldWords<Fields>;
};

/** What changed from one text to another, by field, paragraph and word. */
export function Comparison<Fields extends object>({ before, after, wordsOf }: Props<Fields>) {
  const fields = changedFields(before, after, wordsOf);
  const parts = useMemo(
    () => compareBlocks(splitBlocks(before.content), splitBlocks(after.content)),
    [before.content, after.content],
  );
  if (fields.length === 0 && parts.every((part) => part.isSame)) return <p className="muted">Both are the same.</p>;
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
      {numbered(parts).map(({ key, item }) => (
        <ComparedPart key={key} part={item} />
      ))}
    </div>
  );
}

function ComparedPart({ part }: { part: Part }) {
  if (part.isSame) return <SameBlocks part={part} />;
  return numbered(pairBlocks(part.before, part.after)).map(({ key, item: [before, after] }) => (
    <div className="changed-block" key={key}>
      {after && before && <BlockWords block={after} before={before} />}
      {after && !before && (
        <ins>
          <BlockWords block={after} />
        </ins>
      )}
      {before && !after && (
        <del>
          <BlockWords block={before} />
        </del>
      )}
    </div>
  ));
}

/** What both have: the first and the last words stay in sight, the rest is folded. */
export function SameBlocks({ part }: { part: Extract<Part, { isSame: true }> }) {
  const { blocks } = part;
  const words = numbered(blocks).map(({ key, item }) => <BlockWords key={key} block={item} />);
  if (blocks.length <= 2) return words;
  return (
    <details className="same-blocks">
      <summary>{blocks.length} paragraphs are the same</summary>
      {words}
    </details>
  );
}
