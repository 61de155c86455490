// The only module that parses HTML from a string (Trusted Types: `trusted-types site-html`). The result is a separate
// document, in which nothing runs or loads; the page gets only elements that are created from it (safe-html.ts, the schema
// of the editor). So the policy is not exported.

type Policy = { createHTML(html: string): string };

let policy: Policy | undefined;

function toTrustedHtml(html: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } };
  policy ??= trustedTypes?.createPolicy('site-html', { createHTML: (text) => text });
  return policy?.createHTML(html) ?? html;
}

/** Parsed HTML: a document that runs no script and loads nothing. */
export const parseInertDocument = (html: string): Document =>
  new DOMParser().parseFromString(toTrustedHtml(html), 'text/html');

/** Gives a frame that is sandboxed a document of its own without content. */
export function openEmptyDocument(frame: HTMLIFrameElement): void {
  frame.srcdoc = toTrustedHtml('<!doctype html><title>Preview</title>');
}

/** The body of parsed HTML, in a document that runs no script and loads nothing. */
export function parseInertHtml(html: string): HTMLElement {
  const parsed = parseInertDocument(html);
  // Not by a property of the document: an element with that name could shadow it.
  const walk = document.createTreeWalker(parsed, NodeFilter.SHOW_ELEMENT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) if (node instanceof HTMLBodyElement) return node;
  return document.createElement('body');
}
