import { resolve } from 'node:path';
import { callControlSocket, runCommand } from './control-client.ts';

await runCommand(async () => {
  const [directory] = process.argv.slice(2);
  if (!directory) throw new Error('Say where to: npm run export -- DIRECTORY (new or empty).');
  const result = await callControlSocket<{ files: number; redirects: number }>('POST', '/export', {
    directory: resolve(directory),
  });
  process.stdout.write(`Wrote ${result.files} files and ${result.redirects} redirects to ${resolve(directory)}.\n`);
});
