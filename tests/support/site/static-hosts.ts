import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Answers requests as a static host documents it. */
export type StaticHost = (path: string, init?: RequestInit) => Promise<Response>;

const ORIGIN = 'https://www.example.com';

type Rule = { pattern: RegExp; to: string; status: number };

/** How Netlify's own matcher (netlify-redirector 0.5.0) and Cloudflare Pages tell a placeholder from a colon. */
const PLACEHOLDERS = { netlify: /(?<=\/):(\w+)/g, cloudflare: /:([A-Za-z]\w*)/g };

/** `_redirects`: from, to, status. A placeholder is one segment, a splat the rest. */
function readRedirects(directory: string, host: keyof typeof PLACEHOLDERS): Rule[] {
  return readLines(directory, '_redirects').map((line) => {
    const [from = '', to = '', status = '301'] = line.trim().split(/\s+/);
    const source = from
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(PLACEHOLDERS[host], '(?<$1>[^/]+)')
      .replace('*', '(?<splat>.*)');
    return { pattern: new RegExp(`^${source}/?$`), to, status: Number(status) };
  });
}

function readLines(directory: string, name: string): string[] {
  return readFileSync(join(directory, name), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

/** `_headers`: all rules that match add up; values of one name are joined by a comma. */
function readHeaders(directory: string, path: string): Headers {
  const headers = new Headers();
  let isMatching = false;
  for (const line of readLines(directory, '_headers')) {
    if (line.startsWith('/')) isMatching = line.endsWith('*') ? path.startsWith(line.slice(0, -1)) : line === path;
    else if (isMatching) {
      const [, name = '', value = ''] = /^\s+([\w-]+): (.*)$/.exec(line) ?? [];
      headers.append(name, value);
    }
  }
  return headers;
}

export const countHeaderRules = (directory: string) =>
  readLines(directory, '_headers').filter((line) => line.startsWith('/')).length;

/** The file of a path: itself, or the page of this name. */
function findFile(directory: string, path: string): string | null {
  const name = decodeURI(path);
  const names = path === '/' ? ['/index.html'] : [`${name}.html`, ...(/\.[a-z0-9]+$/.test(name) ? [name] : [])];
  const found = names.find((candidate) => existsSync(join(directory, candidate)));
  return found ? join(directory, found) : null;
}

const sendFile = (directory: string, path: string, file: string, status = 200) =>
  new Response(readFileSync(file), { status, headers: readHeaders(directory, path) });

/** The placeholders of a target are names; a port of an origin is a number. */
const expand = (rule: Rule, match: RegExpExecArray) =>
  rule.to.replace(/:([a-z]\w*)/g, (whole, name: string) => match.groups?.[name] ?? whole);

const withoutSlash = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') : path);

/** Netlify: a file comes before the rules, of which the first that matches is applied. A slash at the end makes no difference. */
export function createNetlifyHost(directory: string): StaticHost {
  const rules = readRedirects(directory, 'netlify');
  return async (path, init) => {
    const { pathname, search } = new URL(path, ORIGIN);
    const file = findFile(directory, withoutSlash(pathname));
    if (file) return sendFile(directory, pathname, file);
    for (const rule of rules) {
      const match = rule.pattern.exec(pathname);
      if (!match) continue;
      const target = expand(rule, match);
      if (rule.status >= 300 && rule.status < 400)
        return new Response(null, { status: rule.status, headers: { Location: target } });
      if (target.startsWith('http')) return fetch(target + search, { ...init, redirect: 'manual' });
      const page = findFile(directory, target) ?? join(directory, target);
      return sendFile(directory, pathname, page, rule.status);
    }
    return sendFile(directory, pathname, join(directory, '404.html'), 404);
  };
}

type Worker = {
  fetch(request: Request, env: { ASSETS: { fetch(request: Request): Promise<Response> } }): Promise<Response>;
};

/** Cloudflare Pages: a Function for the paths of _routes.json, then redirects, then files; a page has no slash at its end. */
export async function createCloudflareHost(directory: string): Promise<StaticHost> {
  const rules = readRedirects(directory, 'cloudflare');
  const dynamicAt = rules.findIndex(({ to }) => to.includes(':splat'));
  const staticRules = dynamicAt === -1 ? rules : rules.slice(0, dynamicAt);
  if (staticRules.length > 2_000 || rules.length - staticRules.length > 100) throw new Error('too many redirects');
  if (rules.some(({ status }) => ![301, 302, 303, 307, 308].includes(status))) throw new Error('unknown status');
  const { include } = JSON.parse(readFileSync(join(directory, '_routes.json'), 'utf8')) as { include: string[] };
  if (include.length > 100 || include.some((rule) => !/^\/[^*]*\*?$/.test(rule))) throw new Error('wrong routes');
  // The host runs it as a module, whatever its name.
  const { default: worker } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(readFileSync(join(directory, '_worker.js'), 'utf8'))}`
  )) as { default: Worker };
  const fetchAsset = async (request: Request) => {
    const { pathname } = new URL(request.url);
    for (const rule of rules) {
      const match = rule.pattern.exec(pathname);
      if (match) return new Response(null, { status: rule.status, headers: { Location: expand(rule, match) } });
    }
    const page = withoutSlash(pathname);
    if (page !== pathname && findFile(directory, page))
      return new Response(null, { status: 308, headers: { Location: page } });
    const file = findFile(directory, pathname);
    return sendFile(directory, pathname, file ?? join(directory, '404.html'), file ? 200 : 404);
  };
  return async (path, init) => {
    const request = new Request(new URL(path, ORIGIN), { ...init, redirect: 'manual' });
    const isRouted = include.some((rule) => path.startsWith(rule.slice(0, -1)));
    return isRouted ? worker.fetch(request, { ASSETS: { fetch: fetchAsset } }) : fetchAsset(request);
  };
}
