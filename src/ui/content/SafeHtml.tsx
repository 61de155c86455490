import '#src/styles/prose.css';
import '#src/styles/blocks.css';
import { useLayoutEffect, useRef } from 'react';
import { type Heading, parseSafeHtml } from '#src/lib/safe-html.ts';

type Props = {
  /** Content as our API answers it. */
  html: string;
  /** Adds anchors to the headings and reports them, once the content is rendered. Must stay the same function. */
  onHeadings?: (headings: Heading[]) => void;
  className?: string;
};

/** Content of posts and documents, in the look of the blog. The one place where an island shows HTML. */
export function SafeHtml({ html, onHeadings, className }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { nodes, headings } = parseSafeHtml(html, { hasAnchors: onHeadings !== undefined });
    frame.current?.replaceChildren(nodes);
    onHeadings?.(headings);
  }, [html, onHeadings]);
  return <div ref={frame} className={['prose', className].filter(Boolean).join(' ')} />;
}
