import '#src/styles/prose.css';
import '#src/styles/blocks.css';
import { useLayoutEffect, useRef } from 'react';
import { toRenderedAttributes } from '#src/lib/rendered-html.ts';
import { type Heading, parseSafeHtml } from '#src/lib/safe-html.ts';

type Props = {
  /** Content as our API answers it. */
  html: string;
  /** It has what pages add to stored content. */
  isRendered?: boolean;
  /** Adds anchors to the headings and reports them, once the content is rendered. Must stay the same function. */
  onHeadings?: (headings: Heading[]) => void;
  className?: string;
};

/** Content of posts and documents, in the look of the blog. The one place where an island shows HTML. */
export function SafeHtml({ html, isRendered = false, onHeadings, className }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { nodes, headings } = parseSafeHtml(html, {
      hasAnchors: onHeadings !== undefined,
      toAttributes: isRendered ? toRenderedAttributes : undefined,
    });
    frame.current?.replaceChildren(nodes);
    onHeadings?.(headings);
  }, [html, isRendered, onHeadings]);
  return <div ref={frame} className={['prose', className].filter(Boolean).join(' ')} />;
}
