import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isPublicAddress } from '#api/adapters/safe-fetch/public-address.ts';
import { createSafeFetch } from '#api/adapters/safe-fetch/safe-fetch.ts';
import { HANG_MS } from '../../support/vitest/hang.ts';
import { PUBLIC_IP, startTextServer } from '../../support/openshelf/text-server.ts';

let server: Awaited<ReturnType<typeof startTextServer>>;
beforeAll(async () => {
  server = await startTextServer();
});
beforeEach(() => {
  server.requests.length = 0;
});
afterAll(() => server.stop());

const PRIVATE = 'The address belongs to a private network, so it wasn’t opened.';
const respond = (headers: Record<string, string>, body: string | Buffer = '', status = 200) =>
  server.setListener((_request, response) => void response.writeHead(status, headers).end(body));
const respondHtml = (body: string | Buffer, type = 'text/html') => respond({ 'Content-Type': type }, body);
const fetchText = (url = 'https://books.example/a.html') => server.createFetch()(url);

describe('addresses of the public internet', () => {
  it.each([
    ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255'],
    ...['192.168.1.1', '169.254.169.254', '169.254.0.1', '100.64.0.1', '100.127.255.255', '192.0.0.192', '198.18.0.1'],
    ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '192.0.2.1', '203.0.113.9'],
    ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd00:ec2::254', 'fec0::1', 'ff02::1', '::127.0.0.1'],
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254', '64:ff9b::7f00:1'],
    ...['2002:7f00:1::', '2001::1', '2001:db8::1', '100::1', '4000::1', 'books.example', ''],
  ])('don’t include %s', (ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });

  it.each(['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '::ffff:1.1.1.1'])('include %s', (ip) => {
    expect(isPublicAddress(ip)).toBe(true);
  });

  it('don’t include any of a private network', () => {
    const byte = fc.nat(255);
    const networks = fc.oneof(
      fc.tuple(fc.constant(10), byte, byte, byte),
      fc.tuple(fc.constant(127), byte, byte, byte),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
      fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
      fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
      fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
    );
    fc.assert(
      fc.property(networks, (bytes) => {
        const ip = bytes.join('.');
        return !isPublicAddress(ip) && !isPublicAddress(`::ffff:${ip}`);
      }),
    );
  });
});

