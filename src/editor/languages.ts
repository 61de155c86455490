/** A language of code: the name that is stored, the one that is shown, and others that it goes by. */
export type Language = { value: string; name: string; aliases: readonly string[] };

const define = (value: string, name: string, ...aliases: string[]): Language => ({ value, name, aliases });

/** By their names. */
export const LANGUAGES: readonly Language[] = [
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

/** What a stored language is called; one that is not known, such as of imported Markdown, by its own name. */
export const formatLanguage = (stored: string): string =>
  LANGUAGES.find((language) => listNames(language).includes(stored.toLowerCase()))?.name ?? stored;

/** Those of which a name begins with what was typed, then those that have it elsewhere in a name. */
export function findLanguages(typed: string): Language[] {
  const query = typed.trim().toLowerCase();
  const has = (test: (name: string) => boolean) => LANGUAGES.filter((language) => listNames(language).some(test));
  const exact = has((name) => name === query);
  const first = has((name) => name.startsWith(query));
  return [...new Set([...exact, ...first, ...has((name) => name.includes(query))])];
}
