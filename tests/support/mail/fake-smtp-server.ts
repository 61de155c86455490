import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** `away`: nobody listens. `stall`: takes the connection and says nothing. The drops cut the connection there. */
export type SmtpMode = 'well' | 'away' | '421' | 'stall' | 'drop-at-rcpt' | 'drop-in-data' | 'drop-after-data';

export type ReceivedEmail = { from: string; to: string[]; raw: string; parsed: Email };

export type FakeSmtpServer = {
  url: string;
  /** Every mail that was taken, in order. */
  received: ReceivedEmail[];
  /** Every address that a RCPT named, accepted or not. */
  recipients: string[];
  /** How often somebody came. */
  connections(): number;
  be(mood: SmtpMode): Promise<void>;
  /** Answers RCPT with this code for as long as the function says so. */
  refuse(code: (address: string) => number | null): void;
  close(): Promise<void>;
};

/** A real mail server in this process whose mood can be changed. */
export async function startFakeSmtpServer(): Promise<FakeSmtpServer> {
  let mood: SmtpMode = 'well';
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
        if (mood === 'stall') return;
        callback(mood === '421' ? createSmtpError(421) : null);
      },
      onRcptTo({ address }, session, callback) {
        recipients.push(address);
        if (mood === 'drop-at-rcpt') return cut(started, session);
        const code = refusal(address);
        callback(code === null ? null : createSmtpError(code));
      },
      onData(stream, session, callback) {
        if (mood === 'drop-in-data') return void stream.once('data', () => cut(started, session));
        receive(stream, session).then(
          () => (mood === 'drop-after-data' ? cut(started, session) : callback()),
          // The sender broke off: nobody is left to be told.
          () => undefined,
        );
      },
    });
    // A connection that breaks is what these tests are about.
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
    async be(next) {
      const wasAway = mood === 'away';
      mood = next;
      if (next === 'away' && !wasAway) await stop();
      if (next !== 'away' && wasAway) server = await listen(port);
    },
    refuse(code) {
      refusal = code;
    },
    close: () => (mood === 'away' ? Promise.resolve() : stop()),
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
