import { closeHistory } from '@milkdown/kit/prose/history';
import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import type { EditorView } from '@milkdown/kit/prose/view';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import { formatError } from '#src/lib/api-client.ts';
import { uploadFile } from '#src/lib/upload-file.ts';
import { toFileCard } from '#src/editor/elements/file-card.tsx';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { revealElement } from '#src/editor/visible-area.ts';
import { findPlaceholder, placeholderPluginKey } from './placeholder-state.ts';

export type PendingUpload = {
  readonly id: string;
  readonly file: File;
  /** From 0 to 1. */
  progress: number;
  /** Why it failed; null while it runs. */
  error: string | null;
  abort: AbortController;
};

/**
 * The uploads of one editor. Their positions are no part of the document: a plugin tracks them (placeholder-plugin.ts), so
 * that no HTML contains a placeholder, and undo never restores a finished one.
 */
export class UploadManager {
  readonly #all = new Map<string, PendingUpload>();
  readonly #listeners = new Map<string, () => void>();
  #waiting: (() => void)[] = [];
  #view: EditorView | null = null;
  #count = 0;

  attach(view: EditorView | null): void {
    this.#view = view;
    if (view) return;
    for (const upload of this.#all.values()) upload.abort.abort();
    this.#all.clear();
    this.#resolveIdle();
  }

  /** Sends files and shows a placeholder for each at a position between two blocks. */
  start(files: readonly File[], position: number): void {
    const view = this.#view;
    if (!view || files.length === 0) return;
    const { tr } = view.state;
    const ids = files.map((file) => {
      this.#count += 1;
      const id = `upload-${this.#count}`;
      this.#all.set(id, { id, file, progress: 0, error: null, abort: new AbortController() });
      return id;
    });
    view.dispatch(tr.setMeta(placeholderPluginKey, { add: ids.map((id) => ({ id, position })) }));
    const placeholder = view.dom.querySelector(`[data-upload="${ids[0]}"]`);
    if (placeholder) revealElement(placeholder);
    for (const id of ids) void this.#send(id);
  }

  get(id: string): PendingUpload | undefined {
    return this.#all.get(id);
  }

  /** Tells of every change of one upload. */
  listen(id: string, listener: () => void): void {
    this.#listeners.set(id, listener);
  }

  retry(id: string): void {
    const upload = this.#all.get(id);
    if (!upload?.error) return;
    Object.assign(upload, { error: null, progress: 0, abort: new AbortController() });
    this.#notify(id);
    // The button that was pressed is hidden now.
    this.#view?.focus();
    void this.#send(id);
  }

  /** Cancels it, or takes a failed one away. */
  remove(id: string): void {
    this.#all.get(id)?.abort.abort();
    this.#forget(id);
    this.#view?.dispatch(this.#view.state.tr.setMeta(placeholderPluginKey, { remove: id }));
    this.#view?.focus();
  }

  get isBusy(): boolean {
    return [...this.#all.values()].some(({ error }) => error === null);
  }

  whenIdle(): Promise<void> {
    return this.isBusy ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve();
  }

  async #send(id: string): Promise<void> {
    const upload = this.#all.get(id);
    if (!upload) return;
    const onProgress = (progress: number) => {
      upload.progress = progress;
      this.#notify(id);
    };
    try {
      const stored = await uploadFile(upload.file, { onProgress, signal: upload.abort.signal });
      const note = await noteFile(stored);
      if (this.#all.get(id) === upload) this.#insert(id, stored, note);
    } catch (error) {
      upload.error = formatError(error);
      this.#notify(id);
      this.#resolveIdle();
    }
  }

  #insert(id: string, stored: UploadJson, note: string): void {
    const view = this.#view;
    const position = view && findPlaceholder(view.state, id);
    this.#forget(id);
    if (!view || position === null) return;
    const isOnPlaceholder = document.activeElement?.closest(`[data-upload="${id}"]`) != null;
    const { tr, doc } = view.state;
    const $at = doc.resolve(Math.min(position, doc.content.size));
    const at = $at.depth > 0 ? $at.after(1) : $at.pos;
    tr.insert(at, createBlock(view, stored, note)).setMeta(placeholderPluginKey, { remove: id });
    view.dispatch(closeHistory(tr));
    view.dispatch(closeHistory(view.state.tr));
    if (isOnPlaceholder) view.focus();
  }

  #forget(id: string): void {
    this.#all.delete(id);
    this.#listeners.delete(id);
    this.#resolveIdle();
  }

  #resolveIdle(): void {
    if (this.isBusy) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #notify(id: string): void {
    this.#listeners.get(id)?.();
  }
}

const isMedia = ({ content_type: type }: UploadJson) => /^(image|video)\//.test(type);

/** What the card of a file says; empty for an image or a video. Few texts have files, so the words are loaded with the first. */
const noteFile = async (stored: UploadJson): Promise<string> =>
  isMedia(stored) ? '' : (await import('#api/domain/describe-file.ts')).describeFile(stored);

function createBlock({ state: { schema } }: EditorView, stored: UploadJson, note: string): EditorNode {
  const { content_type: type } = stored;
  if (!isMedia(stored))
    return getNodeType(schema, type.startsWith('audio/') ? 'audio' : 'file').create(toFileCard(stored, note));
  const { url, width, height, alt } = stored;
  const size = { width: width ? String(width) : null, height: height ? String(height) : null };
  const media = type.startsWith('video/')
    ? getNodeType(schema, 'figure_video').create({ src: url, ...size })
    : getNodeType(schema, 'figure_image').create({ src: url, alt: alt ?? '', ...size });
  return getNodeType(schema, 'figure').create(null, media);
}
