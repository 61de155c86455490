import { convertToTsx } from '@astrojs/astro2tsx';
import ts from 'typescript';

export type VisibleText = { line: number; text: string };

/** Attributes whose values are code, not text. */
const CODE_ATTRIBUTES = new Set(['class', 'className', 'class:list', 'style', 'd', 'sizes', 'rel', 'client:only']);
/** Attributes that are read, however short. */
const TEXT_ATTRIBUTES = new Set(['label', 'title', 'placeholder', 'aria-label', 'alt', 'description', 'content']);

/** The texts of a source file that people may read: markup text, attributes, and strings that look like words. */
export function readVisibleTexts(file: string, source: string): VisibleText[] {
  if (!file.endsWith('.astro')) return readTypeScript(file, source);
  const { code, scripts } = convertToTsx(source);
  return [
    ...readTypeScript(`${file}.tsx`, code),
    ...scripts.flatMap(({ content }) => readTypeScript(`${file}.ts`, content)),
  ];
}

function readTypeScript(name: string, source: string): VisibleText[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const texts: VisibleText[] = [];
  const visit = (node: ts.Node): void => {
    if (isCode(node)) return;
    const text = readText(node)?.replace(/\s+/g, ' ').trim();
    if (text && (ts.isJsxText(node) || isTextAttribute(node.parent) || looksLikeWords(text)))
      texts.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return texts;
}

/** Imports, types, property names, class names and SQL. */
function isCode(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isTypeNode(node) || ts.isTaggedTemplateExpression(node)) return true;
  if (ts.isJsxAttribute(node)) return CODE_ATTRIBUTES.has(node.name.getText());
  return ts.isStringLiteral(node) && ts.isPropertyAssignment(node.parent) && node.parent.name === node;
}

/** A template's values become `{}`. */
function readText(node: ts.Node): string | undefined {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}');
  return undefined;
}

const isTextAttribute = (node: ts.Node): boolean => ts.isJsxAttribute(node) && TEXT_ATTRIBUTES.has(node.name.getText());

const looksLikeWords = (text: string): boolean => /\p{L}['’.,:;]? ['‘(]?\p{L}|^\p{Lu}\p{Ll}+[.!?…]?$/u.test(text);
