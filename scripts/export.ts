import { resolve } from 'node:path';
import { callControlSocket, runCommand } from './control-client.ts';

await runCommand(async () => {
  const [directory] = process.argv.slice(2);
  if (!directory) throw new Error('Usage: npm run export -- DIRECTORY (a new or empty directory)');
  const result = await callControlSocket<{ files: number; redirects: number }>('POST', '/export', {
    directory: resolve(directory),
  });
  process.stdout.write(`Wrote ${result.files} files and ${result.redirects} redirects to ${resolve(directory)}.\n`);
});
