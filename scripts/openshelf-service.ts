import './closed-output.ts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { readEnv } from '#api/env.ts';
import { createEventHandler, renderDemoText, sendDemoWorks } from '../tests/support/openshelf/play-service.ts';
import { PublishingService } from '../tests/support/openshelf/publishing-service.ts';
import { type ReceiverMode, WebhookReceiver } from '../tests/support/openshelf/webhook-receiver.ts';

// Plays OpenShelf's publishing service against a running site with the same settings: sends works, receives webhooks at
// OPENSHELF_WEBHOOK_URL, and acts on them, until Ctrl+C.
const USAGE =
  'Usage: npm run openshelf:service -- [--count 8] [--texts https://...] [--texts-port 4401] [--down | --slow | --twice]';
/** With --slow, how long an answer takes (ms): longer than the site waits. */
const SLOW_MS = 15_000;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '8' },
      texts: { type: 'string', default: 'https://texts.example.com' },
      'texts-port': { type: 'string', default: '4401' },
      down: { type: 'boolean', default: false },
      slow: { type: 'boolean', default: false },
      twice: { type: 'boolean', default: false },
    },
  });
  const env = readEnv();
  const { serviceKey, webhookUrl } = env.openshelf;
  if (!serviceKey || !webhookUrl)
    throw new Error('Set OPENSHELF_SERVICE_KEY and OPENSHELF_WEBHOOK_URL, as for the site.');
  const service = new PublishingService({ serviceKey, send: (path, init) => fetch(`${env.SITE_URL}${path}`, init) });
  const options = { service, textsUrl: values.texts, print };

  const handle = createEventHandler(options);
  const receiver = new WebhookReceiver({
    serviceKey,
    onEvent: (event) => handle(event).catch((error: Error) => print(`${event.data.publication_id} ${error.message}`)),
  });
  receiver.mode = (['down', 'slow', 'twice'] as const).find((mode) => values[mode]) ?? ('ok' satisfies ReceiverMode);
  setInterval(() => receiver.release(), SLOW_MS);
  await receiver.start(Number(new URL(webhookUrl).port || 80));
  const texts = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(renderDemoText(request.url ?? '/'));
  });
  await once(texts.listen(Number(values['texts-port']), '127.0.0.1'), 'listening');
  print(`Webhooks: ${webhookUrl}. Texts: http://127.0.0.1:${values['texts-port']}. Ctrl+C ends it.`);
  await sendDemoWorks(options, Number(values.count));
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n${USAGE}\n`);
  process.exit(1);
});
