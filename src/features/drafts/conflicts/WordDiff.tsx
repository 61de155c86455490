import { Fragment, useMemo } from 'react';
import type { Block } from './html-blocks.ts';
import { compareWords, numbered } from './diff.ts';

/** One text with what was taken out and put in marked, as text and nothing else. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const runs = useMemo(() => numbered(compareWords(before, after)), [before, after]);
  return runs.map(({ key, item: run }) => {
    if (run.in === 'before') return <del key={key}>{run.text}</del>;
    if (run.in === 'after') return <ins key={key}>{run.text}</ins>;
    return <Fragment key={key}>{run.text}</Fragment>;
  });
}

/** A block as it is called and as it reads. */
export function BlockWords({ block, before = null }: { block: Block; before?: Block | null }) {
  const isReshaped = before !== null && before.text === block.text && before.html !== block.html;
  const kind = [block.kind, isReshaped && 'looks different'].filter(Boolean).join(', ');
  return (
    <div className="block-words">
      {kind && <span className="block-kind">{kind}</span>}
      <p>{before ? <WordDiff before={before.text} after={block.text} /> : block.text || '(empty)'}</p>
    </div>
  );
}
