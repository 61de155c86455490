import { readEnv } from '#api/env.ts';
import { createBlog, updateBlog } from '../app/content-services.ts';
import { createOffsetClock } from '../clock/offset-clock.ts';
import type { PublishPhase } from '#api/publishing/publisher-options.ts';
import { startServer } from '#api/server.ts';

// crash-server.ts <data directory> <port> <settings> <clock offset, ms>: a real server. Its parent sends commands: changes of
// content, and the phase of publishing at which it kills itself with SIGKILL.
export type CrashCommand =
  | { command: 'create'; title: string; marker: string }
  | { command: 'update'; id: number; title: string; marker: string }
  | { command: 'killAt'; step: PublishPhase }
  | { command: 'settle' };
export type CrashReply =
  { ready: true } | { done: true; id: number; slug: string } | { settled: true } | { acknowledged: true };

const [dataDir = '', port = '0', settings = '{}', clockOffsetMs = '0'] = process.argv.slice(2);
let killAt: PublishPhase | null = null;
const env = readEnv({
  DATA_DIR: dataDir,
  PORT: port,
  SITE_URL: 'http://localhost:4321',
  LOG_LEVEL: 'error',
  DEMO_CONTENT: 'pages',
  OG_IMAGES: 'false',
  RELEASES_KEPT: '1000',
  // Tests set the client address in X-Forwarded-For.
  TRUSTED_PROXIES: '1',
  // A test sends thousands of joins within the hour, by clients that are no browsers.
  BREAKER_JOINS_PER_HOUR: '10000',
  ...(JSON.parse(settings) as Record<string, string>),
});
const clock = createOffsetClock();
clock.advance(Number(clockOffsetMs));
const server = await startServer(env, {
  clock,
  onPhase: (step) => {
    if (step === killAt) process.kill(process.pid, 'SIGKILL');
  },
});

process.on('message', async (message: CrashCommand) => {
  if (message.command === 'settle') {
    await server.publisher.whenIdle();
    sendReply({ settled: true });
    return;
  }
  if (message.command === 'killAt') {
    killAt = message.step;
    sendReply({ acknowledged: true });
    return;
  }
  const input = { title: message.title, content: `<p>${message.marker}</p>`, status: 'published' as const };
  const post =
    message.command === 'create' ? await createBlog(server, input) : await updateBlog(server, message.id, input);
  sendReply({ done: true, id: post.id, slug: post.slug });
});
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
sendReply({ ready: true });

function sendReply(reply: CrashReply): void {
  process.send?.(reply);
}
