import type { RefObject } from 'react';
import type { DraftContent } from './draft-content.ts';

/** What the screen asks of the rich text editor. */
export type ContentEditorHandle = {
  getHtml(): string;
  setHtml(html: string): void;
  /** Only the blocks that differ; the cursor stays where it is. */
  updateHtml(html: string): void;
};

/** The current text on the screen: the fields as last rendered, the content from the editor. */
export function createEditorContent<Fields>(
  text: DraftContent<Fields>,
  editor: RefObject<ContentEditorHandle | null>,
  showFields: (fields: Fields) => void,
) {
  let { fields, content } = text;
  let isContentStale = false;
  let isReplacing = false;

  return {
    /** Untouched content stays exactly as the server sent it. */
    read(): DraftContent<Fields> {
      if (isContentStale && editor.current) {
        content = editor.current.getHtml();
        isContentStale = false;
      }
      return { fields, content };
    },
    /** Replaces the text on the screen without marking it as typed. */
    replace(next: DraftContent<Fields>, { keepsCursor = false } = {}): void {
      ({ fields, content } = next);
      isContentStale = false;
      showFields(fields);
      isReplacing = true;
      try {
        if (keepsCursor) editor.current?.updateHtml(content);
        else editor.current?.setHtml(content);
      } finally {
        isReplacing = false;
      }
    },
    changeFields(some: Partial<Fields>): void {
      fields = { ...fields, ...some };
      showFields(fields);
    },
    /** The content of the editor has changed. Returns whether the user changed it. */
    contentChanged(): boolean {
      if (isReplacing) return false;
      isContentStale = true;
      return true;
    },
    /** What the editor starts with, and starts with again. */
    initialContent: () => content,
  };
}
