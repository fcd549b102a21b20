/** How often each address may ask. */

interface Bucket {
  left: number;
  at: number;
}

/** Addresses that are remembered; a full bucket is the same as none. */
const MOST_ADDRESSES = 10_000;

/**
 * A bucket of requests for each address: it holds a minute's worth and fills up evenly.
 */
export class RateLimit {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly perMinute: number,
    private readonly now: () => number,
  ) {}

  /** Takes a request out of the address's bucket; otherwise the milliseconds until there is one. */
  take(address: string): number {
    const at = this.now();
    const rate = this.perMinute / 60_000;
    const before = this.buckets.get(address) ?? { left: this.perMinute, at };
    const left = Math.min(this.perMinute, before.left + (at - before.at) * rate);
    // Set anew, so that the map's order is that of the last requests.
    this.buckets.delete(address);
    this.buckets.set(address, { left: left < 1 ? left : left - 1, at });
    if (this.buckets.size > MOST_ADDRESSES) this.forgetOldest();
    return left < 1 ? Math.ceil((1 - left) / rate) : 0;
  }

  private forgetOldest(): void {
    for (const address of this.buckets.keys()) {
      this.buckets.delete(address);
      return;
    }
  }
}
