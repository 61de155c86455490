let loading: Promise<typeof import('./markdown.ts')> | undefined;

/** The parser of Markdown, loaded once. After a failure the next call tries again. */
export function loadMarkdown(): Promise<typeof import('./markdown.ts')> {
  loading ??= import('./markdown.ts').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
