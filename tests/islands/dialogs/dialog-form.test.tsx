import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#src/lib/api-client.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, expectFocus, findFailure } from '../../support/islands/island-site.tsx';

const save = vi.fn<(name: string) => Promise<void>>();
const user = userEvent.setup({ delay: null });

function Screen() {
  const [isOpen, setOpen] = useState(true);
  return (
    <Modal isOpen={isOpen} title="New boat" onClose={() => setOpen(false)}>
      <NameForm onClose={() => setOpen(false)} />
    </Modal>
  );
}

function NameForm({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const form = useFormSubmit(
    () => save(name).then(onClose),
    () => (name === '' ? { name: 'Enter a name.' } : {}),
  );
  return (
    <DialogForm
      form={form}
      isDirty={name !== ''}
      failure="Failed to add the boat"
      submitLabel="Add boat"
      busyLabel="Adding..."
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        error={form.getIssue('name')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </DialogForm>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Name');
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const isLeavingAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(async () => {
  save.mockReset().mockResolvedValue();
  (await createIslandSite()).open(<Screen />);
});

test('a form in a dialog has the focus in its first field, sends what is typed, and closes', async () => {
  await expectAccessible();
  expect(field().hasAttribute('autofocus')).toBe(true);
  await user.type(field(), 'Moana');
  await press('Add boat');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(save).toHaveBeenCalledExactlyOnceWith('Moana');
});

test('closing it, or leaving the page, asks while something is typed', async () => {
  expect(isLeavingAsked()).toBe(false);
  await user.type(field(), 'Moa');
  expect(isLeavingAsked()).toBe(true);
  await press('Close');
  await screen.findByText('Your changes aren’t saved.');
  await press('Keep editing');
  expect(field().value).toBe('Moa');
  await press('Close');
  await press('Discard');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(isLeavingAsked()).toBe(false);
  expect(save).not.toHaveBeenCalled();
});

test('what is wrong with a field stands there, before and after it is sent, and nowhere else', async () => {
  await press('Add boat');
  await screen.findByText('Enter a name.');
  await expectFocus(field);
  expect(save).not.toHaveBeenCalled();
  const taken = 'There is one already.';
  save.mockRejectedValueOnce(new ApiError(409, taken, { issues: [{ path: 'name', message: taken }] }));
  await user.type(field(), 'Moana');
  await press('Add boat');
  await screen.findByText(taken);
  await expectFocus(field);
  expect(screen.queryByText('Failed to add the boat')).toBeNull();
  await expectAccessible();
});

test('why it failed stands above the buttons, also where the field at fault isn’t shown', async () => {
  save.mockRejectedValueOnce(new ApiError(500, 'Something broke.'));
  await user.type(field(), 'Moana');
  await press('Add boat');
  await findFailure('Failed to add the boat', 'Something broke.');
  const hidden = 'Choose a harbour.';
  save.mockRejectedValueOnce(new ApiError(400, hidden, { issues: [{ path: 'harbour', message: hidden }] }));
  await press('Add boat');
  await findFailure('Failed to add the boat', hidden);
  expect(field().value).toBe('Moana');
});
