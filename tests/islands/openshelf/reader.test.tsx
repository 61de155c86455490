import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PublicationDetailJson } from '#api/features/openshelf/publications/publications.contract.ts';
import type { PublicationTextJson, VersionDiffJson } from '#api/features/openshelf/texts/texts.contract.ts';
import { PassageLinks } from '#src/features/openshelf/reader/PassageLinks.tsx';
import { TextPane } from '#src/features/openshelf/reader/TextPane.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, type IslandSite } from '../../support/islands/island-site.tsx';
import { createHistoryEntry, createPublication } from '../../support/islands/review-site.tsx';
import { generateHostileHtml } from '../../support/xss/hostile-html.ts';

const API = '/api/admin/openshelf/publications/1';
const VERSION_1 = `${API}/text?version=1`;
type Settings = { enableIframePageLoading: boolean };
const { settings } = (window as unknown as { happyDOM: { settings: Settings } }).happyDOM;
let site: IslandSite;
beforeEach(async () => {
  settings.enableIframePageLoading = true;
  site = await createIslandSite();
  await site.signIn('admin');
});

afterEach(() => {
  settings.enableIframePageLoading = false;
});

const createText = (changes: Partial<PublicationTextJson> = {}): PublicationTextJson => ({
  version_number: 1,
  html: '<h1 id="chapter-1">The lane</h1><p>Elder keeps two medicines.</p><h2 id="chapter-2">The cold cupboard</h2><p>Tea.</p>',
  word_count: 9,
  chapters: [
    { id: 'chapter-1', title: 'The lane', level: 1 },
    { id: 'chapter-2', title: 'The cold cupboard', level: 2 },
  ],
  images: [],
  removed_links: { count: 0, links: [] },
  source_url: 'https://books.example/1.html',
  fetched_at: '2026-11-22T10:00:00.000Z',
  error: null,
  ...changes,
});
const serve = (path: string, data: unknown) => site.network.intercept('GET', path, () => Response.json({ data }));
const openPane = (changes: Partial<PublicationDetailJson> = {}) => {
  const publication = createPublication({ html_url: 'https://books.example/1.html', ...changes });
  site.open(
    <>
      <TextPane viewerId={1} publication={publication} />
      <PassageLinks publicationId={publication.id} />
    </>,
  );
};
const findFrame = async () => (await screen.findByTitle('Text of the publication')) as HTMLIFrameElement;
const getInside = (frame: HTMLIFrameElement) => frame.contentDocument as Document;

