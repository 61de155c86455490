import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exportHosts } from '#api/site/export-rules.ts';
import type { ContentExport } from '#api/features/content-export/content-export.service.ts';
import type { ExportResult } from '#api/site/static-export.ts';
import { callControlSocket, runCommand } from './control-client.ts';

const USAGE = `Usage: npm run export -- DIRECTORY --host ${exportHosts.join('|')} [--server https://server.example.com]
       npm run export -- content DIRECTORY [--format markdown|ghost]

DIRECTORY must be new or empty. --server is the origin of this server, for what isn’t a file: sign-in, waiting lists, search
and the admin screens. See docs/export.md.`;

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      host: { type: 'string' },
      server: { type: 'string' },
      format: { type: 'string', default: 'markdown' },
    },
  });
  if (values.help) return void process.stdout.write(`${USAGE}\n`);
  if (positionals[0] === 'content' && positionals[1]) return writeContent(positionals[1], values.format);
  const [directory] = positionals;
  const host = exportHosts.find((name) => name === values.host);
  if (!directory || !host) throw new Error(USAGE);
  const result = await callControlSocket<ExportResult>('POST', '/export', {
    directory: resolve(directory),
    host,
    serverOrigin: readOrigin(values.server),
  });
  process.stdout.write(`Wrote ${result.files} files and ${result.redirects} redirects to ${resolve(directory)}.\n`);
  for (const warning of result.warnings) process.stdout.write(`${warning}\n`);
  if (values.server === undefined)
    process.stdout.write('Without --server, sign-in, waiting lists, search and the admin screens don’t work there.\n');
});

/** Posts, pages, their images and files, for another program. */
async function writeContent(directory: string, format: string): Promise<void> {
  if (format !== 'markdown' && format !== 'ghost') throw new Error(USAGE);
  const request = { directory: resolve(directory), format } as const;
  const { posts, pages, media, notes } = await callControlSocket<ContentExport>('POST', '/content-export', request);
  process.stdout.write(`Wrote ${posts} posts, ${pages} pages, ${media} images and files to ${request.directory}.\n`);
  for (const note of notes) process.stdout.write(`${note}\n`);
}

function readOrigin(value: string | undefined): string | null {
  if (value === undefined) return null;
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/')
    throw new Error('--server must be an origin, such as https://server.example.com');
  return url.origin;
}
