import { bookmark } from './bookmark.tsx';
import { button } from './button.tsx';
import { callout } from './callout.tsx';
import { code } from './code.tsx';
import { definitionList } from './definitions.ts';
import { details } from './details.tsx';
import type { EditorElement } from './element.ts';
import { embed } from './embed.tsx';
import { fileCard } from './file-card.tsx';
import { footnote } from '#src/editor/footnotes/insert-footnote.ts';
import { list, task } from './lists.ts';
import { link } from './link.tsx';
import { basicMarks, moreMarks } from './marks.tsx';
import { media } from './media.tsx';
import { rawHtml } from './raw-html.tsx';
import { table } from './tables.tsx';
import { divider, heading, quote, text } from './text.ts';

/** Everything that content may hold, in the order of menus. Of the schema, the first block is the default. */
export const EDITOR_ELEMENTS: readonly EditorElement[] = [
  basicMarks,
  link,
  text,
  heading,
  list,
  task,
  quote,
  callout,
  code,
  table,
  media,
  fileCard,
  button,
  bookmark,
  embed,
  details,
  definitionList,
  footnote,
  divider,
  moreMarks,
  rawHtml,
];
