import { describe, expect, it } from 'vitest';
import {
  formatImports,
  getPackageName,
  getTopFolder,
  type Import,
  isProjectFile,
  listProjectImports,
  parseImports,
  productImports,
} from '../../support/architecture/imports.ts';
import { readSource } from '../../support/architecture/source-files.ts';

const isOfSandbox = (path: string) => path.startsWith('api/payment-sandbox/');
const isLazy = ({ file, from }: Import) => readSource(file).includes(`import('${from}')`);

describe('imports', () => {
  it('are parsed in every syntax', () => {
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
    const imports = parseImports('src/lib/x.ts', code).map((each) => [each.target, each.isType]);
    expect(imports).toEqual([
      ['a', false],
      ['b', false],
      ['src/lib/c.ts', true],
      ['api/d.ts', true],
      ['src/e.ts', false],
      ['f', false],
      ['src/lib/h.ts', false],
      ['@i/j/k', false],
    ]);
    expect(productImports.length).toBeGreaterThan(300);
  });

  it('of api/domain stay in api/domain', () => {
    const imports = listProjectImports('api/domain');
    expect(imports.length).toBeGreaterThan(0);
    expect(formatImports(imports.filter((each) => !each.target.startsWith('api/domain/')))).toEqual([]);
  });

  it('of db stay in db and api/domain', () => {
    const isAllowed = ({ target }: Import) => getTopFolder(target) === 'db' || target.startsWith('api/domain/');
    expect(formatImports(listProjectImports('db').filter((each) => !isAllowed(each)))).toEqual([]);
  });

  it("of api stay in api and db, but for the company's facts in api/server.ts", () => {
    const outside = listProjectImports('api').filter((each) => !['api', 'db'].includes(getTopFolder(each.target)));
    expect(formatImports(outside)).toEqual(['api/server.ts -> #src/config/site.ts']);
  });

  it('of the payment sandbox stay in it, but for the backoff and Stripe’s currencies of api/domain', () => {
    const outside = listProjectImports('api/payment-sandbox').filter((each) => !isOfSandbox(each.target));
    expect([...new Set(outside.map(({ target }) => target))].sort()).toEqual([
      'api/domain/backoff.ts',
      'api/domain/currencies.ts',
    ]);
  });

  it('of the payment sandbox from outside are lazy or types, by the server or an adapter: with Stripe’s keys nothing of it loads', () => {
    const users = productImports.filter((each) => isOfSandbox(each.target) && !isOfSandbox(each.file));
    const isAllowed = ({ file }: Import) => file === 'api/server.ts' || file.startsWith('api/adapters/');
    expect(formatImports(users.filter((each) => !isAllowed(each)))).toEqual([]);
    expect(formatImports(users.filter((each) => !each.isType && !isLazy(each)))).toEqual([]);
  });

  it('of src take from api only types and api/domain, and nothing from db', () => {
    const isAllowed = ({ target, isType }: Import) => isType || target.startsWith('api/domain/');
    const imports = listProjectImports('src');
    const fromApi = imports.filter((each) => getTopFolder(each.target) === 'api');
    expect(formatImports(fromApi.filter((each) => !isAllowed(each)))).toEqual([]);
    expect(formatImports(imports.filter((each) => getTopFolder(each.target) === 'db' && !each.isType))).toEqual([]);
  });

  it('of src lead neither to scripts nor to tests', () => {
    const outside = listProjectImports('src').filter((each) =>
      ['scripts', 'tests'].includes(getTopFolder(each.target)),
    );
    expect(formatImports(outside)).toEqual([]);
  });

  it('from one top folder into another are written with an alias', () => {
    const isRelative = (each: Import) =>
      each.from.startsWith('.') && getTopFolder(each.file) !== getTopFolder(each.target);
    const imports = productImports.filter((each) => isProjectFile(each.target) && isRelative(each));
    expect(formatImports(imports)).toEqual([]);
  });
});

describe('packages', () => {
  const listUsers = (name: string) =>
    formatImports(productImports.filter((each) => getPackageName(each.target) === name && !each.isType));
  const listUsersOutside = (name: string, folder: string) => listUsers(name).filter((line) => !line.startsWith(folder));

  it('of the database are imported in db, and for the file of the payment sandbox', () => {
    expect(listUsers('@libsql/client').length).toBeGreaterThan(0);
    expect(listUsersOutside('@libsql/client', 'db/')).toEqual([
      'api/payment-sandbox/state/sandbox-file.ts -> @libsql/client/sqlite3',
    ]);
  });

  it.each(['sanitize-html', 'htmlparser2', 'satori', '@resvg/resvg-js', 'pino', 'nodemailer'])(
    'such as %s are imported in adapters only',
    (name) => {
      expect(listUsers(name).length).toBeGreaterThan(0);
      expect(listUsersOutside(name, 'api/adapters/')).toEqual([]);
    },
  );

  it.each(['drizzle-orm', 'hono', 'light-my-request'])('such as %s are not imported in src', (name) => {
    expect(listUsers(name).filter((line) => line.startsWith('src/'))).toEqual([]);
  });
});
