import type { Deps } from '#api/deps.ts';
import { cleanUrl, createReportLog } from '#api/features/csp-reports/csp-reports.service.ts';
import type { ClientErrorRequest } from './client-errors.contract.ts';

/** An error as it is logged. */
type ClientError = { page: string; name: string; message: string; source: string };

const NAME_PATTERN = /^[A-Za-z]{1,40}$/;
const MESSAGE_MAX_LENGTH = 200;
/** Characters that end a line in a log, or change how one is shown. */
const CONTROL = /[\p{C}\p{Z}]+/gu;
/** A word this long may be a token. */
const LONG_WORD = /[\w.~+/=-]{20,}/g;
/** What an engine read or set, which it names in brackets at the end. */
const ACCESS = /\((?:reading|setting|evaluating) ["'‘][\w$.]{1,40}["'’]\)$/u;
/** Quoted text may be the writer's and hold such marks itself: from the first to the last, or to the end without a second. */
const QUOTED = /(["`“„«])(?:.*(["`”“»])|.*$)/u;
/** Also in single marks: one behind a letter is an apostrophe and opens nothing, one before a letter closes nothing. */
const SINGLE_QUOTED = /(?<![\p{L}\p{N}])(['‘‚])(?:.*(['’])(?![\p{L}\p{N}])|.*$)/u;
const EMAIL = /(?<![^\s@<>()"'])[^\s@<>()"']+@[^\s@<>()"']+/g;
const URLS = /\b(?:https?|wss?|blob|data|file):\S+/gi;

/** The log of errors in pages, limited like that of policy violations. */
export function createClientErrorLog(deps: Pick<Deps, 'log' | 'clock'>) {
  const { requireLeft, logReports } = createReportLog(deps, {
    once: 'error in a page',
    repeated: 'errors in a page in 10 minutes',
    skipped: 'errors in pages not logged',
  });
  const logError = (error: ClientErrorRequest, requestId: string) =>
    logReports([toClientError(error)], { request_id: requestId });
  return { requireLeft, logError };
}

const REACT_ERROR = /^https:\/\/react\.dev\/errors\/\d{1,4}/;

/** Anyone can send this: fields are shortened, and possible secrets and page content are removed. */
function toClientError({ page, name, message, stack = '' }: ClientErrorRequest): ClientError {
  return {
    page: cleanUrl(page),
    name: NAME_PATTERN.test(name) ? name : 'Error',
    message: cleanMessage(message),
    source: readSource(stack),
  };
}

function cleanMessage(message: string): string {
  const line = message
    .slice(0, 2 * MESSAGE_MAX_LENGTH)
    .replace(CONTROL, ' ')
    .trim();
  const access = ACCESS.exec(line)?.[0] ?? '';
  const cleaned = hideQuotations(line.slice(0, line.length - access.length))
    .replace(URLS, (url) => REACT_ERROR.exec(url)?.[0] ?? '[address]')
    .replace(EMAIL, '[email]')
    .replace(LONG_WORD, (word) => (REACT_ERROR.test(word) ? word : '[token]'));
  return (cleaned + access.replace(LONG_WORD, '[token]')).slice(0, MESSAGE_MAX_LENGTH);
}

const hideQuotations = (text: string) =>
  [QUOTED, SINGLE_QUOTED].reduce(
    (rest, pattern) => rest.replace(pattern, (_all, open: string, close = '') => `${open}...${close}`),
    text,
  );

/** The first place in one of our scripts: file, line and column. */
const readSource = (stack: string): string => /\/_astro\/([\w.-]{1,80}\.js:\d{1,7}:\d{1,7})/.exec(stack)?.[1] ?? '';
