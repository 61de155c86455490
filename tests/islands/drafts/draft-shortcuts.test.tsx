import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useDraftShortcuts } from '#src/features/drafts/use-draft-shortcuts.ts';

function Room({ onPublish, onEditorKey }: { onPublish: () => void; onEditorKey: () => void }) {
  useDraftShortcuts({ publishLabel: 'Publish', onSave: () => undefined, onPublish });
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the editor's own element
    <div role="textbox" tabIndex={0} onKeyDown={onEditorKey}>
      <p>Text</p>
      <pre>
        <code>let a</code>
      </pre>
    </div>
  );
}

test('Ctrl+Enter publishes from the text, and in a block of code is left to the editor, which leaves the block', () => {
  const [onPublish, onEditorKey] = [vi.fn(), vi.fn()];
  render(<Room onPublish={onPublish} onEditorKey={onEditorKey} />);
  const press = (words: string) => {
    document.getSelection()?.collapse(screen.getByText(words).firstChild, 1);
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ctrlKey: true });
  };
  press('let a');
  expect(onPublish).not.toHaveBeenCalled();
  expect(onEditorKey).toHaveBeenCalledTimes(1);
  press('Text');
  expect(onPublish).toHaveBeenCalledTimes(1);
  expect(onEditorKey).toHaveBeenCalledTimes(1);
});
