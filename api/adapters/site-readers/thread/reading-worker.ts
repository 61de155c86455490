import { readSite } from '#api/adapters/site-readers/read-site.ts';
import { serveReading } from './serve-reading.ts';

await serveReading(readSite);
