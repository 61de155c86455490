import { Fragment, useMemo } from 'react';
import type { HtmlBlock } from './html-blocks.ts';
import { diffWords, withKeys } from './diff.ts';

/** A text with deletions and insertions marked, as plain text. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const wordRuns = useMemo(() => withKeys(diffWords(before, after)), [before, after]);
  return wordRuns.map(({ key, item: run }) => {
    if (run.in === 'before') return <del key={key}>{run.text}</del>;
    if (run.in === 'after') return <ins key={key}>{run.text}</ins>;
    return <Fragment key={key}>{run.text}</Fragment>;
  });
}

/** A block as it is called and as it reads. */
export function BlockDiff({ block, before = null }: { block: HtmlBlock; before?: HtmlBlock | null }) {
  const isFormatChange = before !== null && before.text === block.text && before.html !== block.html;
  const kind = [block.kind, isFormatChange && 'formatting changed'].filter(Boolean).join(', ');
  return (
    <div className="block-words">
      {kind && <span className="block-kind">{kind}</span>}
      <p>{before ? <WordDiff before={before.text} after={block.text} /> : block.text || '(empty)'}</p>
    </div>
  );
}
