import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { showToast } from '#src/lib/toast.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML =
    '<main><h1>People</h1><button type="button">Invite</button><input aria-label="Search" /></main>';
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** Shows a message that can be undone; answers with the function that Undo calls. */
function showUndoable(message = '3 invited', { windowMs = 24_500, note = '' } = {}) {
  const onUndo = vi.fn();
  showToast(message, 'success', { ...(note && { note }), undo: { until: Date.now() + windowMs, onUndo } });
  nextFrame();
  return onUndo;
}
const nextFrame = () => void vi.advanceTimersToNextFrame();
const press = (key: string, modifiers: KeyboardEventInit = {}) =>
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }),
  );
const CTRL = { ctrlKey: true };
const undoButtons = () => screen.queryAllByRole('button', { name: 'Undo' });
const listMessages = () => [...document.querySelectorAll('.toast > span')].map((text) => text.textContent);

describe('equal messages', () => {
  test('are one toast, refreshed', () => {
    showToast('Failed to fetch users', 'error');
    vi.advanceTimersByTime(2_000);
    for (let n = 0; n < 4; n += 1) showToast('Failed to fetch users', 'error');
    nextFrame();
    expect(listMessages()).toEqual(['Failed to fetch users']);
    vi.advanceTimersByTime(2_500);
    expect(listMessages(), 'its 3 s begin again').toEqual(['Failed to fetch users']);
    vi.advanceTimersByTime(500);
    expect(listMessages()).toEqual([]);
  });

  test('of another kind, and each with an Undo of its own, stay beside each other', () => {
    showToast('Saved', 'success');
    showToast('Saved', 'info');
    for (let n = 0; n < 2; n += 1) showUndoable();
    expect(listMessages()).toEqual(['Saved', 'Saved', '3 invited', '3 invited']);
  });
});

describe('a message with Undo', () => {
  test('counts down until the server refuses the undo, also under the pointer and the focus, and goes then', () => {
    showUndoable();
    const [button] = undoButtons();
    expect(button?.textContent).toBe('Undo (25 s)');
    button?.focus();
    button?.dispatchEvent(new MouseEvent('pointerenter'));
    const shown = Array.from({ length: 24 }, () => {
      vi.advanceTimersByTime(1_000);
      return button?.textContent;
    });
    expect(shown).toEqual(Array.from({ length: 24 }, (_, n) => `Undo (${24 - n} s)`));
    vi.advanceTimersByTime(500);
    expect(listMessages()).toEqual([]);
  });

  test('stays while others go after 3 s', () => {
    showUndoable();
    showToast('Saved', 'success');
    nextFrame();
    expect(listMessages()).toEqual(['3 invited', 'Saved']);
    vi.advanceTimersByTime(3_000);
    expect(listMessages()).toEqual(['3 invited']);
  });

  test('calls its undo once, and goes at once', () => {
    const [first, second] = [showUndoable('3 invited'), showUndoable('2 rejected')];
    const [button] = undoButtons();
    button?.click();
    button?.click();
    expect(listMessages()).toEqual(['2 rejected']);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
  });

  test('calls nothing when it is closed or runs out', () => {
    const [first, second] = [showUndoable('3 invited'), showUndoable('2 rejected')];
    screen.getAllByRole('button', { name: 'Close notification' })[0]?.click();
    expect(listMessages()).toEqual(['2 rejected']);
    vi.advanceTimersByTime(30_000);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 0]);
  });

  test('whose time is over already, as after a slow response, is not shown', () => {
    showUndoable('3 invited', { windowMs: 0 });
    expect(listMessages()).toEqual([]);
  });

  test('is announced once: the seconds are for the eye only', async () => {
    showToast('3 invited', 'success', {
      note: 'The emails leave in 30 seconds.',
      undo: { until: Date.now() + 30_000, onUndo: () => undefined },
    });
    const status = screen.getByRole('status');
    // The region is in the page before its text, or it would not be announced.
    expect(status.querySelector('span')?.textContent).toBe('');
    nextFrame();
    expect(status.querySelector('span')?.textContent).toBe('3 invitedThe emails leave in 30 seconds.');
    const changed: Node[] = [];
    const observer = new MutationObserver((mutations) => changed.push(...mutations.map(({ target }) => target)));
    observer.observe(status, { childList: true, characterData: true, subtree: true });
    vi.advanceTimersByTime(5_000);
    changed.push(...observer.takeRecords().map(({ target }) => target));
    observer.disconnect();
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.filter((node) => !(node as Element).closest('[aria-hidden=true]'))).toEqual([]);
    vi.useRealTimers();
    await expectAccessible();
  });
});

describe('the keyboard', () => {
  test('reaches Undo, and the focus returns to where it was', () => {
    const onUndo = showUndoable();
    const before = screen.getByRole('button', { name: 'Invite' });
    before.focus();
    undoButtons()[0]?.focus();
    undoButtons()[0]?.click();
    expect(onUndo).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(before);
  });

  test.each(['Close notification', 'the end of the time'])('gets the focus back after %s', (end) => {
    showUndoable();
    const before = screen.getByRole('button', { name: 'Invite' });
    before.focus();
    undoButtons()[0]?.focus();
    const close = screen.getByRole('button', { name: 'Close notification' });
    close.focus();
    if (end === 'Close notification') close.click();
    else vi.advanceTimersByTime(30_000);
    expect(listMessages()).toEqual([]);
    expect(document.activeElement).toBe(before);
  });

  test('Ctrl-Z undoes the newest, from anywhere on the page, then the one before', () => {
    const [first, second] = [showUndoable('3 invited'), showUndoable('2 rejected')];
    screen.getByRole('button', { name: 'Invite' }).focus();
    press('z', CTRL);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
    press('z', { metaKey: true });
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  });

  test('Ctrl-Z belongs to the field in which one types, and to an open dialog', () => {
    const onUndo = showUndoable();
    screen.getByRole('textbox', { name: 'Search' }).focus();
    press('z', CTRL);
    screen.getByRole('button', { name: 'Invite' }).focus();
    press('Z', { ctrlKey: true, shiftKey: true });
    press('z');
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.showModal();
    press('z', CTRL);
    expect(onUndo).not.toHaveBeenCalled();
    dialog.close();
    press('z', CTRL);
    expect(onUndo).toHaveBeenCalledOnce();
  });
});
