import { expect, test } from 'vitest';
import { createCodeHighlighter } from '#api/adapters/code/code-highlighter.ts';
import { toPlainText } from '#api/adapters/html/html-text.ts';
import { detectLanguage } from '#api/domain/code-languages.ts';

const highlighter = createCodeHighlighter();
const code = (language: string, text: string) => `<pre><code class="language-${language}">${text}</code></pre>`;

test('words of code get a class by what they are, and the text stays', async () => {
  const html = code('bash', '# all &lt;texts&gt;\nfor file in *.m4a; do\n  echo "$file" &amp;&amp; ls\ndone');
  const coloured = await highlighter.colourContent(`<p>for</p>${html}`);
  expect(coloured).toContain('<span class="k-comment"># all &lt;texts&gt;</span>');
  expect(coloured).toContain('<span class="k-keyword">for</span>');
  expect(coloured).toMatch(/^<p>for<\/p><pre><code class="language-bash">/);
  expect(toPlainText(coloured)).toBe(toPlainText(`<p>for</p>${html}`));
  expect(coloured).not.toContain('style=');
});

test('a title, and other names of a language, change nothing', async () => {
  const html = '<pre data-title="a &lt;b&gt;"><code class="language-golang">return nil</code></pre>';
  expect(await highlighter.colourContent(html)).toBe(
    '<pre data-title="a &lt;b&gt;"><code class="language-golang"><span class="k-keyword">return </span><span class="k-value">nil</span></code></pre>',
  );
});

test('the same code has the same colours, however slow the machine is', async () => {
  const worker = new URL('../../../api/adapters/code/code-worker.ts', import.meta.url);
  const slow = createCodeHighlighter({
    workerUrl: new URL(`data:text/javascript,let now = 0; Date.now = () => (now += 1000); await import("${worker}");`),
  });
  const html = code('typescript', '/** Counts. */\nexport const count = 1; // one\nexport const name = "two";');
  expect(await slow.colourContent(html)).toBe(await highlighter.colourContent(html));
});

test('T20 no markup comes out of code', async () => {
  const hostile = '&lt;img src=x onerror=alert(1)&gt; &amp;lt;script&amp;gt; "&gt;&lt;/span&gt;&lt;script&gt;';
  for (const language of ['html', 'js', 'markdown', 'php', 'constructor']) {
    const coloured = await highlighter.colourContent(code(language, hostile));
    expect(coloured.replaceAll(/<\/?span(?: class="k-[a-z]+")?>/g, '')).toBe(
      code(language, hostile.replaceAll('&quot;', '"')),
    );
  }
});

test.each([
  ['of an unknown language', code('kettle', 'if (a) b')],
  ['without a language', '<pre><code>if (a) b</code></pre>'],
  ['with elements in it', code('js', 'if <em>a</em>')],
  ['that is too long', code('js', 'if (a) b\n'.repeat(3_000))],
  ['of one very long line', code('js', 'if (a) b;'.repeat(300))],
])('code %s stays as it is', async (_kind, html) => {
  expect(await highlighter.colourContent(html)).toBe(html);
});

test('without code no worker is started; where it fails, code stays as it is and the fault is reported', async () => {
  const faults: unknown[] = [];
  const failing = createCodeHighlighter({
    workerUrl: new URL('data:text/javascript,throw new Error("broken")'),
    onFault: (error) => faults.push(error),
  });
  expect(await failing.colourContent('<p>if</p>')).toBe('<p>if</p>');
  expect(faults).toEqual([]);
  expect(await failing.colourContent(code('js', 'if (a) b'))).toBe(code('js', 'if (a) b'));
  expect(faults).toHaveLength(1);
});

test.each([
  ['#!/usr/bin/env bash\nls', 'bash'],
  ['#!/usr/bin/python3', 'python'],
  ['<?php echo 1;', 'php'],
  ['<!DOCTYPE html><p>', 'html'],
  ['{ "a": [1] }', 'json'],
  ['{ a: 1 }', null],
  ['const a = 1', null],
])('code that says its language itself is recognised: %j', (text, language) => {
  expect(detectLanguage(text)).toBe(language);
});
