import { render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, test } from 'vitest';
import type { RichTextEditorHandle } from '#src/editor/RichTextEditor.tsx';

type ContentFieldModule = typeof import('#src/features/drafts/ContentField.tsx');

/** A copy of the module for this test: others of the worker have loaded the editor with the shared one. */
const OWN_COPY = '../../../src/features/drafts/ContentField.tsx?own-copy';

test('an editor whose code is loaded is in the first render; until then there is a skeleton', async () => {
  const { ContentField, loadEditor }: ContentFieldModule = await import(/* @vite-ignore */ OWN_COPY);
  const renderField = () =>
    render(
      <ContentField
        ref={createRef<RichTextEditorHandle>()}
        headingLevels={[1, 2, 3]}
        initialHtml={() => '<p>Harbour notes</p>'}
        onChange={() => undefined}
        takeTitle={() => false}
        focusRequests={0}
      />,
    );
  const hasSkeleton = () => document.querySelector('.content-skeleton') !== null;
  const { unmount } = renderField();
  expect(hasSkeleton()).toBe(true);
  await screen.findByText('Harbour notes');
  unmount();
  await loadEditor();
  renderField();
  expect(hasSkeleton()).toBe(false);
  await screen.findByText('Harbour notes');
});
