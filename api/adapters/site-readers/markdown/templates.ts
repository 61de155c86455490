import { findCalloutKind } from '#api/domain/callout-names.ts';
import { findEmbed } from '#api/domain/embeds.ts';
import type { ImportLossKind } from '#api/domain/imports.ts';

/** Of the empty paragraph that says the kind of the quote around it. */
export const CALLOUT_ATTRIBUTE = 'data-callout-kind';

type Context = {
  lose: (kind: ImportLossKind, detail?: string) => void;
  /** The file that a note names, or null. */
  findNote: (name: string) => { path: string; isImage: boolean; isAudio: boolean } | null;
};

/** Code of Markdown, in which nothing is a template. */
const CODE = /(^(?:`{3,}|~{3,})[^\n]*\n[\s\S]*?^(?:`{3,}|~{3,})[ \t]*$|`[^`\n]+`)/m;

/** What generators and editors of notes add to Markdown, as Markdown; what has no such form goes, and is named. */
export function expandTemplates(markdown: string, context: Context): string {
  const withCode = markdown
    .replace(/\{%-?\s*highlight\s+(\S+)[^%]*%\}\n?([\s\S]*?)\{%-?\s*endhighlight\s*-?%\}/g, '```$1\n$2```\n')
    .replace(/\{\{<\s*highlight\s+"?([^\s">]+)"?[^>]*>\}\}\n?([\s\S]*?)\{\{<\s*\/highlight\s*>\}\}/g, '```$1\n$2```\n');
  return withCode
    .split(CODE)
    .map((part, at) => (at % 2 === 1 ? part : expandPart(part, context)))
    .join('');
}

function expandPart(text: string, { lose, findNote }: Context): string {
  return text
    .replace(/^(?:import|export)\s[^\n]*(?:from\s+['"][^'"]+['"]|=)[^\n]*$/gm, '')
    .replace(/\{\{<\s*figure\s+([^>]*)>\}\}/g, (_all, attributes: string) => toFigure(readAttributes(attributes)))
    .replace(/\{\{<\s*(youtube|vimeo)\s+(?:id=)?"?([\w-]+)"?[^>]*>\}\}/g, (_all, kind: string, id: string) => {
      const address = kind === 'youtube' ? `https://www.youtube.com/watch?v=${id}` : `https://vimeo.com/${id}`;
      if (findEmbed(address)) return `\n\n<p data-block="embed"><a href="${address}">${address}</a></p>\n\n`;
      lose('embed', kind);
      return `<${address}>`;
    })
    .replace(/\{\{[<%]\s*(?:rel)?ref\s+"([^"]+)"\s*[>%]\}\}/g, (_all, path: string) => path)
    .replace(/\{\{[<%]\s*\/?\s*([\w./-]+)[^}]*[>%]\}\}/g, (_all, name: string) => drop(lose, name))
    .replace(/\{%-?\s*(?:post_url|link)\s+(\S+)\s*-?%\}/g, (_all, path: string) => `/${path}`)
    .replace(/\{\{\s*['"]?([^}'"|]*?)['"]?\s*(?:\|[^}]*)?\}\}/g, (_all, value: string) => toVariable(value, lose))
    .replace(/\{%-?\s*(\w+)[^%]*%\}/g, (_all, name: string) =>
      /^end|^(raw|comment)$/.test(name) ? '' : drop(lose, name),
    )
    .replace(/<\/?([A-Z][\w.]*)\b(?:[^<>"'{]|"[^"]*"|'[^']*'|\{[^{}]*\})*\/?>/g, (all, name: string) =>
      all.startsWith('</') ? '' : drop(lose, name),
    )
    .replace(/!\[\[([^\]|#\n]+)(?:#[^\]|\n]*)?(?:\|([^\]\n]*))?\]\]/g, (_all, name: string, words = '') => {
      const note = findNote(name);
      if (!note) return drop(lose, name);
      if (note.isAudio) return `\n\n<audio src="${note.path}"></audio>\n\n`;
      const alt = /^\d+(x\d+)?$/.test(words) ? '' : words;
      return note.isImage ? `![${alt}](<${note.path}>)` : `[${words || name}](<${note.path}>)`;
    })
    .replace(/\[\[([^\]|#\n]+)(#[^\]|\n]*)?(?:\|([^\]\n]*))?\]\]/g, (_all, name: string, _place, words?: string) => {
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
  Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));

function toFigure({ src = '', alt = '', title = '', caption = '' }: Record<string, string>): string {
  const escapeValue = (value: string) => value.replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const words = caption || title;
  const figcaption = words ? `<figcaption>${escapeValue(words)}</figcaption>` : '';
  return `\n\n<figure><img src="${escapeValue(src)}" alt="${escapeValue(alt)}">${figcaption}</figure>\n\n`;
}
