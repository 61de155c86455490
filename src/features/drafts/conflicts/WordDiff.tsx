import { useMemo } from 'react';
import { Words } from '#src/ui/content/Words.tsx';
import { compareWords, type HtmlBlock } from './html-blocks.ts';

/** A text with deletions and insertions marked, as plain text. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => compareWords(before, after), [before, after]);
  return <Words parts={parts} />;
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
