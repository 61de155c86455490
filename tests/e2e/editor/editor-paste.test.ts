import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { type EditorSite, runInPage, startEditorSite } from '../../support/editor/editor-site.ts';
import { addHeadingAnchors } from '#api/publishing/render/heading-anchors.ts';
import { wrapWideElements } from '#src/features/blogs/public/scroll-containers.ts';
import { findDeadAnchors, readHtml, readMarkdown } from '../../support/paste/markdown-content.ts';
import { randomMarkdown, randomMarkdownPieces } from '../../support/paste/random-markdown.ts';
import { generatePasteCorpus } from '../../support/paste/paste-corpus.ts';

let site: EditorSite;
beforeAll(async () => {
  site = await startEditorSite();
});
afterAll(() => site.close());

describe('paste', () => {
  test('200 texts of README files, Word, Docs, Notion, GitHub and mail come out as their references', async () => {
    const corpus = generatePasteCorpus(20_261_122);
    expect(corpus).toHaveLength(200);
    const found = await site.open({}, async (page) => {
      const pasted = await runInPage(
        page,
        (editor, cases: typeof corpus) => editor.paste(cases.map(({ data }) => data)),
        corpus,
      );
      const pairs = pasted.map((html, at) => [html, sanitizeContent(corpus[at]?.reference ?? '')] as const);
      const equal = await runInPage(
        page,
        (editor, all: typeof pairs) => all.map(([a, b]) => editor.isEqual(a, b)),
        pairs,
      );
      return pairs.map(([html, reference], at) => ({
        name: corpus[at]?.name,
        isEqual: equal[at],
        html,
        reference,
        data: corpus[at]?.data,
      }));
    });
    expect(found.filter(({ isEqual }) => !isEqual).slice(0, 3)).toEqual([]);
    expect(found.filter(({ html }) => sanitizeContent(html) !== html)).toEqual([]);
    expect(found.filter(({ html }) => /<a(?![^>]* (?:href|id)=)[^>]*>/.test(html))).toEqual([]);
  });

  test('random Markdown of the whole grammar: pasted, saved, opened again and published, it has the same text and links', async () => {
    const texts = fc.sample(randomMarkdown, { numRuns: 500, seed: 20_261_123 });
    const found = await publishPasted(texts);
    const wrong = found.flatMap(({ html, isStable }, at) => {
      const [wanted, had] = [readMarkdown(texts[at] ?? ''), readHtml(html)];
      const isSame = wanted.text === had.text && JSON.stringify(wanted.links) === JSON.stringify(had.links);
      return isSame && isStable && findDeadAnchors(html).length === 0
        ? []
        : [{ markdown: texts[at], html, wanted, had, isStable }];
    });
    expect(wrong.slice(0, 2)).toEqual([]);
    expect(new Set(found.map(({ html }) => html)).size).toBeGreaterThan(450);
  });

  test('Markdown in pieces, right and wrong, is pasted without an exception or a lost word', async () => {
    const texts = fc.sample(randomMarkdownPieces, { numRuns: 500, seed: 20_261_124 });
    const found = await publishPasted(texts);
    const countWords = (text: string) => text.match(/kettle|Pounamu|word/g)?.length ?? 0;
    const wrong = found.flatMap(({ html, isStable }, at) => {
      const [wanted, had] = [countWords(readMarkdown(texts[at] ?? '').text), countWords(readHtml(html).text)];
      return had >= wanted && isStable ? [] : [{ markdown: texts[at], html, wanted, had, isStable }];
    });
    expect(wrong.slice(0, 2)).toEqual([]);
  });

  /** Each text pasted, sanitised as it is when it is saved, opened in the editor and sanitised again, and rendered. */
  function publishPasted(texts: string[]): Promise<{ html: string; isStable: boolean }[]> {
    return site.open({}, async (page) => {
      const pasted = await runInPage(
        page,
        (editor, cases: string[]) => editor.paste(cases.map((text) => ({ text }))),
        texts,
      );
      const saved = pasted.map(sanitizeContent);
      const opened = await runInPage(page, (editor, all: string[]) => all.map((html) => editor.roundTrip(html)), saved);
      return opened.map(({ html, isEqual }, at) => ({
        html: wrapWideElements(addHeadingAnchors(sanitizeContent(html)).content),
        isStable: pasted[at] === saved[at] && isEqual,
      }));
    });
  }
});
