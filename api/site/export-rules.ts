import { shellPages } from '#api/domain/shell-pages.ts';
import { createSecurityHeaders, getCacheControl, NO_REFERRER_PATHS } from '#api/http/security-headers.ts';
import type { ReleaseEntry } from '#api/releases/manifest.ts';
import { decodeAddress } from '#api/domain/decode-address.ts';

export const exportHosts = ['netlify', 'cloudflare', 'nginx'] as const;
export type ExportHost = (typeof exportHosts)[number];

/** What the rules of a host are made from. */
export type ExportedSite = {
  entries: readonly ReleaseEntry[];
  siteUrl: string;
  /** Origin of the server, which answers what isn't a file; null without one. */
  serverOrigin: string | null;
};

/** The page of all withdrawn works: it is the same for each of them. */
export const WITHDRAWN_FILE = '410.html';
/** Pages of the back office and files that aren't part of a release. */
const SERVER_PREFIXES = ['/api', '/uploads', '/preview', '/release'];
/** What hosts send for a name, where it is what the server sends. */
const USUAL_TYPES: Record<string, string> = {
  css: 'text/css',
  html: 'text/html',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown',
  mp4: 'video/mp4',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  vtt: 'text/vtt',
  webm: 'video/webm',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml',
};

/** Signs that hosts read as a pattern in an address; neither knows a way to write it literally. Netlify looks at the beginning of a segment. */
const PATTERNS: Partial<Record<ExportHost, RegExp>> = {
  netlify: /\/(:|\*(\/|$))/,
  cloudflare: /\*|:[a-z]/i,
};
const isPattern = (host: ExportHost, path: string) => PATTERNS[host]?.test(path) ?? false;

const listAllRedirects = ({ entries }: ExportedSite) =>
  entries.flatMap(({ path, location, status }) => (location === null ? [] : [{ path, location, status }]));
/** Redirects that this host can do. A pattern would lead every address like it away. */
const listRedirects = (host: ExportHost, site: ExportedSite) =>
  listAllRedirects(site).filter(({ path }) => !isPattern(host, path));
const listWithdrawn = ({ entries }: ExportedSite) => entries.filter(({ status }) => status === 410);
/** The lists of a moved category, tag or author follow by one rule each, as the server has it. */
const listMovedLists = (host: ExportHost, site: ExportedSite) =>
  listRedirects(host, site).filter(({ path, location }) => isList(path) && isList(location));
