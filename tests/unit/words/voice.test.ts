import { beforeAll, describe, expect, it } from 'vitest';
import { listFiles, readSource } from '../../support/architecture/source-files.ts';
import { readVisibleTexts } from '../../support/words/visible-texts.ts';
import { findVoiceFaults } from '../../support/words/voice.ts';

/** Texts that the specification quotes, a request that is a favour, the deck's own summary, and search words of the slash menu. */
const ALLOWED = [
  'Settings updated successfully!',
  'Profile updated successfully!',
  'Unexpected Application Error!',
  'No response from server. Please check your network connection.',
  'Something went wrong. Please try again.',
  'Stripe is not configured',
  'Please provide a reason for blacklisting',
  'Please select entries to perform this action',
  'Please sign in to subscribe',
  'Failed to fetch waitinglist entries',
  'Nobody is waiting',
  'All publications have been reviewed. Great job!',
  'Joining Waitinglist...',
  'Story',
  "Some Things We've Written",
  '{} and all its revisions will be deleted. This action cannot be undone.',
  'and all its files will be deleted. This action cannot be undone.',
  'The text is yours to change, line by line. An edit does not count as a generation.',
  'No. An edit does not count as a generation. Change your text as often as you like.',
  'Wasn’t you? Ignore this email, or open the page and leave the list. The link is private, so please don’t forward this email.',
  'Stripe is not configured. You can’t buy or change plans at the moment, and nothing was charged.',
  'Get a published post by slug',
  'picture image photo',
  'The requested publication could not be found.',
  // The name of a screen.
  'Mail',
];

/** The payment sandbox repeats Stripe's messages word for word; its pages are ours. */
const STRIPE_TEXTS = /^api\/payment-sandbox\/(?!pages\/)/;

describe('the copy deck', () => {
  let faults: string[];
  beforeAll(() => {
    faults = listFiles(['src', 'api', 'scripts', 'db/seed/site'])
      .filter((file) => !STRIPE_TEXTS.test(file))
      .flatMap((file) => findVoiceFaults(file, readSource(file)));
  });
  const isAbout = (fault: string, text: string) => fault.endsWith(`: ${text}`);

  it('is followed by every text of pages, screens, emails, errors, the API description and the terminal', () => {
    expect(faults.filter((fault) => !ALLOWED.some((text) => isAbout(fault, text)))).toEqual([]);
  });

  it('has no exception that no text needs', () => {
    expect(ALLOWED.filter((text) => !faults.some((fault) => isAbout(fault, text)))).toEqual([]);
  });

  it.each([
    ['Please enter the code.', 'no please'],
    ['This is an invalid code.', 'say what is expected'],
    ['Saved!', 'no exclamation mark'],
    ['Your e-mail address', 'email, not e-mail or mail'],
    ['Nobody sees it.', 'someone, anyone, no one'],
    ['Saving…', 'progress ends in three dots'],
    ['Uploading: 40 %', 'percent without a space'],
    ['Restore “Tea”', 'single curly quotes'],
    ["It isn't saved.", 'curly apostrophe'],
    ['You cannot edit this.', 'contractions'],
    ['Look in your mailbox.', 'inbox, not mailbox'],
    ['Choose a picture', 'image, not picture'],
    ['No alternative text', 'alt text'],
    ['Add a chapter', 'section, not chapter'],
    ['All stories', 'post, not story'],
    ['Delete for good', 'delete permanently'],
    ['Take down the post', 'unpublish, pause, resume'],
    ['It goes live at once.', 'straight away'],
    ['Ask an administrator.', 'admin'],
    ['Join the waitlist', 'waiting list'],
    ['Log in again', 'sign in'],
    ['Change the slug', 'address, not slug or permalink'],
  ])('refuses ‘%s’', (text, rule) => {
    const planted = {
      'src/a.tsx': `export const A = () => <p title="x">{1}${text}</p>;`,
      'src/b.astro': `---\nconst b = 1;\n---\n<button aria-label="${text}">{b}</button>`,
      'api/c.ts': `throw new Error(\`${text}\`);`,
    };
    const found = Object.entries(planted).flatMap(([file, source]) => findVoiceFaults(file, source));
    expect(found).toEqual(Object.keys(planted).map((file) => `${file}: ${rule}: ${text}`));
  });
});

describe('visible texts', () => {
  it('are read from markup, attributes, expressions, templates and page scripts of an Astro component', () => {
    const source = [
      "---\nimport A from './please.astro';\nconst title = 'A title';\n---",
      '<A class="two words" label="Save" {title}>Two\n  lines {title ? `The title is set` : "not now"}</A>',
      "<script>show('Link copied');</script>",
    ].join('\n');
    const texts = ['A title', 'Save', 'Two lines', 'The title is set', 'not now', 'Link copied'];
    expect(readVisibleTexts('src/a.astro', source)).toEqual(texts);
  });

  it('leave out imports, types, class names, SQL and tags', () => {
    const source = [
      "import { a } from 'not valid';",
      "type B = 'not valid';",
      'const c = sql`is not valid`;',
      "run('SELECT a FROM b WHERE c NOT NULL');",
      'const d = <p className="not valid" />;',
      'const e = \'<b class="not valid">Text</b> here\';',
    ].join('\n');
    expect(readVisibleTexts('src/a.tsx', source)).toEqual(['Text here']);
  });
});
