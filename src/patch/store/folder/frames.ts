import type { Socket } from 'node:net';

/**
 * Messages between a process that holds an embedded database and one that works through it: each is the byte length of
 * its JSON as four bytes, big end first, then the JSON in UTF-8. All values are JSON's own, see `Queryable`.
 */
export const PROTOCOL = 1;

/** Larger than any statement of the service; beyond it the other end does not speak this protocol. */
const LARGEST_FRAME = 1 << 30;

export type Request = { readonly id: number } & (
  | {
      readonly op: 'query';
      readonly transaction: number | null;
      readonly text: string;
      readonly params: readonly unknown[];
    }
  | { readonly op: 'execute'; readonly transaction: number; readonly text: string }
  /** Opens a transaction that later requests name by this request's id. */
  | { readonly op: 'begin' }
  | { readonly op: 'commit' | 'rollback'; readonly transaction: number }
);

export type Answer =
  | { readonly hello: number; readonly holder: number }
  | { readonly id: number; readonly rows: readonly object[] }
  | { readonly id: number; readonly error: RemoteError };

/** What is kept of an error on its way: PostgreSQL's own fields where it has them. */
export interface RemoteError {
  readonly message: string;
  readonly code?: string;
  readonly detail?: string;
  readonly constraint?: string;
  readonly table?: string;
}

export function send(socket: Socket, message: Request | Answer): void {
  const body = Buffer.from(JSON.stringify(message), 'utf8');
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  socket.cork();
  socket.write(head);
  socket.write(body);
  socket.uncork();
}

/** Calls `receive` for each message that arrives; a stream that is not made of messages is destroyed. */
export function onMessages<Message>(socket: Socket, receive: (message: Message) => void): void {
  let chunks: Buffer[] = [];
  let held = 0;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    held += chunk.length;
    // Chunks are joined only when a message is whole, so that a large one is not copied once a chunk.
    while (held >= 4) {
      if (chunks[0]!.length < 4) chunks = [Buffer.concat(chunks)];
      const length = chunks[0]!.readUInt32BE(0);
      if (length > LARGEST_FRAME) {
        socket.destroy(new Error('not a message of this protocol'));
        return;
      }
      if (held < 4 + length) return;
      const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      const rest = all.subarray(4 + length);
      chunks = rest.length > 0 ? [rest] : [];
      held = rest.length;
      receive(JSON.parse(all.toString('utf8', 4, 4 + length)) as Message);
    }
  });
}
