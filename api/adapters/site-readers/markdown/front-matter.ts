import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';

export type FrontMatter = Record<string, unknown>;

const YAML = /^---[ \t]*\n([\s\S]*?)\n?---[ \t]*(?:\n|$)/;
const TOML = /^\+\+\+[ \t]*\n([\s\S]*?)\n?\+\+\+[ \t]*(?:\n|$)/;
const JSON_HEAD = /^(\{[\s\S]*?\n\})[ \t]*\n/;

/** The head of a Markdown file and the text below it; `head` is null where it can’t be read. */
export function splitFrontMatter(file: string): { head: FrontMatter | null; body: string } {
  const text = file.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const readers = [
    { pattern: YAML, parse: (head: string) => parseYaml(head, { maxAliasCount: 20 }) as unknown },
    { pattern: TOML, parse: (head: string) => parseToml(head) as unknown },
    { pattern: JSON_HEAD, parse: (head: string) => JSON.parse(head) as unknown },
  ];
  for (const { pattern, parse } of readers) {
    const [whole, head] = pattern.exec(text) ?? [];
    if (whole === undefined || head === undefined) continue;
    const body = text.slice(whole.length);
    try {
      const found = parse(head);
      const isTable = typeof found === 'object' && found !== null && !Array.isArray(found);
      return { head: isTable ? lowerKeys(found as FrontMatter) : {}, body };
    } catch {
      return { head: null, body };
    }
  }
  return { head: {}, body: text };
}

const lowerKeys = (head: FrontMatter): FrontMatter =>
  Object.fromEntries(Object.entries(head).map(([key, value]) => [key.toLowerCase(), value]));

/** The first of some names that has a text; objects say theirs as `src`, `url`, `image` or `name`. */
export function readTextField(head: FrontMatter, ...names: string[]): string {
  for (const name of names) {
    const text = toText(head[name]);
    if (text !== '') return text;
  }
  return '';
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return toText(value[0]);
  if (typeof value !== 'object' || value === null) return '';
  // A date of TOML, and a reference of a content collection.
  const { src, url, image, name, id } = value as Record<string, unknown>;
  return [src, url, image, name, id].map(toText).find((text) => text !== '') ?? '';
}

/** A list, or words with commas between. */
export function readListField(head: FrontMatter, ...names: string[]): string[] {
  for (const name of names) {
    const value = head[name];
    const list = Array.isArray(value) ? value.map(toText) : typeof value === 'string' ? value.split(',') : [];
    const texts = list.map((each) => each.trim()).filter(Boolean);
    if (texts.length > 0) return texts;
  }
  return [];
}
