import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** `down`: nothing listens. `stall`: accepts the connection and sends nothing. `drop-...`: closes the connection at that point. */
export type SmtpMode = 'up' | 'down' | '421' | 'stall' | 'drop-at-rcpt' | 'drop-in-data' | 'drop-after-data';

export type ReceivedEmail = { from: string; to: string[]; raw: string; parsed: Email };

export type FakeSmtpServer = {
  url: string;
  /** Every accepted email, in order. */
  received: ReceivedEmail[];
  /** The address of every RCPT command, accepted or not. */
  recipients: string[];
  /** The number of connections so far. */
  connections(): number;
  setMode(mode: SmtpMode): Promise<void>;
  /** Refuses RCPT with the code that the function returns; null accepts. */
  refuse(code: (address: string) => number | null): void;
  close(): Promise<void>;
};

/** A real SMTP server in this process whose mode can be changed. */
export async function startFakeSmtpServer(): Promise<FakeSmtpServer> {
  let mode: SmtpMode = 'up';
  let connections = 0;
  let refusal: (address: string) => number | null = () => null;
  const received: ReceivedEmail[] = [];
  const recipients: string[] = [];
  let server = await listen(0);
  const { port } = server.server.address() as AddressInfo;

  function listen(onPort: number): Promise<SMTPServer> {
    const started = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 50,
      onConnect(_session, callback) {
        connections += 1;
        if (mode === 'stall') return;
        callback(mode === '421' ? createSmtpError(421) : null);
      },
      onRcptTo({ address }, session, callback) {
        recipients.push(address);
        if (mode === 'drop-at-rcpt') return cut(started, session);
        const code = refusal(address);
        callback(code === null ? null : createSmtpError(code));
      },
      onData(stream, session, callback) {
        if (mode === 'drop-in-data') return void stream.once('data', () => cut(started, session));
        receive(stream, session).then(
          () => (mode === 'drop-after-data' ? cut(started, session) : callback()),
          // The sender closed the connection, so there is no reply.
          () => undefined,
        );
      },
    });
    // Broken connections are expected in these tests.
    started.on('error', () => undefined);
    return new Promise((resolve) => started.listen(onPort, '127.0.0.1', () => resolve(started)));
  }

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    const raw = Buffer.concat(parts).toString();
    const { mailFrom, rcptTo } = session.envelope;
    received.push({
      from: mailFrom === false ? '' : mailFrom.address,
      to: rcptTo.map((recipient) => recipient.address),
      raw,
      parsed: await PostalMime.parse(raw),
    });
  }

  const stop = () => {
    for (const connection of server.connections) connection._socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };

  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    recipients,
    connections: () => connections,
    async setMode(next) {
      const wasDown = mode === 'down';
      mode = next;
      if (next === 'down' && !wasDown) await stop();
      if (next !== 'down' && wasDown) server = await listen(port);
    },
    refuse(code) {
      refusal = code;
    },
    close: () => (mode === 'down' ? Promise.resolve() : stop()),
  };
}

function createSmtpError(responseCode: number): Error {
  return Object.assign(new Error('Not now'), { responseCode });
}

function cut(server: SMTPServer, session: SMTPServerSession): void {
  for (const connection of server.connections) {
    if (connection.session.id === session.id) connection._socket.destroy();
  }
}
