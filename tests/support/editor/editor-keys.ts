import type { Page } from 'playwright';
import { runInPage } from './editor-site.ts';

/** Presses keys one after the other; waits for the selection change after each. */
export async function pressKeys(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await waitForSelection(page);
  }
}

/** Puts other content into the open editor. */
export const setHtml = (page: Page, html: string) =>
  runInPage(page, (editor, text: string) => editor.handle.setHtml(text), html);

export async function moveToEnd(page: Page): Promise<void> {
  await page.waitForFunction('globalThis.editorPage.handle !== null');
  await runInPage(page, (editor) => editor.handle.focus());
  await pressKeys(page, 'Control+End');
}

/** Clicks and waits until the editor has the new selection. */
export async function clickOn(page: Page, selector: string): Promise<void> {
  await page.locator(selector).click();
  await waitForSelection(page);
}

function waitForSelection(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

type DroppedData = {
  type: 'paste' | 'drop';
  html?: string;
  text?: string;
  files?: { name: string; type: string; base64: string }[];
};

/** Dispatches a paste event at the cursor, or a drop event in the middle of the last block. */
export async function pasteOrDrop(page: Page, item: DroppedData): Promise<void> {
  await page.evaluate(async ({ type, html, text, files = [] }) => {
    const data = new DataTransfer();
    if (html !== undefined) data.setData('text/html', html);
    if (text !== undefined) data.setData('text/plain', text);
    for (const file of files) {
      const bytes = Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], file.name, { type: file.type }));
    }
    const target = document.querySelector('.ProseMirror') as HTMLElement;
    const { left, top, width, height } = (target.lastElementChild ?? target).getBoundingClientRect();
    const position = { clientX: left + width / 2, clientY: top + height / 2 };
    const eventOptions = { bubbles: true, cancelable: true };
    target.dispatchEvent(
      type === 'paste'
        ? new ClipboardEvent('paste', { ...eventOptions, clipboardData: data })
        : new DragEvent('drop', { ...eventOptions, ...position, dataTransfer: data }),
    );
  }, item);
  await waitForSelection(page);
}
