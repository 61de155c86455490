type Policy = { insertDirective(directive: `img-src ${string}` | `media-src ${string}` | `frame-src ${string}`): void };

/** What an editor needs beyond other pages: pictures and videos that are still being uploaded, and its own preview. */
export function addEditorCspSources(policy: Policy | undefined): void {
  policy?.insertDirective('img-src blob:');
  policy?.insertDirective('media-src blob:');
  addPreviewCspSource(policy);
}

/** What a screen needs that shows the site in a frame. */
export function addPreviewCspSource(policy: Policy | undefined): void {
  policy?.insertDirective("frame-src 'self'");
}
