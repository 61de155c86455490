import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Schema } from '@milkdown/kit/prose/model';
import { describe, expect, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { CONTENT_ELEMENTS, type ContentElement } from '#api/domain/content-elements.ts';
import { createActions } from '#src/editor/actions.ts';
import { schemaSpec } from '#src/editor/elements/schema.ts';
import { fromHtml } from '#src/editor/html/from-html.ts';
import { toHtml } from '#src/editor/html/to-html.ts';
import { cleanPastedHtml } from '#src/editor/paste/clean-pasted-html.ts';
import { splitBlocks } from '#src/features/drafts/conflicts/html-blocks.ts';
import { parseSafeHtml } from '#src/lib/safe-html.ts';

const LEVELS = [1, 2, 3, 4, 5, 6];
const schema = new Schema(schemaSpec);
const actions = createActions(LEVELS);
const styles = ['prose', 'blocks']
  .map((name) => readFileSync(fileURLToPath(new URL(`../../../src/styles/${name}.css`, import.meta.url)), 'utf8'))
  .join('\n');

/** Elements that consist of others, or need attributes. */
const LIST = '<ul><li><input type="checkbox"> kettle</li></ul>';
const DEFINITIONS = '<dl><dt>kettle</dt><dd>kettle</dd></dl>';
const TABLE =
  '<table><caption>kettle</caption><thead><tr><th>a</th></tr></thead><tbody><tr><td>kettle</td></tr></tbody><tfoot><tr><td>b</td></tr></tfoot></table>';
const FIGURE = '<figure><img src="/uploads/a-8x6.webp" alt="kettle"><figcaption>kettle</figcaption></figure>';
const DETAILS = '<details><summary>kettle</summary><p>kettle</p></details>';
const SAMPLES: Record<string, string> = {
  ...Object.fromEntries(['ul', 'li', 'input'].map((name) => [name, LIST])),
  ...Object.fromEntries(['dl', 'dt', 'dd'].map((name) => [name, DEFINITIONS])),
  ...Object.fromEntries(['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'].map((name) => [name, TABLE])),
  ...Object.fromEntries(['figure', 'img', 'figcaption'].map((name) => [name, FIGURE])),
  ...Object.fromEntries(['details', 'summary'].map((name) => [name, DETAILS])),
  ol: '<ol><li>kettle</li></ol>',
  pre: '<pre><code>kettle</code></pre>',
  hr: '<p>kettle</p><hr><p>kettle</p>',
  br: '<p>kettle<br>kettle</p>',
  video: '<p>kettle <video src="/uploads/a.mp4"></video></p>',
  aside: '<aside data-callout="tip"><p>kettle</p></aside>',
  a: '<p><a href="/kettle">kettle</a></p>',
};

function createSample(name: string, { holds, isInline }: ContentElement): string {
  const inner = holds === 'flow' || holds === 'blocks' ? '<p>kettle</p>' : 'kettle';
  const sample = `<${name}>${inner}</${name}>`;
  return SAMPLES[name] ?? (isInline ? `<p>${sample}</p>` : sample);
}

/** Inserted with others, or by a key of its own. */
const WITHOUT_ACTION = ['br'];
/** As base.css or the browser has them. */
const WITHOUT_STYLE = ['dl', 'caption', 'tfoot', 'video', 'br', 'a', 'strong', 'em', 'del'];

const elements = [...CONTENT_ELEMENTS].map(([name, element]) => ({ name, element }));

describe.each(elements)('<$name>', ({ name, element }) => {
  const stored = sanitizeContent(createSample(name, element));
  const tag = new RegExp(`<${name}[\\s>]`);

  test('is stored', () => {
    expect(stored).toMatch(tag);
  });

  test('is a part of the editor’s schema and is written as it is stored', () => {
    const doc = fromHtml(schema, stored);
    expect(toHtml(doc)).toBe(stored);
    expect(doc.content.content.map(({ type }) => type.name)).not.toContain('rawHtml');
  });

  test('stays when it is pasted', () => {
    expect(cleanPastedHtml(stored, LEVELS).body.innerHTML).toMatch(tag);
  });

  test('can be shown by islands', () => {
    const holder = document.createElement('div');
    holder.append(parseSafeHtml(stored).nodes);
    expect(holder.innerHTML).toMatch(tag);
  });

  test.skipIf(element.isPart || WITHOUT_ACTION.includes(name))('is offered by the editor, with a drawing', () => {
    const offered = actions.filter((action) => action.tag === name);
    expect(offered.map(({ label }) => label)).not.toEqual([]);
    for (const { icon } of offered) expect(icon).toMatch(/^[mM]/);
  });

  test.skipIf(element.isPart || element.isInline)('has a name and its text in comparisons of versions', () => {
    const [block] = splitBlocks(stored).filter(({ html }) => html.startsWith(`<${name}`));
    expect(block?.kind).toBe(element.label);
    if (element.holds !== 'nothing') expect(block?.text).toContain('kettle');
  });

  test.skipIf(WITHOUT_STYLE.includes(name))('has a look in prose.css', () => {
    expect(styles).toMatch(new RegExp(`^\\.prose [^{]*\\b${name}\\b`, 'm'));
  });
});

test('every action of the editor makes an element of the table', () => {
  const tags = actions.flatMap((action) => action.tag ?? []);
  expect(tags.filter((each) => !CONTENT_ELEMENTS.has(each))).toEqual([]);
});

test('a callout is no landmark, neither in the editor nor where islands show it', () => {
  const stored = sanitizeContent('<aside data-callout="tip"><p>kettle</p></aside>');
  const holder = document.createElement('div');
  holder.append(parseSafeHtml(stored).nodes);
  expect(holder.querySelector('aside')?.getAttribute('role')).toBe('note');
  const node = fromHtml(schema, stored).firstChild;
  expect(node?.type.spec.toDOM?.(node)).toEqual(['aside', { 'data-callout': 'tip', role: 'note' }, 0]);
});
