import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { EmailDeliveryError } from '#api/adapters/mailer.ts';
import { completeFirstRunAnswers, createFirstRunDefaults, type FirstRunAnswers } from '#api/domain/first-run.ts';
import { firstRunQuestions } from '#api/domain/first-run-questions.ts';
import { FirstRunIsland } from '#src/features/first-run/FirstRun.island.tsx';
import { OverviewIsland } from '#src/features/overview/Overview.island.tsx';
import { TIDEWORKS } from '../../support/app/new-site.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { FakeUploadRequest } from '../../support/islands/fake-upload-request.ts';
import {
  createIslandSite,
  expectFocus,
  findDialog,
  findFailure,
  type IslandSite,
} from '../../support/islands/island-site.tsx';

const PATH = '/api/admin/first-run';
const QUESTIONS = [
  'What is it called?',
  'Do you have a logo?',
  'Which colour is yours?',
  'What do you offer?',
  'Where are you, and what do you charge in?',
  'Who sends your email?',
];

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  site.deps.publisher.dryRun.previewSite = async ({ settings }) => ({
    status: 200,
    body: Buffer.from(`<p>${settings.company.name}</p>`),
    contentType: 'text/html',
    policy: null,
  });
  await site.signIn('admin');
});

/** A site that asks, with what is answered already. */
async function begin(answered: readonly string[] = [], answers: Partial<FirstRunAnswers> = {}): Promise<void> {
  const stored = completeFirstRunAnswers({ ...createFirstRunDefaults('http://localhost:4321'), ...answers });
  await site.db.client.execute({
    sql: 'INSERT INTO first_run (id, answers, answered, created_at) VALUES (1, ?, ?, 0)',
    args: [JSON.stringify(stored), JSON.stringify(answered)],
  });
}

async function open(answered: readonly string[] = [], answers: Partial<FirstRunAnswers> = {}): Promise<void> {
  await begin(answered, answers);
  site.open(<FirstRunIsland />, '/admin/first-run');
  await screen.findByText(`${answered.length} of 6 answered`, { exact: false });
}
const openAt = (question: string, answers: Partial<FirstRunAnswers> = {}) =>
  open(
    firstRunQuestions.filter((each) => each !== question),
    answers,
  );
const read = async () => (await site.call('GET', PATH)).first_run;
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const group = () => screen.getByRole('group', { name: (name) => QUESTIONS.includes(name) });
const getOpenQuestion = () => within(group()).getByRole('heading').textContent;
const write = async (name: string, text: string) => {
  await site.user.clear(field(name));
  await site.user.type(field(name), text);
};
const waitForAnswers = (answers: Partial<FirstRunAnswers>) =>
  waitFor(async () => expect((await read()).answers).toMatchObject(answers), { timeout: 5_000 });

