/** A language of code: the name that is stored, the one that is shown, and others that it goes by. */
export type Language = { value: string; name: string; aliases: readonly string[] };

const define = (value: string, name: string, ...aliases: string[]): Language => ({ value, name, aliases });

/** By their names. */
const LANGUAGES: readonly Language[] = [
  define('bash', 'Bash', 'sh', 'shell', 'zsh', 'console', 'terminal'),
  define('c', 'C'),
  define('csharp', 'C#', 'c#', 'cs'),
  define('cpp', 'C++', 'c++'),
  define('css', 'CSS'),
  define('diff', 'Diff', 'patch'),
  define('dockerfile', 'Dockerfile', 'docker'),
  define('go', 'Go', 'golang'),
  define('graphql', 'GraphQL', 'gql'),
  define('html', 'HTML', 'htm'),
  define('ini', 'INI', 'conf'),
  define('java', 'Java'),
  define('javascript', 'JavaScript', 'js', 'jsx', 'mjs', 'node'),
  define('json', 'JSON', 'jsonc', 'json5'),
  define('kotlin', 'Kotlin', 'kt'),
  define('makefile', 'Makefile', 'make'),
  define('markdown', 'Markdown', 'md', 'mdx'),
  define('php', 'PHP'),
  define('powershell', 'PowerShell', 'ps1'),
  define('python', 'Python', 'py'),
  define('r', 'R'),
  define('ruby', 'Ruby', 'rb'),
  define('rust', 'Rust', 'rs'),
  define('scss', 'SCSS', 'sass'),
  define('sql', 'SQL', 'postgresql', 'mysql', 'sqlite'),
  define('swift', 'Swift'),
  define('toml', 'TOML'),
  define('typescript', 'TypeScript', 'ts', 'tsx'),
  define('xml', 'XML', 'svg'),
  define('yaml', 'YAML', 'yml'),
];

const listNames = ({ value, name, aliases }: Language) => [name.toLowerCase(), value, ...aliases];

/** The language of a name, an alias or a stored value. */
export const findLanguage = (name: string): Language | undefined =>
  LANGUAGES.find((language) => listNames(language).includes(name.toLowerCase()));

/** What a stored language is called; one that is not known, such as of imported Markdown, by its own name. */
export const formatLanguage = (stored: string): string => findLanguage(stored)?.name ?? stored;

/** What a first line says of the language of a whole file. */
const FIRST_LINES: readonly (readonly [RegExp, string])[] = [
  [/^#!.*\b(?:ba|z|da)?sh\b/, 'bash'],
  [/^#!.*\bpython/, 'python'],
  [/^#!.*\bnode\b/, 'javascript'],
  [/^#!.*\bruby\b/, 'ruby'],
  [/^<\?php\b/, 'php'],
  [/^<\?xml\b/, 'xml'],
  [/^<!doctype html|^<html\b/i, 'html'],
  [/^(?:diff --git |--- \S+\n\+\+\+ )/, 'diff'],
];

/** The language of pasted code where it says so itself, else null: a guess by words would often be wrong. */
export function detectLanguage(code: string): string | null {
  const text = code.trimStart();
  const named = FIRST_LINES.find(([pattern]) => pattern.test(text));
  if (named) return named[1];
  return /^[[{]/.test(text) && isJson(text) ? 'json' : null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Those of which a name begins with what was typed, then those that have it elsewhere in a name. */
export function findLanguages(typed: string): Language[] {
  const query = typed.trim().toLowerCase();
  const has = (test: (name: string) => boolean) => LANGUAGES.filter((language) => listNames(language).some(test));
  const exact = has((name) => name === query);
  const first = has((name) => name.startsWith(query));
  return [...new Set([...exact, ...first, ...has((name) => name.includes(query))])];
}
