/** Of the browser; TypeScript does not know it yet. What a policy makes counts as a string for it. */
declare const trustedTypes: {
  createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string };
};
