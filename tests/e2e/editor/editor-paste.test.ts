import fc from 'fast-check';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { type EditorSite, runInPage, startEditorSite } from '../../support/editor/editor-site.ts';
import { addHeadingAnchors } from '#api/publishing/render/heading-anchors.ts';
import { completeForPage } from '#api/domain/complete-for-page.ts';
import { findDeadAnchors, readHtml, readMarkdown } from '../../support/paste/markdown-content.ts';
import { randomMarkdownPieces } from '../../support/paste/markdown-pieces.ts';
import { randomMarkdown } from '../../support/paste/random-markdown.ts';
import { createContentSite } from '../../support/paste/publish-content.ts';
import { generatePasteCorpus } from '../../support/paste/paste-corpus.ts';
import { chooseSize } from '../../support/random/size.ts';

/** Random texts that are published. */
const PUBLISHED = chooseSize(100, 300);

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
    expect(found.filter(({ html }) => /<a(?![^>]* (?:href|id)=)(?=[ >])[^>]*>/.test(html))).toEqual([]);
  });

  test('random Markdown of the whole grammar: pasted, saved, loaded again and published, its page has the same text and links', async () => {
    const texts = fc.sample(randomMarkdown, { numRuns: PUBLISHED, seed: 20_261_123 });
    const pages = await publishPasted(texts);
    const wrong = pages.flatMap(({ html, ...states }, at) => {
      const [expected, actual] = [readMarkdown(texts[at] ?? ''), readHtml(html)];
      const isSame = expected.text === actual.text && JSON.stringify(expected.links) === JSON.stringify(actual.links);
      const isStable = states.saved === states.pasted && states.opened === states.saved;
      return isSame && isStable && findDeadAnchors(html).length === 0
        ? []
        : [{ markdown: texts[at], html, expected, actual, ...states }];
    });
    expect(wrong.slice(0, 2)).toEqual([]);
    expect(new Set(pages.map(({ html }) => html)).size).toBeGreaterThan(0.9 * PUBLISHED);
  });

  test('Markdown in pieces, right and wrong, is pasted without an exception or a lost word', async () => {
    const texts = fc.sample(randomMarkdownPieces, { numRuns: chooseSize(150, 500), seed: 20_261_124 });
    const found = await savePasted(texts);
    const countWords = (text: string) => text.match(/kettle|Pounamu|word/g)?.length ?? 0;
    const wrong = found.flatMap(({ html, isStable }, at) => {
      const [wanted, had] = [countWords(readMarkdown(texts[at] ?? '').text), countWords(readHtml(html).text)];
      return had >= wanted && isStable ? [] : [{ markdown: texts[at], html, wanted, had, isStable }];
    });
    expect(wrong.slice(0, 2)).toEqual([]);
  });

  function paste(page: Page, texts: string[]): Promise<string[]> {
    return runInPage(page, (editor, cases: string[]) => editor.paste(cases.map((text) => ({ text }))), texts);
  }

  const open = (page: Page, contents: string[]) =>
    runInPage(page, (editor, all: string[]) => all.map((html) => editor.roundTrip(html)), contents);

  /** Each text pasted, sanitised as it is when it is saved, opened in the editor and sanitised again, and rendered. */
  function savePasted(texts: string[]): Promise<{ html: string; isStable: boolean }[]> {
    return site.open({}, async (page) => {
      const pasted = await paste(page, texts);
      const saved = pasted.map(sanitizeContent);
      const opened = await open(page, saved);
      return opened.map(({ html, isEqual }, at) => ({
        html: completeForPage(addHeadingAnchors(sanitizeContent(html)).content).html,
        isStable: pasted[at] === saved[at] && isEqual,
      }));
    });
  }

  type Published = { pasted: string; saved: string; opened: string; html: string };

  /** Each text pasted, saved as a draft, loaded, opened in the editor, published, and read from its public page. */
  async function publishPasted(texts: string[]): Promise<Published[]> {
    const contents = await createContentSite();
    onTestFinished(() => contents.close());
    return site.open({}, async (page) => {
      const pasted = await paste(page, texts);
      const drafts: { id: number; content: string; version: number }[] = [];
      for (const [at, html] of pasted.entries()) {
        const id = await contents.saveDraft(`Pasted ${at}`, html);
        drafts.push({ ...(await contents.loadDraft(id)), id });
      }
      const opened = await open(
        page,
        drafts.map(({ content }) => content),
      );
      for (const { id, version } of drafts) await contents.publishDraft(id, version);
      await contents.publishAll();
      const published: Published[] = [];
      for (const [at, html] of pasted.entries())
        published.push({
          pasted: html,
          saved: drafts[at]?.content ?? '',
          opened: opened[at]?.html ?? '',
          html: await contents.readPage(`pasted-${at}`),
        });
      return published;
    });
  }
});
