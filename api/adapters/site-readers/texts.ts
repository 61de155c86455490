import { toPlainText } from '#api/adapters/html/html-text.ts';
import type { ImportLossKind } from '#api/domain/imports.ts';
import { CONTENT_INPUT_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { BIDI_CONTROLS } from '#api/domain/bidi-controls.ts';
import { removeControlCharacters } from '#api/domain/content-html.ts';

/** One line of text for people, of what may be HTML: without tags, entities and controls. */
export const toPlainLine = (html: string): string =>
  removeControlCharacters(toPlainText(html)).replace(BIDI_CONTROLS, '').normalize('NFC').replace(/\s+/g, ' ').trim();

/** The text as a reader takes it: one without an end would hold up everything else. */
export function takeText(text: string, lose: (kind: ImportLossKind, detail?: string) => void): string {
  if (text.length <= CONTENT_INPUT_MAX_LENGTH) return text;
  lose('too_long');
  return '';
}
