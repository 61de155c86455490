import { closeSync, fdatasyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import type { Logger } from 'pino';
import { z } from 'zod';
import { alertKinds, alertStates } from '#api/domain/alerts.ts';

/** The file has this size from its first write on (bytes), so that a full disk has its blocks already. */
const FILE_BYTES = 32 * 1024;

const messageSchema = z.object({
  state: z.enum(alertStates),
  /** An email address, or `webhook`. */
  target: z.string(),
});

const recordSchema = z.object({
  /** Since when the part fails (UTC ms). */
  since: z.number(),
  reason: z.string().nullable(),
  /** `noticed`: it may heal by itself. `over`: kept for the pause before the next one. */
  state: z.enum(['noticed', 'begun', 'over']),
  /** Since when it works again, while its end isn't certain (UTC ms). */
  worksSince: z.number().nullable(),
  /** When anyone was last told (UTC ms). */
  toldAt: z.number(),
  /** Who was told that it fails. */
  told: z.array(z.string()),
  /** Messages that weren't delivered yet. */
  due: z.array(messageSchema),
});

const contactsSchema = z.object({
  receivers: z.array(z.object({ email: z.string(), firstName: z.string().nullable() })),
  sender: z.object({ email: z.string(), name: z.string() }),
  siteName: z.string(),
  timeZone: z.string(),
  palette: z.record(z.string(), z.string()).nullable(),
});

const memorySchema = z.object({
  contacts: contactsSchema.nullable(),
  alerts: z.partialRecord(z.enum(alertKinds), recordSchema),
});

export type AlertRecord = z.infer<typeof recordSchema>;
export type AlertMessage = z.infer<typeof messageSchema>;
/** Whom a server mails, and as whom, as the database last said. */
export type AlertContacts = z.infer<typeof contactsSchema>;
export type AlertMemory = z.infer<typeof memorySchema>;

/** Content of this file from when the server last ran; nothing without a file, or when a write to it was cut off. */
export function loadAlertMemory(file: string): AlertMemory {
  try {
    return memorySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { contacts: null, alerts: {} };
  }
}

/** Writes in place: a full disk takes a change of blocks that a file has, and no new file. What can't be written stays in memory. */
export function saveAlertMemory(file: string, memory: AlertMemory, log: Logger): void {
  const json = Buffer.from(JSON.stringify(memory));
  const bytes = Buffer.concat([json, Buffer.alloc(Math.max(0, FILE_BYTES - json.length), ' ')]);
  try {
    if (!overwrite(file, bytes)) create(file, bytes);
  } catch (error) {
    log.warn({ err: error }, 'alerts are kept in memory only');
  }
}

function overwrite(file: string, bytes: Buffer): boolean {
  let handle: number;
  try {
    handle = openSync(file, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  writeAll(handle, bytes);
  return true;
}

function create(file: string, bytes: Buffer): void {
  writeAll(openSync(`${file}.tmp`, 'w', 0o600), bytes);
  renameSync(`${file}.tmp`, file);
}

function writeAll(handle: number, bytes: Buffer): void {
  try {
    writeSync(handle, bytes);
    fdatasyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
