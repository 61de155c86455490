import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

// Hono's serveStatic, for comparison: static-server.ts <directory> <port>
const [directory = '.', port = '0'] = process.argv.slice(2);
const app = new Hono();
app.use('/*', serveStatic({ root: directory }));
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' });
