/** Answers to batches, which the revisions before 2025-06-18 have: all answers of a batch go out together. */
import { isJSONRPCRequest, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/sdk/types.js';

interface Batch {
  readonly waiting: Set<RequestId>;
  readonly answers: object[];
}

/** The batches of a connection that are not answered in full. */
export class Batches {
  private readonly byRequest = new Map<RequestId, Batch>();

  constructor(private readonly write: (answers: readonly object[]) => void) {}

  /** Begins a batch; `answers` are those that are known from the start. */
  begin(messages: readonly JSONRPCMessage[], answers: readonly object[]): void {
    const batch: Batch = {
      waiting: new Set(messages.filter(isJSONRPCRequest).map(({ id }) => id)),
      answers: [...answers],
    };
    for (const id of batch.waiting) this.byRequest.set(id, batch);
    this.finish(batch);
  }

  /** Takes an answer that belongs to a batch; false for any other message. */
  take(message: JSONRPCMessage): boolean {
    if ('method' in message || message.id === undefined) return false;
    const batch = this.byRequest.get(message.id);
    if (batch === undefined) return false;
    batch.answers.push(message);
    this.settle(message.id, batch);
    return true;
  }

  /** A request that is cancelled is not answered: its batch does not wait for it. */
  cancel(id: unknown): void {
    const batch = this.byRequest.get(id as RequestId);
    if (batch !== undefined) this.settle(id as RequestId, batch);
  }

  private settle(id: RequestId, batch: Batch): void {
    batch.waiting.delete(id);
    this.byRequest.delete(id);
    this.finish(batch);
  }

  private finish(batch: Batch): void {
    // A batch of notifications alone has no answer.
    if (batch.waiting.size === 0 && batch.answers.length > 0) this.write(batch.answers);
  }
}
