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
export function showPage(target: Document, { html, styles }: PreviewJson, shownTheme?: 'light' | 'dark'): void {
  const page = parseInertDocument(html);
  for (const element of page.querySelectorAll('script, noscript, meta[http-equiv], base')) element.remove();
  for (const element of page.querySelectorAll('[autofocus]')) element.removeAttribute('autofocus');
  const root = target.documentElement;
  for (const { name, value } of page.documentElement.attributes) root.setAttribute(name, value);
  const theme = shownTheme ?? document.documentElement.dataset.theme;
  if (theme) root.dataset.theme = theme;
  if (listSheets(target.head) !== listSheets(page.head)) target.head.replaceWith(target.importNode(page.head, true));
  target.body.replaceWith(target.importNode(page.body, true));
  adoptStyles(target, 'page', styles);
}

const listSheets = (head: HTMLHeadElement) =>
  [...head.querySelectorAll('link[rel=stylesheet]')].map((link) => link.getAttribute('href')).join(' ');

/** The parts of a page that people tell apart: its header, its sections and its footer, by a selector for each. */
function listParts(target: Document): Map<string, string> {
  const sections = [...target.querySelectorAll('main > [id]')].map(({ id }) => `#${CSS.escape(id)}`);
  return new Map(
    ['body > header', ...sections, 'body > footer'].flatMap((selector) => {
      const element = target.querySelector(selector);
      return element ? [[selector, element.outerHTML]] : [];
    }),
  );
}

const formatChangeMark = (selector: string) =>
  `${selector}{position:relative;outline:2px solid var(--action);outline-offset:-6px}
${selector}::after{content:'Just changed';position:absolute;z-index:2;top:0;right:1.5rem;padding:.1875rem .5rem;border-radius:.375rem;
background:var(--action);color:var(--on-action);font:600 .75rem/1.4 var(--font-text)}`;

/** Shows a page, and marks what is other than before. Returns the way to take the marks away; null where nothing changed. */
export function showChangedPage(target: Document, page: PreviewJson, theme: 'light' | 'dark'): (() => void) | null {
  const before = listParts(target);
  showPage(target, page, theme);
  if (before.size === 0) return null;
  const changed = [...listParts(target)].filter(([selector, html]) => before.get(selector) !== html);
  const selectors = changed.map(([selector]) => selector);
  adoptStyles(target, 'mark', selectors.map(formatChangeMark).join('\n'));
  const [first] = selectors;
  if (first === undefined) return null;
  scrollTo(target, target.querySelector(first));
  return () => adoptStyles(target, 'mark', '');
}

/** Marks a section, and brings it into sight. */
export function showSection(target: Document, id: string | null): void {
  adoptStyles(target, 'mark', id === null ? '' : formatMark(id));
  scrollTo(target, id === null ? null : target.getElementById(id));
}

/** Only the frame scrolls. */
function scrollTo(target: Document, section: Element | null): void {
  const window = target.defaultView;
  if (!section || !window) return;
  const hasMotion = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  // The header of the page stays in sight.
  const header = target.querySelector<HTMLElement>('body > header')?.offsetHeight ?? 0;
  const top = section.getBoundingClientRect().top + window.scrollY - header - ROOM_ABOVE;
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
