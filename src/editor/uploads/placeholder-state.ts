import { type EditorState, PluginKey } from '@milkdown/kit/prose/state';

export type UploadPlaceholder = { id: string; position: number };
/** The meta value of a transaction that adds placeholders or removes one. */
export type PlaceholderChange = { add?: UploadPlaceholder[]; remove?: string };

export const placeholderPluginKey = new PluginKey<UploadPlaceholder[]>('places of uploads');

/** The position of an upload; null when its placeholder was removed. */
export const findPlaceholder = (state: EditorState, id: string): number | null =>
  placeholderPluginKey.getState(state)?.find((placeholder) => placeholder.id === id)?.position ?? null;
