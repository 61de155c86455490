import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '#src/lib/api-client.ts';
import { createStoredUndos, type StoredUndo } from '#src/ui/feedback/stored-undos.ts';

const KEY = 'testUndos';
afterEach(() => {
  document.body.replaceChildren();
  sessionStorage.clear();
});

const sendUndo = vi.fn(async ({ id }: StoredUndo) => ({ message: `Undone: ${id}` }));
const undos = createStoredUndos<StoredUndo>(KEY, sendUndo);
const createAct = (id: string, subjects: string[], changes: Partial<StoredUndo> = {}): StoredUndo => ({
  id,
  message: `Done: ${id}`,
  until: Date.now() + 30_000,
  subjects,
  ...changes,
});
const findMessages = async (count: number) => {
  await waitFor(() => expect(document.querySelectorAll('.toast-undo')).toHaveLength(count));
  const texts = () => [...document.querySelectorAll('.toast:has(.toast-undo) > span')].map((text) => text.textContent);
  await waitFor(() => expect(texts()).not.toContain(''));
  return texts();
};
/** The page that comes next: the toasts are gone, and the screen asks for those of before. */
const reload = (onUndone = () => undefined, isShownHere?: (stored: StoredUndo) => boolean) => {
  document.body.replaceChildren();
  undos.restore(onUndone, isShownHere);
};

test('acts that can be undone are shown again after a reload, as long as they can', async () => {
  undos.show(createAct('first', ['user 1'], { note: 'Henrik Dahl' }), () => undefined);
  undos.show(createAct('second', ['user 2']), () => undefined);
  undos.keep(createAct('over', ['user 3'], { until: Date.now() }));
  reload();
  expect(await findMessages(2)).toEqual(['Done: firstHenrik Dahl', 'Done: second']);
  reload(undefined, ({ id }) => id === 'second');
  expect(await findMessages(1)).toEqual(['Done: second']);
});

test('a newer act on the same ends the undo of the older one, on the screen and after a reload', async () => {
  undos.show(createAct('blacklist', ['user 1: blacklist']), () => undefined);
  undos.show(createAct('contact', ['user 1: contact']), () => undefined);
  undos.show(createAct('removal', ['user 1: blacklist']), () => undefined);
  expect(await findMessages(2)).toEqual(['Done: contact', 'Done: removal']);
  reload();
  expect(await findMessages(2)).toEqual(['Done: contact', 'Done: removal']);
  undos.show(createAct('deletion', ['user 1: blacklist', 'user 1: contact']), () => undefined);
  expect(await findMessages(1)).toEqual(['Done: deletion']);
});

test.each([
  ['undone', () => Promise.resolve({ message: 'Undone.' }), 'Undone.'],
  ['refused to be undone', () => Promise.reject(new ApiError(409, 'Too late.')), 'Too late.'],
])('what was %s is not offered again', async (_name, respond, message) => {
  sendUndo.mockImplementationOnce(respond);
  undos.keep(createAct('act', ['user 1']));
  const onUndone = vi.fn();
  reload(onUndone);
  await userEvent.click(screen.getByRole('button', { name: /^Undo/ }));
  await screen.findByText(message);
  expect(onUndone).toHaveBeenCalledWith(expect.objectContaining({ id: 'act' }));
  expect(sendUndo).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'act' }));
  expect(sessionStorage.getItem(KEY)).toBeNull();
  reload();
  expect(await findMessages(0)).toEqual([]);
});

test('an act whose response took longer than its undo is reported without one', async () => {
  undos.show(createAct('late', ['user 1'], { until: Date.now() }), () => undefined);
  await screen.findByText('Done: late');
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});
