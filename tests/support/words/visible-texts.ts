import { convertToTsx } from '@astrojs/astro2tsx';
import ts from 'typescript';

/** Attributes whose values are code, not text. */
const CODE_ATTRIBUTES = new Set(['class', 'className', 'class:list', 'style', 'd', 'sizes', 'rel']);
/** Attributes that are read or spoken, however short. */
const TEXT_ATTRIBUTES = new Set(['label', 'title', 'placeholder', 'aria-label', 'alt', 'description']);
/** SQL and style sheets. */
const CODE = /^(SELECT|DELETE FROM) |\{[a-z-]+:/;
/** Two words in a row, or one with a capital. */
const WORDS = /[\p{L}}][’'.,:;]? [(‘“']?[\p{L}\d{]|^\p{Lu}\p{Ll}+[.!?…]?$/u;

/** The texts of a source file that may be shown: text and attributes of its markup, and strings that are made of words. */
export function readVisibleTexts(file: string, source: string): string[] {
  if (!file.endsWith('.astro')) return readTypeScript(file, source);
  const { code, scripts } = convertToTsx(source);
  return [
    ...readTypeScript('page.tsx', code),
    ...scripts.flatMap(({ content }) => readTypeScript('script.ts', content)),
  ];
}

function readTypeScript(name: string, source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node, isMarkup: boolean): void => {
    if (isCode(node)) return;
    const text = readText(node)
      ?.replaceAll(/(\s|<[^<>]*>)+/g, ' ')
      .trim();
    if (text && !CODE.test(text) && (isMarkup || ts.isJsxText(node) || WORDS.test(text))) texts.push(text);
    const isText = ts.isJsxAttribute(node) && TEXT_ATTRIBUTES.has(readName(node));
    ts.forEachChild(node, (child) => visit(child, isText));
  };
  visit(ts.createSourceFile(name, source, ts.ScriptTarget.Latest), false);
  return texts;
}

/** Imports, types, class names and SQL. */
const isCode = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isTypeNode(node) ||
  ts.isTaggedTemplateExpression(node) ||
  (ts.isJsxAttribute(node) && CODE_ATTRIBUTES.has(readName(node)));

const readName = ({ name }: ts.JsxAttribute): string =>
  ts.isIdentifier(name) ? name.text : `${name.namespace.text}:${name.name.text}`;

/** The values in a template become `{}`. */
function readText(node: ts.Node): string | undefined {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}');
  return undefined;
}
