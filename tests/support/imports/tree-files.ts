import type { TreeFile } from '#api/adapters/site-readers/files/file-tree.ts';

/** Files of a folder with these texts. */
export const createTree = (texts: Record<string, string>): TreeFile[] =>
  Object.entries(texts).map(([name, text]) => ({ name, path: `/disk/${name}`, readText: async () => text }));