const isList = (path: string) => /^\/(categories|blogs\/(tag|author))\/[^/?#]+$/.test(path);
/** Files whose type a host wouldn't guess from the name. */
const listUnusualTypes = ({ entries }: ExportedSite) =>
  entries.filter(({ path, hash, contentType }) => {
    const extension = /\.(\w+)$/.exec(path)?.[1];
    return hash !== null && extension !== undefined && contentType.split(';')[0] !== USUAL_TYPES[extension];
  });

/** The policy of each page is in the page itself (`static-export.ts`): a rule for each would exceed the limits of the hosts. */
const createCommonHeaders = ({ siteUrl }: ExportedSite): Record<string, string> => ({
  ...createSecurityHeaders({ isTls: siteUrl.startsWith('https:') }),
  // A page can't state this one.
  'Content-Security-Policy': "frame-ancestors 'none'",
});

/**
 * `_headers`. All rules that match add up, and values of one name are joined by a comma, so Cache-Control is left to the
 * default of both hosts where files may change (`public, max-age=0, must-revalidate`); of referrer policies the last counts.
 */
function formatHeaderRules(site: ExportedSite): string {
  const rules: [path: string, headers: Record<string, string>][] = [
    ['/*', createCommonHeaders(site)],
    ...[...NO_REFERRER_PATHS].map((path): [string, Record<string, string>] => [
      path,
      { 'Referrer-Policy': 'no-referrer' },
    ]),
    ...['/_astro/', '/media/', '/og/'].map((folder): [string, Record<string, string>] => [
      `${folder}*`,
      { 'Cache-Control': getCacheControl(folder) },
    ]),
    ['/*.md', { 'X-Robots-Tag': 'noindex', 'Content-Type': 'text/markdown; charset=utf-8' }],
    ...listUnusualTypes(site).map(({ path, contentType }): [string, Record<string, string>] => [
      path,
      { 'Content-Type': contentType },
    ]),
  ];
  return rules.map(([path, headers]) => `${path}\n${formatHeaderLines(headers)}`).join('\n');
}

const formatHeaderLines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join('');

/** Netlify: files come before rules, then the first rule that matches; it knows no 410, so withdrawn works answer 404. */
function createNetlifyRules(site: ExportedSite): Record<string, string> {
  const { serverOrigin } = site;
  const lines = [
    ...(serverOrigin === null
      ? []
      : SERVER_PREFIXES.map((prefix) => `${prefix}/* ${serverOrigin}${prefix}/:splat 200`)),
    ...listRedirects('netlify', site).map(({ path, location, status }) => `${path} ${location} ${status}`),
    ...listWithdrawn(site).map(({ path }) => `${path} /${WITHDRAWN_FILE} 404`),
    ...listMovedLists('netlify', site).map(
      ({ path, location, status }) => `${path}/page/* ${location}/page/:splat ${status}`,
    ),
    ...shellPages.map(({ rule, page }) => `${rule} ${page} 200`),
    '/* /404.html 404',
  ];
  return { _redirects: `${lines.join('\n')}\n`, _headers: formatHeaderRules(site) };
}

/**
 * Cloudflare Pages: redirects come before files, those without a wildcard first (2,000, and 100 with one), and can't lead to
 * another origin but by status 3xx. So a Function answers pages with an id and what the server answers.
 */
function createCloudflareRules(site: ExportedSite): Record<string, string> {
  const { serverOrigin } = site;
  const lines = [
    ...listRedirects('cloudflare', site).map(({ path, location, status }) => `${path} ${location} ${status}`),
    ...listMovedLists('cloudflare', site).map(
      ({ path, location, status }) => `${path}/page/* ${location}/page/:splat ${status}`,
    ),
  ];
  const prefixes = serverOrigin === null ? [] : SERVER_PREFIXES;
  const include = [
    ...prefixes.map((prefix) => `${prefix}/*`),
    ...new Set(shellPages.map(({ rule }) => toWildcard(rule))),
  ];
  return {
    _redirects: `${lines.join('\n')}\n`,
    _headers: formatHeaderRules(site),
    '_routes.json': `${JSON.stringify({ version: 1, include, exclude: [] }, null, 2)}\n`,
    '_worker.js': formatWorker(site),
  };
}

/** '/documents/:id/edit' is '/documents/*': a route of a Function has one wildcard, at its end. */
const toWildcard = (rule: string) => rule.replace(/:.*/s, '*');

/** `_headers` doesn't apply to what a Function answers. */
const formatWorker = (site: ExportedSite): string => `const server = ${JSON.stringify(site.serverOrigin)};
const prefixes = ${JSON.stringify(SERVER_PREFIXES)};
const pages = [
${shellPages.map(({ pattern, page }) => `  [${pattern}, ${JSON.stringify(page)}],`).join('\n')}
];
const headers = ${JSON.stringify(createCommonHeaders(site), null, 2)};

export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    const page = pages.find(([pattern]) => pattern.test(url.pathname))?.[1];
    const isServers = server !== null && prefixes.some((prefix) => url.pathname.startsWith(prefix + '/'));
    if (!isServers || url.pathname.startsWith('/uploads/')) {
      const own = await env.ASSETS.fetch(request);
      const file = page && own.status === 404 ? await env.ASSETS.fetch(new Request(new URL(page, url), request)) : own;
      if (!isServers || file.status !== 404) {
        const answer = new Response(file.body, file);
        for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
        return answer;
      }
    }
    return fetch(new Request(new URL(url.pathname + url.search, server), request), { redirect: 'manual' });
  },
};
`;

/** nginx: `add_header` of a location replaces those of the server, so values that differ come from maps. */
function createNginxRules(site: ExportedSite): Record<string, string> {
  const { entries, serverOrigin, siteUrl } = site;
  const { 'Referrer-Policy': referrer = '', ...headers } = createCommonHeaders(site);
  const types = new Map(Object.entries(USUAL_TYPES));
  const typesWithCharset = new Set(
    entries.flatMap(({ contentType }) => (/charset/.test(contentType) ? (contentType.split(';')[0] ?? []) : [])),
  );
  typesWithCharset.delete('text/html');
  const locations = [
    'location = / { try_files /index.html =404; }',
    'location / { try_files $uri $uri.html =404; }',
    'location ~ \\.html$ { return 404; }',
    ...shellPages.map(({ pattern, page }) => `location ~ ${pattern.source} { try_files $uri.html ${page}.html =404; }`),
    'location ~ ^/.+/$ { rewrite ^/+(.+?)/+$ /$1 permanent; }',
    'location = /404.html { internal; }',
    `location = /${WITHDRAWN_FILE} { internal; }`,
    ...listUnusualTypes(site).map(
      ({ path, contentType }) =>
        `location = ${quote(path)} { types {} default_type ${quote(contentType.split(';')[0] ?? '')}; }`,
    ),
    // nginx compares paths after decoding them.
    ...listRedirects('nginx', site).map(
      ({ path, location, status }) =>
        `location = ${quote(decodeAddress(path))} { return ${status} ${quote(location)}; }`,
    ),
    ...listMovedLists('nginx', site).map(
      ({ path, location, status }) =>
        `location ~ ^${escapePattern(decodeAddress(path))}/page/(\\d+)$ { return ${status} ${location}/page/$1; }`,
    ),
    ...listWithdrawn(site).map(({ path }) => `location = ${quote(decodeAddress(path))} { return 410; }`),
    ...(serverOrigin === null ? [] : formatProxyLocations(serverOrigin)),
  ];
  return {
    'nginx.conf': `# Include this file in the http block. Set root to where the folder site is; add listen, server_name and certificates.
map $request_uri $site_path {
  "~^(?<site_path_only>[^?]*)" $site_path_only;
}
map $site_path $site_referrer_policy {
  default ${quote(referrer)};
${[...NO_REFERRER_PATHS].map((path) => `  ${path} no-referrer;`).join('\n')}
}
map $site_path $site_cache_control {
  default no-cache;
${['/_astro/', '/media/', '/og/'].map((folder) => `  ~^${folder} ${quote(getCacheControl(folder))};`).join('\n')}
}
map $site_path $site_robots {
  default "";
  ~\\.md$ noindex;
}
server {
  listen 80;
  server_name ${new URL(siteUrl).hostname};
  root /var/www/site;
  absolute_redirect off;
  charset utf-8;
  charset_types ${[...typesWithCharset, 'text/plain'].filter((type, at, all) => all.indexOf(type) === at).join(' ')};
  types {
${[...types].map(([extension, type]) => `    ${type} ${extension};`).join('\n')}
  }
  error_page 404 /404.html;
  error_page 410 /${WITHDRAWN_FILE};
${Object.entries(headers)
  .map(([name, value]) => `  add_header ${name} ${quote(value)} always;`)
  .join('\n')}
  add_header Referrer-Policy $site_referrer_policy always;
  add_header Cache-Control $site_cache_control always;
  add_header X-Robots-Tag $site_robots always;
${locations.map((location) => `  ${location}`).join('\n')}
}
`,
  };
}

/** The empty header isn't sent; it keeps the headers of the server block away from answers that have their own. */
function formatProxyLocations(serverOrigin: string): string[] {
  const proxy = `proxy_pass ${serverOrigin}; proxy_http_version 1.1; proxy_ssl_server_name on; proxy_buffering off; client_max_body_size 200m; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; add_header X-None "";`;
  const [uploads, others] = [
    SERVER_PREFIXES.filter((prefix) => prefix === '/uploads'),
    SERVER_PREFIXES.filter((prefix) => prefix !== '/uploads'),
  ];
  return [
    ...others.map((prefix) => `location ^~ ${prefix}/ { ${proxy} }`),
    ...uploads.map((prefix) => `location ^~ ${prefix}/ { try_files $uri @server; }`),
    `location @server { ${proxy} }`,
  ];
}

/** nginx replaces variables also within quotes. */
const quote = (value: string) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '%24')}"`;
const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const rulesByHost: Record<ExportHost, (site: ExportedSite) => Record<string, string>> = {
  netlify: createNetlifyRules,
  cloudflare: createCloudflareRules,
  nginx: createNginxRules,
};

