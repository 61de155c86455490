/** Makes sure that there is a Chromium for the browser tests: `node scripts/install-browser.ts`, first step of `npm test`. */
import './closed-output.ts';
import { chromium } from 'playwright';
import { ensureBrowser, playwrightDownload } from './browser/ensure-browser.ts';

try {
  const path = ensureBrowser({
    env: process.env,
    isRoot: process.getuid?.() === 0,
    ownPath: chromium.executablePath(),
    download: playwrightDownload,
    log: console.log,
  });
  console.log(`Browser tests use ${path}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
