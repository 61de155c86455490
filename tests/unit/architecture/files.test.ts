import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countLines, listFiles, readSource } from '../../support/architecture/source-files.ts';

const LINES_MAX = 300;
const LINES_MEDIAN_MAX = 80;
const FILES_MAX = 25;
const FOLDERS = ['api', 'db', 'src', 'scripts', 'tests'];

describe('files', () => {
  const files = listFiles(FOLDERS);

  it(`have at most ${LINES_MAX} lines, style sheets too`, () => {
    const long = [...files, ...listFiles(FOLDERS, 'css')].filter((file) => countLines(file) > LINES_MAX);
    expect(files.length).toBeGreaterThan(150);
    expect(long).toEqual([]);
  });

  it(`of the product have fewer than ${LINES_MEDIAN_MAX} lines in the median`, () => {
    const lengths = listFiles(['api', 'db', 'src'])
      .map(countLines)
      .sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(LINES_MEDIAN_MAX);
  });

  it(`are at most ${FILES_MAX} in a folder`, () => {
    const counts = Map.groupBy(listFiles(FOLDERS, '*'), (file) => posix.dirname(file));
    const large = [...counts].filter(([, { length }]) => length > FILES_MAX);
    expect(large.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([]);
  });

  it('are in kebab-case, components in PascalCase', () => {
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
});