describe('the text', () => {
  test('is shown in a frame that runs no script, with its chapters', async () => {
    serve(VERSION_1, createText());
    openPane();
    const frame = await findFrame();
    expect(frame.getAttribute('sandbox')).toBe('allow-same-origin allow-popups allow-popups-to-escape-sandbox');
    const inside = getInside(frame);
    expect(inside.querySelector('article')?.innerHTML).toBe(
      '<h1 id="chapter-1">The lane</h1><p>Elder keeps two medicines.</p><h2 id="chapter-2">The cold cupboard</h2><p>Tea.</p>',
    );
    const scroll = vi.spyOn(frame.contentWindow as Window, 'scrollTo');
    const choice = screen.getByLabelText('Section');
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['The lane', '\u2003The cold cupboard']);
    await site.user.selectOptions(choice, 'chapter-2');
    await waitFor(() => expect(scroll).toHaveBeenCalledOnce());
    expect(screen.queryByRole('button', { name: /^Changes/ })).toBeNull();
    await expectAccessible();
  });

  test('is a skeleton until it is here', async () => {
    const end = site.network.hold('GET', VERSION_1);
    openPane();
    expect(screen.getByRole('status').textContent).toBe('Loading...');
    serve(VERSION_1, createText());
    end();
  });

  test('says why it could not be fetched, and is fetched again', async () => {
    serve(VERSION_1, createText({ html: null, chapters: [], error: 'The page doesn’t exist (error 404).' }));
    openPane();
    await screen.findByText('The page doesn’t exist (error 404).');
    await expectAccessible();
    const message = 'This text was just loaded. Try again in a few seconds.';
    const end = site.network.fail('POST', VERSION_1, 429, { error: message, message });
    await site.press('Retry');
    await screen.findByText(message);
    end();
    site.network.intercept('POST', VERSION_1, () => Response.json({ data: createText() }));
    await site.press('Retry');
    expect(getInside(await findFrame()).body.textContent).toContain('Elder keeps two medicines.');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('says when our server did not answer, and is loaded again', async () => {
    const end = site.network.fail('GET', VERSION_1, 500);
    openPane();
    await screen.findByText('Server error: 500');
    end();
    serve(VERSION_1, createText());
    await site.press('Retry');
    await findFrame();
    expect(site.network.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('of a work that is a PDF only is not requested; its file is one link away', async () => {
    openPane({ html_url: null, md_url: null, pdf_url: 'https://books.example/1.pdf', epub_url: null });
    screen.getByRole('heading', { name: 'No text to show here' });
    expect(screen.getAllByRole('link', { name: /^PDF of/ })).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(site.network.calls.filter(({ path }) => path.includes('/text'))).toEqual([]);
    await expectAccessible();
  });

  test('has the keys of the screen while it has the focus', async () => {
    serve(VERSION_1, createText());
    openPane();
    const inside = getInside(await findFrame());
    const keys: string[] = [];
    const press = (event: KeyboardEvent) => {
      keys.push(`${event.ctrlKey ? 'Ctrl ' : ''}${event.key}`);
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    const KeyEvent = KeyboardEvent;
    const event = new KeyEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true });
    inside.body.dispatchEvent(event);
    window.removeEventListener('keydown', press);
    expect(keys).toEqual(['Ctrl k']);
    expect(event.defaultPrevented).toBe(true);
  });

  test('shows no element that runs, requests or leads elsewhere, whatever our server sends', async () => {
    serve(VERSION_1, createText({ html: generateHostileHtml(5, 300).join(''), chapters: [] }));
    openPane();
    const inside = getInside(await findFrame());
    expect(
      inside.querySelectorAll('script, img, video, iframe, svg, form, object, embed, link:not([rel=stylesheet])'),
    ).toHaveLength(0);
    for (const element of inside.body.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on|^style$|^src$/);
        if (name === 'href') expect(value).toMatch(/^https:\/\//);
      }
    }
  });

  test('links open in new tabs, and only https', async () => {
    const html = '<p><a href="https://a.example/">a</a><a href="http://b.example/">b</a><a href="#x">c</a></p>';
    serve(VERSION_1, createText({ html }));
    openPane();
    const links = [...getInside(await findFrame()).querySelectorAll('a')];
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
      ['https://a.example/', '_blank'],
      [null, null],
      [null, null],
    ]);
  });

  test('marks the passages that the AI quotes, and the panel leads to them', async () => {
    serve(
      VERSION_1,
      createText({ html: '<p>One.</p><p>Two for  anyone\nover <b>ten</b>.</p><p>It ‘brings’ the pressure down.</p>' }),
    );
    openPane({
      ai_comments:
        'Without a source: “two for anyone over ten.” and "It \'brings\' the pressure…". Not there: “a passage of another work”.',
    });
    const inside = getInside(await findFrame());
    expect([...inside.querySelectorAll('.passage')].map(({ id, textContent }) => [id, textContent])).toEqual([
      ['passage-1', 'AI, passage 1Two for  anyone\nover ten.'],
      ['passage-2', 'AI, passage 2It ‘brings’ the pressure down.'],
    ]);
    const scroll = vi.spyOn(inside.defaultView as Window, 'scrollTo');
    await site.press('Description');
    await site.press('Passage 2');
    await waitFor(() => expect(scroll).toHaveBeenCalledOnce());
    expect(screen.getByRole('button', { name: 'Text' }).getAttribute('aria-pressed')).toBe('true');
    expect(screen.queryByRole('button', { name: 'Passage 3' })).toBeNull();
  });
});

