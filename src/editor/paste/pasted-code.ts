import { parseLanguageClass, normalizeLanguage } from '#api/domain/content-html.ts';
import { isElement } from '#src/editor/html/inert-dom.ts';

const LINES = 'div, p, li, tr';

/** Code as plain text with its language, without the source's markup. */
export function cleanCode(pre: HTMLElement): void {
  const language = readLanguage(pre);
  const code = pre.ownerDocument.createElement('code');
  if (language) code.className = `language-${language}`;
  code.textContent = readLines(pre).replace(/^\n|\n$/g, '');
  pre.replaceChildren(code);
  pre.className = '';
}

function readLines(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
  if (!isElement(node)) return '';
  if (node.localName === 'br') return '\n';
  const text = [...node.childNodes].map(readLines).join('');
  return node.matches(LINES) && !text.endsWith('\n') ? `${text}\n` : text;
}

/** By a class as in HTML, the `lang` of GitHub's API, or the class of the frame on GitHub's pages. */
function readLanguage(pre: HTMLElement): string | null {
  const named = [pre.querySelector('code'), pre, pre.parentElement].map((each) =>
    parseLanguageClass(each?.className ?? ''),
  );
  const [, onGitHub = ''] = /\bhighlight-(?:source|text)-([a-z0-9+#]+)/.exec(pre.parentElement?.className ?? '') ?? [];
  return named.find(Boolean) ?? normalizeLanguage(pre.getAttribute('lang') ?? '') ?? normalizeLanguage(onGitHub);
}
