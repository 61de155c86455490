import { createHash } from 'node:crypto';
import { toPlainText } from '#api/adapters/html/html-text.ts';
import type { ImportRecord, Loss } from '#api/adapters/site-readers/records.ts';
import { removeControlCharacters } from '#api/domain/content-html.ts';
import { TITLE_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { importKinds } from '#api/domain/imports.ts';
import type { ItemRow } from './reading-messages.ts';

type ItemRecord = Exclude<ImportRecord, { kind: 'site' }>;

/** Half a character, as files have that were cut: the database ends the process when it meets one. */
const toWellFormed = (_key: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value);

/** The row of an item: made where the file is read, so that the thread of the server only stores it. */
export function toItemRow(record: ItemRecord): ItemRow {
  const { title, losses } = completeTitle(record);
  // A text that was cut to nothing isn’t published.
  const isCut = losses.some(({ kind }) => kind === 'too_long');
  const whole = isCut ? { ...record.data, status: 'draft' } : record.data;
  return {
    kind: record.kind,
    phase: importKinds.indexOf(record.kind),
    sourceId: record.sourceId.toWellFormed(),
    title: title.toWellFormed(),
    data: JSON.stringify({ ...whole, html: undefined }, toWellFormed),
    html: 'html' in whole ? whole.html.toWellFormed() : null,
    hash: createHash('sha256')
      .update(`${title}\n${JSON.stringify(whole, toWellFormed)}`)
      .digest('hex'),
    losses: losses.map((loss) => ({ ...loss, detail: loss.detail.toWellFormed() })),
  };
}

/** Texts need a title: theirs, or their first words. */
function completeTitle(record: ItemRecord): { title: string; losses: Loss[] } {
  const losses = [...(record.losses ?? [])];
  if (record.kind !== 'post' && record.kind !== 'page') return { title: toName(record), losses };
  const max = record.kind === 'page' ? 120 : TITLE_MAX_LENGTH;
  if (record.title.length > max) losses.push({ kind: 'title_long', detail: '', count: 1 });
  const title = cutAtWord(record.title, max);
  if (title !== '') return { title, losses };
  losses.push({ kind: 'title', detail: '', count: 1 });
  return { title: cutAtWord(toPlainText(record.data.html.slice(0, 2_000)), 60) || 'Untitled', losses };
}

/** The name of an item that isn’t a text: its title, else its id in the source. Either may consist of invisible characters. */
const toName = ({ title, sourceId }: ItemRecord): string =>
  [title, sourceId].map((each) => removeControlCharacters(each).trim().slice(0, 500)).find((each) => each !== '') ??
  'Untitled';

function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  return text
    .slice(0, max)
    .replace(/\s+\S*$/, '')
    .replace(/[\ud800-\udbff]$/, '');
}
