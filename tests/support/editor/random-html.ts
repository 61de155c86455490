import fc from 'fast-check';
import { listElements } from '#api/domain/content-elements.ts';

// Valid and malformed trees as authors, importers and other editors produce them. They are sanitised before they reach
// the editor.
const word = fc.constantFrom(
  'kettle',
  'Pounamu',
  'a < b',
  'Fish & chips',
  '“quoted”',
  'ā ē',
  '🙂',
  '\u00a0',
  '1. no list',
  '*',
  '# x',
);
const space = fc.constantFrom('', '', ' ', '  ', '\n', '\n  ', '\t');
const text = fc
  .array(fc.tuple(space, word, space), { minLength: 1, maxLength: 2 })
  .map((parts) => parts.flat().map(escapeText).join(''));

function escapeText(part: string): string {
  return part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const attribute = (name: string, values: string[]) =>
  fc
    .option(fc.constantFrom(...values), { nil: null, freq: 3 })
    .map((value) => (value === null ? '' : ` ${name}="${escapeText(value)}"`));
const attributes = (...all: fc.Arbitrary<string>[]) => fc.tuple(...all).map((each) => each.join(''));

const address = attribute('href', [
  '/genmate',
  '#top',
  '#user-content-fn-1',
  'http://example.org/plain',
  'tel:+6491234567',
  'https://example.org/a?b=1&c=2',
  'mailto:a@example.org',
  'x',
  '',
]);
const title = attribute('title', ['A title', 'with "quotes" & more', '']);
const size = (name: string) => attribute(name, ['800', '07', '50%', '']);
const source = attribute('src', ['/uploads/a-800x600.webp', 'https://example.org/a.png', '']);
const image = attributes(source, attribute('alt', ['A kettle', 'x < y', '']), title, size('width'), size('height')).map(
  (attributeArbitrary) => `<img${attributeArbitrary}>`,
);
const video = attributes(attribute('src', ['/uploads/a.mp4']), size('width'), size('height')).map(
  (attributeArbitrary) => `<video${attributeArbitrary}></video>`,
);
const anchor = attribute('id', ['user-content-fn-1', 'user-content-fnref-1', 'top', 'search']);
const checkbox = attributes(attribute('type', ['checkbox', 'text']), attribute('checked', [''])).map(
  (attributeArbitrary) => `<input${attributeArbitrary}>`,
);
const language = attribute('class', ['language-ts', 'language-c++', 'other']);

const callout = attribute('data-callout', ['note', 'tip', 'WARNING', 'kettle', '']);
const buttonLook = attribute('data-block', ['button', 'quiet-button', 'embed', 'bookmark', 'file', 'audio', 'kettle']);
const blockImage = attribute('data-image', [
  `/uploads/${'a'.repeat(64)}-800x600.webp`,
  'https://example.org/a.png',
  '',
]);
const figureLayout = attribute('data-layout', ['wide', 'full', 'gallery', 'kettle']);
const codeTitle = attribute('data-title', ['kettle.sh', ' "a" <b> & c ', '']);

const element = (name: string, attributeArbitrary: fc.Arbitrary<string>, inner: fc.Arbitrary<string>) =>
  fc.tuple(attributeArbitrary, inner).map(([attrs, content]) => `<${name}${attrs}>${content}</${name}>`);
const none = fc.constant('');
const many = (each: fc.Arbitrary<string>, minLength = 0, maxLength = 3) =>
  fc.array(fc.tuple(each, space), { minLength, maxLength }).map((parts) => parts.flat().join(''));

/** Elements around blocks, such as quotes. */
const CONTAINERS = listElements(({ holds }) => holds === 'blocks');

const depth = fc.createDepthIdentifier();

const { tree } = fc.letrec<
  Record<'inline' | 'line' | 'flow' | 'list' | 'table' | 'figure' | 'tree' | 'malformed', string>
>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 5, depthIdentifier: depth },
    text,
    fc.constant('<br>'),
    image,
    video,
    checkbox,
    ...['strong', 'em', 'del', 'b', 'i', 's', 'sub', 'kbd', 'mark'].map((name) => element(name, none, tie('line'))),
    element('sup', anchor, tie('line')),
    element('a', attributes(address, title, anchor), tie('line')),
    element('code', language, tie('line')),
  ),
  line: many(tie('inline')),
  list: fc.oneof(
    element('ul', none, many(element('li', anchor, fc.oneof(tie('line'), tie('flow'))))),
    element(
      'dl',
      none,
      many(fc.oneof(element('dt', none, tie('line')), element('dd', none, fc.oneof(tie('line'), tie('flow'))))),
    ),
    element('ol', attribute('start', ['3', '03', '-1', 'x']), many(element('li', none, tie('flow')))),
  ),
  table: element(
    'table',
    none,
    fc
      .tuple(
        fc.option(element('caption', none, tie('line')), { nil: '' }),
        ...['thead', 'tbody', 'tbody', 'tfoot'].map((name) =>
          fc.option(element(name, none, many(rowArbitrary(tie('flow'), tie('line')), 0, 3)), { nil: '' }),
        ),
      )
      .map((parts) => parts.join('\n')),
  ),
  figure: element(
    'figure',
    figureLayout,
    many(fc.oneof(image, video, element('figcaption', none, tie('line')), tie('flow')), 1, 3),
  ),
  malformed: fc.oneof(
    element('a', address, tie('flow')),
    element('em', none, tie('flow')),
    element('p', none, tie('flow')),
    element('h2', none, tie('flow')),
    element('figcaption', none, tie('line')),
    element('pre', none, tie('line')),
    element('tr', none, tie('line')),
    element('li', none, tie('line')),
    element('div', none, tie('flow')),
    fc.constant('<p>not closed <em>at all'),
    fc.constant('</p></div>'),
    fc.constant('<!-- a comment -->'),
  ),
  flow: many(
    fc.oneof(
      { maxDepth: 5, depthIdentifier: depth },
      { weight: 6, arbitrary: element('p', none, tie('line')) },
      { weight: 2, arbitrary: tie('line') },
      {
        weight: 3,
        arbitrary: fc.constantFrom(1, 2, 3, 4, 5, 6).chain((level) => element(`h${level}`, none, tie('line'))),
      },
      { weight: 1, arbitrary: fc.constant('<hr>') },
      { weight: 1, arbitrary: element('aside', callout, tie('flow')) },
      {
        weight: 1,
        arbitrary: element(
          'p',
          attributes(buttonLook, blockImage),
          fc.oneof(element('a', address, text), text, tie('line')),
        ),
      },
      {
        weight: 1,
        arbitrary: element(
          'p',
          attributes(buttonLook, blockImage),
          fc
            .tuple(
              element('a', address, text),
              fc.constantFrom('', '<br>Words'),
              fc.constantFrom('', '<br><em>Site</em>'),
            )
            .map((parts) => parts.join('')),
        ),
      },
      { weight: 3, arbitrary: tie('list') },
      ...CONTAINERS.map((name) => ({ weight: 2, arbitrary: element(name, none, tie('flow')) })),
      { weight: 2, arbitrary: element('pre', codeTitle, element('code', language, text)) },
      { weight: 1, arbitrary: element('pre', codeTitle, text) },
      { weight: 2, arbitrary: tie('table') },
      {
        weight: 2,
        arbitrary: fc
          .tuple(attribute('open', ['']), tie('line'), tie('flow'))
          .map(([open, line, flow]) => `<details${open}><summary>${line}</summary>${flow}</details>`),
      },
      { weight: 2, arbitrary: tie('figure') },
      { weight: 1, arbitrary: tie('malformed') },
    ),
    1,
  ),
  tree: tie('flow'),
}));

function rowArbitrary(flow: fc.Arbitrary<string>, line: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const attributeArbitrary = attributes(
    attribute('colspan', ['2', '1', '0', 'x']),
    attribute('rowspan', ['2', '03']),
    attribute('align', ['right', 'center', 'odd']),
  );
  return element(
    'tr',
    none,
    many(
      fc.oneof(
        element('td', attributeArbitrary, flow),
        element('th', attributeArbitrary, line),
        element('td', none, line),
      ),
      0,
      3,
    ),
  );
}

/** Random HTML content, not sanitised. */
export const randomContentHtml: fc.Arbitrary<string> = tree;
