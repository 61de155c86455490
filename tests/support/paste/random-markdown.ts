import fc from 'fast-check';
import type { BlockContent, List, Nodes, PhrasingContent, Root, RootContent } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';

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
    fc
      .constantFrom('<kbd>Ctrl</kbd>', 'H<sub>2</sub>O', '<mark>m</mark>')
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

/** A footnote with its first reference, in a paragraph of its own. */
const footnote = fc.tuple(fc.constantFrom('n1', 'note-2', 'Ü'), line, line).map(([id, before, note]): RootContent[] => [
  { type: 'paragraph', children: [...before, { type: 'footnoteReference', identifier: id, label: id }] },
  { type: 'footnoteDefinition', identifier: id, label: id, children: [{ type: 'paragraph', children: note }] },
]);

const DEFINITIONS: RootContent[] = [
  { type: 'definition', identifier: 'r1', label: 'r1', url: 'http://ref.example/1?a=b', title: null },
  { type: 'definition', identifier: 'r2', label: 'r2', url: 'https://ref.example/2', title: 'Second' },
];
const HEADING: RootContent = { type: 'heading', depth: 2, children: [{ type: 'text', value: 'Start' }] };

export const randomMarkdown: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(block, { minLength: 1, maxLength: 5 }),
    fc.option(footnote, { nil: [] as RootContent[] }),
    fc.boolean(),
  )
  .map(([blocks, notes, hasFrontMatter]) => {
    const root: Root = { type: 'root', children: [HEADING, ...blocks, ...notes, ...DEFINITIONS] };
    const markdown = toMarkdown(root as Nodes, { extensions: [gfmToMarkdown()] });
    return hasFrontMatter ? `---\ntitle: left out\n---\n\n${markdown}` : markdown;
  });

/** Pieces of Markdown in any order, right and wrong. */
export const randomMarkdownPieces: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      ...[
        '# ',
        '## ',
        '> ',
        '- ',
        '* ',
        '1. ',
        '- [ ] ',
        '- [x] ',
        '```\n',
        '~~~ts\n',
        '    ',
        '\t',
        '\n',
        '\n\n',
        '  \n',
        '\\\n',
        '---\n',
        '===\n',
        '***',
      ],
      ...[
        '*',
        '**',
        '_',
        '__',
        '~~',
        '`',
        '``',
        '[',
        ']',
        '](',
        '](https://x.example/)',
        '![',
        ')',
        '[^1]',
        '[^1]: ',
        '[r]: http://r.example\n',
        '[r]',
        '<',
        '>',
        '|',
        '|---|\n',
        '| a | b |\n',
      ],
      ...[
        '<details>',
        '</details>',
        '<summary>',
        '</summary>',
        '<b>',
        '</b>',
        '<p>',
        '</p>',
        '<table>',
        '<td>',
        '<li>',
        '<!--',
        '-->',
        '<script>',
        '&amp;',
        '&copy;',
        '\\',
        'https://auto.example/a',
        'www.x.example',
        'a@x.example',
      ],
      ...['kettle', 'Pounamu', 'word', ' ', ' ', ' '],
    ),
    { minLength: 3, maxLength: 40 },
  )
  .map((pieces) => `## Start\n\n${pieces.join('')}`);
