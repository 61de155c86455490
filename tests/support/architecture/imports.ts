import { posix } from 'node:path';
import { listFiles, readCode } from './source-files.ts';

/** `from` as it is written; `target` as a path from the root of the project, or with the name of a package. */
export type Import = { file: string; from: string; target: string; isType: boolean };

const STATEMENT = /(?:^|\n)\s*(?:import|export)\s+(type\s)?([\w*{},\s$]*?)\s*(?:from\s+)?['"]([^'"\n]+)['"]/g;
const CALL = /\bimport\(\s*['"]([^'"\n]+)['"]/g;

/** Every import and re-export of a text, static and dynamic. */
export function parseImports(file: string, code: string): Import[] {
  const statements = [...code.matchAll(STATEMENT)].map(([, type, names = '', from = '']) => ({
    from,
    isType: type !== undefined || hasOnlyTypes(names),
  }));
  const calls = [...code.matchAll(CALL)].map(([, from = '']) => ({ from, isType: file.endsWith('.d.ts') }));
  return [...statements, ...calls].map((each) => ({ ...each, file, target: resolveTarget(file, each.from) }));
}

function hasOnlyTypes(names: string): boolean {
  const inner = /^\{([^}]*)\}$/.exec(names.trim())?.[1]?.trim();
  return inner !== undefined && inner !== '' && inner.split(',').every((name) => /^\s*(type\s.*)?$/.test(name));
}

function resolveTarget(file: string, from: string): string {
  if (from.startsWith('#')) return from.slice(1);
  return from.startsWith('.') ? posix.join(posix.dirname(file), from) : from;
}

export const readImports = (files: readonly string[]): Import[] =>
  files.flatMap((file) => parseImports(file, readCode(file)));

/** All imports of the product. */
export const productImports = readImports(listFiles(['api', 'db', 'src']));

/** The imports of a folder that lead to other files of the project. */
export const listProjectImports = (folder: string): Import[] =>
  productImports.filter((each) => each.file.startsWith(`${folder}/`) && isProjectFile(each.target));

const PROJECT_FOLDERS = ['api', 'db', 'src', 'scripts', 'tests'];

export const isProjectFile = (target: string): boolean => PROJECT_FOLDERS.includes(getTopFolder(target));

export const getTopFolder = (path: string): string => path.split('/')[0] as string;

export const getPackageName = (target: string): string =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');

/** A feature, a part such as `api/http`, or a file beside the parts, such as `api/env.ts`. */
export function getRoom(path: string): string {
  const segments = path.split('/');
  return segments.slice(0, segments[1] === 'features' ? 3 : 2).join('/');
}

/** The room of a file in `features/`; null for any other file. */
export const getFeature = (path: string): string | null => (/^(api|src)\/features\//.test(path) ? getRoom(path) : null);

/** For a failure message: one line for each import. */
export const formatImports = (imports: readonly Import[]): string[] =>
  imports.map((each) => `${each.file} -> ${each.from}`);
