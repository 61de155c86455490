import { splitByMatch } from '#src/lib/highlight.ts';

/** A text with the words of a search marked. */
export function MarkedText({ text, query }: { text: string; query: string }) {
  let at = 0;
  return splitByMatch(text, query).map((piece) => {
    at += piece.text.length;
    return piece.isMarked ? <mark key={at}>{piece.text}</mark> : <span key={at}>{piece.text}</span>;
  });
}