describe('the questions of a new site', () => {
  test('are open one after the other, are kept as they are typed, and go on with Enter', async () => {
    await open();
    expect(getOpenQuestion()).toBe(QUESTIONS[0]);
    await expectAccessible();
    await write('Name of the company', 'Tideworks');
    await waitForAnswers({ name: 'Tideworks' });
    expect((await read()).answered).toEqual([]);
    await site.user.type(field('Legal name'), 'Tideworks AS{Enter}');
    expect(getOpenQuestion()).toBe(QUESTIONS[1]);
    expect(screen.getByRole('button', { name: 'Change: Name' })).toBeDefined();
    await screen.findByText('1 of 6 answered', { exact: false });
    await waitForAnswers({ legal_name: 'Tideworks AS' });
    expect((await read()).answered).toEqual(['name']);
  });

  test('can all be skipped, which takes the defaults', async () => {
    await open([], { name: 'Half ty', colour: '#2a8fb5' });
    for (const question of QUESTIONS) {
      expect(getOpenQuestion()).toBe(question);
      await site.press('Skip');
    }
    const dialog = await findDialog('It is yours');
    expect(dialog.getByText('5 pages, a menu and a footer, in your colours')).toBeDefined();
    await waitForAnswers({ name: 'New site', colour: '#0d5c48' });
    expect((await read()).answered).toEqual([...firstRunQuestions]);
  });

  test('name what is missing, at its field, before they go on', async () => {
    await open();
    await site.user.clear(field('Name of the company'));
    await site.press('Continue');
    expect(getOpenQuestion()).toBe(QUESTIONS[0]);
    expect(screen.getByText('Fill in ‘Name of the company’.')).toBeDefined();
    await expectFocus(() => field('Name of the company'));
  });

  test('can be changed again, and go on where they were left', async () => {
    await open(['name', 'logo']);
    expect(getOpenQuestion()).toBe(QUESTIONS[2]);
    await site.press('Change: Name');
    expect(getOpenQuestion()).toBe(QUESTIONS[0]);
    await expectFocus(() => field('Name of the company'));
    await site.press('Continue');
    expect(getOpenQuestion()).toBe(QUESTIONS[2]);
  });

  test.each([
    ['square', 64, 'mark', 'It stands beside the name.'],
    ['wide', 300, 'logo', 'It stands for the name.'],
  ])('take a %s image for what there is room for', async (_shape, width, name, hint) => {
    vi.stubGlobal('XMLHttpRequest', FakeUploadRequest);
    FakeUploadRequest.sent.length = 0;
    await openAt('logo');
    const input = screen.getByLabelText('Image to upload', { selector: 'input' });
    fireEvent.change(input, { target: { files: [new File(['x'], 'wave.png', { type: 'image/png' })] } });
    await waitFor(() => expect(FakeUploadRequest.sent).toHaveLength(1));
    FakeUploadRequest.sent[0]?.finish(201, { url: '/uploads/wave.webp', alt: '', width, height: 64 });
    await screen.findByText(hint);
    await waitForAnswers({ logo: null, mark: null, [name]: { url: '/uploads/wave.webp', alt: '' } });
    await site.press('Remove logo');
    await waitForAnswers({ logo: null, mark: null });
  });

  test('can be finished later: Start says how many are left, and leads back', async () => {
    await open(['name']);
    await site.press('Finish later');
    await waitFor(() => expect(site.navigations).toEqual(['/admin']));
    expect((await read()).is_postponed).toBe(true);
    site.open(<OverviewIsland company={{ isCompanyRenamed: true }} />, '/admin');
    const notice = within(await screen.findByRole('region', { name: 'Set up the site' }));
    expect(notice.getByText('1 of 6 questions answered')).toBeDefined();
    expect(notice.getByText('The site isn’t public yet.')).toBeDefined();
    expect(notice.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/admin/first-run');
    await expectAccessible();
  });

  test('are where Start leads as long as they are not put off', async () => {
    await begin();
    site.open(<OverviewIsland company={{ isCompanyRenamed: true }} />, '/admin');
    await waitFor(() => expect(site.navigations).toEqual(['/admin/first-run']));
  });

  test('lead to Start once the site is set up', async () => {
    site.open(<FirstRunIsland />, '/admin/first-run');
    await waitFor(() => expect(site.navigations).toEqual(['/admin']));
  });

  test('say that they aren’t saved, and try again', async () => {
    await open();
    const restore = site.network.fail('PUT', PATH, 503, { message: 'The disk is full.' });
    await write('Name of the company', 'Tideworks');
    const failure = await screen.findByText(/The disk is full\./, {}, { timeout: 5_000 });
    expect(failure).toBeDefined();
    restore();
    await site.press('Try again');
    await waitForAnswers({ name: 'Tideworks' });
    await waitFor(() => expect(screen.queryByText('Your answers aren’t saved')).toBeNull());
  });

  test('of someone else are not overwritten', async () => {
    await open();
    const { answers } = await read();
    await site.call('PUT', PATH, {
      answers: { ...answers, name: 'Other' },
      answered: [],
      is_postponed: false,
      version: 1,
    });
    await write('Name of the company', 'Tideworks');
    await screen.findByText(/Someone else changed the answers\./, {}, { timeout: 5_000 });
    expect((await read()).answers.name).toBe('Other');
  });
});

describe('the question', () => {
  test('of the colour takes one of six or any other, and says what was mended', async () => {
    await openAt('colour');
    await site.user.click(screen.getByRole('radio', { name: 'Fjord blue' }));
    expect(field('Or its value').value).toBe('#2a8fb5');
    expect(screen.getByText(/^Darkened for text and buttons: \d/)).toBeDefined();
    await write('Or its value', 'teal');
    await site.user.tab();
    await waitForAnswers({ colour: '#008080' });
    await expectAccessible();
  });

  test('of what you offer has rows of products that are added, moved and removed', async () => {
    await openAt('offer', { products: [{ name: 'Logbook', tagline: 'A log.' }] });
    await site.press('Add product');
    await site.user.keyboard('Tidal');
    await waitForAnswers({
      products: [
        { name: 'Logbook', tagline: 'A log.' },
        { name: 'Tidal', tagline: '' },
      ],
    });
    await site.user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitForAnswers({
      products: [
        { name: 'Tidal', tagline: '' },
        { name: 'Logbook', tagline: 'A log.' },
      ],
    });
    await site.press('Remove Product 1');
    await waitForAnswers({ products: [{ name: 'Logbook', tagline: 'A log.' }] });
    await expectAccessible();
  });

  test('of what you offer names a product that is there twice', async () => {
    await openAt('offer', {
      products: [
        { name: 'Tidal', tagline: '' },
        { name: 'tidal', tagline: '' },
      ],
    });
    await site.press('Continue');
    expect(screen.getByText('Another product is called ‘tidal’. Choose another name.')).toBeDefined();
    expect(getOpenQuestion()).toBe(QUESTIONS[3]);
  });

  test('of what you offer asks for no products of a blog', async () => {
    await openAt('offer');
    await site.user.click(screen.getByRole('radio', { name: /^One product/ }));
    expect(screen.getByRole('group', { name: 'Your product' })).toBeDefined();
    await site.user.click(screen.getByRole('radio', { name: /^Blog and docs/ }));
    expect(screen.queryByRole('button', { name: 'Add product' })).toBeNull();
    await waitForAnswers({ starting_point: 'blog' });
  });

  test('of the country sets currency, dates, tax and time zone, and shows them', async () => {
    await openAt('country');
    await site.user.selectOptions(field('Country'), 'Norway');
    expect(field('Currency').value).toBe('NOK');
    for (const fact of ['MVA, 25 %, included in prices', 'Oslo', 'Norway, template. Have it checked.'])
      expect(screen.getByText(fact)).toBeDefined();
    await waitForAnswers({ country: 'NO', currency: 'NOK', locale: 'nb-NO', time_zone: 'Europe/Oslo' });
    await expectAccessible();
  });

  test('of the country lets the owner choose where it isn’t known', async () => {
    await openAt('country');
    await site.user.selectOptions(field('Country'), 'Chile');
    expect(screen.queryByText('Tax')).toBeNull();
    await site.user.selectOptions(field('Currency'), 'CLP');
    await site.user.selectOptions(field('Time zone'), 'America/Santiago');
    await waitForAnswers({ country: 'CL', currency: 'CLP', time_zone: 'America/Santiago' });
  });

  test('of the sender sends a test, and says what the mail server answered', async () => {
    await openAt('mail', { email: 'hei@tideworks.example' });
    expect(screen.getByText('smtp.example.com:587')).toBeDefined();
    await site.press('Send me a test');
    await screen.findByText(/^smtp\.example\.com:587 has taken an email to /);
    site.deps.mail.send = () => Promise.reject(new EmailDeliveryError('server', 'CONN ETIMEDOUT'));
    await site.press('Send me a test');
    await findFailure('Not sent', 'The mail server didn’t answer in time (CONN ETIMEDOUT).');
    await expectAccessible();
  });
});

describe('the last dialog', () => {
  const openDialog = async (answers: Partial<FirstRunAnswers> = TIDEWORKS) => {
    await open(firstRunQuestions, answers);
    await site.press('Publish the site...');
    return findDialog('It is yours');
  };

  test('says what will be public, publishes it, and leads to the site once it is live', async () => {
    const dialog = await openDialog();
    expect(dialog.getByText('8 pages, 3 products, a menu and a footer, in your colours')).toBeDefined();
    expect(dialog.getByText('Terms and privacy are filled in with Tideworks AS. Have them checked.')).toBeDefined();
    await expectAccessible();
    await site.user.click(dialog.getByRole('button', { name: 'Publish the site' }));
    await dialog.findByRole('button', { name: 'Publishing...' });
    await waitFor(async () => expect(await read()).toBeNull());
    expect(site.navigations).toEqual([]);
    await site.db.client.execute("UPDATE publish_jobs SET status = 'live', finished_at = 1");
    await waitFor(() => expect(site.navigations).toEqual(['/']), { timeout: 5_000 });
  });

  test('names what has to be fixed, and leads to its question', async () => {
    const dialog = await openDialog({ ...TIDEWORKS, email: 'hei' });
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Publish the site' }).disabled).toBe(true);
    await site.user.click(
      dialog.getByRole('button', { name: 'Show: Enter an email address such as hello@example.com.' }),
    );
    expect(getOpenQuestion()).toBe(QUESTIONS[5]);
  });

  test('says why the site couldn’t be published', async () => {
    const dialog = await openDialog();
    site.network.fail('POST', `${PATH}/publish`, 409, { message: 'Someone else changed the answers.' });
    await site.user.click(dialog.getByRole('button', { name: 'Publish the site' }));
    await findFailure('Failed to publish', 'Someone else changed the answers.');
  });
});
