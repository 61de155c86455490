import pino, { type Logger } from 'pino';

const STANDARD_OUTPUT = 1;
/** Lines that can’t be written are buffered up to this size (bytes); later ones are dropped. */
const PENDING_MAX_BYTES = 1024 * 1024;

/** A code of an error, such as ENOSPC or not_found; a sign-in code has digits. */
const isErrorCode = (value: unknown, path: readonly unknown[]) =>
  path.length === 2 && path[1] === 'code' && /^([A-Z][A-Z0-9]*(_[A-Z0-9]+)*|[a-z]+(_[a-z]+)*)$/.test(String(value));

/** Structured logs: one JSON object a line on standard output, or in the file `dest`. Secrets are masked. */
export function createLogger(level: string, dest: number | string = STANDARD_OUTPUT): Logger {
  const output = pino.destination({ dest, sync: true, maxLength: PENDING_MAX_BYTES });
  // Without a listener, an error of a log file on a full disk would end the server.
  output.on('error', () => undefined);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['token', 'code', 'secret', '*.token', '*.code', '*.secret', 'headers.authorization'],
        censor: (value, path) => (isErrorCode(value, path) ? value : '[masked]'),
      },
    },
    output,
  );
}
