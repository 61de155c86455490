/** Makes sure that there is nginx for the test of the export: `node scripts/install-nginx.ts`, a step of `npm test`. */
import './closed-output.ts';
import { ensureNginx } from './testing/ensure-nginx.ts';

try {
  console.log(`The test of the export uses ${ensureNginx({ isRoot: process.getuid?.() === 0, log: console.log })}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
