import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { renderMarkdown } from '#src/editor/paste/markdown.ts';
import { findDeadAnchors, readHtml } from '../support/paste/markdown-content.ts';
import { createContentSite } from '../support/paste/publish-content.ts';
import { randomMarkdown } from '../support/paste/random-markdown.ts';

test('random HTML of the elements of GitHub’s Markdown, sent by the API, is published with the same text and links', async () => {
  const sent = fc.sample(randomMarkdown, { numRuns: 150, seed: 20_261_125 }).map(renderMarkdown);
  const contents = await createContentSite();
  onTestFinished(() => contents.close());
  for (const [at, html] of sent.entries()) await contents.createPost(`Sent ${at}`, html);
  await contents.publishAll();
  for (const [at, html] of sent.entries()) {
    const published = await contents.readPage(`sent-${at}`);
    expect(readHtml(published), html).toEqual(readHtml(html));
    expect(findDeadAnchors(published), html).toEqual([]);
  }
});
