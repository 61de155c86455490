import { readdir, readFile, readlink } from 'node:fs/promises';
import http from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const VIDEO_PATH = '/media/intro.mp4';
const PIPELINED = 12;
/** Reached only by a server that hangs (ms). */
const HANG_MS = 180_000;

const toRawRequest = (path: string, extra = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${extra}\r\n`;

/** Open descriptors of a process (Linux). */
export async function countDescriptors(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

/** Connections that a process has not closed, also those that its clients have reset; without pipes to other processes (Linux). */
export async function countOpenConnections(pid: number): Promise<number> {
  const local = await readFile(`/proc/${pid}/net/unix`, 'utf8');
  const names = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  const inodes = targets.map((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1]).filter((inode) => inode !== undefined);
  return inodes.filter((inode) => !local.includes(` ${inode} `) && !local.includes(` ${inode}\n`)).length;
}

/** Resident memory of a process, bytes (Linux). */
export async function readResidentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

/** Resolves when the condition holds. @throws when it never does. */
export async function waitUntil(label: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + HANG_MS; performance.now() < deadline; await sleep(20)) {
    if (await isTrue()) return;
  }
  throw new Error(`Timed out: ${label}.`);
}

/** The status of a page over a new connection, or null when the connection broke. */
export function getStatus(port: number, path: string): Promise<number | null> {
  return new Promise((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      response.resume();
      response.once('close', () => resolve(response.complete ? (response.statusCode ?? 0) : null));
    });
    request.once('error', () => resolve(null));
  });
}

/**
 * Sends pipelined range requests of a file, by default the video, and resets the connection: at once, when it is open, or when the first
 * bytes of a response have arrived, in turn. Continues while `isOn`, with `workers` connections at a time. Returns the number of connections.
 */
export async function floodWithResets(
  port: number,
  { workers, isOn, path = VIDEO_PATH }: { workers: number; isOn: (sent: number) => boolean; path?: string },
): Promise<number> {
  const ranges = toRawRequest(path, 'Range: bytes=0-\r\n').repeat(PIPELINED);
  let sent = 0;
  const work = async () => {
    while (isOn(sent)) {
      sent += 1;
      await resetOnce(port, ranges, sent % 2 === 0 ? 'connect' : 'data');
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return sent;
}

function resetOnce(port: number, bytes: string, moment: 'connect' | 'data'): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    // The bytes must be written before the reset, which discards unsent ones.
    socket.once('connect', () => socket.write(bytes, () => moment === 'connect' && socket.resetAndDestroy()));
    socket.once('data', () => socket.resetAndDestroy());
    socket.once('error', () => undefined);
    socket.once('close', () => resolve());
  });
}

/** Opens connections that request the video several times and read no response. */
export function openUnreadConnections(port: number, count: number): Promise<Socket[]> {
  const request = toRawRequest(VIDEO_PATH).repeat(PIPELINED);
  return Promise.all(Array.from({ length: count }, () => openSocket(port, request)));
}

/** Opens a connection and sends bytes; it is paused until its data is read. */
export function openSocket(port: number, bytes: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.pause();
      socket.write(bytes, () => resolve(socket));
    });
    socket.once('error', reject);
    socket.on('error', () => undefined);
  });
}

/** Reads a connection until the server closes it. */
export function readToEnd(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(text));
    socket.resume();
  });
}
