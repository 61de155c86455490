import { findCalloutKind } from '#api/domain/callout-names.ts';
import { findEmbed } from '#api/domain/embeds.ts';
import type { ImportLossKind } from '#api/domain/imports.ts';
import { mapOutside, replaceBetween } from '#api/adapters/site-readers/code-parts.ts';

/** Of the empty paragraph that says the kind of the quote around it. */
export const CALLOUT_ATTRIBUTE = 'data-callout-kind';

type Context = {
  lose: (kind: ImportLossKind, detail?: string) => void;
  /** The file that a note names, or null. */
  findNote: (name: string) => { path: string; isImage: boolean; isAudio: boolean } | null;
};

/** Beginning and end of a block of code of Markdown, in which nothing is a template. */
const FENCE = /^(?:`{3,}|~{3,})[^\n]*$/gm;
const FENCE_END = /^(?:`{3,}|~{3,})[ \t]*$/gm;
const INLINE_CODE = /`[^`\n]+`/g;
const LIQUID_CODE = /\{%-?\s*highlight\s+([^\s%]+)(?:\s[^%]*)?%\}\n?/g;
const LIQUID_CODE_END = /\{%-?\s*endhighlight\s*-?%\}/g;
const HUGO_CODE = /\{\{<\s*highlight\s+"?([^\s"<>]+)(?:[\s"][^<>]*)?>\}\}\n?/g;
const HUGO_CODE_END = /\{\{<\s*\/highlight\s*>\}\}/g;

/** What generators and editors of notes add to Markdown, as Markdown; what has no such form goes, and is named. */
export function expandTemplates(markdown: string, context: Context): string {
  const toFence = (code: string, [, language = '']: RegExpExecArray) => `\`\`\`${language}\n${code}\`\`\`\n`;
  const liquid = replaceBetween(markdown, LIQUID_CODE, () => LIQUID_CODE_END, toFence);
  const withCode = replaceBetween(liquid, HUGO_CODE, () => HUGO_CODE_END, toFence);
  return mapOutside(
    withCode,
    (keep) =>
      replaceBetween(
        withCode,
        FENCE,
        () => FENCE_END,
        (_inside, _begun, code) => keep(code),
      ),
    (part) =>
      mapOutside(
        part,
        (keep) => part.replace(INLINE_CODE, keep),
        (text) => expandPart(text, context),
      ),
  );
}

function expandPart(text: string, { lose, findNote }: Context): string {
  return text
    .replace(/^(?:import|export)\s[^\n]*(?:from\s+['"][^'"]+['"]|=)[^\n]*$/gm, '')
    .replace(/\{\{<\s*figure\s([^<>]*)>\}\}/g, (_all, attributes: string) => toFigure(readAttributes(attributes)))
    .replace(/\{\{<\s*(youtube|vimeo)\s+(?:id=)?"?([\w-]+)(?![\w-])[^<>]*>\}\}/g, (_all, kind: string, id: string) => {
      const address = kind === 'youtube' ? `https://www.youtube.com/watch?v=${id}` : `https://vimeo.com/${id}`;
      if (findEmbed(address)) return `\n\n<p data-block="embed"><a href="${address}">${address}</a></p>\n\n`;
      lose('embed', kind);
      return `<${address}>`;
    })
    .replace(/\{\{[<%]\s*(?:rel)?ref\s+"([^"]+)"\s*[>%]\}\}/g, (_all, path: string) => path)
    .replace(/\{\{[<%]\s*(?:\/\s*)?([\w.-][\w./-]*)(?![\w./-])[^{}]*(?<=[>%])\}\}/g, (_all, name: string) =>
      drop(lose, name),
    )
    .replace(/\{%-?\s*(?:post_url|link)\s+(\S+)\s*-?%\}/g, (_all, path: string) => `/${path}`)
    .replace(/\{\{([^{}]*)\}\}/g, (all, inside: string) => {
      const [value = ''] = inside.split('|');
      const bare = value.trim().replace(/^['"]|['"]$/g, '');
      return /['"]/.test(bare) ? all : toVariable(bare, lose);
    })
    .replace(/\{%-?\s*(\w+)(?!\w)[^%]*%\}/g, (_all, name: string) =>
      /^end|^(raw|comment)$/.test(name) ? '' : drop(lose, name),
    )
    .replace(/<\/?([A-Z][\w.]*)\b(?:[^<>"'{]|"[^"]*"|'[^']*'|\{[^{}]*\})*\/?>/g, (all, name: string) =>
      all.startsWith('</') ? '' : drop(lose, name),
    )
    .replace(/!\[\[([^[\]|#\n]+)(?:#[^[\]|\n]*)?(?:\|([^[\]\n]*))?\]\]/g, (_all, name: string, words = '') => {
      const note = findNote(name);
      if (!note) return drop(lose, name);
      if (note.isAudio) return `\n\n<audio src="${note.path}"></audio>\n\n`;
      const alt = /^\d+(x\d+)?$/.test(words) ? '' : words;
      return note.isImage ? `![${alt}](<${note.path}>)` : `[${words || name}](<${note.path}>)`;
    })
    .replace(/\[\[([^[\]|#\n]+)(#[^[\]|\n]*)?(?:\|([^[\]\n]*))?\]\]/g, (_all, name: string, _place, words?: string) => {
      const note = findNote(name);
      if (note) return `[${words ?? name}](<${note.path}>)`;
      lose('link_nowhere', name);
      return words ?? name;
    })
    .replace(/^(>[ \t]*)\[!([\w-]+)\][+-]?[ \t]*([^\n]*)$/gm, (_all, mark: string, kind: string, title: string) => {
      const name = findCalloutKind(kind);
      const words = title.trim() || (name === null ? kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase() : '');
      const heading = words === '' ? '' : `**${words}**\n>`;
      return name === null
        ? `${mark}${heading}`
        : `${mark}<p ${CALLOUT_ATTRIBUTE}="${name}"></p>\n>\n${mark}${heading}`;
    })
    .replace(/%%[\s\S]*?%%/g, '');
}

/** The address of the site goes, and paths stay. */
function toVariable(value: string, lose: Context['lose']): string {
  if (/^site\.(base)?url$/.test(value)) return '';
  return value.startsWith('/') ? value : drop(lose, value);
}

function drop(lose: Context['lose'], name: string): string {
  lose('template', name.slice(0, 80));
  return '';
}

const readAttributes = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/(?<![\w-])([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );

function toFigure({ src = '', alt = '', title = '', caption = '' }: Record<string, string>): string {
  const escapeValue = (value: string) => value.replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const words = caption || title;
  const figcaption = words ? `<figcaption>${escapeValue(words)}</figcaption>` : '';
  return `\n\n<figure><img src="${escapeValue(src)}" alt="${escapeValue(alt)}">${figcaption}</figure>\n\n`;
}
