import { createLogger } from '#api/adapters/pino-logger.ts';
import { isOutOfSpace } from '#db/out-of-space.ts';

/**
 * What the process says of its start and its end: sentences for a terminal; in production JSON like every other line, also of an error
 * that nobody caught and of warnings of Node, because a collector of logs reads each line by itself.
 */
export function createStartOutput({ isProduction }: { isProduction: boolean }) {
  if (!isProduction) {
    return {
      say: (sentence: string) => void process.stdout.write(`${sentence}\n`),
      refuse: (sentence: string) => void process.stderr.write(`${sentence}\n`),
      crash(error: unknown): void {
        throw error;
      },
    };
  }
  // The lines of a start are few, and not to be missed at any level that is set.
  const log = createLogger('info');
  const crash = (error: unknown) => {
    log.fatal({ err: error }, 'uncaught error: the server ends');
    process.exit(1);
  };

  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning of Node'));
  process.on('uncaughtException', crash);

  return {
    say: (sentence: string) => log.info(sentence),
    refuse: (sentence: string) => log.fatal(sentence),
    crash,
  };
}

/** The sentence for an operator about why a start failed; null for an error that only its stack explains. */
export function describeStartFailure(error: unknown): string | null {
  if (isOutOfSpace(error)) return 'The disk is full. Free up space, then start again.';
  const { code, syscall, path, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return 'The port is already in use. Set PORT to a free port.';
  if (code === 'EADDRNOTAVAIL') return 'The address isn’t one of this machine. Set HOST to one that is.';
  if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') return null;
  if (syscall === 'listen')
    return `The user that the server runs as may not listen on port ${port}. Set PORT to one above 1023.`;
  const place = path === undefined ? 'DATA_DIR' : path;
  return `The user that the server runs as may not read and write ${place}. Make that user its owner, or set DATA_DIR to another folder.`;
}
