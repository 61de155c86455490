import fc from 'fast-check';
import type { BlockContent, List, Nodes, PhrasingContent, Root, RootContent } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { type Options, toMarkdown } from 'mdast-util-to-markdown';

// Trees of every node that GitHub's Markdown knows, written by a serializer that escapes what would mean something else.
const WORDS = [
  'kettle',
  'Pounamu',
  'a < b',
  'Fish & chips',
  '“quoted”',
  'ā ē',
  '🙂',
  '1. no list',
  'a*b',
  '_x_',
  '# no',
  '[y]',
  '`',
  '~',
  'a|b',
  '<b>',
];
const word = fc.constantFrom(...WORDS);
const text = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .map((words): PhrasingContent => ({ type: 'text', value: words.join(' ') }));
const url = fc.constantFrom(
  'https://x.example/a?b=1&c=2',
  'http://x.example/',
  'mailto:a@x.example',
  'tel:+6491234567',
  '/blogs',
  '#part',
  'docs/a.md',
  'https://x.example/(a)',
);
const title = fc.constantFrom(null, 'A title', 'with "quotes"');

/** What the serializer does not write by itself: autolinks, entities, short references, one tilde. */
const AS_WRITTEN = [
  'https://auto.example/a?b=1&c=2',
  'http://auto.example/(a)',
  'www.auto.example/a_b',
  'a.b@auto.example',
  '<https://angle.example/?a=b>',
  '<mailto:a@angle.example>',
  '<a@angle.example>',
  '&copy; &#169; &#xA9; &amp;lt; &nbsp;x',
  '[r1]',
  '[R2][]',
  '![r1]',
  '~one tilde~',
  '[angle](<docs/a b.md> (in brackets))',
];

type Inline = { inline: PhrasingContent; line: PhrasingContent[]; linkText: PhrasingContent[] };
const depth = fc.createDepthIdentifier();

/** A line of several parts; a space between keeps the marks of one from touching the next. */
const joinParts = (parts: PhrasingContent[]): PhrasingContent[] =>
  parts.flatMap((part, at): PhrasingContent[] => (at === 0 ? [part] : [{ type: 'text', value: ' ' }, part]));

const { line } = fc.letrec<Inline>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 3, depthIdentifier: depth },
    { weight: 5, arbitrary: text },
    fc.constantFrom('x = "1"', 'a|b', '<p>').map((value): PhrasingContent => ({ type: 'inlineCode', value })),
    tie('line').map((children): PhrasingContent => ({ type: 'emphasis', children })),
    tie('line').map((children): PhrasingContent => ({ type: 'strong', children })),
    tie('line').map((children): PhrasingContent => ({ type: 'delete', children })),
    fc
      .tuple(url, title, tie('linkText'))
      .map(([href, name, children]): PhrasingContent => ({ type: 'link', url: href, title: name, children })),
    fc.tuple(fc.constantFrom('r1', 'r2'), tie('linkText')).map(([id, children]): PhrasingContent => ({
      type: 'linkReference',
      identifier: id,
      label: id,
      referenceType: 'full',
      children,
    })),
    fc
      .tuple(
        fc.constantFrom('https://img.example/a.png', 'http://img.example/b.png'),
        fc.constantFrom('A boat', 'x "y"'),
      )
      .map(([src, alt]): PhrasingContent => ({ type: 'image', url: src, alt, title: null })),
    fc.constantFrom('r1', 'r2').map((id): PhrasingContent => ({
      type: 'imageReference',
      identifier: id,
      label: id,
      referenceType: 'full',
      alt: 'By name',
    })),
    fc
      .constantFrom('<kbd>Ctrl</kbd>', 'H<sub>2</sub>O', '<mark>m</mark>', ...AS_WRITTEN)
      .map((value): PhrasingContent => ({ type: 'html', value })),
  ),
  line: fc.array(tie('inline'), { minLength: 1, maxLength: 3 }).map(joinParts),
  linkText: fc
    .array(
      fc.oneof(
        text,
        text.map((child): PhrasingContent => ({ type: 'strong', children: [child] })),
      ),
      { minLength: 1, maxLength: 2 },
    )
    .map(joinParts),
}));
const withBreaks = fc
  .tuple(line, fc.option(line, { nil: null, freq: 4 }))
  .map(([first, second]) => (second ? [...first, { type: 'break' } as const, ...second] : first));
const paragraph = withBreaks.map((children): BlockContent => ({ type: 'paragraph', children }));
const code = fc
  .tuple(
    fc.constantFrom(null, 'ts', 'c++', 'Shell'),
    fc.constantFrom('const a = 1;\n\n  b();', '```\nx\n```', '<p>&amp;</p>', '    four'),
  )
  .map(([lang, value]): BlockContent => ({ type: 'code', lang, value }));
