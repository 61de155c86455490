import type { PreviewJson } from '#api/features/pages/pages.contract.ts';
import { parseInertDocument } from '#src/lib/inert-html.ts';

/** Around the section that is being edited. */
const formatMark = (id: string) => `#${CSS.escape(id)}{outline:2px solid var(--focus);outline-offset:-2px}`;
/** Above a section that is scrolled to (px). */
const ROOM_ABOVE = 16;

/**
 * Shows a rendered page in the document of a frame that runs no script. The body is replaced in place: the frame keeps its scroll
 * position and its style sheets, so that nothing flickers while one types.
 */
export function showPage(target: Document, { html, styles }: PreviewJson): void {
  const page = parseInertDocument(html);
  for (const element of page.querySelectorAll('script, noscript, meta[http-equiv], base')) element.remove();
  for (const element of page.querySelectorAll('[autofocus]')) element.removeAttribute('autofocus');
  const root = target.documentElement;
  for (const { name, value } of page.documentElement.attributes) root.setAttribute(name, value);
  const { theme } = document.documentElement.dataset;
  if (theme) root.dataset.theme = theme;
  if (listSheets(target.head) !== listSheets(page.head)) target.head.replaceWith(target.importNode(page.head, true));
  target.body.replaceWith(target.importNode(page.body, true));
  adoptStyles(target, 'page', styles);
}

const listSheets = (head: HTMLHeadElement) =>
  [...head.querySelectorAll('link[rel=stylesheet]')].map((link) => link.getAttribute('href')).join(' ');

/** Marks a section, and brings it into sight. Only the frame scrolls. */
export function showSection(target: Document, id: string | null): void {
  adoptStyles(target, 'mark', id === null ? '' : formatMark(id));
  const section = id === null ? null : target.getElementById(id);
  const window = target.defaultView;
  if (!section || !window) return;
  const hasMotion = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const top = section.getBoundingClientRect().top + window.scrollY - ROOM_ABOVE;
  window.scrollTo({ top, behavior: hasMotion ? 'smooth' : 'auto' });
}

const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>();

/** Styles by name. A sheet of the document is no inline style, which the policy of this screen would refuse. */
function adoptStyles(target: Document, name: string, css: string): void {
  const byName = sheets.get(target) ?? new Map<string, CSSStyleSheet>();
  sheets.set(target, byName);
  const { CSSStyleSheet: Sheet } = target.defaultView as unknown as typeof globalThis;
  const sheet = byName.get(name) ?? new Sheet();
  sheet.replaceSync(css);
  if (byName.has(name)) return;
  byName.set(name, sheet);
  target.adoptedStyleSheets = [...byName.values()];
}
