import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles, readSource } from '../../support/architecture/source-files.ts';

const FOLDERS = ['api', 'db', 'src', 'scripts', 'tests'];

describe('files', () => {
  const files = listFiles(FOLDERS);

  it('are in kebab-case, components in PascalCase', () => {
    expect(files.length).toBeGreaterThan(150);
    const names = files.map((file) => posix.basename(file)).filter((name) => !/^(\[\.{0,3}\w+\]|[a-z0-9]+)/.test(name));
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*(\.island)?\.(astro|tsx)$/.test(name))).toEqual([]);
  });

  it('have no stubs', () => {
    const words = new RegExp(['\\b(TO', 'DO|FIX', 'ME|[Ll]orem ', 'ipsum)\\b'].join(''));
    expect(files.filter((file) => words.test(readSource(file)))).toEqual([]);
  });

  it('run unbuilt: no enum, namespace or parameter property in api and db', () => {
    const pattern =
      /^\s*(export\s+)?(const\s+)?enum\s|^\s*(export\s+)?namespace\s|constructor\([^)]*\b(private|public|readonly)\s/m;
    expect(listFiles(['api', 'db']).filter((file) => pattern.test(readSource(file)))).toEqual([]);
  });

  it('T31 read the environment in api/env.ts only', () => {
    const pattern = /process\.env|import\.meta\.env\.(?!DEV|PROD|SITE|SSR)/;
    expect(listFiles(['api', 'db', 'src']).filter((file) => pattern.test(readSource(file)))).toEqual(['api/env.ts']);
  });

  it('order no rows inside an aggregate function, which the parser of a libSQL server refuses', () => {
    const pattern = /\b(json_group_array|json_group_object|group_concat|string_agg)\([^()]*\bORDER BY\b/i;
    expect(listFiles(['api', 'db']).filter((file) => pattern.test(readSource(file)))).toEqual([]);
  });

  it('share no style by accident: a class is styled by itself in one file', () => {
    const homes = new Map<string, string[]>();
    for (const file of listFiles(['src'], 'css')) {
      const classes = readSource(file).matchAll(/^\.([a-z][a-z0-9-]*) \{/gm);
      for (const name of new Set([...classes].map((match) => match[1] ?? ''))) {
        homes.set(name, [...(homes.get(name) ?? []), file]);
      }
    }
    expect(homes.size).toBeGreaterThan(300);
    expect([...homes].filter(([, files]) => files.length > 1)).toEqual([]);
  });
});
