import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { PublishResultDialog } from '#src/features/drafts/publish/PublishResultDialog.tsx';

test('the result of a publish keeps the focus on Stay here, and leaves for the list only when asked', async () => {
  const [onDone, onStay] = [vi.fn(), vi.fn()];
  render(
    <PublishResultDialog
      title="Published"
      status={<p>Live</p>}
      isFinished
      canLeave
      card={null}
      listName="posts"
      view={null}
      onDone={onDone}
      onStay={onStay}
    />,
  );
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Stay here' }));
  expect(screen.queryByText(/Going back/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Stay here' }));
  expect(onStay).toHaveBeenCalledTimes(1);
  expect(onDone).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Back to posts' }));
  expect(onDone).toHaveBeenCalledTimes(1);
});
