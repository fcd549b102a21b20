/**
 * How many messages of PostgreSQL's protocol have one of the types, letters of `types`. The bytes are whole messages, cut
 * anywhere into chunks: each is a type, a length that counts itself, and the rest.
 */
export function countMessages(chunks: readonly Buffer[], types: string): number {
  let count = 0;
  let length = 0;
  /** Bytes of the head that are known: the type and four of the length. */
  let head = 0;
  /** Bytes of the message that are still to come. */
  let left = 0;
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      if (left > 0) {
        const passed = Math.min(left, chunk.length - at);
        left -= passed;
        at += passed;
        continue;
      }
      const byte = chunk[at++];
      if (head === 0) {
        if (types.includes(String.fromCharCode(byte))) count++;
        length = 0;
      } else length = length * 256 + byte;
      head = (head + 1) % 5;
      if (head === 0) left = length - 4;
    }
  }
  return count;
}
