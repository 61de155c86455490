import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, cpSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../app/free-port.ts';
import { mountSmallDisk } from '../faults/small-disk.ts';
import { readStartCommand } from '../start-command.ts';

/** Enough for the site of a long run, and filled in a second. */
const DISK_MB = 400;
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 100;

/** Not its control socket. */
const isPlainFile = (path: string) => !path.endsWith('.sock');

type Options = { index: number; folder: string; settings: Record<string, string>; onUnexpectedEnd(log: string): void };

/** The built server on a port and a disk of its own, which can be killed, paused and started again. */
export class ProductServer {
  readonly index: number;
  readonly dataDirectory: string;
  port = 0;
  /** Started, and not paused. */
  isUp = false;
  readonly #options: Options;
  readonly #logFile: string;
  #child: ChildProcess | null = null;
  #isEndExpected = false;
  #disk: ReturnType<typeof mountSmallDisk> = null;

  constructor(options: Options) {
    this.#options = options;
    this.index = options.index;
    this.dataDirectory = join(options.folder, `server-${options.index}`);
    this.#logFile = join(options.folder, `server-${options.index}.log`);
  }

  get name(): string {
    return `server ${this.index}`;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** False where this user may not mount a disk: then a full disk can't be tried. */
  get hasDisk(): boolean {
    return this.#disk !== null;
  }

  readLog = () => readFileSync(this.#logFile, 'utf8');

  async prepare(): Promise<void> {
    this.port = await findFreePort();
    mkdirSync(this.dataDirectory, { recursive: true });
    this.#disk = mountSmallDisk(this.dataDirectory, DISK_MB);
  }

  /** Resolves once it listens. False when it ended instead, or did not listen in time: a fault may be on. */
  async start(): Promise<boolean> {
    const command = readStartCommand();
    const log = openSync(this.#logFile, 'a');
    const child = spawn(process.execPath, command.args, {
      cwd: this.dataDirectory,
      env: {
        PATH: process.env.PATH ?? '',
        ...command.env,
        ...this.#options.settings,
        DATA_DIR: this.dataDirectory,
        PORT: String(this.port),
      },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#child = child;
    this.#isEndExpected = true;
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await sleep(POLL_MS)) {
      if (hasEnded()) return false;
      if (await fetch(`${this.origin}/`).catch(() => null)) {
        this.#isEndExpected = false;
        child.once('exit', () => this.#handleExit());
        this.isUp = true;
        return true;
      }
    }
    child.kill('SIGKILL');
    return false;
  }

  #handleExit(): void {
    this.isUp = false;
    if (!this.#isEndExpected) this.#options.onUnexpectedEnd(this.readLog().slice(-600));
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    this.isUp = false;
    this.#isEndExpected = true;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  }

  pause(): void {
    this.isUp = false;
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
    this.isUp = true;
  }

  get hasProcess(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** `isKept`: a copy of its data stays, since a disk in memory vanishes. */
  async close({ isKept }: { isKept: boolean }): Promise<void> {
    this.#child?.kill('SIGCONT');
    await this.end('SIGKILL');
    if (isKept) cpSync(this.dataDirectory, `${this.dataDirectory}-data`, { recursive: true, filter: isPlainFile });
    this.#disk?.unmount();
  }
}
