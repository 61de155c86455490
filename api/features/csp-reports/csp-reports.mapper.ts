import { decodeAddressPart } from '#api/domain/decode-address.ts';

/** A violation as it is logged: enough to find it, and nothing secret. */
export type CspReport = {
  page: string;
  directive: string;
  blocked: string;
  source: string;
  line: number | null;
  column: number | null;
  disposition: string;
};

/** Reports that are read of one body. */
const REPORTS_MAX = 20;
const URL_MAX_LENGTH = 300;
/** Keywords that browsers send in place of a URL. */
const KEYWORDS = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'self',
  'data',
  'blob',
  'trusted-types-policy',
  'trusted-types-sink',
]);
const OTHER = '[other]';
const TOKEN = '[token]';
/** Path prefixes of signed tokens, which open a draft or an earlier release and are therefore not logged. */
const LINK_FOLDERS = new Set(['preview', 'release']);
/** A longer segment is a token unless it is a slug or the name of a file. */
const SHORT_SEGMENT = /^[\w.~-]{0,19}$/;
const SLUG_SEGMENT = /^[a-z0-9]{1,20}([-.][a-z0-9]{1,20})*$/;

/**
 * The reports of a body, in the format of `report-uri` (one object) or of the Reporting API (a list). What is neither is
 * left out. Referrer, policy, sample and user agent are dropped: a sample quotes the page, and a referrer may be a link.
 */
export function readReports(text: string): CspReport[] {
  const body = parseJson(text);
  const reports = Array.isArray(body) ? body.slice(0, REPORTS_MAX).map(readNew) : [field(body, 'csp-report')];
  return reports.flatMap((report) => toReport(report) ?? []);
}

const readNew = (report: unknown) => (field(report, 'type') === 'csp-violation' ? field(report, 'body') : null);

function toReport(report: unknown): CspReport | null {
  const page = field(report, 'documentURL', 'document-uri');
  const directive = field(report, 'effectiveDirective', 'effective-directive', 'violated-directive');
  if (typeof page !== 'string' || typeof directive !== 'string') return null;
  return {
    page: cleanUrl(page),
    directive: /^[a-z-]{1,40}$/.test(directive) ? directive : OTHER,
    blocked: cleanUrl(field(report, 'blockedURL', 'blocked-uri')),
    source: cleanUrl(field(report, 'sourceFile', 'source-file')),
    line: wholeNumber(field(report, 'lineNumber', 'line-number')),
    column: wholeNumber(field(report, 'columnNumber', 'column-number')),
    disposition: field(report, 'disposition') === 'report' ? 'report' : 'enforce',
  };
}

/** Origin and path, without user, query, fragment and tokens. Of another scheme, its name alone. */
export function cleanUrl(value: unknown): string {
  if (typeof value !== 'string' || value === '') return '';
  if (KEYWORDS.has(value)) return value;
  if (!URL.canParse(value)) return OTHER;
  const { protocol, origin, pathname } = new URL(value);
  if (protocol !== 'http:' && protocol !== 'https:') return /^[a-z-]{1,20}:$/.test(protocol) ? protocol : OTHER;
  return (origin + cleanPath(pathname)).slice(0, URL_MAX_LENGTH);
}

function cleanPath(pathname: string): string {
  let folder = '';
  const segments = pathname.split('/').map((segment) => {
    if (segment === '') return '';
    const isToken = LINK_FOLDERS.has(folder) || !(SHORT_SEGMENT.test(segment) || SLUG_SEGMENT.test(segment));
    folder = decodeAddressPart(segment).toLowerCase();
    return isToken ? TOKEN : segment;
  });
  return segments.join('/');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The first of these fields that is there. */
function field(value: unknown, ...names: string[]): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const name = names.find((one) => Object.hasOwn(value, one));
  return name === undefined ? undefined : (value as Record<string, unknown>)[name];
}

const wholeNumber = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : null);
