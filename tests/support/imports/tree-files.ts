import type { TreeFile } from '#api/adapters/site-readers/files/file-tree.ts';

/** Files of a folder with these texts. */
export const createTree = (texts: Record<string, string>): TreeFile[] =>
  Object.entries(texts).map(([name, text]) => ({
    name,
    path: `/disk/${name}`,
    readText: async () => text,
    // Parts of odd lengths: values are cut anywhere.
    async *open() {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += 997) yield bytes.subarray(at, at + 997);
    },
  }));
