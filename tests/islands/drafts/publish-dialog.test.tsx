import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { CheckWarningJson } from '#api/features/drafts/drafts.contract.ts';
import type { PublishAction } from '#src/features/drafts/publish/publish-action.ts';
import { PublishDialog } from '#src/features/drafts/publish/PublishDialog.tsx';
import type { PublishFlow } from '#src/features/drafts/publish/use-publish-flow.ts';

type Fields = { title: string };

/** Tuesday, 11:30 am in Auckland. */
const NOW = Date.parse('2026-11-23T22:30:00Z');

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function open({
  action = {},
  warnings = [],
  image = null,
}: {
  action?: Partial<PublishAction<Fields>>;
  warnings?: CheckWarningJson[];
  /** The address of the image that a warning is about, where it can be changed. */
  image?: string | null;
}) {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  const flow = {
    close: vi.fn(),
    confirm: vi.fn(async () => undefined),
    goToWarning: vi.fn(),
    fixWarning: vi.fn(),
    getImage: () => image,
    setAltText: vi.fn(async () => undefined),
  };
  const asked: PublishAction<Fields> = {
    label: 'Publish...',
    confirmLabel: 'Publish',
    busyLabel: 'Publishing...',
    consequence: 'It goes live.',
    isPublic: true,
    changes: {},
    ...action,
  };
  const publishFlow = { ...flow, step: { kind: 'asking', action: asked, warnings, plan: null } };
  render(<PublishDialog publishFlow={publishFlow as unknown as PublishFlow<Fields>} subject={null} />);
  return flow;
}

/** What a browser focuses when the dialog opens. */
const getFirstFocused = () => [...document.querySelectorAll('[autofocus]')];

const schedule = { at: null, toChanges: () => ({}) };

test('the focus is on the first choice, not on the cross', () => {
  open({ action: { schedule } });
  expect(getFirstFocused()).toEqual([screen.getByRole('radio', { name: /Publish now/ })]);
});

test('without a choice the focus is on the button that publishes', () => {
  open({});
  expect(getFirstFocused()).toEqual([screen.getByRole('button', { name: 'Publish' })]);
});

test('a schedule opens with tomorrow morning, and times that have passed are not offered', async () => {
  open({ action: { schedule } });
  await userEvent.click(screen.getByRole('radio', { name: /Schedule for later/ }));
  const field = screen.getByLabelText('Publish date') as HTMLInputElement;
  expect([field.value, field.min]).toEqual(['2026-11-25T09:00', '2026-11-24T11:30']);
});

test('Enter publishes', async () => {
  const { confirm } = open({ action: { schedule } });
  screen.getByRole('radio', { name: /Publish now/ }).focus();
  await userEvent.keyboard('{Enter}');
  expect(confirm).toHaveBeenCalledTimes(1);
});

test('a time that has passed is named, and replaced by the suggested one with a press', async () => {
  const { confirm } = open({
    action: { schedule: { at: '2026-11-23T20:00:00.000Z', toChanges: (at) => ({ at }) as never } },
  });
  screen.getByText(/^9:00 am( NZDT)? has passed\.$/);
  await userEvent.click(screen.getByRole('button', { name: /^Schedule for/ }));
  expect(confirm).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Use tomorrow, 9:00 am' }));
  await userEvent.click(screen.getByRole('button', { name: /^Schedule for/ }));
  expect(confirm.mock.calls).toEqual([[expect.anything(), { at: '2026-11-24T20:00:00.000Z' }, '']]);
});

test('says so when the checks found nothing', () => {
  open({});
  screen.getByText('Links, images and headings are fine.');
});

test('a schedule of another year names the year', () => {
  open({ action: { schedule: { at: '2031-02-28T20:30:00.000Z', toChanges: () => ({}) } } });
  screen.getByRole('button', { name: /^Schedule for .*2031/ });
});

test('what one press can put right has Fix; the rest only shows its place', async () => {
  const heading: CheckWarningJson = {
    kind: 'headings',
    message: '‘Harbour’ is a level 1 heading.',
    target: { tag: 'heading', index: 0 },
    fixed_level: 2,
  };
  const alt: CheckWarningJson = { kind: 'alt', message: 'An image has no alt text.', target: { tag: 'img', index: 0 } };
  const link: CheckWarningJson = { kind: 'link', message: 'A link is broken.', target: { tag: 'a', index: 0 } };
  const { fixWarning, goToWarning } = open({ warnings: [heading, alt, link] });
  for (const { message } of [heading, alt])
    await userEvent.click(screen.getByRole('button', { name: `Fix: ${message}` }));
  expect(fixWarning.mock.calls).toEqual([[heading], [alt]]);
  expect(screen.queryByRole('button', { name: `Fix: ${link.message}` })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: `Show: ${link.message}` }));
  expect(goToWarning.mock.calls).toEqual([[link]]);
});

test('alt text is typed beside its warning; Enter saves it and publishes nothing', async () => {
  const alt: CheckWarningJson = { kind: 'alt', message: 'An image has no alt text.', target: { tag: 'img', index: 0 } };
  const { setAltText, confirm, fixWarning } = open({ warnings: [alt], image: '/uploads/a.webp' });
  await userEvent.click(screen.getByRole('button', { name: `Fix: ${alt.message}` }));
  expect(document.activeElement).toBe(screen.getByLabelText('Alt text'));
  await userEvent.keyboard('{Enter}');
  expect(setAltText).not.toHaveBeenCalled();
  await userEvent.keyboard(' A harbour {Enter}');
  expect(setAltText.mock.calls).toEqual([[alt, 'A harbour']]);
  expect([confirm.mock.calls.length, fixWarning.mock.calls.length]).toEqual([0, 0]);
  await userEvent.click(screen.getByRole('button', { name: `Close: ${alt.message}` }));
  expect(screen.queryByLabelText('Alt text')).toBeNull();
});
