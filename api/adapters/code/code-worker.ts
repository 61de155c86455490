import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { bundledLanguages } from 'shiki/langs';
import { findLanguage } from '#api/domain/code-languages.ts';
import { serveRequests } from '#api/adapters/idle-worker.ts';

export type CodeBlock = { language: string; code: string };

/** The colours of the theme are names only, which become classes: the policy of pages allows no styles in attributes. */
const THEME = createCssVariablesTheme({ name: 'classes', variablePrefix: '--', fontStyle: false });
/** What is not in it has the colour of the text. */
const CLASSES: Record<string, string> = {
  comment: 'k-comment',
  keyword: 'k-keyword',
  string: 'k-string',
  'string-expression': 'k-string',
  link: 'k-string',
  function: 'k-name',
  constant: 'k-value',
  parameter: 'k-value',
  inserted: 'k-inserted',
  deleted: 'k-deleted',
};
/** Longer lines, as of minified code, stay without colours. */
const LINE_MAX_LENGTH = 2_000;

let loading: Promise<HighlighterCore> | undefined;

function loadHighlighter(): Promise<HighlighterCore> {
  loading ??= createHighlighterCore({ themes: [THEME], engine: createOnigurumaEngine(import('shiki/wasm')) });
  return loading;
}

/** The code as HTML with a class for each kind of word; null for a language without a grammar. */
async function colourCode({ language, code }: CodeBlock): Promise<string | null> {
  const name = [language, findLanguage(language)?.value].find(
    (each) => each !== undefined && Object.hasOwn(bundledLanguages, each),
  );
  if (name === undefined) return null;
  const highlighter = await loadHighlighter();
  await highlighter.loadLanguage(bundledLanguages[name as keyof typeof bundledLanguages]);
  // Without a limit of time: a busy machine would meet it, and the same code would look different with each render.
  const options = { lang: name, theme: 'classes', tokenizeTimeLimit: 0, tokenizeMaxLineLength: LINE_MAX_LENGTH };
  const lines = highlighter.codeToTokensBase(code, options);
  return lines.map((line) => writeLine(line)).join('\n');
}

function writeLine(tokens: readonly { content: string; color?: string | undefined }[]): string {
  const parts: { name: string | undefined; text: string }[] = [];
  for (const { content, color } of tokens) {
    const name = CLASSES[/^var\(--token-([a-z-]+)\)$/.exec(color ?? '')?.[1] ?? ''];
    const last = parts.at(-1);
    if (last && (last.name === name || content.trim() === '')) last.text += content;
    else parts.push({ name, text: content });
  }
  return parts
    .map(({ name, text }) => (name ? `<span class="${name}">${escapeText(text)}</span>` : escapeText(text)))
    .join('');
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

serveRequests((blocks: readonly CodeBlock[]) => Promise.all(blocks.map(colourCode)));