describe('an address that leads to a private network is not opened', () => {
  it.each([
    ...['127.0.0.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '0', '10.1.2.3', '169.254.169.254', '[::1]'],
    ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[fd00:ec2::254]', '[fe80::1]', '0xa9.0xfe.0xa9.0xfe', '１２７.0.0.1'],
  ])('https://%s', async (host) => {
    // With everything as in production.
    await expect(createSafeFetch({ userAgent: 'Test' })(`https://${host}/`)).rejects.toThrow(PRIVATE);
  });

  it.each([[['127.0.0.1']], [[PUBLIC_IP, '10.0.0.1']], [['::1', PUBLIC_IP]]])(
    'by a host name with the addresses %s',
    async (addresses) => {
      const fetchSafely = server.createFetch({ names: { 'books.example': [addresses] } });
      await expect(fetchSafely('https://books.example/')).rejects.toThrow(PRIVATE);
      expect(server.requests).toEqual([]);
    },
  );

  it('by a redirect', async () => {
    respond({ Location: 'https://inside.example/secret' }, '', 302);
    const fetchSafely = server.createFetch({ names: { 'inside.example': [['192.168.0.10']] } });
    await expect(fetchSafely('https://books.example/')).rejects.toThrow(PRIVATE);
    respond({ Location: 'https://[::1]/' }, '', 307);
    await expect(fetchText()).rejects.toThrow(PRIVATE);
    expect(server.requests.map(({ host }) => host)).toEqual(['books.example', 'books.example']);
  });

  it('by a name server whose second answer is another: the connection goes to the address that was checked', async () => {
    respondHtml('<p>Safe</p>');
    const fetchSafely = server.createFetch({ names: { 'rebind.example': [[PUBLIC_IP], ['127.0.0.1']] } });
    expect((await fetchSafely('https://rebind.example/')).text).toBe('<p>Safe</p>');
    await expect(fetchSafely('https://rebind.example/')).rejects.toThrow(PRIVATE);
  });

  it('by a redirect to the same name, which is resolved and checked again', async () => {
    server.setListener((_request, response) => void response.writeHead(302, { Location: '/next' }).end());
    const fetchSafely = server.createFetch({ names: { 'rebind.example': [[PUBLIC_IP], ['127.0.0.1']] } });
    await expect(fetchSafely('https://rebind.example/')).rejects.toThrow(PRIVATE);
    expect(server.requests).toHaveLength(1);
  });
});

describe('addresses', () => {
  it.each([
    ['http://books.example/', 'The address doesn’t begin with https:, so it wasn’t opened.'],
    ['javascript:alert(1)', 'The address doesn’t begin with https:, so it wasn’t opened.'],
    ['file:///etc/passwd', 'The address doesn’t begin with https:, so it wasn’t opened.'],
    ['//books.example/', 'The address doesn’t begin with https:, so it wasn’t opened.'],
    ['https://', 'The address doesn’t begin with https:, so it wasn’t opened.'],
    ['https://books.example:8443/', 'The address names a port of its own, so it wasn’t opened.'],
    ['https://user@books.example/', 'The address holds a user name, so it wasn’t opened.'],
  ])('%s is refused', async (url, message) => {
    await expect(fetchText(url)).rejects.toThrow(message);
    respond({ Location: url }, '', 301);
    if (url !== '//books.example/' && url !== 'https://') await expect(fetchText()).rejects.toThrow(message);
  });

  it('that redirect are followed three times', async () => {
    server.setListener((request, response) => {
      const count = Number(request.url?.slice(1));
      if (count < 3) response.writeHead(302, { Location: `/${count + 1}` }).end();
      else response.writeHead(200, { 'Content-Type': 'text/plain' }).end('Here');
    });
    const { text, url } = await fetchText('https://books.example/0');
    expect({ text, url }).toEqual({ text: 'Here', url: 'https://books.example/3' });
    server.setListener((_request, response) => void response.writeHead(302, { Location: '/again' }).end());
    await expect(fetchText()).rejects.toThrow('The address redirects more than 3 times');
  });

  it('without a server say so', async () => {
    const fetchSafely = server.createFetch({ names: { 'nobody.example': [[]] } });
    await expect(fetchSafely('https://nobody.example/')).rejects.toThrow('No server was found at the address.');
  });
});

describe('a request', () => {
  it('names the site and carries no cookie, no referrer and no credentials', async () => {
    server.setListener((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': 'a=b' }).end('Hello');
    });
    const fetchSafely = server.createFetch();
    await fetchSafely('https://books.example/a?b=c#d');
    await fetchSafely('https://books.example/a');
    expect(server.requests[0]).toMatchObject({ host: 'books.example', url: '/a?b=c' });
    expect(server.requests[1]?.headers['user-agent']).toBe('Mateworks (+https://mateworks.example)');
    expect(Object.keys(server.requests[1]?.headers ?? {}).sort()).toEqual([
      ...['accept', 'accept-encoding', 'connection', 'host', 'user-agent'],
    ]);
  });

  it('waits while four others run', async () => {
    const waiting: ServerResponse[] = [];
    const arrivals = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
    server.setListener((_request, response) => {
      arrivals[waiting.push(response) - 1]?.resolve();
    });
    const fetchSafely = server.createFetch();
    const texts = Array.from({ length: 5 }, () => fetchSafely('https://books.example/'));
    await Promise.all(arrivals.slice(0, 4).map(({ promise }) => promise));
    expect(waiting).toHaveLength(4);
    const finish = (response: ServerResponse | undefined) =>
      response?.writeHead(200, { 'Content-Type': 'text/plain' }).end('Done');
    finish(waiting[0]);
    await arrivals[4]?.promise;
    for (const response of waiting.slice(1)) finish(response);
    expect((await Promise.all(texts)).map(({ text }) => text)).toEqual(Array(5).fill('Done'));
  });
});

describe('a text', () => {
  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['identity', (text: string) => Buffer.from(text)],
  ] as const)('is decompressed: %s', async (encoding, compress) => {
    respond({ 'Content-Type': 'text/markdown', 'Content-Encoding': encoding }, compress('# Tēnā koe'));
    expect(await fetchText()).toEqual({ text: '# Tēnā koe', format: 'markdown', url: 'https://books.example/a.html' });
  });

  it.each([
    ['text/html; charset=iso-8859-1', Buffer.from('é', 'latin1'), 'é'],
    ['text/html; charset="windows-1252"', Buffer.from([0x93, 0x61, 0x94]), '“a”'],
    ['text/html', Buffer.from('<meta charset="iso-8859-1">é', 'latin1'), '<meta charset="iso-8859-1">é'],
    [
      'text/html',
      Buffer.from('<meta http-equiv=Content-Type content="text/html; charset=iso-8859-1">é', 'latin1'),
      '<meta http-equiv=Content-Type content="text/html; charset=iso-8859-1">é',
    ],
    ['text/plain', Buffer.from('\ufeffā', 'utf16le'), 'ā'],
    ['text/plain; charset=utf-8', Buffer.from('\ufeffā'), 'ā'],
    ['text/plain', Buffer.from([0x61, 0xff, 0x62]), 'a\ufffdb'],
  ])('is decoded: %s', async (type, body, text) => {
    respondHtml(body, type);
    expect((await fetchText()).text).toBe(text);
  });

  it.each([
    ['image/png', 'a file of the type image/png'],
    ['application/pdf', 'a file of the type application/pdf'],
    ['text/javascript', 'a file of the type text/javascript'],
    ['nonsense', 'a file of an unknown type'],
  ])('of another type is not read: %s', async (type, words) => {
    respondHtml('x', type);
    await expect(fetchText()).rejects.toThrow(`The address leads to ${words}.`);
  });

  it('without a type, or in an unknown encoding or character set, is not read', async () => {
    respond({}, 'x');
    await expect(fetchText()).rejects.toThrow('a file of an unknown type');
    respond({ 'Content-Type': 'text/html', 'Content-Encoding': 'sdch' }, 'x');
    await expect(fetchText()).rejects.toThrow('compressed the text in a way that we can’t read');
    respondHtml('x', 'text/html; charset=klingon');
    await expect(fetchText()).rejects.toThrow('in a character set that we can’t read');
  });

  it.each([
    [404, 'The page doesn’t exist (error 404).'],
    [410, 'The page doesn’t exist (error 410).'],
    [403, 'The server answered with error 403'],
    [500, 'The server answered with error 500'],
    [204, 'The server answered with error 204'],
  ])('is not there: %s', async (status, message) => {
    respond({ 'Content-Type': 'text/html' }, '', status);
    await expect(fetchText()).rejects.toThrow(message);
  });

  it(
    'that is too large is not read to its end',
    async () => {
      respond({ 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' }, gzipSync(Buffer.alloc(200_000_000)));
      await expect(fetchText()).rejects.toThrow('The text is larger than 5 MB, so it wasn’t loaded.');
      const closed = Promise.withResolvers<void>();
      server.setListener((_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' }).on('close', () => closed.resolve());
        const send = () => void response.write(Buffer.alloc(65_536, 'a'), (error) => !error && setImmediate(send));
        send();
      });
      await expect(fetchText()).rejects.toThrow('The text is larger than 5 MB, so it wasn’t loaded.');
      await closed.promise;
    },
    HANG_MS,
  );

  it('that never ends, or never begins, is given up', async () => {
    const fetchSafely = server.createFetch({ timeoutMs: 100 });
    const timers: NodeJS.Timeout[] = [];
    server.setListener((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      timers.push(setInterval(() => response.write('a'), 10));
    });
    await expect(fetchSafely('https://books.example/')).rejects.toThrow('The server took longer than 0.1 seconds');
    for (const timer of timers) clearInterval(timer);
    server.setListener(() => undefined);
    await expect(fetchSafely('https://books.example/')).rejects.toThrow('The server took longer than 0.1 seconds');
    const stuck = createSafeFetch({ userAgent: 'Test', timeoutMs: 50, resolve: () => new Promise(() => undefined) });
    await expect(stuck('https://books.example/')).rejects.toThrow('The server took longer than');
  });

  it('that breaks off or is damaged says so', async () => {
    server.setListener((request) => void request.socket.destroy());
    await expect(fetchText()).rejects.toThrow('The connection to the server failed.');
    server.setListener((request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': '100' });
      response.write('half', () => request.socket.destroy());
    });
    await expect(fetchText()).rejects.toThrow('The connection to the server failed.');
    respond({ 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' }, 'no gzip');
    await expect(fetchText()).rejects.toThrow('The server sent a damaged file.');
  });
});

describe('T26 T50 an image', () => {
  const fetchImage = (url = 'https://books.example/a.png', client = new AbortController().signal) =>
    server.createImageFetch()(url, client);

  it('is fetched like a text: by types of images, to its last byte, after redirects', async () => {
    server.setListener(({ url }, response) => {
      if (url === '/a.png') response.writeHead(302, { Location: '/b.png' }).end();
      else
        response.writeHead(200, { 'Content-Type': 'image/png; x=y', 'Content-Encoding': 'gzip' }).end(gzipSync('abc'));
    });
    expect(await fetchImage()).toEqual({ bytes: Buffer.from('abc'), url: 'https://books.example/b.png' });
    expect(server.requests[0]?.headers.accept).toMatch(/^image\/avif, image\/webp, /);
  });

  it.each([
    ['text/html', 'The address leads to a file of the type text/html. Only images can be shown here.'],
    ['application/octet-stream', 'The address leads to a file of the type application/octet-stream.'],
    ['image/tiff', 'The address leads to a file of the type image/tiff.'],
    ['video/mp4', 'The address leads to a file of the type video/mp4.'],
    ['nonsense', 'The address leads to a file of an unknown type.'],
    ['image/svg+xml; charset=utf-8', 'The image is an SVG drawing, which can’t be shown safely, so it wasn’t loaded.'],
  ])('of another type is not read: %s', async (type, message) => {
    respondHtml('x', type);
    await expect(fetchImage()).rejects.toThrow(message);
  });

  it.each([
    [404, 'The image doesn’t exist (error 404).'],
    [500, 'The server answered with error 500, so there’s no image to show.'],
  ])('is not there: %s', async (status, message) => {
    respond({ 'Content-Type': 'image/png' }, '', status);
    await expect(fetchImage()).rejects.toThrow(message);
  });

  it.each([
    ['http://books.example/', 'doesn’t begin with https:'],
    ['file:///etc/passwd', 'doesn’t begin with https:'],
    ['https://books.example:22/', 'names a port of its own'],
    ['https://127.0.0.1/', 'belongs to a private network'],
    ['https://[::ffff:169.254.169.254]/', 'belongs to a private network'],
  ])('at %s is refused, also by a redirect', async (url, message) => {
    await expect(fetchImage(url)).rejects.toThrow(message);
    respond({ Location: url }, '', 301);
    await expect(fetchImage()).rejects.toThrow(message);
    expect(server.requests).toHaveLength(1);
  });

  it(
    'that is too large, unpacked or without an end, is not read on',
    async () => {
      const message = 'The image is larger than 10 MB, so it wasn’t loaded.';
      respond({ 'Content-Type': 'image/png', 'Content-Encoding': 'gzip' }, gzipSync(Buffer.alloc(200_000_000)));
      await expect(fetchImage()).rejects.toThrow(message);
      const closed = Promise.withResolvers<void>();
      server.setListener((_request, response) => {
        response.writeHead(200, { 'Content-Type': 'image/jpeg' }).on('close', () => closed.resolve());
        const send = () => void response.write(Buffer.alloc(65_536), (error) => !error && setImmediate(send));
        send();
      });
      await expect(fetchImage()).rejects.toThrow(message);
      await closed.promise;
    },
    HANG_MS,
  );

  it('that comes too slowly is given up', async () => {
    const timers: NodeJS.Timeout[] = [];
    server.setListener((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'image/png' });
      timers.push(setInterval(() => response.write('a'), 10));
    });
    const fetchSlowly = server.createImageFetch({ timeoutMs: 100 });
    const message = 'The server took longer than 0.1 seconds, so the image wasn’t loaded.';
    await expect(fetchSlowly('https://books.example/', new AbortController().signal)).rejects.toThrow(message);
    for (const timer of timers) clearInterval(timer);
  });

  it('T42 is not read on for a client that has left, and not asked for by one that left before', async () => {
    const begun = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    server.setListener((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'image/png' }).on('close', () => closed.resolve());
      response.write('a', () => begun.resolve());
    });
    const client = new AbortController();
    // Longer than the test may take.
    const fetchForever = server.createImageFetch({ timeoutMs: 10 * HANG_MS });
    const image = fetchForever('https://books.example/a.png', client.signal);
    await begun.promise;
    client.abort(new Error('The client has left.'));
    await expect(image).rejects.toThrow('The client has left.');
    await closed.promise;
    await expect(fetchForever('https://books.example/a.png', client.signal)).rejects.toThrow('The client has left.');
    expect(server.requests).toHaveLength(1);
  });
});

describe('T26 a file', () => {
  const fetchFile = (url = 'https://books.example/a.pdf') =>
    server.createFileFetch()(url, new AbortController().signal);

  it('is fetched whatever its type, but not where a page stands in its place', async () => {
    respond({ 'Content-Type': 'application/octet-stream' }, '%PDF');
    expect((await fetchFile()).bytes.toString()).toBe('%PDF');
    respondHtml('<p>Gone</p>');
    await expect(fetchFile()).rejects.toThrow('The address leads to a file of the type text/html, which is a page.');
    respond({}, '', 404);
    await expect(fetchFile()).rejects.toThrow('The file doesn’t exist (error 404).');
    await expect(fetchFile('https://127.0.0.1/')).rejects.toThrow(PRIVATE);
  });
});
