// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const BREAKS = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/g;

/** Typed or pasted text as a single line: breaks, tabs and control characters become spaces. */
export const toSingleLine = (text: string) => text.replace(BREAKS, ' ');
