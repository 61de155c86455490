import { parseInertHtml } from '#src/lib/inert-html.ts';

const STYLE_SHEET = /<style>([\s\S]*?)<\/style>/;

/**
 * Shows a mail inside a shadow root, so that its looks and ours stay apart. Our policy lets no HTML bring styles along,
 * not even in a frame; so they are taken out of the text first and given back by script, which it does allow.
 */
export function renderEmailPreview(root: ShadowRoot, html: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE_SHEET.exec(html)?.[1] ?? '');
  root.adoptedStyleSheets = [sheet];

  const bare = html.replace(STYLE_SHEET, '').replaceAll(' style="', ' data-style="');
  root.replaceChildren(...document.importNode(parseInertHtml(bare), true).childNodes);
  for (const element of root.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? '';
    element.removeAttribute('data-style');
  }
  for (const link of root.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener';
  }
}
