import { callControlSocket, runCommand } from './control-client.ts';

const USAGE = `npm run releases                    list the latest releases and publishes
npm run releases -- show N          list the addresses in release N
npm run releases -- restore N       restore release N and pause publishing
npm run releases -- resume          resume publishing after a restore
npm run releases -- rebuild         rebuild all pages
`;

type Listing = {
  current: number;
  pinned: number | null;
  releases: {
    id: number;
    kind: string;
    note: string;
    pagesChanged: number;
    pagesTotal: number;
    bytes: number;
    createdAt: number;
  }[];
  jobs: {
    id: number;
    status: string;
    reason: string;
    milliseconds: number | null;
    failedPath: string | null;
    error: string | null;
  }[];
};

const [command = 'list', argument = ''] = process.argv.slice(2);

await runCommand(async () => {
  if (command === 'list') return printReleases(await callControlSocket<Listing>('GET', '/releases'));
  if (command === 'show') return printEntries(await callControlSocket('GET', `/releases/${releaseNumber()}`));
  if (command === 'restore') return printJson(await callControlSocket('POST', `/releases/${releaseNumber()}/restore`));
  if (command === 'resume' || command === 'rebuild') return printJson(await callControlSocket('POST', `/${command}`));
  process.stderr.write(USAGE);
  process.exitCode = 1;
});

function printReleases({ current, pinned, releases, jobs }: Listing): void {
  const lines = releases.map((release) => {
    const mark = release.id === current ? '*' : ' ';
    const size = `${release.pagesChanged} of ${release.pagesTotal} pages, ${Math.round(release.bytes / 1024)} KB`;
    const time = new Date(release.createdAt).toISOString();
    return `${mark}${String(release.id).padStart(6)}  ${time}  ${release.kind.padEnd(8)} ${size.padEnd(28)} ${release.note}`;
  });
  process.stdout.write(`Releases (* is live)\n${lines.join('\n')}\n`);
  if (pinned !== null)
    process.stdout.write(`\nPublishing is paused at release ${pinned}. To resume: npm run releases -- resume\n`);
  const published = jobs.map((job) => `${String(job.id).padStart(7)}  ${formatJobState(job).padEnd(18)} ${job.reason}`);
  process.stdout.write(`\nPublishes\n${published.join('\n')}\n`);
}

function formatJobState(job: Listing['jobs'][number]): string {
  if (job.status === 'live') return `live (took ${job.milliseconds} ms)`;
  return job.status === 'failed' ? `failed: ${job.failedPath ?? ''} ${job.error ?? ''}` : job.status;
}

function printEntries(entries: { path: string; status: number; hash: string | null; location: string | null }[]): void {
  for (const entry of entries) {
    process.stdout.write(
      `${entry.status}  ${(entry.hash?.slice(0, 12) ?? '->').padEnd(12)}  ${entry.path} ${entry.location ?? ''}\n`,
    );
  }
}

function printJson(body: object): void {
  process.stdout.write(`${JSON.stringify(body, null, 2)}\n`);
}

function releaseNumber(): number {
  if (!/^\d+$/.test(argument)) throw new Error(`Give a release number.\n\n${USAGE}`);
  return Number(argument);
}
