/** Browser API without types in TypeScript. Values that a policy creates are typed as strings. */
declare const trustedTypes: {
  createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string };
};
