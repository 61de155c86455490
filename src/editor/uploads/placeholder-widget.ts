import type { UploadManager } from './upload-manager.ts';

/** Pixels that are drawn; upload.css sets the size on the page. */
const PREVIEW_WIDTH = 160;

/** The placeholder of an upload in the text: a preview, its name, its progress, and Cancel; or why it failed. */
export function createPlaceholder(uploads: UploadManager, id: string): HTMLElement {
  const upload = uploads.get(id);
  const box = createElement('div', 'upload');
  box.contentEditable = 'false';
  box.setAttribute('role', 'group');
  box.dataset.upload = id;
  if (!upload) return box;
  const { file } = upload;
  box.setAttribute('aria-label', `Uploading ${file.name}`);
  const statusText = createElement('p', 'upload-words');
  const bar = document.createElement('progress');
  bar.max = 100;
  bar.setAttribute('aria-label', `Uploading ${file.name}`);
  const retry = button('Retry', () => uploads.retry(id));
  const remove = button('Cancel', () => uploads.remove(id));
  const side = createElement('div', 'upload-side');
  const actions = createElement('div', 'upload-actions');
  statusText.setAttribute('role', 'status');
  actions.append(retry, remove);
  side.append(createElement('p', 'upload-name', file.name), statusText, bar, actions);
  box.append(side);
  if (file.type.startsWith('image/')) box.prepend(createPreview(file));

  const show = () => {
    const { error, progress } = upload;
    const isSent = progress >= 1;
    statusText.textContent = error ?? (isSent ? 'Processing' : 'Uploading');
    statusText.classList.toggle('upload-error', error !== null);
    box.classList.toggle('upload-failed', error !== null);
    bar.hidden = error !== null;
    if (isSent) bar.removeAttribute('value');
    else bar.value = Math.round(progress * 100);
    retry.hidden = error === null;
    remove.textContent = error === null ? 'Cancel' : 'Remove';
  };
  uploads.listen(id, show);
  show();
  return box;
}

function createElement(tag: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

function button(label: string, run: () => void): HTMLButtonElement {
  const buttonElement = createElement('button', 'button button-secondary button-small', label) as HTMLButtonElement;
  buttonElement.type = 'button';
  buttonElement.addEventListener('click', run);
  return buttonElement;
}

/** Drawn, since the policy of the site lets no `blob:` address into a picture. It has its size before, so nothing moves. */
function createPreview(file: File): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.className = 'upload-preview';
  canvas.setAttribute('aria-hidden', 'true');
  void drawPreview(canvas, file).catch(() => canvas.remove());
  return canvas;
}

async function drawPreview(canvas: HTMLCanvasElement, file: File): Promise<void> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, PREVIEW_WIDTH / picture.width);
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
}
