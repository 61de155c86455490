import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const LINES_MAX = 300;
const FILES_MAX = 25;

type Import = { file: string; from: string; target: string; isType: boolean };

const read = (file: string) => readFileSync(posix.join(root, file), 'utf8');
const filesIn = (...folders: string[]) =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mts,mjs,js,astro}`, { cwd: root }))
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

/** The code of a file: of a page, what is between its fences and in its scripts. */
function codeOf(file: string): string {
  const text = read(file);
  if (!file.endsWith('.astro')) return text;
  const scripts = [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1]);
  return [/^---\n([\s\S]*?)\n---/.exec(text)?.[1], ...scripts].join('\n');
}

const STATEMENT = /(?:^|\n)\s*(?:import|export)\s+(type\s)?([\w*{},\s$]*?)\s*(?:from\s+)?['"]([^'"\n]+)['"]/g;
const CALL = /\bimport\(\s*['"]([^'"\n]+)['"]/g;

/** Every import of a text, its target as a path from the root or as the name of a package. */
function importsOf(file: string, code: string): Import[] {
  const found = [...code.matchAll(STATEMENT)].map(([, type, names = '', from = '']) => ({
    from,
    isType: type !== undefined || isTypesOnly(names),
  }));
  const calls = [...code.matchAll(CALL)].map(([, from = '']) => ({ from, isType: file.endsWith('.d.ts') }));
  return [...found, ...calls].map((each) => ({ ...each, file, target: resolveTarget(file, each.from) }));
}

function isTypesOnly(names: string): boolean {
  const inner = /^\{([^}]*)\}$/.exec(names.trim())?.[1]?.trim();
  return inner !== undefined && inner !== '' && inner.split(',').every((name) => /^\s*(type\s.*)?$/.test(name));
}

function resolveTarget(file: string, from: string): string {
  if (from.startsWith('#')) return from.slice(1);
  return from.startsWith('.') ? posix.join(posix.dirname(file), from) : from;
}

const packageOf = (target: string) =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
const folderOf = (path: string) => path.split('/')[0] as string;
const isOwn = (target: string) => ['api', 'db', 'src', 'scripts', 'tests'].includes(folderOf(target));

const all = filesIn('api', 'db', 'src').flatMap((file) => importsOf(file, codeOf(file)));
const within = (folder: string) => all.filter((each) => each.file.startsWith(`${folder}/`));
const told = (imports: Import[]) => imports.map((each) => `${each.file} -> ${each.from}`);
const own = (folder: string) => within(folder).filter((each) => isOwn(each.target));

describe('imports', () => {
  it('are found in every spelling', () => {
    const code = [
      "import 'a';",
      "import b from 'b';",
      "import type { C } from './c.ts';",
      "import { type D } from '#api/d.ts';",
      "import { type E, e } from '../e.ts';",
      "import {\n  f,\n  g,\n} from 'f';",
      "export * from './h.ts';",
      "const i = await import('@i/j/k');",
      'const text = "import x from y";',
    ].join('\n');
    const found = importsOf('src/lib/x.ts', code).map((each) => [each.target, each.isType]);
    expect(found).toEqual([
      ['a', false],
      ['b', false],
      ['src/lib/c.ts', true],
      ['api/d.ts', true],
      ['src/e.ts', false],
      ['f', false],
      ['src/lib/h.ts', false],
      ['@i/j/k', false],
    ]);
    expect(all.length).toBeGreaterThan(300);
  });

  it('of api/domain stay in api/domain', () => {
    expect(told(own('api/domain').filter((each) => !each.target.startsWith('api/domain/')))).toEqual([]);
    expect(own('api/domain').length).toBeGreaterThan(0);
  });

  it('of db stay in db and api/domain', () => {
    const isAllowed = ({ target }: Import) => folderOf(target) === 'db' || target.startsWith('api/domain/');
    expect(told(own('db').filter((each) => !isAllowed(each)))).toEqual([]);
  });

  it('of api stay in api and db, but for the facts of the company in api/server.ts', () => {
    const beyond = own('api').filter((each) => !['api', 'db'].includes(folderOf(each.target)));
    expect(told(beyond)).toEqual(['api/server.ts -> #src/config/site.ts']);
  });

  it('of src take from api only types and api/domain, and nothing from db', () => {
    const isAllowed = ({ target, isType }: Import) => isType || target.startsWith('api/domain/');
    expect(told(own('src').filter((each) => folderOf(each.target) === 'api' && !isAllowed(each)))).toEqual([]);
    expect(told(own('src').filter((each) => folderOf(each.target) === 'db' && !each.isType))).toEqual([]);
  });

  it.each([
    ['api/middleware', 'api/features/'],
    ['api/http', 'api/features/'],
    ['api/site', 'api/features/'],
    ['api/releases', 'api/features/'],
    ['api/releases', 'api/publishing/'],
    ['api/releases', 'api/site/'],
    ['api/site', 'api/publishing/'],
    ['src/ui', 'src/features/'],
    ['src/ui', 'src/stores/'],
    ['src/editor', 'src/features/'],
    ['src/lib', 'src/features/'],
  ])('of %s reach nothing in %s', (folder, forbidden) => {
    expect(own(folder).length).toBeGreaterThan(0);
    expect(told(own(folder).filter((each) => each.target.startsWith(forbidden)))).toEqual([]);
  });

  it('of src reach neither scripts nor tests', () => {
    expect(told(own('src').filter((each) => ['scripts', 'tests'].includes(folderOf(each.target))))).toEqual([]);
  });

  it('across folders of src, and into db, go by an alias', () => {
    const isLong = (each: Import) => each.from.startsWith('.') && folderOf(each.file) !== folderOf(each.target);
    expect(told(all.filter((each) => isOwn(each.target) && isLong(each)))).toEqual([]);
  });
});

describe('vendors', () => {
  const users = (name: string) => told(all.filter((each) => packageOf(each.target) === name && !each.isType));
  const beyond = (name: string, folder: string) => users(name).filter((line) => !line.startsWith(folder));

  it('of the database are seen by db alone', () => {
    expect(users('@libsql/client').length).toBeGreaterThan(0);
    expect(beyond('@libsql/client', 'db/')).toEqual([]);
  });

  it.each(['sanitize-html', 'htmlparser2', 'satori', '@resvg/resvg-js', 'pino', 'nodemailer'])(
    'such as %s are seen by adapters alone',
    (name) => {
      expect(users(name).length).toBeGreaterThan(0);
      expect(beyond(name, 'api/adapters/')).toEqual([]);
    },
  );

  it.each(['drizzle-orm', 'hono', 'light-my-request'])('such as %s never reach a page', (name) => {
    expect(users(name).filter((line) => line.startsWith('src/'))).toEqual([]);
  });
});

describe('features', () => {
  it('R2 write by write(): no transaction, no batch of their own', () => {
    const writers = filesIn('api', 'db').filter((file) => /\.(transaction|batch)\(/.test(read(file)));
    expect(writers).toEqual(['db/write.ts']);
  });

  it('hold files of six roles only', () => {
    const roles = /\.(routes|contract|service|queries|mapper|email)\.ts$/;
    expect(filesIn('api/features').filter((file) => !roles.test(file))).toEqual([]);
  });

  it('ask routes for no query', () => {
    const routes = filesIn('api/features').filter((file) => file.endsWith('.routes.ts'));
    const asking = routes.filter((file) =>
      importsOf(file, read(file)).some(({ target }) => /^db\/|drizzle/.test(target)),
    );
    expect(routes.length).toBeGreaterThan(3);
    expect(asking).toEqual([]);
  });

  it('T31 read the environment in api/env.ts only', () => {
    const readers = filesIn('api', 'db', 'src').filter((file) =>
      /process\.env|import\.meta\.env\.(?!DEV|PROD|SITE|SSR)/.test(read(file)),
    );
    expect(readers).toEqual(['api/env.ts']);
  });
});

describe('files', () => {
  const files = filesIn('api', 'db', 'src', 'scripts', 'tests');

  it('have at most 300 lines', () => {
    const long = files.filter((file) => read(file).split('\n').length > LINES_MAX + 1);
    expect(files.length).toBeGreaterThan(150);
    expect(long).toEqual([]);
  });

  it('are at most 25 in a folder', () => {
    const counts = Map.groupBy(filesIn('api', 'src', 'scripts', 'tests'), (file) => posix.dirname(file));
    expect([...counts].filter(([, { length }]) => length > FILES_MAX).map(([folder]) => folder)).toEqual([]);
  });

  it('are in kebab-case, components in PascalCase', () => {
    const names = files.map((file) => posix.basename(file)).filter((name) => !/^(\[\.{0,3}\w+\]|[a-z0-9]+)/.test(name));
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*(\.island)?\.(astro|tsx)$/.test(name))).toEqual([]);
  });

  it('hold no stubs', () => {
    const words = new RegExp(['\\b(TO', 'DO|FIX', 'ME|[Ll]orem ', 'ipsum)\\b'].join(''));
    expect(files.filter((file) => words.test(read(file)))).toEqual([]);
  });

  it('run unbuilt: no enum, namespace or parameter property in api and db', () => {
    const pattern =
      /^\s*(export\s+)?(const\s+)?enum\s|^\s*(export\s+)?namespace\s|constructor\([^)]*\b(private|public|readonly)\s/m;
    expect(filesIn('api', 'db').filter((file) => pattern.test(read(file)))).toEqual([]);
  });
});
