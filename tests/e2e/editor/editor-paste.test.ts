import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { type EditorSite, runInPage, startEditorSite } from '../../support/editor/editor-site.ts';
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
      const pasted = await runInPage(page, (editor, cases: typeof corpus) => editor.paste(cases.map(({ data }) => data)), corpus);
      const pairs = pasted.map((html, at) => [html, sanitizeContent(corpus[at]?.reference ?? '')] as const);
      const equal = await runInPage(page, (editor, all: typeof pairs) => all.map(([a, b]) => editor.isEqual(a, b)), pairs);
      return pairs.map(([html, reference], at) => ({ name: corpus[at]?.name, isEqual: equal[at], html, reference, data: corpus[at]?.data }));
    });
    expect(found.filter(({ isEqual }) => !isEqual).slice(0, 3)).toEqual([]);
    expect(found.filter(({ html }) => sanitizeContent(html) !== html)).toEqual([]);
    expect(found.filter(({ html }) => /<a(?![^>]* (?:href|id)=)[^>]*>/.test(html))).toEqual([]);
  });
});