describe('the images of a text', () => {
  const WEBP = 'data:image/webp;base64,UklGRg==';
  const image = (changes = {}) => ({ data_url: WEBP, width: 9, height: 9, error: null, ...changes });
  const IMAGES = [
    { url: 'https://books.example/1.png', alt: 'A jar' },
    { url: 'https://cdn.example/2.png', alt: '' },
    { url: null, alt: 'Old' },
  ];
  const HTML =
    '<p>Tea <img data-image="1" alt="A jar" /></p><a href="https://books.example/more"><img data-image="2" alt="" /></a><img data-image="3" alt="Old" />';
  const toPath = (number: number) => `${API}/images/${number}?version=1`;
  const serveImage = (number: number, data: unknown = image()) => serve(toPath(number), data);
  const listRequested = () =>
    site.network.calls.filter(({ path }) => path.includes('/images/')).map(({ path }) => path.slice(API.length));
  const openText = async (changes: Partial<PublicationTextJson> = {}) => {
    serve(VERSION_1, createText({ html: HTML, images: IMAGES, chapters: [], ...changes }));
    openPane();
    return getInside(await findFrame());
  };
  const readPlaces = (inside: Document) =>
    [...inside.querySelectorAll('.reader-image')].map((place) =>
      [...place.querySelectorAll('.reader-image-label, .reader-image-note, button')].map(
        ({ textContent }) => textContent,
      ),
    );
  const getPlace = (inside: Document, number: number) =>
    within(inside.querySelector<HTMLElement>(`.reader-image[data-image="${number}"]`) as HTMLElement);
  /** As a reviewer presses it; the library knows one document only. */
  const pressInside = (inside: Document, name: string) => within(inside.body).getByRole('button', { name }).click();
  const listShown = (inside: Document) => [...inside.querySelectorAll('img')].map((each) => each.getAttribute('src'));

  test('are named in their places with the host of their address, and requested by nobody', async () => {
    const inside = await openText();
    expect(readPlaces(inside)).toEqual([
      ['Image: A jar', 'books.example', 'Show'],
      ['cdn.example', 'Show'],
      ['Image: Old', 'Its address doesn’t begin with https:, so it can’t be shown.'],
    ]);
    expect(inside.querySelector('a')?.textContent).toBe('Image without alt text');
    expect(inside.querySelector('a button, a img')).toBeNull();
    expect(inside.querySelectorAll('img')).toHaveLength(0);
    expect(listRequested()).toEqual([]);
    await expectAccessible();
  });

  test('are all loaded by one button, which hides them again', async () => {
    for (const number of [1, 2]) serveImage(number);
    const inside = await openText();
    await site.press('Show 2 images');
    await waitFor(() => expect(listShown(inside)).toEqual([WEBP, WEBP]));
    expect(listRequested()).toEqual(['/images/1?version=1', '/images/2?version=1']);
    getPlace(inside, 1).getByText('Image: A jar');
    await site.press('Hide images');
    expect(listShown(inside)).toEqual([]);
    await screen.findByRole('button', { name: 'Show 2 images' });
  });

  test('are loaded two at a time, from the top, and the button says so', async () => {
    const many = Array.from({ length: 4 }, (_, at) => ({ url: `https://books.example/${at}.png`, alt: `${at}` }));
    const html = many.map(({ alt }, at) => `<img data-image="${at + 1}" alt="${alt}" />`).join('');
    for (const number of [1, 2, 3, 4]) serveImage(number);
    const ends = [1, 2, 3, 4].map((number) => site.network.hold('GET', toPath(number)));
    const inside = await openText({ html, images: many });
    await site.press('Show 4 images');
    const button = screen.getByRole('button', { name: 'Loading images...' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(listRequested()).toHaveLength(2);
    getPlace(inside, 4).getByText('Loading...');
    ends[0]?.();
    await waitFor(() => expect(listRequested()).toHaveLength(3));
    for (const end of ends) end();
    await waitFor(() => expect(listShown(inside)).toHaveLength(4));
    expect(listRequested().at(-1)).toBe('/images/4?version=1');
  });

  test('are loaded one by one', async () => {
    serveImage(1);
    site.network.hold('GET', toPath(2));
    const inside = await openText();
    pressInside(inside, 'Show image: A jar');
    await waitFor(() => expect(listShown(inside)).toEqual([WEBP]));
    expect(listRequested()).toEqual(['/images/1?version=1']);
    await screen.findByRole('button', { name: 'Show 1 image' });
    pressInside(inside, 'Show image 2');
    await screen.findByRole('button', { name: 'Loading images...' });
  });

  test('say each why they did not load, and are tried again there or all at once', async () => {
    serveImage(1, image({ data_url: null, error: 'The image is damaged.' }));
    const message = 'Many images are being loaded right now. Try again in a few seconds.';
    const end = site.network.fail('GET', toPath(2), 503, { message });
    const inside = await openText();
    await site.press('Show 2 images');
    await waitFor(() => expect(readPlaces(inside)[0]).toEqual(['Image: A jar', 'The image is damaged.', 'Retry']));
    await waitFor(() => expect(readPlaces(inside)[1]).toEqual([message, 'Retry']));
    end();
    for (const number of [1, 2]) serveImage(number);
    pressInside(inside, 'Retry image: A jar');
    await waitFor(() => expect(listShown(inside)).toEqual([WEBP]));
    await site.press('Retry 1 image');
    await waitFor(() => expect(listShown(inside)).toEqual([WEBP, WEBP]));
  });

  test('keep the focus of the button that was pressed', async () => {
    serveImage(1, image({ data_url: null, error: 'The image is damaged.' }));
    const inside = await openText();
    within(inside.body).getByRole('button', { name: 'Show image: A jar' }).focus();
    pressInside(inside, 'Show image: A jar');
    await waitFor(() => expect(inside.activeElement?.textContent).toBe('Retry'));
  });

  test('are shown only as what our server makes of them', async () => {
    serveImage(1, image({ data_url: 'data:image/svg+xml;base64,PHN2Zz4=' }));
    serveImage(2, image({ data_url: 'https://evil.example/x.png' }));
    const inside = await openText();
    await site.press('Show 2 images');
    await waitFor(() => expect(getPlace(inside, 2).getByText('It can’t be shown.')).not.toBeNull());
    expect(listShown(inside)).toEqual([]);
  });

  test('are not asked for any more once the reviewer has left', async () => {
    const requests: Request[] = [];
    site.network.intercept('GET', toPath(1), (request) => {
      requests.push(request);
      return new Promise(() => undefined);
    });
    const inside = await openText();
    pressInside(inside, 'Show image: A jar');
    await waitFor(() => expect(requests).toHaveLength(1));
    cleanup();
    await waitFor(() => expect(requests[0]?.signal.aborted).toBe(true));
  });

  test('that nobody can load have no button', async () => {
    await openText({ images: [{ url: null, alt: 'A jar' }], html: '<img data-image="1" alt="A jar" />' });
    expect(screen.queryByRole('button', { name: /images?$/ })).toBeNull();
  });
});

describe('links that were removed from a text', () => {
  test('are listed below it as text, with why', async () => {
    const links = [
      { address: 'http://a.example/', text: 'Old page', reason: 'not_https' as const },
      { address: 'javascript:alert(1)', text: '', reason: 'script' as const },
    ];
    serve(VERSION_1, createText({ removed_links: { count: 25, links } }));
    openPane();
    const inside = getInside(await findFrame());
    const section = within(inside.body).getByRole('region', { name: 'Links removed from the text' });
    expect(inside.querySelector('article')?.nextElementSibling).toBe(section);
    expect(
      within(section)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Old page http://a.example/ Doesn’t begin with https:', 'javascript:alert(1) Could run a script']);
    within(section).getByText('And 23 more.');
    expect(section.querySelector('a, [href]')).toBeNull();
  });

  test('have no heading where there are none', async () => {
    serve(VERSION_1, createText());
    openPane();
    expect(getInside(await findFrame()).querySelector('section')).toBeNull();
  });
});

test('the description is text', async () => {
  serve(VERSION_1, createText());
  openPane({ description: 'Line one.\n<b>Line two.</b>' });
  await site.press('Description');
  expect(screen.getByRole('region', { name: 'Description' }).textContent).toBe('Line one.\n<b>Line two.</b>');
  await expectAccessible();
});

describe('links to the formats', () => {
  test('lead only to safe addresses', () => {
    serve(VERSION_1, createText());
    openPane({
      html_url: 'https://a.example/1.html',
      pdf_url: 'javascript:alert(1)',
      md_url: '\tjava\nscript:alert(1)',
      epub_url: 'https://user@evil.example/',
    });
    const links = [...document.querySelectorAll('.safe-links a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://a.example/1.html']);
    const link = screen.getByRole('link', { name: 'HTML of Remedies from a Hedgerow, opens in a new tab' });
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(link.getAttribute('target')).toBe('_blank');
  });
});

describe('changes', () => {
  const DIFF = `${API}/diff?from=1&to=3`;
  const diff: VersionDiffJson = {
    from: 1,
    to: 3,
    fields: [
      {
        field: 'title',
        before: 'Remedies',
        after: 'Remedies from a Hedgerow',
        parts: [
          { kind: 'same', text: 'Remedies' },
          { kind: 'added', text: ' from a Hedgerow' },
        ],
      },
    ],
    paragraphs: [
      { kind: 'gap', parts: [] },
      { kind: 'same', parts: [{ kind: 'same', text: 'Before.' }] },
      {
        kind: 'changed',
        parts: [
          { kind: 'same', text: 'A ' },
          { kind: 'removed', text: 'spoon' },
          { kind: 'added', text: 'drop' },
        ],
      },
    ],
    change_count: 2,
    error: null,
  };
  const reviewed = { version_number: 3, last_decided_version: 1 };
  beforeEach(() => void serve(`${API}/text?version=3`, createText({ version_number: 3 })));

  test('since the version that a reviewer saw last come first', async () => {
    serve(DIFF, diff);
    openPane(reviewed);
    const region = await screen.findByRole('region', { name: 'Changes since v1' });
    await within(region).findByText('Title');
    expect(region.querySelector('dd ins')?.textContent).toBe(' from a Hedgerow');
    expect(region.querySelector('.changed-paragraph')?.innerHTML).toBe('A <del>spoon</del><ins>drop</ins>');
    expect(screen.getByRole('button', { name: 'Changes 2' }).getAttribute('aria-pressed')).toBe('true');
    await expectAccessible();
  });

  test('end with the new addresses of the files', async () => {
    const address = { field: 'pdf_url', parts: [{ kind: 'added' as const, text: 'https://books.example/2.pdf' }] };
    serve(DIFF, { ...diff, fields: [address, ...diff.fields] });
    openPane(reviewed);
    const region = await screen.findByRole('region', { name: 'Changes since v1' });
    await within(region).findByRole('heading', { name: 'Files' });
    expect([...region.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual(['Title', 'PDF']);
  });

  test('of a version after an undecided one are there, behind the text', async () => {
    serve(`${API}/diff?from=2&to=3`, { ...diff, fields: [], paragraphs: [], change_count: 0 });
    openPane({ version_number: 3 });
    expect(screen.getByRole('button', { name: 'Text' }).getAttribute('aria-pressed')).toBe('true');
    await site.press('Changes');
    await screen.findByText('Nothing has changed since v1.');
  });

  test('without texts to compare say why', async () => {
    serve(DIFF, { ...diff, paragraphs: null, error: 'The two texts differ too much to be compared.' });
    openPane(reviewed);
    await screen.findByText('The two texts differ too much to be compared.');
    screen.getByText('Title');
  });

  test('of a resubmission stand below what its author was asked for', async () => {
    serve(DIFF, diff);
    const asked = createHistoryEntry({
      move: 'request_changes',
      version_number: 1,
      comments: 'Add a source.',
      reasons: ['Advice'],
      user: { id: 1, name: 'Aroha Ngata' },
    });
    openPane({ ...reviewed, history: [asked] });
    const section = await screen.findByRole('region', { name: 'You asked for' });
    expect(section.textContent).toContain('AdviceAdd a source.');
  });

  test('of a work that was rejected stand below the rejection, which asked for nothing', async () => {
    serve(DIFF, diff);
    const rejected = createHistoryEntry({ move: 'reject', version_number: 1, comments: 'Mostly copied.' });
    openPane({ ...reviewed, history: [rejected] });
    const section = await screen.findByRole('region', { name: 'Tom Whitaker rejected this' });
    expect(section.textContent).toContain('Mostly copied.');
    expect(screen.queryByText(/asked for/)).toBeNull();
  });

  test('that did not load are loaded again', async () => {
    const end = site.network.fail('GET', DIFF, 500);
    openPane(reviewed);
    await screen.findByText('Server error: 500');
    end();
    serve(DIFF, diff);
    await site.press('Retry');
    await screen.findByText('Title');
  });
});
