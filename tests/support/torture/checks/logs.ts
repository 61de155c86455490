import type { Stage } from '../actor.ts';
import type { ProductServer } from '../product-server.ts';

/** A fault outside explains errors of connections, space and time; these are errors of our own code, whatever happened. */
const OWN_TYPES = ['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError', 'AssertionError'];
const OWN_MESSAGE =
  /unhandled|uncaught|SQL_PARSE_ERROR|syntax error|no such (table|column|function)|constraint failed/i;
/** How Node names a connection that broke. */
const OF_CONNECTION = /^(fetch failed|terminated)/;

/** Printed before the logger is there, by a start while the database is down, or by Node itself about SQLite. */
const PLAIN =
  /^(Serving |Sandbox |Code for |DATABASE_URL: couldn’t open the database|\(node:\d+\) ExperimentalWarning|\(Use `node )/;

/** Every line is JSON, and none is about an error that nothing outside explains. */
export function checkLogs({ findings }: Stage, servers: readonly ProductServer[]): void {
  for (const server of servers) {
    for (const line of server.readLog().split('\n')) {
      if (line === '') continue;
      if (!line.startsWith('{')) {
        if (!PLAIN.test(line)) findings.add(`${server.name} printed: ${line.slice(0, 300)}`);
        continue;
      }
      if (isOwnError(JSON.parse(line) as LogLine)) findings.add(`${server.name} logged: ${shorten(line)}`);
    }
  }
}

type LogLine = { msg?: string; err?: { type?: string; message?: string } };

function isOwnError({ msg = '', err = {} }: LogLine): boolean {
  const { type = '', message = '' } = err;
  if (OWN_TYPES.includes(type)) return !OF_CONNECTION.test(message);
  return OWN_MESSAGE.test(message) || OWN_MESSAGE.test(msg);
}

/** The same error at two times is one finding. */
const shorten = (line: string) =>
  line
    .replaceAll(/"(time|requestId|pid|ms)":[^,}]+,?/g, '')
    .replaceAll(/\d+/g, 'N')
    .slice(0, 500);