const table = fc
  .record({
    align: fc.array(fc.constantFrom('left', 'right', 'center', null), { minLength: 1, maxLength: 3 }),
    rows: fc.array(fc.array(line, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  })
  .map(({ align, rows }): BlockContent => ({
    type: 'table',
    align,
    children: rows.map((cells) => ({
      type: 'tableRow',
      children: align.map((_, at) => ({ type: 'tableCell', children: cells[at] ?? [] })),
    })),
  }));
const html = fc.constantFrom(
  '<p align="center">Middle <b>bold</b> <a href="http://html.example/?a=1">address</a></p>',
  '<details><summary>More</summary><p>Hidden</p></details>',
  '<dl><dt>Term</dt><dd>Meaning</dd></dl>',
  '<!-- left out -->',
  '<div align="center">\n\n**Markdown** in a [frame](https://frame.example/)\n\n</div>',
  '<table><tr><th>Head</th></tr><tr><td align="right">1 <a href="tel:+641">call</a></td></tr></table>',
  '<ul>\n<li>Item <code>a</code></li>\n</ul>',
  '<pre><code class="language-js">a &lt; b;\n</code></pre>',
);

const { block } = fc.letrec<{ block: BlockContent; list: BlockContent }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, depthIdentifier: depth },
    { weight: 5, arbitrary: paragraph },
    code,
    table,
    fc
      .tuple(fc.constantFrom(1, 2, 3, 4, 5, 6), line)
      .map(([level, children]): BlockContent => ({ type: 'heading', depth: level as 1, children })),
    fc.constant<BlockContent>({ type: 'thematicBreak' }),
    html.map((value): BlockContent => ({ type: 'html', value })),
    fc
      .array(tie('block'), { minLength: 1, maxLength: 2 })
      .map((children): BlockContent => ({ type: 'blockquote', children })),
    tie('list'),
  ),
  list: fc
    .record({
      ordered: fc.boolean(),
      start: fc.constantFrom(1, 3, 10),
      spread: fc.boolean(),
      items: fc.array(
        fc.tuple(fc.constantFrom(null, null, true, false), paragraph, fc.option(tie('block'), { nil: null })),
        { minLength: 1, maxLength: 3 },
      ),
    })
    .map(({ ordered, start, spread, items }): List => ({
      type: 'list',
      ordered,
      start: ordered ? start : null,
      spread,
      children: items.map(([checked, first, more]) => ({
        type: 'listItem',
        checked,
        spread,
        children: more ? [first, more] : [first],
      })),
    })),
}));

/** A footnote with its references, in a paragraph of its own. */
const footnote = fc
  .tuple(
    fc.constantFrom('n1', 'note-2', 'Ü'),
    fc.array(line, { minLength: 1, maxLength: 3 }),
    fc.array(block, { minLength: 1, maxLength: 2 }),
  )
  .map(([id, lines, note]): RootContent[] => [
    ...lines.map((before): RootContent => ({
      type: 'paragraph',
      children: [...before, { type: 'footnoteReference', identifier: id, label: id }],
    })),
    { type: 'footnoteDefinition', identifier: id, label: id, children: note },
  ]);

const DEFINITIONS: RootContent[] = [
  { type: 'definition', identifier: 'r1', label: 'r1', url: 'http://ref.example/1?a=b', title: null },
  { type: 'definition', identifier: 'r2', label: 'r2', url: 'https://ref.example/2', title: 'Second' },
];
const HEADING: RootContent = { type: 'heading', depth: 2, children: [{ type: 'text', value: 'Start' }] };

/** The ways to write the same: underlined headings, indented code, other markers. */
const serializerOptions: fc.Arbitrary<Options> = fc.record({
  setext: fc.boolean(),
  fences: fc.boolean(),
  fence: fc.constantFrom('`', '~'),
  bullet: fc.constantFrom('*', '+', '-'),
  bulletOrdered: fc.constantFrom('.', ')'),
  emphasis: fc.constantFrom('*', '_'),
  strong: fc.constantFrom('*', '_'),
  rule: fc.constantFrom('*', '-', '_'),
  closeAtx: fc.boolean(),
  incrementListMarker: fc.boolean(),
  listItemIndent: fc.constantFrom('one', 'tab', 'mixed'),
  quote: fc.constantFrom('"', "'"),
  resourceLink: fc.boolean(),
});
const FRONT_MATTER = ['', '', '---\ntitle: left out\n---\n\n', '+++\ntitle = "left out"\n+++\n\n'];

export const randomMarkdown: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(block, { minLength: 1, maxLength: 5 }),
    fc.option(footnote, { nil: [] as RootContent[] }),
    serializerOptions,
    fc.constantFrom(...FRONT_MATTER),
    fc.boolean(),
  )
  .map(([blocks, notes, options, frontMatter, hasSpaceBreaks]) => {
    const root: Root = { type: 'root', children: [HEADING, ...blocks, ...notes, ...DEFINITIONS] };
    const markdown = toMarkdown(root as Nodes, { ...options, extensions: [gfmToMarkdown()] });
    // A line break is written as a backslash, or as two spaces.
    return frontMatter + (hasSpaceBreaks ? markdown.replaceAll(/\\$/gm, '  ') : markdown);
  });
