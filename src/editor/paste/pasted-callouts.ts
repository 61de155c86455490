import { findCalloutKind } from '#api/domain/callout-names.ts';
import { rename } from '#src/editor/html/inert-dom.ts';

/** GitHub's frames, and quotes that begin with `[!NOTE]` in Markdown, become callouts; other asides are plain blocks. */
export function cleanCallouts(body: HTMLElement): void {
  for (const aside of body.querySelectorAll<HTMLElement>('aside:not([data-callout])')) rename(aside, 'div');
  for (const frame of body.querySelectorAll<HTMLElement>('.markdown-alert')) {
    const [, name = ''] = /\bmarkdown-alert-([a-z]+)/.exec(frame.className) ?? [];
    frame.querySelector('.markdown-alert-title')?.remove();
    toCallout(frame, name);
  }
  for (const quote of body.querySelectorAll<HTMLElement>('blockquote')) {
    const text = findFirstText(quote);
    const [mark = '', name = ''] = /^\s*\[!([a-z]+)\]\s*/i.exec(text?.data ?? '') ?? [];
    if (!text || !findCalloutKind(name)) continue;
    text.data = text.data.slice(mark.length);
    const line = text.parentElement;
    const next = text.nextSibling;
    if (text.data === '' && next?.nodeName === 'BR') next.remove();
    if (line?.textContent.trim() === '' && line !== quote && line.children.length === 0) line.remove();
    toCallout(quote, name);
  }
}

function toCallout(element: HTMLElement, name: string): void {
  const kind = findCalloutKind(name) ?? 'note';
  const aside = rename(element, 'aside');
  for (const attribute of aside.getAttributeNames()) aside.removeAttribute(attribute);
  aside.dataset.callout = kind;
}

function findFirstText(quote: HTMLElement): Text | null {
  const walker = quote.ownerDocument.createTreeWalker(quote, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node.nodeValue?.trim()) return node as Text;
  return null;
}
