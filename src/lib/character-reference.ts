import { parseInertHtml } from './inert-html.ts';

/**
 * The character of a named character reference of HTML ('copy': ©), or false when there is none of that name. Replaces the
 * package decode-named-character-reference, which writes to `innerHTML` (astro.config.mjs).
 */
export function decodeNamedCharacterReference(name: string): string | false {
  const reference = `&${name};`;
  const text = parseInertHtml(`<!doctype html><body>${reference}`).textContent ?? '';
  // Of '&notit;' browsers read '&not', and leave the rest.
  const isPart = text.endsWith(';') && name !== 'semi';
  return isPart || text === reference ? false : text;
}