/** Redirects that Cloudflare Pages reads: without a wildcard, and with one. */
const CLOUDFLARE_REDIRECTS_MAX = { plain: 2_000, wildcard: 100 };

const HOST_NAMES: Record<ExportHost, string> = { netlify: 'Netlify', cloudflare: 'Cloudflare Pages', nginx: 'nginx' };

/** What of an export its host will not do, as sentences for the operator. */
export function listHostLimits(host: ExportHost, site: ExportedSite): string[] {
  const patterns = listAllRedirects(site).filter(({ path }) => isPattern(host, path));
  const unwritten = patterns.map(
    ({ path }) => `${path} doesn’t redirect there: ${HOST_NAMES[host]} reads it as a pattern.`,
  );
  if (host !== 'cloudflare') return unwritten;
  const plain = listRedirects(host, site).length;
  const wildcard = listMovedLists(host, site).length;
  const { plain: plainMax, wildcard: wildcardMax } = CLOUDFLARE_REDIRECTS_MAX;
  return [
    ...unwritten,
    ...(plain > plainMax
      ? [
          `Cloudflare Pages reads ${plainMax} redirects; the last ${plain - plainMax} of these ${plain} don’t work there.`,
        ]
      : []),
    ...(wildcard > wildcardMax
      ? [
          `Cloudflare Pages reads ${wildcardMax} redirects with a wildcard; pages 2 and up of ${wildcard - wildcardMax} moved categories don’t work there.`,
        ]
      : []),
  ];
}

/** The files of rules that this host reads, by name. */
export const createHostRules = (host: ExportHost, site: ExportedSite): Record<string, string> =>
  rulesByHost[host](site);
