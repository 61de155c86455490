/** What stopped the delivery, by the codes after `server:` or `email:` in `outbox.last_error`. The first match counts. */
const DESCRIPTIONS: readonly [
  pattern: RegExp,
  words: string,
  options?: { isPermanent?: boolean; hidesCode?: boolean },
][] = [
  [/^email: address suppressed/, 'The address is suppressed', { isPermanent: true, hidesCode: true }],
  [/^email: composing failed/, 'The email couldn’t be put together', { isPermanent: true, hidesCode: true }],
  [/^email: not exactly one/, 'The address isn’t valid', { isPermanent: true, hidesCode: true }],
  [/^email: RCPT TO 550$/, 'The address doesn’t exist', { isPermanent: true }],
  [/^email: RCPT TO 5/, 'The address was refused', { isPermanent: true }],
  [/^email: RCPT TO/, 'The address was refused for now'],
  [/^email: .*\b5\d\d$/, 'The mail server refused this email', { isPermanent: true }],
  [/^email: /, 'The mail server refused this email for now'],
  [/TIMEDOUT|ETIME|Abort|Timeout/i, 'The mail server didn’t answer in time'],
  [/ECONN|UNREACH|DNS|ENOTFOUND|EAI_AGAIN|ESOCKET/, 'The mail server can’t be reached'],
  [/AUTH/, 'The mail server didn’t accept our sign-in'],
  [/ENOSPC|EDQUOT/, 'The disk is full'],
  [/ 4\d\d$/, 'The mail server is busy'],
  [/^server: /, 'The mail server failed'],
];

/**
 * `outbox.last_error` as a sentence, with the code for those who look after the mail server. `isPermanent`: another attempt
 * won't change it.
 */
export function describeDeliveryError(lastError: string): { text: string; isPermanent: boolean };
export function describeDeliveryError(lastError: string | null): { text: string | null; isPermanent: boolean };
export function describeDeliveryError(lastError: string | null): { text: string | null; isPermanent: boolean } {
  const [, words, options = {}] = DESCRIPTIONS.find(([pattern]) => pattern.test(lastError ?? '')) ?? [];
  if (lastError === null || words === undefined) return { text: lastError, isPermanent: false };
  // For people the number of the reply is enough; the SMTP command that it answered is in the log.
  const code = lastError.slice(lastError.indexOf(' ') + 1).replace(/^[A-Z][A-Z ]* (?=\d{3}$)/, '');
  const shownCode = options.hidesCode || code === 'unknown' ? '' : ` (${code})`;
  return { text: `${words}${shownCode}.`, isPermanent: options.isPermanent ?? false };
}
